"""What a service signs its tool calls with: kept as it came, and sent back to where it came from (Q13).

Gemini refuses a request whose calls have lost their ``thought_signature``; it puts it into ``extra_content``, and
the gateway LiteLLM into ``provider_specific_fields``. Nobody but the service reads what is in them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from stello_desktop.domain.addresses import origin_of

_FIELDS: Final = ("extra_content", "provider_specific_fields")
_PLACE: Final = "place"
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


def sealed_for(base_url: str, signature: str) -> str:
    """The signature with the place that it came from, which alone gets it back: a service may move (T9)."""
    return f'{{"{_PLACE}": "{_place_of(base_url)}", "fields": {signature}}}'


def read_signature(text: str, base_url: str) -> dict[str, Any]:
    """The fields for a request to this address; nothing where they came from elsewhere or cannot be read."""
    if not text:
        return {}
    try:
        kept = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(kept, dict) or kept.get(_PLACE) != _place_of(base_url):
        return {}
    fields = kept.get("fields")
    return signed_fields(fields) if isinstance(fields, dict) else {}


def _place_of(base_url: str) -> str:
    """The origin, as a key is bound to it; not as an address, since conversations are given to others."""
    return hashlib.sha256(origin_of(base_url).encode()).hexdigest()[:16]
