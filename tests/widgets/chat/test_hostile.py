"""T1, T2, T4, rows 62, 73 and 80: whatever a message says, it is only text (finding 1)."""

from __future__ import annotations

import ctypes
import json
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from stello_desktop.ui.chat import pieces
from stello_desktop.ui.chat.pieces import TextPiece
from stello_desktop.ui.chat.style import current_style
from tests.helpers.hostile_messages import corpus

ROOT = Path(__file__).resolve().parents[3]
IN_OPEN = 0x20


@contextmanager
def counting_server() -> Iterator[tuple[int, list[str]]]:
    """A server on this machine that should never be asked."""
    asked: list[str] = []

    class Noting(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        do_HEAD = do_OPTIONS = do_POST = do_GET  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Noting)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port, asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class OpenWatch:
    """Sees every file of a folder that any program opens."""

    def __init__(self, folder: Path) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._fd = self._libc.inotify_init1(os.O_NONBLOCK)
        self._libc.inotify_add_watch(self._fd, str(folder).encode(), IN_OPEN)

    def opened(self) -> list[str]:
        """Names so far."""
        names: list[str] = []
        try:
            data = os.read(self._fd, 1 << 16)
        except BlockingIOError:
            return names
        position = 0
        while position < len(data):
            _, mask, _, length = struct.unpack_from("iIII", data, position)
            name = data[position + 16 : position + 16 + length].rstrip(b"\0").decode()
            if name and not mask & 0x40000000:
                names.append(name)
            position += 16 + length
        return names

    def close(self) -> None:
        os.close(self._fd)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="watches files by inotify")
def test_no_message_opens_a_file_asks_a_server_or_takes_the_window_with_it(tmp_path: Path) -> None:
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    picture.save(str(tmp_path / "picture.png"))
    os.mkfifo(tmp_path / "fifo")
    watch = OpenWatch(tmp_path)
    (tmp_path / "picture.png").read_bytes()
    assert watch.opened() == ["picture.png"], "the watch works"
    with counting_server() as (port, asked):
        done = subprocess.run(
            [sys.executable, "-m", "tests.helpers.hostile_messages", str(tmp_path), str(port)],
            check=False,
            capture_output=True,
            text=True,
            timeout=240,
            env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        )
        opened = watch.opened()
        watch.close()
    assert done.returncode == 0, done.stderr[-2_000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["shown"] == len(corpus("", 0)) >= 35
    assert found["labels"] > 0
    assert found["rich"] == []
    assert found["tips"] == []
    assert opened == []
    assert asked == []


def test_no_red_pixel_of_a_local_picture_is_ever_painted(tmp_path: Path, qapp: QApplication) -> None:
    from PySide6.QtCore import QRectF  # noqa: PLC0415
    from PySide6.QtGui import QPainter  # noqa: PLC0415

    picture = QImage(40, 40, QImage.Format.Format_RGB32)
    picture.fill(QColor("#ff0000"))
    path = tmp_path / "red.png"
    picture.save(str(path))
    for text in (
        f"![x](file://{path})",
        f"![x]({path})",
        f"a <img src='{path}'/> b",
        f"![x][1]\n\n[1]: {path}",
    ):
        rendered = TextPiece(text).render(current_style())
        rendered.lay_out(300)
        page = QImage(300, 200, QImage.Format.Format_RGB32)
        page.fill(QColor("white"))
        painter = QPainter(page)
        rendered.paint(painter, QRectF(0, 0, 300, 200), None)
        painter.end()
        reds = sum(
            page.pixelColor(x, y).name() == "#ff0000" for x in range(0, 300, 2) for y in range(0, 200, 2)
        )
        assert reds == 0


def test_row_80_a_message_that_cannot_be_set_is_shown_as_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_more: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(pieces, "render", broken)
    made = TextPiece("**still** here").render(current_style())
    assert made.text_between(0, made.end) == "**still** here"
