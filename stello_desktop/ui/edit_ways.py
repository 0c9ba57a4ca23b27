"""What is written into one thing is one way back, as soon as the person goes on to something else.

A text field undoes its own keys for as long as one writes in it. When the focus leaves the fields, all that was
changed since the thing was opened, or since the last way back, is kept as one step that Ctrl+Z takes back outside of
them; what is chosen without a text field is a step of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QTextEdit, QWidget

from stello_desktop.ui.ways_back import BothWays


class EditWays[Value](QObject):
    """Watches one form.

    Args:
        form: the fields; what has the focus outside of them ends what was written.
        read: what stands in the fields; None for nothing.
        same: whether two states of one thing differ in nothing that was written.
        put_back: brings the first state back where the second still stands; says whether it does.
        words: what was done, for a state of a thing.

    Signals:
        done(str, object): words, and what undoes it and does it again.
    """

    done = Signal(str, object)

    def __init__(
        self,
        form: QWidget,
        read: Callable[[], Value | None],
        same: Callable[[Value, Value], bool],
        put_back: Callable[[Value, Value], bool],
        words: Callable[[Value], str],
    ) -> None:
        super().__init__(form)
        self._form = form
        self._read, self._same, self._put_back, self._words = read, same, put_back, words
        self._before: Value | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)

    def begin(self) -> None:
        """Something is shown now as it is kept; what is written from here on is a step."""
        self._before = self._read()

    def end(self) -> None:
        """What was written until now is one step."""
        before, now = self._before, self._read()
        self._before = now
        if before is None or now is None or self._same(before, now):
            return
        ways = BothWays(lambda: self._put_back(before, now), lambda: self._put_back(now, before))
        self.done.emit(self._words(now), ways)

    def end_unless_writing(self) -> None:
        """Something was changed: a step of its own, where nobody writes in a field."""
        if not self._writes_in(QApplication.focusWidget()):
            self.end()

    def _writes_in(self, widget: QWidget | None) -> bool:
        return isinstance(widget, (QLineEdit, QTextEdit)) and self._form.isAncestorOf(widget)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._before is not None and not self._writes_in(now):
            self.end()
