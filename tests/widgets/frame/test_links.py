"""Only a few kinds of address ever leave the program, and the person is asked about each host once (T3)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

import stello_desktop
from stello_desktop.ui.dialogs import Question
from stello_desktop.ui.links import LinkGate, judge

OPENED = [
    ("https://example.com", "example.com"),
    ("http://example.com/a?b=c#d", "example.com"),
    ("HTTPS://Example.COM/Path", "example.com"),
    ("https://example.com:8443/x", "example.com"),
    ("http://127.0.0.1:11434/v1", "127.0.0.1"),
    ("https://[::1]/x", "::1"),
    ("https://bücher.example/", "xn--bcher-kva.example"),
    ("https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com"),
    ("https://example.com/%20", "example.com"),
    ("mailto:mara@example.com", "mara@example.com"),
    ("mailto:mara@example.com?subject=Hello", "mara@example.com"),
]
COPIED = [
    "",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "file:///etc/passwd",
    "file://server/share",
    "/etc/passwd",
    "etc/passwd",
    "smb://host/share",
    "\\\\host\\share",
    "//host/share",
    "https:\\\\example.com",
    "https:example.com",
    "https:/example.com",
    "https://",
    "https:///path",
    "https://user:pw@example.com",
    "https://example.com@evil.example/",
    "https://example.com\\@evil.example/",
    "https://exa mple.com",
    "https://example.com:99999/",
    "https://example.com:port/",
    "https://example.com/\u202egpj.exe",
    "data:text/html,<script>alert(1)</script>",
    "vscode://file/etc/passwd",
    "ms-msdt:/id PCWDiagnostic",
    "search-ms:query=x",
    "qrc:/x",
    "ftp://example.com/x",
    "ssh://example.com",
    "tel:+491234",
    "mailto:",
    "mailto:mara@example.com?attach=/etc/passwd",
    "mailto:mara@example.com?subject=x&Attachment=/etc/passwd",
    "mailto:mara@example.com?body=x",
    "https://example.com/" + "a" * 5_000,
    "\x00https://example.com",
    " https://example.com",
]


@pytest.mark.parametrize(("text", "host"), OPENED)
def test_web_and_mail_addresses_may_be_opened(text: str, host: str) -> None:
    assert judge(text).host == host
    assert judge(text).opens


@pytest.mark.parametrize("text", COPIED)
def test_everything_else_is_never_opened(text: str) -> None:
    assert not judge(text).opens


@given(st.text(max_size=60) | st.text(max_size=30).map(lambda rest: "https://" + rest))
def test_whatever_is_opened_is_web_or_mail_without_control_characters(text: str) -> None:
    verdict = judge(text)
    if verdict.opens:
        assert re.match(r"(?:https?://|mailto:)", verdict.url, re.IGNORECASE)
        assert not re.search(r"[\x00-\x20]", verdict.url)
        assert verdict.host


class Gate:
    def __init__(self, window: QWidget, hosts: tuple[str, ...] = ()) -> None:
        self.opened: list[str] = []
        self.gate = LinkGate(window, hosts, open_outside=self._open)

    def _open(self, url: str) -> bool:
        self.opened.append(url)
        return True


def question(qapp: QApplication) -> Question:
    return next(w for w in qapp.topLevelWidgets() if isinstance(w, Question) and w.isVisible())


def press(box: Question, name: str) -> None:
    found = box.findChild(QPushButton, name)
    assert found is not None
    found.click()


def test_a_new_host_is_asked_about_once(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    gate = Gate(window)
    gate.gate.open_link("https://bücher.example/a")
    box = question(qapp)
    labels = box.findChildren(QLabel)
    assert any("xn--bcher-kva.example" in label.text() for label in labels)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in labels)
    assert gate.opened == []
    press(box, "questionAccept")
    assert gate.opened == ["https://xn--bcher-kva.example/a"]
    gate.gate.open_link("https://bücher.example/b")
    assert len(gate.opened) == 2


def test_the_question_can_be_refused(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    gate = Gate(window)
    gate.gate.open_link("https://example.com/a")
    press(question(qapp), "questionCancel")
    assert gate.opened == []
    gate.gate.open_link("https://example.com/a")
    press(question(qapp), "linkCopy")
    assert QGuiApplication.clipboard().text() == "https://example.com/a"
    assert gate.opened == []
    assert not any(isinstance(w, Question) and w.isVisible() for w in qapp.topLevelWidgets())


def test_what_must_not_be_opened_is_copied(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    gate = Gate(window)
    with qtbot.waitSignal(gate.gate.copied):
        gate.gate.open_link("file:///etc/passwd")
    assert QGuiApplication.clipboard().text() == "file:///etc/passwd"
    assert gate.opened == []


def test_no_other_module_opens_anything_outside() -> None:
    package = Path(stello_desktop.__file__).parent
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"QDesktopServices\.|import webbrowser|os\.startfile|xdg-open", path.read_text("utf-8"))
    }
    assert "ui/links.py" in found
    assert not any(name.startswith("ui/chat/") for name in found)
