"""Where a note came from that is the result of another conversation: a quiet line under it, with the way there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import override

from PySide6.QtCore import QDateTime, QEvent, QLocale, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import RecordId
from stello_desktop.domain.results import Provenance
from stello_desktop.ui.chat.entries import Entry
from stello_desktop.ui.controls import button, plain_label, set_plain_tooltip
from stello_desktop.ui.flow_layout import FlowLayout

_MAX_CHARS = 48


def with_origins(entries: Sequence[Entry], origins: Mapping[RecordId, Provenance]) -> None:
    """Let entries know where they came from."""
    for entry in entries:
        origin = None if entry.record_id is None else origins.get(entry.record_id)
        if origin is not None:
            entry.origin = origin
            entry.key = (*entry.key, origin)


class CameFromLine(QWidget):
    """*from “Pricing”*: by its name of today; the name of that day where it is gone.

    Args:
        label: what the conversation is called now; None where it is gone.

    Signals:
        go_requested: to that conversation.
    """

    go_requested = Signal()

    def __init__(self, origin: Provenance, label: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cameFrom")
        self._origin, self._label = origin, label
        self._link = button(kind="link", name="cameFromGo")
        self._link.setProperty("textSize", "small")
        self._link.setProperty("flush", True)
        self._gone = plain_label(tone="muted", size="small", wrap=True, name="cameFromGone")
        self._when = plain_label(tone="muted", size="small", name="cameFromWhen")
        row = FlowLayout(self, gap_px=8)
        for part in (self._link, self._gone, self._when):
            row.addWidget(part)
        self._link.setVisible(label is not None)
        self._gone.setVisible(label is None)
        self._link.clicked.connect(self.go_requested)
        self._translate()

    def _translate(self) -> None:
        name = self._origin.label if self._label is None else self._label
        cut = name if len(name) <= _MAX_CHARS else name[: _MAX_CHARS - 1] + "…"
        self._link.setText(self.tr("from “%1”").replace("%1", cut).replace("&", "&&"))
        set_plain_tooltip(self._link, self.tr("Go to “%1”").replace("%1", name))
        gone = self.tr("from “%1”, which is no longer there").replace("%1", cut)
        self._gone.setText(gone)
        when = QDateTime.fromSecsSinceEpoch(int(self._origin.brought_at))
        self._when.setText(QLocale().toString(when, QLocale.FormatType.ShortFormat))
        self._link.setAccessibleName(self.tr("Go to “%1”").replace("%1", name))
        self.setAccessibleName(gone if self._label is None else self._link.text())

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
        super().changeEvent(event)
