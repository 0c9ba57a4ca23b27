"""What a service signs its tool calls with: kept as it came, and sent back to that service (Q13).

Gemini refuses a request whose calls have lost their ``thought_signature``; it puts it into ``extra_content``, and
the gateway LiteLLM into ``provider_specific_fields``. Nobody but the service reads what is in them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

_FIELDS: Final = ("extra_content", "provider_specific_fields")
_MAX_CHARS: Final = 256 * 1024


def signed_fields(call: Mapping[Any, Any]) -> dict[str, Any]:
    """The fields of a call that must go back beside it."""
    return {name: call[name] for name in _FIELDS if call.get(name)}


def write_signature(fields: Mapping[str, Any]) -> str:
    """The fields as one text of plain characters; empty for none, and for what no signature is or could be sent."""
    if not fields:
        return ""
    try:
        json.dumps(fields, ensure_ascii=False).encode("utf-8")
        text = json.dumps(fields, allow_nan=False)
    except (ValueError, RecursionError):
        return ""
    return text.replace("\x7f", "\\u007f") if len(text) <= _MAX_CHARS else ""


def read_signature(text: str) -> dict[str, Any]:
    """The other way; nothing where it cannot be read."""
    if not text:
        return {}
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return signed_fields(fields) if isinstance(fields, dict) else {}
