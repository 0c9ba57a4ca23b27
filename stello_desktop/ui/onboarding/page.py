"""The first screen: a language, a first project, and who answers; an answer after two decisions."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import i18n, tasks, theme
from stello_desktop.ui.onboarding.answer_step import AnswerStep
from stello_desktop.ui.onboarding.ground import StarGround
from stello_desktop.ui.onboarding.start_step import StartStep
from stello_desktop.ui.page_frame import frame_page
from stello_desktop.workspace.workspace import Workspace


class WelcomePage(QWidget):
    """Two steps, each one question.

    Signals:
        finished: everything is chosen; the id of the project to show.
    """

    finished = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._project = SessionId("")
        self.start_step = StartStep()
        self.answer_step = AnswerStep(workspace)
        self._steps = QStackedWidget()
        self._steps.addWidget(self.start_step)
        self._steps.addWidget(self.answer_step)
        self._column = QWidget()
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, 24, 0, 24)
        column.addStretch(2)
        column.addWidget(self._steps)
        column.addStretch(3)
        frame_page(self, StarGround(), self._column, side_px=24)
        self.start_step.language_chosen.connect(self._choose_language)
        self.start_step.project_named.connect(lambda name: tasks.start(self._start_project(name), self))
        self.start_step.example_chosen.connect(lambda: tasks.start(self._plant_example(), self))
        self.answer_step.chosen.connect(self._finish)
        self._measure()

    def _open_step(self, step: QWidget) -> None:
        """Show a step; the other one takes no room, so that each stands in the middle."""
        for other in (self.start_step, self.answer_step):
            policy = QSizePolicy.Policy.Preferred if other is step else QSizePolicy.Policy.Ignored
            other.setSizePolicy(QSizePolicy.Policy.Preferred, policy)
        self._steps.setCurrentWidget(step)

    def open_start(self) -> None:
        """Begin with the first step."""
        self._open_step(self.start_step)
        self.start_step.show_language(i18n.resolve(self._workspace.settings.language))
        self.start_step.focus_name()

    def _choose_language(self, language: str) -> None:
        tasks.start(self._workspace.change_settings(language=language), self)

    async def _start_project(self, name: str) -> None:
        self._project = await self._workspace.create_project(name, origin=self)
        self.open_answers()

    async def _plant_example(self) -> None:
        language = i18n.resolve(self._workspace.settings.language)
        self._project = await self._workspace.examples.plant(language)
        self.open_answers()

    def open_answers(self) -> None:
        """Go on to the second step."""
        self._open_step(self.answer_step)
        self.answer_step.begin()

    def _finish(self) -> None:
        """Go on at once, so that the first letter finds its field; the store follows."""
        tasks.start(self._workspace.change_settings(welcomed=True), self)
        self.finished.emit(self._project)

    def _measure(self) -> None:
        self._column.setMaximumWidth(theme.current().px("base") * 46)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_column"):
            self._measure()
