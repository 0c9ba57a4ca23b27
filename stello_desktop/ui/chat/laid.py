"""Entries with their places: which piece stands where, and what is only estimated yet."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from stello_desktop.ui.chat.entries import Ending, Entry, EntryKind
from stello_desktop.ui.chat.growing import GrowingText
from stello_desktop.ui.chat.parsing import has_references
from stello_desktop.ui.chat.pieces import (
    CardPiece,
    FoldPiece,
    MorePiece,
    Piece,
    Setting,
    TextPiece,
    cut_lines,
    text_pieces,
)
from stello_desktop.ui.chat.splitter import split_blocks
from stello_desktop.ui.chat.versions import VersionNote

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from stello_desktop.ui.chat.style import ChatStyle

ENTRY_GAP_PX: Final = 26
BUBBLE_PAD_PX: Final = 10
BUBBLE_SIDE_PX: Final = 14
NOTE_PAD_PX: Final = 12
EDGE_PX: Final = 16
FOOT_PX: Final = 36
"""Room below the last message for the buttons beside it."""
MAX_COLUMN_PX: Final = 760
BUBBLE_SHARE: Final = 0.84
MAX_SHOWN_CHARS: Final = 200_000
WORTH_HIDING_CHARS: Final = 20_000
"""Less than this is not left out of a long message: the line that offers it would be as much trouble."""
UNSENT_LIFT_PX: Final = 18
"""A line about a message, that it waits or has versions, stands closer to it than the next message would."""
VERSIONS_DROP_PX: Final = 10
"""What follows the line about versions stands closer as well, for it belongs to that version."""
VERSIONS_ON_ANSWER_PX: Final = 20
"""So much closer stands the answer where only the answers differ."""
KEPT_DOCUMENTS: Final = 90

type MakeCards = Callable[[Entry], Sequence[Piece]]


class Laid:
    """One entry and its pieces; ``tops`` are the pieces' places below the entry's own top."""

    __slots__ = (
        "bubble_px",
        "cards",
        "cards_key",
        "entry",
        "folds_open",
        "growing",
        "height_px",
        "pieces",
        "shown_chars",
        "thought",
        "tops",
    )

    def __init__(self, entry: Entry, height_px: float) -> None:
        self.entry = entry
        self.height_px = height_px
        self.pieces: list[Piece] | None = None
        self.tops: list[float] = []
        self.growing: GrowingText | None = None
        self.thought: FoldPiece | None = None
        self.folds_open: frozenset[str] = frozenset()
        self.shown_chars = MAX_SHOWN_CHARS
        self.bubble_px: float = 0
        self.cards: Sequence[Piece] = ()
        self.cards_key: object = None

    @property
    def head_px(self) -> float:
        """Room above the first piece: the padding of a bubble, and a note's label."""
        if self.entry.kind is EntryKind.QUESTION:
            return BUBBLE_PAD_PX
        if self.entry.unsent is not None or (self.entry.versions is not None and not self._leads_answer):
            return -UNSENT_LIFT_PX
        if self.entry.kind is EntryKind.NOTE:
            return NOTE_PAD_PX + 20
        return 20 if self.entry.kind is EntryKind.OPENING else 0

    @property
    def foot_px(self) -> float:
        """Room below the last piece."""
        if self.entry.kind is EntryKind.QUESTION:
            return BUBBLE_PAD_PX
        if self.entry.kind is EntryKind.VERSIONS:
            return -(VERSIONS_ON_ANSWER_PX if self._leads_answer else VERSIONS_DROP_PX)
        return NOTE_PAD_PX if self.entry.kind is EntryKind.NOTE else 0

    @property
    def _leads_answer(self) -> bool:
        """Whether it is a line about versions of the answer below it."""
        note = self.entry.versions
        return isinstance(note, VersionNote) and note.of_answer

    def place(self, first: int = 0) -> None:
        """Compute ``tops`` and the height from the pieces' heights, from a piece on."""
        pieces = self.pieces or []
        first = min(first, len(self.tops), len(pieces))
        y = self.tops[first - 1] + pieces[first - 1].height_px if first else self.head_px
        del self.tops[first:]
        for number in range(first, len(pieces)):
            piece = pieces[number]
            if number:
                y += piece.gap_px
            self.tops.append(y)
            y += piece.height_px
        self.height_px = y + self.foot_px

    def numbers_between(self, top: float, bottom: float) -> range:
        """The pieces that can be seen between two heights below the entry's top."""
        first = max(0, bisect_right(self.tops, top) - 1)
        return range(first, bisect_right(self.tops, bottom, lo=first))

    def renew(self, entry: Entry) -> None:
        """Say the same of another entry with the widgets that are there."""
        kept = self.entry
        kept.key, kept.record_id, kept.versions = entry.key, entry.record_id, entry.versions
        for piece in self.cards:
            if isinstance(piece, CardPiece):
                piece.renew()

    def drop_cards(self) -> None:
        """Take the widgets of all cards away; they are made anew when they are needed."""
        for piece in self.cards:
            if isinstance(piece, CardPiece):
                piece.drop()
        self.cards, self.cards_key = (), None


class Transcript:
    """All entries in one column, laid out only where they are seen."""

    def __init__(self, style: ChatStyle, make_cards: MakeCards, parent: QWidget) -> None:
        self.style = style
        self.items: list[Laid] = []
        self._tops: list[float] = [0.0]
        self._make_cards = make_cards
        self._parent = parent
        self._kept: OrderedDict[int, TextPiece] = OrderedDict()
        self.thinking_word = self.thought_word = self.more_word = ""
        self.column_px: float = 400
        self.left_px: float = EDGE_PX

    # -- contents -------------------------------------------------------------------------------

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Show these; what has an equal key keeps its layout."""
        known = {laid.entry.key: laid for laid in self.items}
        live = [laid for laid in self.items if laid.entry.key[0] == "live"]
        estimate = self._estimator()
        items: list[Laid] = []
        for entry in entries:
            laid = known.pop(entry.key, None) if known else None
            if laid is None and live:
                laid = self._adopt(entry, live, known)
            items.append(laid or Laid(entry, estimate(entry)))
        for gone in known.values():
            gone.drop_cards()
        self.items = items
        self.renumber()

    def replace(self, first: int, last: int, entries: Sequence[Entry]) -> None:
        """Put others in the place of some, and leave all the rest as it is (R-14)."""
        old: dict[tuple[Any, ...], Laid] = {laid.entry.key: laid for laid in self.items[first:last]}
        for laid in [item for item in old.values() if item.entry.versions is not None]:
            renewed = next((entry for entry in entries if entry.versions is not None), None)
            if renewed is not None and renewed.key not in old:
                old[renewed.key] = old.pop(laid.entry.key)
                laid.renew(renewed)
        estimate = self._estimator()
        made = [old.pop(entry.key) if entry.key in old else Laid(entry, estimate(entry)) for entry in entries]
        for gone in old.values():
            gone.drop_cards()
        self.items[first:last] = made
        self.renumber(first)

    def _adopt(self, entry: Entry, live: list[Laid], known: dict[tuple[Any, ...], Laid]) -> Laid | None:
        """What was shown while it arrived goes on as the record that it has become."""
        for laid in live:
            same = laid.entry.kind is entry.kind and laid.entry.text == entry.text
            if same and laid.entry.key in known and entry.key[0] != "live":
                del known[laid.entry.key]
                laid.drop_cards()
                laid.entry = entry
                if laid.growing is not None:
                    laid.growing.finish()
                    if has_references(entry.text):
                        laid.growing = None
                self.rebuild(laid)
                return laid
        return None

    def _estimator(self) -> Callable[[Entry], float]:
        """Gives a height from the length of a text alone; called for every message, so kept short."""
        line_px = self.style.em_px * 1.5
        per_line = max(12.0, self.column_px / (self.style.em_px * 0.53)) / 0.85
        answer, none = EntryKind.ANSWER, Ending.NONE

        def estimate(entry: Entry) -> float:
            text = entry.text
            width, pad = (per_line, 0) if entry.kind is answer else (per_line * BUBBLE_SHARE, 20)
            height = (text.count("\n") + 1 + len(text) / width) * line_px + pad if text else pad
            if entry.calls or entry.ending is not none or entry.reasoning:
                height += 30 * bool(entry.reasoning) + 84 * len(entry.calls) + 44
            return int(height)

        return estimate

    def renumber(self, first: int = 0) -> None:
        """Places below a changed height; cheap, but for the very first time."""
        heights = [laid.height_px + ENTRY_GAP_PX for laid in self.items[first:]]
        start = self._tops[first] if first and first < len(self._tops) else EDGE_PX
        self._tops[first:] = list(accumulate(heights, initial=start))

    @property
    def height_px(self) -> float:
        """Everything, with the edges."""
        return self._tops[-1] + FOOT_PX - (ENTRY_GAP_PX if self.items else 0)

    def top_of(self, index: int) -> float:
        """Where an entry begins."""
        return self._tops[index]

    def end_of(self, index: int) -> float:
        """Where an entry ends."""
        return self._tops[index] + self.items[index].height_px

    def index_at(self, y: float) -> int:
        """The entry at a height; the nearest one outside."""
        return max(0, min(len(self.items) - 1, bisect_right(self._tops, y) - 1))

    # -- layout ---------------------------------------------------------------------------------

    def set_width(self, width_px: float, whole_px: float | None = None) -> None:
        """The column for a viewport of this width.

        Args:
            whole_px: the width with the scroll bar; the column is in its middle, so that no bar moves it.
        """
        column = max(120.0, min(MAX_COLUMN_PX, width_px - 2 * EDGE_PX))
        middle_px = round(((width_px if whole_px is None else whole_px) - column) / 2)
        self.left_px = max(0, min(middle_px, round(width_px - column - EDGE_PX)))
        if column == self.column_px:
            return
        ratio = self.column_px / column
        self.column_px = column
        for laid in self.items:
            if laid.pieces is None:
                laid.height_px = round(laid.height_px * ratio)
        self.renumber()

    def forget_documents(self) -> None:
        """Make every document anew: theme, text size or language have changed."""
        self._kept.clear()
        for laid in self.items:
            laid.drop_cards()
            if laid.growing is not None:
                laid.growing.forget()
            for piece in laid.pieces or ():
                piece.width_px = -1
                if isinstance(piece, TextPiece):
                    piece.rendered = None
            if laid.growing is None:
                laid.pieces = None
            else:
                self.rebuild(laid)
        self.renumber()

    def pieces_of(self, laid: Laid) -> list[Piece]:
        """The pieces of an entry, made on first use."""
        if laid.pieces is None:
            laid.pieces = self._build(laid)
            self._guess_heights(laid, 0)
            laid.place()
        return laid.pieces

    def _guess_heights(self, laid: Laid, first: int) -> None:
        width = self.inner_px(laid)
        for piece in (laid.pieces or [])[first:]:
            if not piece.height_px:
                piece.height_px = piece.estimate(width, self.style)

    def rebuild(self, laid: Laid) -> None:
        """Take over what changed in an entry; what stays keeps its document and its place."""
        old = laid.pieces or []
        new = self._build(laid)
        if laid.growing is None:
            _keep_documents(old, new)
        same = 0
        while same < len(old) and same < len(new) and old[same] is new[same]:
            same += 1
        laid.pieces = new
        self._guess_heights(laid, same)
        laid.place(same)

    def rebuild_cards(self) -> list[int]:
        """Make the cards of branches anew, because the tree has changed; gives the entries."""
        changed: list[int] = []
        for index, laid in enumerate(self.items):
            names = laid.entry.origin is not None or any(call.opens_branch for call in laid.entry.calls)
            if laid.pieces is not None and names:
                laid.drop_cards()
                self.rebuild(laid)
                changed.append(index)
        return changed

    def inner_px(self, laid: Laid) -> float:
        """The width that the text of an entry may take."""
        if laid.entry.kind is EntryKind.QUESTION:
            return round(self.column_px * BUBBLE_SHARE) - 2 * BUBBLE_SIDE_PX
        if laid.entry.kind is EntryKind.NOTE:
            return self.column_px - 2 * BUBBLE_SIDE_PX
        return self.column_px

    def _build(self, laid: Laid) -> list[Piece]:
        entry = laid.entry
        pieces: list[Piece] = []
        if entry.reasoning:
            pieces += self._thought_pieces(laid)
        if laid.growing is not None:
            pieces += laid.growing.pieces
        elif entry.text:
            pieces += self._text_pieces(laid)
        if laid.growing is None and len(_shown_part(laid)) < len(entry.text):
            pieces.append(MorePiece(self.more_word))
        for piece in self._cards_of(laid):
            pieces.append(piece)
            if isinstance(piece, FoldPiece) and piece.opens:
                piece.open = piece.title in laid.folds_open
                pieces += piece.inner_pieces()
        return pieces

    def _cards_of(self, laid: Laid) -> Sequence[Piece]:
        """The cards below the text; the same ones as long as they would say the same."""
        entry = laid.entry
        waiting = entry.ending is Ending.GROWING and not entry.text
        key = (
            entry.calls,
            entry.ending,
            entry.question,
            bool(entry.waiting_note),
            entry.newest,
            waiting,
            entry.unsent,
            entry.origin,
        )
        if laid.cards_key != key:
            laid.drop_cards()
            laid.cards, laid.cards_key = self._make_cards(entry), key
        return laid.cards

    def _text_pieces(self, laid: Laid) -> list[TextPiece]:
        text = _shown_part(laid)
        if laid.entry.by_person:
            return [TextPiece(part, Setting.PLAIN) for part in cut_lines(text, 200)]
        references = text if has_references(text) else ""
        return [piece for block in split_blocks(text) for piece in text_pieces(block, references)]

    def _thought_pieces(self, laid: Laid) -> list[Piece]:
        if laid.thought is None:
            laid.thought = FoldPiece("", "")
        thinking = laid.entry.ending is Ending.GROWING and not laid.entry.text
        laid.thought.title = self.thinking_word if thinking else self.thought_word
        laid.thought.body = laid.entry.reasoning
        return [laid.thought, *laid.thought.inner_pieces()]

    def lay_out_between(self, top: float, bottom: float) -> bool:
        """Lay out what is seen between two heights; says whether anything moved."""
        if not self.items:
            return False
        index = self.index_at(top)
        changed = False
        while index < len(self.items) and self._tops[index] < bottom:
            laid = self.items[index]
            before = laid.height_px
            self._lay_out_entry(laid, top - self._tops[index], bottom - self._tops[index])
            if laid.height_px != before:
                self.renumber(index)
                changed = True
            index += 1
        return changed

    def _lay_out_entry(self, laid: Laid, top: float, bottom: float) -> None:
        pieces = self.pieces_of(laid)
        width = self.inner_px(laid)
        number = max(0, bisect_right(laid.tops, top) - 1)
        moved, y = 0, laid.tops[number] if pieces else 0.0
        while number < len(pieces) and y <= bottom:
            changed = self.lay_out_piece(pieces[number], width)
            y += pieces[number].height_px
            number += 1
            moved = moved or (number if changed else 0)
            y += pieces[number].gap_px if number < len(pieces) else 0
        if moved:
            laid.place(moved)  # once for all of them, however many pieces follow
        if laid.entry.kind is EntryKind.QUESTION:
            widths = [_ideal_px(piece, width) for piece in pieces]
            laid.bubble_px = min(width, max(widths, default=width)) + 2 * BUBBLE_SIDE_PX

    def lay_out_piece(self, piece: Piece, width_px: float) -> bool:
        """Give a piece its true height; says whether that changed it."""
        before = piece.height_px
        if isinstance(piece, TextPiece):
            if piece.rendered is None or piece.width_px != width_px:
                piece.height_px = piece.render(self.style).lay_out(width_px)
            self._keep(piece)
        elif isinstance(piece, CardPiece):
            widget = piece.show_in(self._parent)
            if piece.width_px != width_px:
                widget.ensurePolished()
                tall = widget.heightForWidth(int(width_px)) if widget.hasHeightForWidth() else -1
                piece.height_px = tall if tall > 0 else widget.sizeHint().height()
        elif isinstance(piece, FoldPiece):
            piece.height_px = piece.line_px(self.style)
        piece.width_px = width_px
        return piece.height_px != before

    def _keep(self, piece: TextPiece) -> None:
        self._kept[id(piece)] = piece
        self._kept.move_to_end(id(piece))

    def drop_far_documents(self, keep: int = KEPT_DOCUMENTS) -> None:
        """Let go of documents that have not been seen for a while; their heights stay."""
        while len(self._kept) > keep:
            _, piece = self._kept.popitem(last=False)
            if not piece.unfinished:
                piece.rendered = None


def _shown_part(laid: Laid) -> str:
    """The beginning of a very long message, up to the end of a line or at least of a word; mostly the whole."""
    text, most = laid.entry.text, laid.shown_chars
    if len(text) <= most + WORTH_HIDING_CHARS:
        return text
    after = most - WORTH_HIDING_CHARS
    end = max(text.rfind("\n", after, most), 0) or max(text.rfind(" ", after, most), 0)
    return text[: end + 1] if end else text[:most]


def _keep_documents(old: Sequence[Piece], new: list[Piece]) -> None:
    """Put known documents in the place of pieces that would say the same."""
    known = {piece.source: piece for piece in old if isinstance(piece, TextPiece)}
    for number, piece in enumerate(new):
        if isinstance(piece, TextPiece):
            kept = known.get(piece.source)
            if kept is not None and kept.setting is piece.setting:
                new[number] = kept


def _ideal_px(piece: Piece, width_px: float) -> float:
    """How wide the text of a piece really is; the full width while nobody knows."""
    if isinstance(piece, TextPiece) and piece.rendered is not None:
        return piece.rendered.document.idealWidth()
    return width_px
