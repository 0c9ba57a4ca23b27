"""Branch dialogs that were filled in and opened nothing yet, in the store as they are typed, over a restart too.

Nothing secret stands in them: a key is asked for elsewhere, and who answers is kept by its name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import ProfileId

if TYPE_CHECKING:  # not for the first frame
    from stello_desktop.ui.branching.asking import AskedPlace
    from stello_desktop.ui.branching.form import BranchForm

_FORMS: Final = "branching.forms"
_MAX_KEPT: Final = 50
_MAX_CHARS: Final = 400_000
"""So much all of them have at most; the newest one is kept whole, however long it is."""


class ViewValues(Protocol):
    """Where a workspace keeps how the person left a view."""

    def view_value(self, key: str, default: Any = None) -> Any:
        """A value, or ``default``."""
        ...

    def put_view_value(self, key: str, value: Any) -> None:
        """Keep a value; it is written a moment later."""
        ...


class KeptForms:
    """One for each place that was asked for; the oldest are let go."""

    def __init__(self, values: ViewValues) -> None:
        self._values = values

    def get(self, place: AskedPlace) -> BranchForm | None:
        """What was typed there."""
        kept = self._all().get(_key(place))
        form = kept.get("form") if isinstance(kept, dict) else None
        return _read(form) if isinstance(form, dict) else None

    def keep(self, place: AskedPlace, form: BranchForm) -> None:
        """Keep it as the newest."""
        kept = self._all()
        kept.pop(_key(place), None)
        kept[_key(place)] = {"source": place[0], "chars": _chars(form), "form": _written(form)}
        self._put(_newest(kept))

    def forget(self, place: AskedPlace) -> None:
        """The branch was opened, or nothing is typed there any more."""
        self._put({key: value for key, value in self._all().items() if key != _key(place)})

    @property
    def sources(self) -> frozenset[SessionId]:
        """The conversations that something is kept for."""
        return frozenset(
            SessionId(source)
            for kept in self._all().values()
            if isinstance(kept, dict) and isinstance(source := kept.get("source"), str)
        )

    def forget_all_of(self, sources: Collection[SessionId]) -> None:
        """These conversations are gone for good."""
        self._put(
            {
                key: kept
                for key, kept in self._all().items()
                if isinstance(kept, dict) and kept.get("source") not in sources
            }
        )

    def _all(self) -> dict[str, Any]:
        kept = self._values.view_value(_FORMS)
        return dict(kept) if isinstance(kept, dict) else {}

    def _put(self, kept: dict[str, Any]) -> None:
        if kept or self._values.view_value(_FORMS):
            self._values.put_view_value(_FORMS, kept)


def _key(place: AskedPlace) -> str:
    """The same for the same place after a restart; an edited text stands in it by its digest alone."""
    source, until, edited, call_id, profile_id = place
    digest = "" if edited is None else hashlib.sha256(edited.encode(errors="replace")).hexdigest()
    return json.dumps([source, until, digest, call_id, profile_id])


def _newest(kept: Mapping[str, Any]) -> dict[str, Any]:
    """As many of the newest as there is room for."""
    left = _MAX_CHARS
    chosen: list[tuple[str, Any]] = []
    for key, value in list(kept.items())[: -_MAX_KEPT - 1 : -1]:
        chars = value.get("chars") if isinstance(value, dict) else None
        left -= chars if isinstance(chars, int) else _MAX_CHARS
        if chosen and left < 0:
            break
        chosen.append((key, value))
    return dict(reversed(chosen))


def _chars(form: BranchForm) -> int:
    values = (text for given in form.values.values() for text in given.values())
    return len(form.name) + len(form.own) + sum(len(text) for text in values)


def _written(form: BranchForm) -> dict[str, Any]:
    return {
        "name": form.name,
        "profile": form.profile_id,
        "values": {profile_id: dict(values) for profile_id, values in form.values.items()},
        "own": form.own,
        "ownShown": form.own_shown,
        "noInstructions": form.no_instructions,
        "context": form.context,
        "model": None if form.model is None else [form.model.service_id, form.model.model],
        "parent": form.parent,
    }


def _read(kept: Mapping[str, Any]) -> BranchForm:
    """Tolerant: what does not fit is as if nobody had written it."""
    from stello_desktop.ui.branching.form import BranchForm  # noqa: PLC0415 - not for the first frame

    context = kept.get("context")
    profile_id, parent = _text(kept, "profile"), _text(kept, "parent")
    return BranchForm(
        name=_text(kept, "name"),
        profile_id=ProfileId(profile_id) if profile_id else None,
        values=_values(kept.get("values")),
        own=_text(kept, "own"),
        own_shown=kept.get("ownShown") is True,
        no_instructions=kept.get("noInstructions") is True,
        context=context if isinstance(context, str) and context in set(ContextMode) else None,
        model=_model(kept.get("model")),
        parent=SessionId(parent) if parent else None,
    )


def _text(kept: Mapping[str, Any], name: str) -> str:
    text = kept.get(name)
    return text if isinstance(text, str) else ""


def _values(kept: object) -> dict[ProfileId, dict[str, str]]:
    return {
        ProfileId(profile_id): {name: text for name, text in given.items() if isinstance(text, str)}
        for profile_id, given in (kept.items() if isinstance(kept, dict) else ())
        if isinstance(given, dict)
    }


def _model(kept: object) -> ModelRef | None:
    match kept:
        case [str(service), str(model)]:
            return ModelRef(ServiceId(service), model)
        case _:
            return None
