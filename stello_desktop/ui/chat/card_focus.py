"""Where the focus goes when the card that has it is made anew: the same button, the next one like it, or writing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtWidgets import QAbstractButton, QWidget

from stello_desktop.ui.chat.laid import Transcript
from stello_desktop.ui.chat.pieces import CardPiece

_GOES_ON: Final = "refusedBranchOpen"
"""What is wanted of the next card too, when it was done on one; an *Undo* is not."""


class CardFocus:
    """Held from before cards are dropped until others stand in their place.

    Args:
        canvas: has the focus meanwhile, so that nothing else is visited.
    """

    def __init__(self, canvas: QWidget, transcript: Transcript) -> None:
        self._canvas, self._transcript = canvas, transcript
        self._held: tuple[int, str] | None = None

    def hold(self) -> None:
        """Remember which button of which card has the focus, if one has."""
        focused = self._canvas.window().focusWidget()
        self._held = None
        if not isinstance(focused, QAbstractButton) or not self._canvas.isAncestorOf(focused):
            return
        for number, card in self._cards():
            if card is focused or card.isAncestorOf(focused):
                self._held = number, focused.objectName()
                self._canvas.setFocus()
                return

    def give_back(self) -> bool:
        """Put it where it belongs now; False where nothing that was held is left, and writing goes on."""
        held, self._held = self._held, None
        if held is None or not self._canvas.hasFocus():
            return True
        place, name = held
        for number, card in self._cards():
            if number == place or (number > place and name == _GOES_ON):
                found = card.findChild(QAbstractButton, name)
                if found is not None and found.isVisible() and found.isEnabled():
                    found.setFocus()
                    return True
        return False

    def _cards(self) -> Iterator[tuple[int, QWidget]]:
        """The cards that have a widget, with their numbers from above."""
        number = 0
        for laid in self._transcript.items:
            for piece in laid.pieces or ():
                if isinstance(piece, CardPiece):
                    number += 1
                    if piece.widget is not None:
                        yield number, piece.widget
