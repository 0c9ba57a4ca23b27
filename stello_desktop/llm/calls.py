"""Tool calls put together from what servers really send (Q8, Q10).

A new id starts a new call; a seen id wins over the index; a piece with neither belongs to the current
call. Ids and names may be missing, empty, repeated or late; arguments may be text or an object.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from stello_desktop.domain.events import ToolCallDelta
from stello_desktop.domain.text import clean_label
from stello_desktop.llm.cleaning import PieceCleaner

_MAX_DIGITS: Final = 9
_MAX_ID: Final = 10**18


@dataclass(slots=True)
class _Call:
    call_id: str
    server_id: str
    index: int | None
    name: str = ""
    arguments: str = ""
    waiting: str = ""
    whole: bool = False
    cleaner: PieceCleaner = field(default_factory=PieceCleaner)


@dataclass(frozen=True, slots=True)
class _Piece:
    server_id: str
    index: int | None
    name: str
    arguments: str
    is_object: bool


class ToolCallAssembly:
    """Gives every call one stable id and its pieces in order.

    Args:
        id_prefix: begins the ids of calls that came without one.
    """

    def __init__(self, id_prefix: str = "call") -> None:
        self._prefix = id_prefix
        self._calls: list[_Call] = []

    @property
    def has_calls(self) -> bool:
        """Whether there is a call that can be answered."""
        return any(call.name for call in self._calls)

    @property
    def has_nameless(self) -> bool:
        """Whether arguments came for a call that was never named."""
        return any(not call.name and call.waiting for call in self._calls)

    def feed(self, pieces: Any, *, whole: bool = False) -> Iterator[ToolCallDelta]:
        """Take the ``tool_calls`` of one chunk; ``whole`` says that each entry is a complete call."""
        entries = pieces if isinstance(pieces, list) else [pieces]
        touched: list[_Call] = []
        for entry in entries:
            if isinstance(entry, Mapping):
                piece = _read_piece(entry)
                call = self._new(piece) if whole else self._call_for(piece, touched)
                touched.append(call)
                yield from self._take(call, piece)

    def finish(self) -> Iterator[ToolCallDelta]:
        """Flush what waited; arguments that never came mean ``{}``."""
        for call in self._calls:
            if call.name:
                rest = call.cleaner.finish()
                if not (call.arguments + rest).strip():
                    rest = "{}"
                if rest:
                    yield ToolCallDelta(call.call_id, "", rest)

    def _call_for(self, piece: _Piece, touched: list[_Call]) -> _Call:
        if piece.server_id:
            return self._call_with_id(piece)
        current = self._calls[-1] if self._calls else None
        if piece.index is not None:
            same_index = [call for call in self._calls if call.index == piece.index]
            current = same_index[-1] if same_index else (None if piece.name else current)
        if current is None or _begins_another(piece, current, touched):
            return self._new(piece)
        return current

    def _call_with_id(self, piece: _Piece) -> _Call:
        for call in reversed(self._calls):
            if call.server_id == piece.server_id:
                return call
        for call in reversed(self._calls):
            late = not call.server_id and call.index == piece.index and not (call.name and piece.name)
            if late:
                call.server_id = piece.server_id
                return call
        return self._new(piece)

    def _new(self, piece: _Piece) -> _Call:
        taken = {call.call_id for call in self._calls}
        call_id = piece.server_id
        if not call_id or call_id in taken:
            call_id = f"{self._prefix}_{len(self._calls) + 1}"
        call = _Call(call_id, piece.server_id, piece.index)
        self._calls.append(call)
        return call

    def _take(self, call: _Call, piece: _Piece) -> Iterator[ToolCallDelta]:
        fragment = "" if call.whole else piece.arguments
        call.whole = call.whole or (piece.is_object and bool(piece.arguments))
        first = not call.name and bool(piece.name)
        if first:
            call.name = piece.name
        if not call.name:
            call.waiting += fragment
            return
        cleaned = call.cleaner.feed(call.waiting + fragment)
        call.waiting = ""
        call.arguments += cleaned
        if first or cleaned:
            yield ToolCallDelta(call.call_id, call.name if first else "", cleaned)


def _begins_another(piece: _Piece, current: _Call, touched: list[_Call]) -> bool:
    """A named piece without an id, for a place that already holds a complete call (Q10)."""
    if not piece.name or not current.name:
        return False
    if any(call is current for call in touched):
        return True
    return bool(piece.arguments) and _is_complete(current.arguments)


def _is_complete(arguments: str) -> bool:
    if not arguments.rstrip().endswith("}"):
        return False
    try:
        return isinstance(json.loads(arguments), dict)
    except (ValueError, RecursionError):
        return False


def _read_piece(entry: Mapping[Any, Any]) -> _Piece:
    function = entry.get("function")
    source: Mapping[Any, Any] = function if isinstance(function, Mapping) else entry
    arguments = source.get("arguments")
    is_object = isinstance(arguments, dict | list)
    return _Piece(
        server_id=_read_id(entry.get("id")),
        index=_read_index(entry.get("index")),
        name=clean_label(name) if isinstance(name := source.get("name"), str) else "",
        arguments=_write(arguments) if is_object else (arguments if isinstance(arguments, str) else ""),
        is_object=is_object,
    )


def _write(arguments: Any) -> str:
    try:
        return json.dumps(arguments, ensure_ascii=False)
    except RecursionError:  # the text stays as wrong as it is: the tool's check will say so
        return "[too deep]"


def _read_id(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < _MAX_ID else ""
    return clean_label(value) if isinstance(value, str) else ""


def _read_index(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _MAX_DIGITS:
        return int(value)
    return value if isinstance(value, int) else None
