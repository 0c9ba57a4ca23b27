"""Tool arguments as a model writes them: read, and compared with the tool's schema (R-7).

Only the part of JSON Schema that tools use: type, enum, required, properties, additionalProperties,
items. What the schema does not mention passes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from stello_desktop.domain.text import clean_text

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


class ArgumentError(ValueError):
    """Arguments that cannot be used; the text names the field and goes back to the model (R-7)."""


def parse_arguments(text: str) -> dict[str, Any]:
    """The arguments as an object with clean texts; empty text means none.

    Raises:
        ArgumentError: not JSON, or not an object.
    """
    if not text.strip():
        return {}
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ArgumentError(f"the arguments are not valid JSON: {error}") from None
    if not isinstance(values, dict):
        raise ArgumentError("the arguments are not a JSON object")
    cleaned: dict[str, Any] = _cleaned(values)
    return cleaned


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {clean_text(name): _cleaned(item) for name, item in value.items()}
    return value


def check_arguments(values: Mapping[str, Any], schema: Mapping[str, Any]) -> None:
    """Raises: ArgumentError with every field that does not fit (R-7)."""
    faults = _faults(dict(values), {"type": "object", **schema}, "")
    if faults:
        raise ArgumentError("; ".join(faults))


def _faults(value: Any, schema: Mapping[str, Any], path: str) -> list[str]:
    where = path or "arguments"
    kind = schema.get("type")
    if isinstance(kind, str) and not _is_a(value, kind):
        return [f"{where}: must be {_article(kind)}"]
    choices = schema.get("enum")
    if isinstance(choices, (list, tuple)) and value not in choices:
        return [f"{where}: must be one of {', '.join(map(str, choices))}"]
    if isinstance(value, dict):
        return _object_faults(value, schema, path)
    if isinstance(value, list) and isinstance(schema.get("items"), Mapping):
        return [
            fault
            for number, item in enumerate(value)
            for fault in _faults(item, schema["items"], f"{where}[{number}]")
        ]
    return []


def _object_faults(value: dict[str, Any], schema: Mapping[str, Any], path: str) -> list[str]:
    prefix = f"{path}." if path else ""
    properties = schema.get("properties") or {}
    extra = schema.get("additionalProperties", True)
    faults = [f"{prefix}{name}: is required" for name in schema.get("required", ()) if name not in value]
    for name, item in value.items():
        if name in properties:
            faults += _faults(item, properties[name], f"{prefix}{name}")
        elif extra is False:
            faults.append(f"{prefix}{name}: is not known")
        elif isinstance(extra, Mapping):
            faults += _faults(item, extra, f"{prefix}{name}")
    return faults


def _is_a(value: Any, kind: str) -> bool:
    if isinstance(value, bool) and kind in {"integer", "number"}:
        return False
    return isinstance(value, _TYPES.get(kind, (object,)))


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
