"""The fields of the branch dialog, over a `BranchForm`; made one after the other, so that no frame is late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.domain.config import UNSET
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.text import MAX_LABEL_CHARS
from stello_desktop.ui.branching.asking import BranchAsk, BranchChoice
from stello_desktop.ui.branching.coming_along import Along, ComingAlong
from stello_desktop.ui.branching.form import (
    BranchForm,
    choice_of,
    missing_variables,
    proposed_context,
)
from stello_desktop.ui.branching.own_instructions import OwnInstructions
from stello_desktop.ui.branching.place_field import PlaceField
from stello_desktop.ui.branching.profile_field import ProfileField
from stello_desktop.ui.branching.variable_fields import VariableFields
from stello_desktop.ui.labeled_field import LabeledField
from stello_desktop.ui.line_field import LineField
from stello_desktop.ui.model_chooser import ModelChooser
from stello_desktop.ui.service_words import full_name
from stello_desktop.workspace.workspace import Workspace


class FormView(QWidget):
    """Name first; the rest with `build`.

    Attributes:
        form: everything that stands in the fields.
        name: the first field.
        follow: what Tab reaches after the last field.

    Signals:
        changed: the form is another one.
        settings_requested: the person wants an AI service that is not there yet.
    """

    changed = Signal()
    settings_requested = Signal()

    def __init__(self, workspace: Workspace, ask: BranchAsk, form: BranchForm, last_context: str) -> None:
        super().__init__()
        self.setObjectName("branchForm")
        self._workspace = workspace
        self._ask = ask
        self._last_context = last_context
        self.form = form
        self.name = LineField("branchName", max_chars=MAX_LABEL_CHARS)
        self.name.put(form.name)
        self._name_row = LabeledField(self.name, "branchName")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._column.addWidget(self._name_row)
        self._column.addStretch(1)
        self.follow: tuple[QWidget, ...] = ()
        self._whole = False
        self._rows: dict[str, LabeledField] = {}
        self._profile: ProfileField | None = None
        self._variables: VariableFields | None = None
        self._own: OwnInstructions | None = None
        self._along: ComingAlong | None = None
        self._model: ModelChooser | None = None
        self._place: PlaceField | None = None
        self.name.textEdited.connect(lambda text: self._change(name=text))
        self._retranslate()

    # -- what stands there

    @property
    def profile(self) -> SavedProfile | None:
        """The profile that is chosen, as it is now; None where it is gone or archived."""
        wanted = self.form.profile_id
        return next((item for item in self._workspace.profiles.active if item.profile_id == wanted), None)

    @property
    def proposed_context(self) -> str:
        """What comes along unless the person chooses."""
        return proposed_context(self.profile, self._last_context)

    @property
    def choice(self) -> BranchChoice:
        """The branch that the fields describe; what the profile says stays the profile's word (M-7)."""
        profile = self.profile
        says = profile is not None and profile.context is not UNSET and self._ask.until is None
        context = UNSET if says else self.proposed_context
        return choice_of(self.form, profile, default_name=self.default_name, context=context)

    @property
    def default_name(self) -> str:
        """What a branch is called that got no name."""
        return self.tr("New branch")

    @property
    def missing(self) -> tuple[str, ...]:
        """The labels of the variables that have no value."""
        return tuple(item.label or item.name for item in missing_variables(self.form, self.profile))

    def _change(self, **values: object) -> None:
        self.form = replace(self.form, **values)  # type: ignore[arg-type]
        self.changed.emit()

    # -- the parts

    def build(self) -> Iterator[None]:
        """One part for each step."""
        if self._whole:
            return
        for make in (
            self._make_profile,
            self._make_own,
            self._make_along,
            self._make_model,
            self._make_place,
        ):
            make()
            yield
        self._whole = True
        self._retranslate()
        self.order_fields()

    def _add(self, part: QWidget) -> None:
        self._column.insertWidget(self._column.count() - 1, part)
        part.setVisible(not isinstance(part, VariableFields) or bool(part.fields))

    def _add_row(self, name: str, field: QWidget) -> None:
        self._rows[name] = row = LabeledField(field, field.objectName())
        self._add(row)

    def _make_profile(self) -> None:
        self._profile = ProfileField(lambda: self._workspace.profiles.active)
        self._add_row("profile", self._profile)
        self._rows["profile"].put_label(self.tr("Profile"))
        self._variables = VariableFields()
        self._add(self._variables)
        self._profile.chosen.connect(self._choose_profile)
        self._variables.edited.connect(self._edit_variable)
        self._show_profile()

    def _make_own(self) -> None:
        self._own = own = OwnInstructions()
        self._add(own)
        if self.form.own_shown:
            own.show_text(self.form.own, none_at_all=self.form.no_instructions)
        own.show_profile(chosen=self.profile is not None)
        own.edited.connect(
            lambda: self._change(own=own.text, own_shown=own.unfolded, no_instructions=own.none_at_all)
        )
        own.unfolding.connect(self.order_fields)

    def _make_along(self) -> None:
        self._along = along = ComingAlong(
            from_message=self._ask.until is not None, edited=self._ask.edited is not None
        )
        self._rows["context"] = along
        along.show_choice(self.form.context or self.proposed_context)
        entry = self._workspace.topology.get(self._ask.source)
        count = 0 if entry is None or self._ask.until is not None else entry.message_count
        along.show_along(Along(count), can_sum_up=False)
        self._add(along)
        along.chosen.connect(lambda value: self._change(context=value))

    def _make_model(self) -> None:
        self._model = ModelChooser(self._workspace)
        self._model.setObjectName("branchModel")
        self._model.set_choice(self.form.model)
        self._add_row("model", self._model)
        self._model.chosen.connect(lambda ref: self._change(model=ref))
        self._model.settings_requested.connect(self.settings_requested)

    def _make_place(self) -> None:
        self._place = PlaceField(lambda: self._workspace.topology, self._ask.source)
        self._place.show_place(self.form.parent)
        self.form = replace(self.form, parent=self._place.place)  # a kept one may be gone by now
        self._add_row("place", self._place)
        self._place.chosen.connect(lambda place: self._change(parent=place))

    # -- the profile

    def _choose_profile(self, profile: SavedProfile | None) -> None:
        self._change(profile_id=None if profile is None else profile.profile_id)
        self._show_profile()

    def _edit_variable(self, name: str, text: str) -> None:
        self.form = self.form.with_value(name, text)
        self.changed.emit()

    def _show_profile(self) -> None:
        profile = self.profile
        if self._profile is not None and self._variables is not None:
            self._profile.set_profile(profile)
            note = "" if profile is None else " ".join(profile.description.split())[:300]
            self._rows["profile"].put_note(note)
            self._variables.show_profile(profile, {} if profile is None else self.form.typed(profile))
            self.mark_missing()
        if self._own is not None:
            self._own.show_profile(chosen=profile is not None)
        if self._along is not None:
            self._along.show_choice(self.form.context or self.proposed_context)
        self._show_model_words()
        self.order_fields()

    def order_fields(self) -> None:
        """Tab goes through all fields from top to bottom, whenever they were made, and on to what follows."""
        inside = (
            (self._profile,),
            () if self._variables is None else self._variables.fields,
            () if self._own is None else self._own.stops,
            () if self._along is None else self._along.stops,
            (self._model, self._place),
        )
        chain = [self.name, *(stop for stops in inside for stop in stops if stop is not None), *self.follow]
        for before, after in pairwise(chain if self._whole else []):
            QWidget.setTabOrder(before, after)

    def refresh_profile(self) -> None:
        """The person's profiles have changed."""
        self._show_profile()
        self.changed.emit()

    def refresh_source(self) -> None:
        """The source, or what answers in it, has another name or place."""
        self._show_model_words()
        if self._place is not None:
            self._place.show_place(self.form.parent)
            if self._place.place != self.form.parent:  # it is gone
                self._change(parent=self._place.place)

    def mark_missing(self, *, loudly: bool = False) -> None:
        """Say at their fields which values are missing."""
        if self._variables is not None:
            names = [item.name for item in missing_variables(self.form, self.profile)]
            self._variables.mark_missing(names, loudly=loudly)

    def focus_missing(self) -> None:
        """Go to the first field that needs a value, now in red."""
        self.mark_missing(loudly=True)
        for item in missing_variables(self.form, self.profile)[:1]:
            if self._variables is not None:
                self._variables.focus(item.name)

    # -- what is found out about it

    def show_along(self, along: Along, *, can_sum_up: bool) -> None:
        """How much comes along."""
        if self._along is not None:
            self._along.show_along(along, can_sum_up=can_sum_up)

    def say_own_ignored(self, ignored: bool) -> None:
        """Whether the branch's own instructions are not used."""
        if self._own is not None:
            self._own.say_ignored(ignored)

    def put_field_problem(self, place: str, words: str, *, wrong: bool) -> bool:
        """Say what is wrong at a field; empty for nothing.

        Args:
            place: ``profile``, ``own``, ``context`` or ``model``.

        Returns: whether the field is there to say it.
        """
        row = self._rows.get(place)
        if place == "own" and self._own is not None:
            row = self._own.row
        if row is not None:
            row.put_problem(words, "danger" if wrong else "warning")
        return row is not None

    @property
    def inherited_ref(self) -> ModelRef:
        """Who answers unless the person chooses: the profile's model, else the source's (M-9, M-10)."""
        profile = self.profile
        if profile is not None and profile.model is not None:
            return profile.model
        service = self._workspace.answering.service_of(self._ask.source)
        return ModelRef(service.service_id, service.model)

    def _show_model_words(self) -> None:
        if self._model is None:
            return
        service = self._workspace.answering.service_for(self.inherited_ref)
        profile = self.profile
        by_profile = profile is not None and profile.model is not None
        words = self.tr("As the profile says: %1") if by_profile else self.tr("As in the source: %1")
        label = self.tr("Answers with")
        self._rows["model"].put_label(label)
        name = self.inherited_ref.model if service is None else full_name(service)
        self._model.put_words(label, words.replace("%1", name))

    def _retranslate(self) -> None:
        self._name_row.put_label(self.tr("Name"))
        self.name.setPlaceholderText(self.default_name)
        self.name.setAccessibleName(self.tr("Name"))
        for name, words in (("profile", self.tr("Profile")), ("place", self.tr("Hangs under"))):
            if name in self._rows:
                self._rows[name].put_label(words)
        if self._variables is not None:
            self._variables.retranslate()
        self._show_model_words()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
