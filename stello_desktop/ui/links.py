"""The one gate through which an address leaves the program (T3).

Only ``http``, ``https`` and plain ``mailto`` are ever opened, and a host is asked about once, by the
name that the network knows (punycode), so that a look-alike is seen. Everything else is copied to the
clipboard and never opened. No other module calls `QDesktopServices`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from stello_desktop.ui import dialogs

MAX_URL_CHARS: Final = 4_000
_ODD: Final = re.compile("[\x00-\x20\x7f-\x9f\\\\\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_MAIL: Final = re.compile(r"[\w.+-]+@[\w.-]+(?:,[\w.+-]+@[\w.-]+)*", re.ASCII)
_MAIL_FIELDS: Final = frozenset({"subject", "cc", "to"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What may happen to an address.

    Attributes:
        url: as it would be opened; empty where it must not be.
        host: the name to ask about, in punycode; for mail the address.
    """

    url: str = ""
    host: str = ""

    @property
    def opens(self) -> bool:
        """Whether it may be opened, once the host is known."""
        return bool(self.url)


def judge(text: str) -> Verdict:
    """Decide about an address; two parsers must agree about it."""
    if not text or len(text) > MAX_URL_CHARS or _ODD.search(text):
        return Verdict()
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return Verdict()
    url = QUrl(text, QUrl.ParsingMode.StrictMode)
    if not url.isValid() or url.scheme().lower() != parts.scheme.lower():
        return Verdict()
    scheme = parts.scheme.lower()
    if scheme == "mailto":
        return _judge_mail(text, parts.path, parts.query)
    if scheme not in {"http", "https"} or not text[len(scheme) :].startswith("://"):
        return Verdict()
    host = url.host(QUrl.ComponentFormattingOption.FullyEncoded).lower()
    if not host or url.userInfo() or "@" in parts.netloc or url.port() != (port if port is not None else -1):
        return Verdict()
    if not _same_host(host, parts.hostname or ""):
        return Verdict()
    return Verdict(url.toString(QUrl.ComponentFormattingOption.FullyEncoded), host)


def _same_host(host: str, other: str) -> bool:
    if host.strip("[]") == other.lower().strip("[]"):
        return True
    try:
        return other.encode("idna").decode("ascii").lower() == host
    except UnicodeError:
        return False


def _judge_mail(text: str, path: str, query: str) -> Verdict:
    if not _MAIL.fullmatch(path) or "#" in text:
        return Verdict()
    fields = {name.lower() for name, _ in parse_qsl(query, keep_blank_values=True)}
    if query and (not fields or not fields <= _MAIL_FIELDS):
        return Verdict()
    return Verdict(text, path)


def _open_outside(url: str) -> bool:
    return QDesktopServices.openUrl(QUrl(url, QUrl.ParsingMode.StrictMode))


class LinkGate(QObject):
    """Opens what may be opened, asking once for each host.

    Signals:
        copied(str): an address went to the clipboard instead of being opened.
        allowed(str): the person agreed to a host.
    """

    copied = Signal(str)
    allowed = Signal(str)

    def __init__(
        self,
        window: QWidget,
        hosts: Iterable[str] = (),
        *,
        open_outside: Callable[[str], bool] = _open_outside,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._hosts = set(hosts)
        self._open_outside = open_outside

    def open_link(self, text: str) -> None:
        """Open an address, ask about its host, or copy it."""
        verdict = judge(text)
        if not verdict.opens:
            self._copy(text)
        elif verdict.host in self._hosts:
            self._open(verdict)
        else:
            self._ask(verdict)

    def _open(self, verdict: Verdict) -> None:
        if not self._open_outside(verdict.url):
            self._copy(verdict.url)

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text[:MAX_URL_CHARS])
        self.copied.emit(text)

    def _ask(self, verdict: Verdict) -> None:
        question = dialogs.ask(
            self._window,
            self.tr("Open %1 outside this program?").replace("%1", verdict.host),
            _shorten(verdict.url),
            self.tr("Open"),
            lambda: self._agree(verdict),
            careful=True,
        )
        question.setObjectName("linkQuestion")
        question.offer(self.tr("Copy the address"), lambda: self._copy(verdict.url), name="linkCopy")

    def _agree(self, verdict: Verdict) -> None:
        self._hosts.add(verdict.host)
        self.allowed.emit(verdict.host)
        self._open(verdict)


def _shorten(url: str, limit: int = 300) -> str:
    return url if len(url) <= limit else url[: limit - 1] + "…"
