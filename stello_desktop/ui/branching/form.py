"""What stands in the branch dialog, as a value: every change gives another one (M-3, M-5, M-5b, M-10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from stello_desktop.domain.config import UNSET, ContextMode, Maybe
from stello_desktop.domain.given import given_instructions, given_value, given_values
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import ProfileId, SavedProfile, TemplateVariable
from stello_desktop.domain.preview import PreviewRequest
from stello_desktop.domain.templates import normal_name, placeholders
from stello_desktop.domain.text import clean_label
from stello_desktop.ui.branching.asking import BranchChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchForm:
    """Everything that the person typed or chose.

    Attributes:
        values: what was typed for each profile's variables; one profile never gets another's.
        own_shown: whether the box for the branch's own instructions is unfolded.
        no_instructions: the explicit choice of no instructions at all; only without a profile (M-5b).
        context: what comes along, where the person has chosen; None while the proposal stands.
    """

    name: str = ""
    profile_id: ProfileId | None = None
    values: Mapping[ProfileId, Mapping[str, str]] = field(default_factory=dict)
    own: str = ""
    own_shown: bool = False
    no_instructions: bool = False
    context: str | None = None
    model: ModelRef | None = None
    parent: SessionId | None = None

    def with_value(self, name: str, text: str) -> BranchForm:
        """The same with another value for a variable of the profile that is chosen."""
        if self.profile_id is None:
            return self
        mine = {**self.values.get(self.profile_id, {}), normal_name(name): text}
        return replace(self, values={**self.values, self.profile_id: mine})

    def with_proposed(self, proposed: Mapping[ProfileId, Mapping[str, str]]) -> BranchForm:
        """The same with values for variables that nothing was typed for."""
        both = {key: {**proposed[key], **self.values.get(key, {})} for key in proposed}
        return replace(self, values={**self.values, **both})

    @property
    def typed_texts(self) -> tuple[str, str, Mapping[ProfileId, Mapping[str, str]]]:
        """All that was written with keys, as against what was chosen; an empty field is none that was written in."""
        written = {
            key: {name: text for name, text in mine.items() if text} for key, mine in self.values.items()
        }
        return self.name, self.own, {key: mine for key, mine in written.items() if mine}

    @property
    def choices(self) -> BranchForm:
        """All that was chosen, as against what was written; an unfolded box is no choice."""
        return replace(self, name="", values={}, own="", own_shown=False)

    def beyond(self, tried: BranchForm) -> BranchForm:
        """The same without what was tried elsewhere: of the texts only those that were written otherwise since."""
        values = {
            key: {name: text for name, text in mine.items() if tried.values.get(key, {}).get(name) != text}
            for key, mine in self.values.items()
        }
        return replace(self, values=values, own="" if self.own == tried.own else self.own)

    def with_tried(self, tried: BranchForm) -> BranchForm:
        """The same with what was tried elsewhere; what only this one has stays."""
        own = tried.own or self.own
        both = {key: {**self.values.get(key, {}), **values} for key, values in tried.values.items()}
        return replace(
            self,
            profile_id=tried.profile_id,
            values={**self.values, **both},
            own=own,
            own_shown=bool(own),
            no_instructions=tried.no_instructions,
        )

    def given(self, profile: SavedProfile | None) -> dict[str, str]:
        """The values to compose with that are not the variables' defaults."""
        defaults = given_values({} if profile is None else profile.defaults)
        return {name: text for name, text in self.variables(profile).items() if defaults.get(name) != text}

    def typed(self, profile: SavedProfile) -> dict[str, str]:
        """What stands in each field: what was typed there, else the variable's default."""
        values = self.values.get(profile.profile_id, {})
        given = {normal_name(name): text for name, text in values.items()}
        return {
            variable.name: given.get(normal_name(variable.name), variable.default)
            for variable in wanted_variables(profile)
        }

    def variables(self, profile: SavedProfile | None) -> dict[str, str]:
        """The values to compose with; what is blank is not given, so that it is missed (M-5)."""
        return {} if profile is None else given_values(self.typed(profile))

    def own_instructions(self, profile: SavedProfile | None) -> Maybe[str]:
        """The branch's own layer: an empty box is unset (M-5b)."""
        if self.no_instructions and profile is None:
            return ""
        return given_instructions(self.own or UNSET)


def wanted_variables(profile: SavedProfile) -> tuple[TemplateVariable, ...]:
    """What the profile's text asks for, in the person's order; those without words of their own come last."""
    if profile.no_instructions:
        return ()
    names = placeholders(profile.instructions)
    described = {normal_name(variable.name): variable for variable in profile.variables}
    known = [variable for name, variable in described.items() if name in names]
    return (*known, *(TemplateVariable(name=name) for name in names if name not in described))


def missing_variables(form: BranchForm, profile: SavedProfile | None) -> tuple[TemplateVariable, ...]:
    """Those that have neither a value nor a default (M-5)."""
    if profile is None:
        return ()
    given = form.variables(profile)
    return tuple(
        variable
        for variable in wanted_variables(profile)
        if normal_name(variable.name) not in given and not given_value(variable.default)
    )


def proposed_context(profile: SavedProfile | None, remembered: str) -> str:
    """What comes along unless the person says otherwise: the profile's choice, else the last one."""
    if profile is not None and profile.context is not UNSET:
        return ContextMode(profile.context).value
    return remembered


def choice_of(
    form: BranchForm, profile: SavedProfile | None, *, default_name: str, context: Maybe[str]
) -> BranchChoice:
    """The branch that the form describes.

    Args:
        context: what comes along unless the person has chosen; unset leaves it to the profile, whose choice it then is.
    """
    return BranchChoice(
        label=clean_label(form.name) or default_name,
        profile="" if profile is None else profile.name,
        variables=form.variables(profile),
        own=form.own_instructions(profile),
        context=form.context or context,
        model=form.model,
        parent=form.parent,
    )


def preview_request(choice: BranchChoice, profile: SavedProfile | None) -> PreviewRequest:
    """The same branch as a question: what would it be?"""
    return PreviewRequest(
        profile=profile,
        label=choice.label,
        variables=choice.variables,
        own=choice.own,
        context=choice.context,
        model=choice.model,
        parent_id=choice.parent,
    )
