"""The widgets of cards, moved to where they belong while the transcript scrolls under them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from PySide6.QtCore import QRectF

from stello_desktop.ui.chat.laid import Transcript
from stello_desktop.ui.chat.painting import piece_left
from stello_desktop.ui.chat.pieces import CardPiece

_KEPT_CARDS: Final = 40


class CardPlaces:
    """Shows the cards that are in view, hides the others, and lets go of those seen long ago."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._shown: set[CardPiece] = set()
        self._kept: OrderedDict[CardPiece, None] = OrderedDict()

    def forget(self) -> None:
        """All cards are made anew."""
        self._shown.clear()
        self._kept.clear()

    def place(self, top: float, height: float) -> None:
        """Move every card between ``top`` and the ``height`` below it."""
        transcript = self._transcript
        seen: set[CardPiece] = set()
        index = transcript.index_at(top) if transcript.items else 0
        while index < len(transcript.items) and transcript.top_of(index) < top + height:
            laid = transcript.items[index]
            y = transcript.top_of(index) - top
            pieces = laid.pieces or []
            for number in laid.numbers_between(-y, height - y) if laid.cards else ():
                piece = pieces[number]
                if isinstance(piece, CardPiece) and piece.widget is not None:
                    left = piece_left(transcript, laid)
                    box = QRectF(left, y + laid.tops[number], piece.width_px, piece.height_px)
                    piece.widget.setGeometry(box.toRect())
                    piece.widget.show()
                    seen.add(piece)
            index += 1
        self._put_away(seen)

    def _put_away(self, seen: set[CardPiece]) -> None:
        for piece in self._shown - seen:
            if piece.widget is not None:
                piece.widget.hide()
        self._shown = seen
        for piece in seen:
            self._kept[piece] = None
            self._kept.move_to_end(piece)
        while len(self._kept) > max(_KEPT_CARDS, len(seen)):
            piece, _ = self._kept.popitem(last=False)
            piece.drop()
            piece.width_px = -1
