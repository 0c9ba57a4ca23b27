"""What counts as given of what a person typed for a branch (M-5, M-5b): one rule for page, dialog, preview and fork."""

from __future__ import annotations

from collections.abc import Mapping

from stello_desktop.domain.config import UNSET, Maybe
from stello_desktop.domain.templates import normal_name
from stello_desktop.domain.text import clean_text


def given_value(text: str) -> str:
    """A value for a variable as it is filled in: without the blanks around it; empty means that none was given (M-5)."""
    return clean_text(text).strip()


def given_values(values: Mapping[str, str]) -> dict[str, str]:
    """The values that were given, by the usual spelling of their names."""
    given = ((normal_name(name), given_value(text)) for name, text in values.items())
    return {name: text for name, text in given if text}


def given_instructions(text: Maybe[str]) -> Maybe[str]:
    """Instructions as they are composed: ``""`` is the choice of none, nothing but blanks is unset (M-5b).

    Nothing is trimmed (M-3).
    """
    if text is UNSET or not text:
        return text
    return clean_text(text) if text.strip() else UNSET
