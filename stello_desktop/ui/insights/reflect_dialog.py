"""Before a reflection: how many summaries go to whom, what is left out, how large it is (K-2, M-10)."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import LeftOut, PlannedShare, ReflectionPlan, Scope
from stello_desktop.domain.services import ServiceKind
from stello_desktop.domain.usage import Money
from stello_desktop.ui import errors, tasks, theme, usage_words
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.insights import words
from stello_desktop.ui.listing import listed
from stello_desktop.ui.service_words import full_name, name_of, place_of
from stello_desktop.workspace.workspace import Workspace

_PER: Final = Decimal(1_000_000)


class ReflectDialog(QDialog):
    """Says what would happen, and asks once where a service would read what is not its own.

    Signals:
        begun: the reflection runs.
        summaries_requested: there is nothing to read yet.
    """

    begun = Signal()
    summaries_requested = Signal()

    def __init__(self, parent: QWidget, workspace: Workspace, scope: Scope) -> None:
        super().__init__(parent)
        self.setObjectName("reflectDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workspace, self._scope = workspace, scope
        self.plan: ReflectionPlan | None = None
        title = self.tr("Reflect on “%1”").replace("%1", words.scope_name(workspace, scope))
        self.setWindowTitle(self.tr("Reflect"))
        self._what = plain_label(self.tr("Looking what there is to read…"), wrap=True, name="reflectPlan")
        self._others = plain_label(tone="warning", wrap=True, name="reflectOthers")
        self._notes = plain_label(size="small", tone="muted", wrap=True, name="reflectNotes")
        self._own = button(name="reflectOwn")
        self._all = button(kind="primary", name="reflectAll")
        self._cancel = button(self.tr("Cancel"), name="reflectCancel")
        for part in (self._others, self._notes, self._own):
            part.hide()
        self._all.setEnabled(False)
        self._all.setText(self.tr("Reflect"))
        row = FlowLayout(gap_px=8, at_right=True)
        for part in (self._cancel, self._own, self._all):
            row.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(12)
        column.addWidget(plain_label(title, size="large", wrap=True))
        for part in (self._what, self._others, self._notes):
            column.addWidget(part)
        column.addStretch(1)
        column.addLayout(row)
        self.setFixedWidth(theme.current().px("base") * 40)
        for made in (self._cancel, self._own, self._all):
            made.setAutoDefault(True)
        self._cancel.clicked.connect(self.reject)
        self._own.clicked.connect(lambda: self._begin(with_others=False))
        self._all.clicked.connect(self._go_on)
        self._cancel.setFocus()
        tasks.start(self._look(), self)

    async def _look(self) -> None:
        try:
            plan = await self._workspace.making.plan(self._scope)
        except StelloError as error:
            self._what.setText(errors.sentence(error))
            return
        self.plan = plan
        self._show(plan)
        layout = self.layout()
        needed = layout.totalHeightForWidth(self.width()) if layout is not None else 0
        self.resize(self.width(), max(needed, self.minimumSizeHint().height()))

    # -- what would happen

    def _show(self, plan: ReflectionPlan) -> None:
        reader = self._workspace.answering.service_for(plan.model)
        practice = reader is None or reader.kind is ServiceKind.PRACTICE
        self._what.setText(self._plan_words(plan, practice=practice))
        self._notes.setText("\n".join(self._notes_of(plan)))
        self._notes.setVisible(bool(self._notes.text()))
        asks = bool(plan.asks) and not practice
        self._others.setVisible(asks)
        if asks and reader is not None:
            self._others.setText(self._question(plan, name_of(reader), place_of(reader)))
        own = plan.count - plan.asks
        self._own.setVisible(asks and own > 0)
        self._own.setText(self.tr("Without them"))
        if not plan.count:
            self._all.setText(self.tr("Go to the summaries"))
        elif asks:
            self._all.setText(self.tr("Let it read them"))
        elif plan.by_hand:
            self._all.setText(self.tr("Replace mine"))
        self._all.setEnabled(not plan.count or not practice)
        careful = asks or plan.by_hand
        (self._cancel if careful or not self._all.isEnabled() else self._all).setFocus()

    def _plan_words(self, plan: ReflectionPlan, *, practice: bool) -> str:
        if not plan.count:
            return self.tr("There is no summary to read yet. Let conversations be summarised first.")
        if practice:
            return self.tr(
                "%n summary(s) could be read, but the practice assistant cannot reflect. Choose an AI service.",
                "",
                plan.count,
            )
        reader = self._workspace.answering.service_for(plan.model)
        name = "" if reader is None else full_name(reader)
        return self.tr("One request: %n summary(s) go to %1.", "", plan.count).replace("%1", name)

    def _question(self, plan: ReflectionPlan, name: str, place: str) -> str:
        others = [self._share_words(share) for share in plan.services if share.asks]
        text = self.tr(
            "%n of them belong to conversations that answer with another service (%2).", "", plan.asks
        )
        asked = self.tr("May %1 (%3) read these too? Your word is kept for these conversations.")
        return filled(f"{text} {asked}", name, listed(others), place)

    def _share_words(self, share: PlannedShare) -> str:
        service = self._workspace.answering.service_for(ModelRef(share.service_id, ""))
        name = share.service_id if service is None else name_of(service)
        return f"{name}: {QLocale().toString(share.asks)}"

    def _notes_of(self, plan: ReflectionPlan) -> list[str]:
        notes: list[str] = []
        if plan.unchanged:
            notes.append(
                self.tr("The overview was made from the same summaries; little new will come of it.")
            )
        if plan.by_hand:
            notes.append(self.tr("You wrote the overview by hand. Your words stay among its versions."))
        if plan.mute:
            notes.append(
                self.tr(
                    "No reminder goes to %n conversation(s) that answer with another service: it could take what "
                    "was said elsewhere there.",
                    "",
                    plan.mute,
                )
            )
        missing = plan.left_out.get(LeftOut.NO_SUMMARY, 0)
        if missing:
            notes.append(self.tr("Left out: %n conversation(s) without a summary.", "", missing))
        many = plan.left_out.get(LeftOut.TOO_MANY, 0)
        if many:
            notes.append(self.tr("Left out: %n summary(s) for which the model has no room.", "", many))
        if plan.count:
            size = self.tr("About %1 tokens").replace("%1", QLocale().toString(plan.tokens))
            cost = self._cost(plan)
            notes.append(f"{size} · {cost}" if cost else size)
        return notes

    def _cost(self, plan: ReflectionPlan) -> str:
        """What the request costs, as far as the person wrote down a price; the answer comes on top."""
        price = self._workspace.answering.price_of(plan.model)
        if price is None or price.input_per_million is None:
            return ""
        amount = Money(Decimal(plan.tokens) * price.input_per_million / _PER, price.currency, about=True)
        return self.tr("%1 and the answer").replace("%1", usage_words.money([amount]))

    # -- the end

    def _go_on(self) -> None:
        if self.plan is not None and not self.plan.count:
            self.accept()
            self.summaries_requested.emit()
            return
        self._begin(with_others=self.plan is not None and bool(self.plan.asks))

    def _begin(self, *, with_others: bool) -> None:
        plan = self.plan
        if plan is None:
            return
        self.accept()
        self.begun.emit()
        work = self._workspace.making.reflect(self._scope, with_others=with_others, over_hand=plan.by_hand)
        tasks.start(work, self.parent() or self)
