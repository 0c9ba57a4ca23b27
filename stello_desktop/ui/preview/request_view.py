"""Exactly what the first request has, part by part, with an estimate of each (C-5). Plain text, read only."""

from __future__ import annotations

import json
from typing import Any, Final, override

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    Qt,
    QTimer,
)
from PySide6.QtWidgets import QHBoxLayout, QListView, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.composition import ContextPart, OpeningIn, PartKind
from stello_desktop.domain.messages import ModelRequest, Role
from stello_desktop.ui import icons, theme
from stello_desktop.ui.controls import button, plain_label, scale_icon
from stello_desktop.ui.copying import copies
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP, filled
from stello_desktop.ui.preview.text_box import TextBox

_NO_INDEX: Final = QModelIndex()
_MAX_ROWS: Final = 6

_KINDS: Final[dict[PartKind, str]] = {
    PartKind.SYSTEM_PROMPT: QT_TRANSLATE_NOOP("Parts", "Instructions"),
    PartKind.INHERITED_SUMMARY: QT_TRANSLATE_NOOP(
        "Parts", "Summary of the conversation that it branched from"
    ),
    PartKind.TOPOLOGY: QT_TRANSLATE_NOOP("Parts", "Titles of the project's conversations"),
    PartKind.IDENTITY: QT_TRANSLATE_NOOP("Parts", "Name of the conversation"),
    PartKind.INSIGHTS: QT_TRANSLATE_NOOP("Parts", "Reminders from other conversations"),
    PartKind.REFERENCES: QT_TRANSLATE_NOOP("Parts", "Summaries of referenced conversations"),
    PartKind.COMPRESSION: QT_TRANSLATE_NOOP("Parts", "Summary of earlier messages"),
    PartKind.HISTORY: QT_TRANSLATE_NOOP("Parts", "Message"),
    PartKind.USER_MESSAGE: QT_TRANSLATE_NOOP("Parts", "Your next message"),
}

_ROLES: Final[dict[str, str]] = {
    Role.USER: QT_TRANSLATE_NOOP("Parts", "Message of yours"),
    Role.ASSISTANT: QT_TRANSLATE_NOOP("Parts", "Answer"),
    Role.TOOL: QT_TRANSLATE_NOOP("Parts", "Result of a tool"),
}


_OPENINGS: Final[dict[OpeningIn, str]] = {
    OpeningIn.ALL: QT_TRANSLATE_NOOP("Parts", "Opening message"),
    OpeningIn.SOME: QT_TRANSLATE_NOOP("Parts", "Answer and opening message"),
}


def part_words(part: ContextPart) -> str:
    """What a part is."""
    if part.opening in _OPENINGS:
        return QCoreApplication.translate("Parts", _OPENINGS[part.opening])
    if part.kind is PartKind.TOOL:
        return QCoreApplication.translate("Parts", "Tool: %1").replace("%1", part.name)
    if part.kind is PartKind.HISTORY and part.role in _ROLES:
        return QCoreApplication.translate("Parts", _ROLES[part.role])
    return QCoreApplication.translate("Parts", _KINDS[part.kind])


def request_text(request: ModelRequest) -> str:
    """The whole request as text: each message under its role, then each tool with its schema."""
    blocks = []
    for message in request.messages:
        calls = [f"{call.name}({call.arguments})" for call in message.tool_calls]
        blocks.append("\n".join(text for text in (f"[{message.role}]", message.content, *calls) if text))
    for tool in request.tools:
        schema = json.dumps(tool.parameters, ensure_ascii=False, indent=2)
        blocks.append(f"[tool definition]\n{tool.name}\n{tool.description}\n{schema}")
    return "\n\n".join(blocks)


class _Parts(QAbstractListModel):
    """The parts as rows; words are made for the rows that are seen."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.parts: tuple[ContextPart, ...] = ()

    def put(self, parts: tuple[ContextPart, ...]) -> None:
        """Other parts; rows that stay are only told to be painted again."""
        same = len(parts) == len(self.parts)
        if not same:
            self.beginResetModel()
        self.parts = parts
        if same:
            if parts:
                self.dataChanged.emit(self.index(0, 0), self.index(len(parts) - 1, 0))
        else:
            self.endResetModel()

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.parts)

    @override
    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        part = self.parts[index.row()]
        tokens = self.tr("not written yet") if part.pending else self.tr("about %n token(s)", "", part.tokens)
        return filled(self.tr("%1 · %2"), part_words(part), tokens)


class RequestView(QWidget):
    """Folded until somebody asks; nothing in it is laid out before.

    Args:
        next_one: it is the next request of a conversation, not the first one of a branch.
    """

    def __init__(self, parent: QWidget | None = None, *, next_one: bool = False) -> None:
        super().__init__(parent)
        self._next_one = next_one
        self._waiting = 0
        self.setObjectName("previewRequest")
        self._request: ModelRequest | None = None
        self._unfolding = False
        self._parts: tuple[ContextPart, ...] = ()
        self._fold = button(kind="fold", name="previewRequestFold")
        self._fold.setCheckable(True)
        scale_icon(self._fold, 16)
        self._copy = button(kind="quiet", icon="copy", name="previewRequestCopy")
        self._body = QWidget()
        self._rows = _Parts(self)
        self._list = QListView()
        self._list.setObjectName("previewRequestParts")
        self._list.setModel(self._rows)
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._text = TextBox("previewRequestText", lines=(3, 14), read_only=True)
        self._note = plain_label(size="small", tone="muted", wrap=True)
        self._build()
        self._fold.toggled.connect(lambda _on: self._unfold())
        copies(self._copy, self._whole)
        self._list.selectionModel().currentChanged.connect(lambda *_: self._show_part())
        self._put_words()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self._fold)
        head.addStretch(1)
        head.addWidget(self._copy)
        inner = QVBoxLayout(self._body)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(8)
        inner.addWidget(self._note)
        inner.addWidget(self._list)
        inner.addWidget(self._text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self._body)
        for part in (self._body, self._copy, self._text):
            part.hide()

    @property
    def unfolded(self) -> bool:
        """Whether it shows anything."""
        return self._fold.isChecked()

    def unfold(self, unfolded: bool) -> None:
        """Open or fold, as a click on its heading does."""
        self._fold.setChecked(unfolded)

    def show_request(
        self, parts: tuple[ContextPart, ...], request: ModelRequest | None, waiting: int = 0
    ) -> None:
        """Take a request; drawn only while it is unfolded. Without one its parts are what is copied.

        Args:
            waiting: how many messages wait to be sent, the first of which it is for (row 25).
        """
        self._parts, self._request = parts, request
        if waiting != self._waiting:
            self._waiting = waiting
            self._put_words()
        if self.unfolded:
            self._draw()

    def _unfold(self) -> None:
        self._body.setVisible(self.unfolded)
        self._copy.setVisible(self.unfolded)
        self._fold.setIcon(icons.icon("chevron_down" if self.unfolded else "chevron_right", "accent"))
        self._unfolding = self.unfolded
        if self.unfolded:
            QTimer.singleShot(0, self, self._draw)

    def _draw(self) -> None:
        before = self._list.currentIndex().row()
        self._rows.put(self._parts)
        if self._parts:
            row = min(max(before, 0), len(self._parts) - 1)
            self._list.setCurrentIndex(self._rows.index(row, 0))
        self._fit()
        if self._text.isHidden():
            QTimer.singleShot(0, self, self._show_text)
        elif self._unfolding:
            self._show_part()
            QTimer.singleShot(0, self, self._bring_into_view)
        else:
            self._show_part()
        self._unfolding = False

    def _show_text(self) -> None:
        """A step of its own the first time: list and text together would be a stall."""
        self._text.show()
        self._show_part()
        QTimer.singleShot(0, self, self._bring_into_view)

    def _bring_into_view(self) -> None:
        """What was just unfolded is seen: as much of it as has room, from its heading on."""
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        content = None if around is None else around.widget()
        if not self.unfolded or around is None or content is None:
            return
        inner = content.layout()
        if inner is not None:
            inner.activate()
        top = self.mapTo(content, QPoint(0, 0)).y()
        bar, room = around.verticalScrollBar(), around.viewport().height()
        if top + self.height() > bar.value() + room:
            bar.setValue(min(top, top + self.height() - room))

    def _show_part(self) -> None:
        row = self._list.currentIndex().row()
        if 0 <= row < len(self._parts):
            self._text.put_text(self._parts[row].text)
            self._text.setAccessibleName(part_words(self._parts[row]))
        else:
            self._text.put_text("")

    def _fit(self) -> None:
        row_px = self._list.sizeHintForRow(0) if self._parts else theme.current().px("base") * 2
        self._list.setFixedHeight(row_px * min(max(len(self._parts), 1), _MAX_ROWS) + 8)

    def _whole(self) -> str:
        """All of it, as it is copied."""
        if self._request is not None:
            return request_text(self._request)
        return "\n\n".join(f"[{part_words(part)}]\n{part.text}" for part in self._parts)

    def _put_words(self) -> None:
        words = (
            self.tr("The next request, exactly") if self._next_one else self.tr("The first request, exactly")
        )
        self._fold.setText(words)
        self._fold.setIcon(icons.icon("chevron_down" if self.unfolded else "chevron_right", "accent"))
        self._copy.setText(self.tr("Copy"))
        self._copy.setAccessibleName(
            self.tr("Copy the next request") if self._next_one else self.tr("Copy the first request")
        )
        words = self.tr(
            "Nothing else is sent. All parts before the messages travel together as one text. "
            "Tools are described to the model, so that it can use them by itself."
        )
        told = ""
        if self._waiting > 1:
            told = self.tr(
                "%n message(s) wait here. This is what the first of them sends.", "", self._waiting
            )
        elif self._waiting:
            told = self.tr("A message waits here. This is what it sends.")
        self._note.setText(f"{told}\n{words}" if told else words)
        self._list.setAccessibleName(
            self.tr("The parts of the next request")
            if self._next_one
            else self.tr("The parts of the first request")
        )

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
            self._draw()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_note") and self.unfolded:
            self._fit()
