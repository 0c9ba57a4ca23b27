"""Filling profile texts with ``{name}`` placeholders, as a person writes them (M-5).

No attribute access, no indexing, no format specification: a text is never a program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stello_desktop.domain.config import SystemPromptFn
from stello_desktop.domain.errors import MissingTemplateVariables
from stello_desktop.domain.given import given_values
from stello_desktop.domain.preview import FilledBy, FilledPlace
from stello_desktop.domain.templates import PieceKind, normal_name, pieces, placeholders


def fill(template: str, variables: Mapping[str, str]) -> str:
    """The text with its variables; a value is never interpreted again.

    Raises:
        MissingTemplateVariables: ``names`` has every missing one.
    """
    known = {normal_name(name): value for name, value in variables.items()}
    missing = tuple(name for name in placeholders(template) if name not in known)
    if missing:
        raise MissingTemplateVariables(f"missing variables: {', '.join(missing)}", names=missing)
    return "".join(
        known[piece.text] if piece.kind is PieceKind.NAME else piece.text for piece in pieces(template)
    )


@dataclass(frozen=True, slots=True)
class VisibleText:
    """A filled text with the places of its variables; the names that have no value, in order of appearance (M-5)."""

    text: str
    places: tuple[FilledPlace, ...] = ()
    missing: tuple[str, ...] = ()


def fill_visibly(template: str, values: Mapping[str, tuple[str, FilledBy]]) -> VisibleText:
    """The same text as `fill` where nothing is missing; what is missing stays visible as it was written.

    Args:
        values: by their usual spelling (`normal_name`), with where each came from; an example is shown, but
            counts as missing.
    """
    texts: list[str] = []
    places: list[FilledPlace] = []
    missing: dict[str, None] = {}
    length, is_name_kind = 0, PieceKind.NAME
    for kind, text, start, end in pieces(template):
        if kind is is_name_kind:
            shown, by = values.get(text) or (template[start:end], FilledBy.MISSING)
            places.append(FilledPlace(text, length, length + len(shown), by))
            if by is FilledBy.EXAMPLE or by is FilledBy.MISSING:
                missing[text] = None
        else:
            shown = text
        texts.append(shown)
        length += len(shown)
    return VisibleText("".join(texts), tuple(places), tuple(missing))


def prompt_function(template: str, defaults: Mapping[str, str] | None = None) -> SystemPromptFn:
    """A person's text as a profile's ``system_prompt_fn``; empty values give way to ``defaults``."""
    known = given_values(defaults or {})

    def render(variables: Mapping[str, str]) -> str:
        return fill(template, known | given_values(variables))

    return render
