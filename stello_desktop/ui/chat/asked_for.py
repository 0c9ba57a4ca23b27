"""A branch that the assistant asked for and did not get, as the branch dialog begins with it (G-1, M-5)."""

from __future__ import annotations

from stello_desktop.domain.config import UNSET, ContextMode
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.templates import normal_name
from stello_desktop.domain.text import clean_label
from stello_desktop.ui.branching.asking import BranchAsk, Lacking
from stello_desktop.ui.branching.form import BranchForm, missing_variables, wanted_variables
from stello_desktop.ui.chat.entries import CallView
from stello_desktop.workspace.workspace import Workspace


def asked_for(workspace: Workspace, source: SessionId, call: CallView) -> tuple[BranchAsk, BranchForm]:
    """What the dialog begins with: all that the call said, and what it lacks; `BranchAsk.lacking` is None for nothing."""
    named = call.text("profile")
    profile = workspace.profiles.named(named) if named else None
    own = call.text("systemPrompt")
    form = BranchForm(
        name=clean_label(call.text("label")),
        profile_id=None if profile is None else profile.profile_id,
        values={} if profile is None else {profile.profile_id: _values(call, profile)},
        own=own,
        own_shown=bool(own),
        context=_context(call, profile),
    )
    if named and profile is None:
        archived = any(known.name == named for known in workspace.profiles.all)
        lacking: Lacking | None = Lacking.ARCHIVED if archived else Lacking.PROFILE
    elif missing_variables(form, profile):
        lacking = Lacking.VALUES
    else:
        lacking = None if form.name else Lacking.NAME
    opening = call.text("prompt")
    ask = BranchAsk(source, call_id=call.call_id, lacking=lacking, named=named, opening=opening or UNSET)
    return ask, form


def _values(call: CallView, profile: SavedProfile) -> dict[str, str]:
    """The values that the call gave, by the names of the profile's variables."""
    given = call.arguments.get("vars", call.arguments.get("profileVars"))
    if not isinstance(given, dict):
        return {}
    known = {normal_name(name): value for name, value in given.items() if isinstance(value, str)}
    names = [variable.name for variable in wanted_variables(profile)]
    return {name: known[normal_name(name)] for name in names if normal_name(name) in known}


def _context(call: CallView, profile: SavedProfile | None) -> str | None:
    """What comes along: the call's word, else the profile's, else nothing (X-2)."""
    asked = call.text("context")
    if asked in set(ContextMode):
        return asked
    return None if profile is not None and profile.context is not UNSET else ContextMode.NONE.value
