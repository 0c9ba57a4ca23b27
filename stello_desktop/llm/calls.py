"""Tool calls put together from what servers really send (Q8, Q10).

A new id starts a new call; a seen id wins over the index; a piece with neither belongs to the current
call. Another name is another call, whatever it shares with one before. Ids and names may be missing, empty,
repeated or late; arguments may be text or an object. What a piece costs does not grow with what came before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from stello_desktop.domain.events import ToolCallDelta
from stello_desktop.domain.text import clean_label, clean_text
from stello_desktop.llm.cleaning import PieceCleaner
from stello_desktop.llm.json_ends import ObjectEnd
from stello_desktop.llm.signatures import signed_fields, write_signature

MAX_CALLS: Final = 256
"""Far more than any model makes in one answer."""

_MAX_DIGITS: Final = 9
_MAX_ID: Final = 10**18
_MAX_ID_CHARS: Final = 16_384
"""Some services sign a call in its id (Q13), so that it must go back whole."""


class TooManyCalls(Exception):
    """One answer has more calls than `MAX_CALLS`."""


@dataclass(slots=True)
class _Call:
    call_id: str
    server_id: str
    index: int | None
    name: str = ""
    arguments: list[str] = field(default_factory=list)
    chars: int = 0
    has_words: bool = False
    waiting: list[str] = field(default_factory=list)
    whole: bool = False
    touched_at: int = 0
    cleaner: PieceCleaner = field(default_factory=PieceCleaner)
    end: ObjectEnd = field(default_factory=ObjectEnd)
    signed: dict[str, Any] = field(default_factory=dict)

    def add(self, text: str) -> None:
        self.arguments.append(text)
        self.chars += len(text)
        self.has_words = self.has_words or bool(text.strip())

    @property
    def is_complete(self) -> bool:
        """Whether the arguments are an object that has ended."""
        return self.whole or self.end.is_at_end_of(self.arguments)

    def says(self, arguments: str) -> bool:
        """Whether its arguments are just these."""
        return len(arguments) == self.chars and "".join(self.arguments) == arguments


@dataclass(frozen=True, slots=True)
class _Piece:
    server_id: str
    index: int | None
    name: str
    arguments: str
    is_object: bool
    signed: Mapping[str, Any]


class ToolCallAssembly:
    """Gives every call one stable id and its pieces in order.

    Args:
        id_prefix: begins the ids of calls that came without one.
    """

    def __init__(self, id_prefix: str = "call") -> None:
        self._prefix = id_prefix
        self._given = 0
        self._step = 0
        self._calls: dict[str, _Call] = {}
        self._last: _Call | None = None
        self._by_place: dict[tuple[str, int | None], _Call] = {}
        self._by_server_id: dict[str, _Call] = {}
        self._by_index: dict[int, _Call] = {}
        self._unnumbered: dict[int | None, _Call] = {}

    @property
    def has_calls(self) -> bool:
        """Whether there is a call that can be answered."""
        return any(call.name for call in self._calls.values())

    @property
    def has_nameless(self) -> bool:
        """Whether arguments came for a call that was never named."""
        return any(not call.name and call.waiting for call in self._calls.values())

    def feed(self, pieces: Any, *, whole: bool = False) -> Iterator[ToolCallDelta]:
        """Take the ``tool_calls`` of one chunk; ``whole`` says that each entry is a complete call.

        Raises: TooManyCalls
        """
        self._step += 1
        for entry in pieces if isinstance(pieces, list) else [pieces]:
            if isinstance(entry, dict):
                piece = _read_piece(entry)
                call = self._new(piece) if whole else self._call_for(piece)
                if call is not None:
                    call.touched_at = self._step
                    yield from self._take(call, piece)

    def finish(self) -> Iterator[ToolCallDelta]:
        """Flush what waited, and each signature (Q13); arguments that never came mean ``{}``."""
        for call in self._calls.values():
            if call.name:
                rest = call.cleaner.finish()
                if not call.has_words and not rest.strip():
                    rest = "{}"
                signature = write_signature(call.signed)
                if rest or signature:
                    yield ToolCallDelta(call.call_id, "", rest, signature)

    def _call_for(self, piece: _Piece) -> _Call | None:
        """The call that a piece belongs to; None for a call that is said again."""
        if piece.server_id:
            return self._call_with_id(piece)
        current = self._last
        if piece.index is not None:
            current = self._by_index.get(piece.index) or (None if piece.name else current)
        if current is None or self._begins_another(piece, current):
            return self._new(piece)
        return current

    def _call_with_id(self, piece: _Piece) -> _Call | None:
        known = self._by_place.get((piece.server_id, piece.index)) or self._by_server_id.get(piece.server_id)
        if known is not None:
            if not piece.name or not known.name:
                return known
            if piece.name == known.name and not (piece.arguments and known.is_complete):
                return known
            if piece.name == known.name and known.index == piece.index and known.says(piece.arguments):
                return None
            return self._new(piece)
        late = self._unnumbered.get(piece.index)
        if late is None or (late.name and piece.name):
            return self._new(piece)
        del self._unnumbered[piece.index]
        late.server_id = piece.server_id
        self._know_id(late)
        return late

    def _begins_another(self, piece: _Piece, current: _Call) -> bool:
        """A named piece without an id, for a place that holds another call or a complete one (Q10)."""
        if not piece.name or not current.name:
            return False
        if piece.name != current.name or current.touched_at == self._step:
            return True
        return bool(piece.arguments) and current.is_complete

    def _new(self, piece: _Piece) -> _Call:
        if len(self._calls) >= MAX_CALLS:
            raise TooManyCalls
        call_id = piece.server_id
        while not call_id or call_id in self._calls:
            self._given += 1
            call_id = f"{self._prefix}_{self._given}"
        call = _Call(call_id, piece.server_id, piece.index)
        self._calls[call_id] = call
        self._last = call
        if piece.index is not None:
            self._by_index[piece.index] = call
        if piece.server_id:
            self._know_id(call)
        else:
            self._unnumbered[piece.index] = call
        return call

    def _know_id(self, call: _Call) -> None:
        self._by_place[call.server_id, call.index] = call
        self._by_server_id[call.server_id] = call

    def _take(self, call: _Call, piece: _Piece) -> Iterator[ToolCallDelta]:
        call.signed.update(piece.signed)
        fragment = "" if call.whole else piece.arguments
        call.whole = call.whole or (piece.is_object and bool(piece.arguments))
        first = not call.name and bool(piece.name)
        if first:
            call.name = piece.name
        if not call.name:
            if fragment:
                call.waiting.append(fragment)
            return
        cleaned = call.cleaner.feed("".join(call.waiting) + fragment)
        call.waiting.clear()
        if cleaned:
            call.add(cleaned)
        if first or cleaned:
            yield ToolCallDelta(call.call_id, call.name if first else "", cleaned)


def _read_piece(entry: Mapping[Any, Any]) -> _Piece:
    function = entry.get("function")
    source: Mapping[Any, Any] = function if isinstance(function, dict) else entry
    arguments = source.get("arguments")
    is_object = isinstance(arguments, dict | list)
    return _Piece(
        server_id=_read_id(entry.get("id")),
        index=_read_index(entry.get("index")),
        name=clean_label(name) if isinstance(name := source.get("name"), str) else "",
        arguments=_write(arguments) if is_object else (arguments if isinstance(arguments, str) else ""),
        is_object=is_object,
        signed=signed_fields(entry),
    )


def _write(arguments: Any) -> str:
    try:
        return json.dumps(arguments, ensure_ascii=False)
    except RecursionError:  # the text stays as wrong as it is: the tool's check will say so
        return "[too deep]"


def _read_id(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < _MAX_ID else ""
    return " ".join(clean_text(value[:_MAX_ID_CHARS]).split()) if isinstance(value, str) else ""


def _read_index(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _MAX_DIGITS:
        return int(value)
    return value if isinstance(value, int) else None
