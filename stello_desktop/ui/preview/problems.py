"""Mistakes in words, at their field: an icon and a word say how grave they are, never a colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, override

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from stello_desktop.domain.preview import Problem, ProblemCode, Severity
from stello_desktop.ui.controls import Glyph, Tone, plain_label
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP, filled
from stello_desktop.ui.short_names import shortened

_SENTENCES: Final[dict[ProblemCode, str]] = {
    ProblemCode.BLANK_NAME: QT_TRANSLATE_NOOP(
        "Problems", "A profile needs a name; until it has one, the old name is kept."
    ),
    ProblemCode.DUPLICATE_NAME: QT_TRANSLATE_NOOP(
        "Problems", "Another profile is called “%name”; until this one has another name, the old one is kept."
    ),
    ProblemCode.UNKNOWN_VARIABLE: QT_TRANSLATE_NOOP("Problems", "“%name” is not among the variables."),
    ProblemCode.UNUSED_VARIABLE: QT_TRANSLATE_NOOP(
        "Problems", "“%name” does not occur in the instructions any more."
    ),
    ProblemCode.MISSING_VALUE: QT_TRANSLATE_NOOP(
        "Problems", "“%name” has no value: a branch asks for it, and cannot be opened without one."
    ),
    ProblemCode.STRAY_BRACE: QT_TRANSLATE_NOOP(
        "Problems",
        "“%text” stays as it is typed. A variable is a name in braces, such as {region}; write {{ and }} for braces.",
    ),
    ProblemCode.BRACED_NAME: QT_TRANSLATE_NOOP(
        "Problems",
        "{{%name}} is text with braces and no variable; a variable has one brace on each side: {%name}.",
    ),
    ProblemCode.EMPTY_PRESET: QT_TRANSLATE_NOOP(
        "Problems",
        "“Only these” is chosen, but there are no instructions: the branch would use what it finds.",
    ),
    ProblemCode.OWN_IGNORED: QT_TRANSLATE_NOOP(
        "Problems", "The branch's own instructions are not used, because the profile says “Only these”."
    ),
    ProblemCode.UNKNOWN_SKILL: QT_TRANSLATE_NOOP("Problems", "There is no skill “%name”; it is left out."),
    ProblemCode.UNKNOWN_SERVICE: QT_TRANSLATE_NOOP(
        "Problems",
        "The AI service is not set up here; a branch can be opened, and answers once it is.",
    ),
    ProblemCode.UNKNOWN_MODEL: QT_TRANSLATE_NOOP("Problems", "The service does not list a model “%name”."),
    ProblemCode.NO_SUMMARY: QT_TRANSLATE_NOOP(
        "Problems", "No summary can be made: there is no AI service that could write one."
    ),
    ProblemCode.TOO_LONG: QT_TRANSLATE_NOOP(
        "Problems", "About %tokens tokens; the model reads at most %limit."
    ),
}

_SEVERAL: Final[dict[ProblemCode, str]] = {
    ProblemCode.STRAY_BRACE: QT_TRANSLATE_NOOP(
        "Problems",
        "“%text” stay as they are typed. A variable is a name in braces, such as {region}; write {{ and }} for braces.",
    ),
}
"""The sentences about several at once: their text is a tuple of more than one."""

_MEANT: Final = QT_TRANSLATE_NOOP("Problems", "Did you mean “%suggestion”?")

_SEVERITY: Final[dict[Severity, tuple[str, str, Tone]]] = {
    Severity.ERROR: (QT_TRANSLATE_NOOP("Problems", "Mistake"), "warning", "danger"),
    Severity.WARNING: (QT_TRANSLATE_NOOP("Problems", "Check"), "warning", "warning"),
    Severity.HINT: (QT_TRANSLATE_NOOP("Problems", "Note"), "info", "muted"),
}


def sentence_of(problem: Problem) -> str:
    """What is wrong, in one sentence or two."""
    texts = problem.params.get("text")
    several = isinstance(texts, tuple) and len(texts) > 1
    sentence = (_SEVERAL if several else _SENTENCES)[problem.code]
    words = _fill(QCoreApplication.translate("Problems", sentence), problem.params)
    if problem.params.get("suggestion"):
        both = QCoreApplication.translate("Problems", "%1 %2", "what is wrong, and what was meant")
        meant = _fill(QCoreApplication.translate("Problems", _MEANT), problem.params)
        words = filled(both, words, meant)
    return words


def _fill(words: str, params: Mapping[str, Any]) -> str:
    return filled(words, **{name: _shown(value) for name, value in params.items()})


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return "”, “".join(_shown(item) for item in value)
    return QLocale().toString(value) if isinstance(value, int) else shortened(str(value))


def severity_word(severity: Severity) -> str:
    """How grave it is, in a word."""
    return QCoreApplication.translate("Problems", _SEVERITY[severity][0])


class ProblemRow(QWidget):
    """One mistake."""

    def __init__(self, severity: Severity, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _, icon, tone = _SEVERITY[severity]
        self.severity = severity
        self._label: QLabel = plain_label(size="small", tone=tone, wrap=True, name="problemText")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(Glyph(icon, tone, 14), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._label, 1)

    @property
    def words(self) -> str:
        """What it says."""
        return self._label.text()

    def say(self, problem: Problem) -> None:
        """Put the mistake into words."""
        words = QCoreApplication.translate("Problems", "%severity: %sentence")
        words = filled(words, severity=severity_word(self.severity), sentence=sentence_of(problem))
        if words != self._label.text():
            self._label.setText(words)


class ProblemList(QWidget):
    """The mistakes of one field; takes no room while there are none.

    Args:
        limit: more than these are counted, not listed.
    """

    def __init__(self, name: str, *, limit: int = 4, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._limit = limit
        self._problems: tuple[Problem, ...] = ()
        self._rows: list[ProblemRow] = []
        self._more = plain_label(size="small", tone="muted")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 2, 0, 0)
        self._column.setSpacing(3)
        self._column.addWidget(self._more)
        self.hide()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is shown."""
        return self._problems

    @property
    def words(self) -> tuple[str, ...]:
        """What is said, row by row."""
        return tuple(row.words for row in self._rows if not row.isHidden())

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Name these mistakes; the gravest first."""
        order = list(Severity)
        found = tuple(sorted(problems, key=lambda problem: order.index(problem.severity)))
        if found == self._problems:
            return
        self._problems = found
        self._say()

    def _say(self) -> None:
        shown = self._problems[: self._limit]
        for number, problem in enumerate(shown):
            self._row(number, problem.severity).say(problem)
        for row in self._rows[len(shown) :]:
            row.hide()
        rest = len(self._problems) - len(shown)
        self._more.setVisible(rest > 0)
        self._more.setText(self.tr("and %n more", "", rest) if rest > 0 else "")
        self.setVisible(bool(shown))
        self.setAccessibleName(" ".join(self.words))

    def _row(self, number: int, severity: Severity) -> ProblemRow:
        if number < len(self._rows) and self._rows[number].severity is severity:
            self._rows[number].show()
            return self._rows[number]
        row = ProblemRow(severity)
        if number < len(self._rows):
            old = self._rows[number]
            self._column.replaceWidget(old, row)
            old.hide()
            old.deleteLater()
            self._rows[number] = row
        else:
            self._column.insertWidget(number, row)
            self._rows.append(row)
        return row

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._problems:
            self._say()
