"""A Secret Service of this test's own: its own bus, its own home, its own gnome-keyring (recipe for Debian)."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PASSWORD: Final = b"testpw\n"
PROGRAMS: Final = ("gnome-keyring-daemon", "dbus-daemon")
_READY_S: Final = 10.0


def why_not() -> str:
    """Why there can be none here; empty where there can."""
    if not sys.platform.startswith("linux"):
        return "a Secret Service is a thing of Linux"
    lacking = [name for name in PROGRAMS if shutil.which(name) is None]
    if not lacking or shutil.which("apt-get"):
        return ""  # where the packages can be installed, their lack is a failure
    return f"{' and '.join(lacking)} not installed, and this system has no apt-get"


@dataclass(slots=True)
class SecretService:
    """One running service.

    Attributes:
        environment: what a program needs to find it.
    """

    environment: dict[str, str]
    home: Path
    bus: subprocess.Popen[bytes]
    daemon_pid: int = 0

    def start_daemon(self) -> None:
        """A daemon with an unlocked collection, made at the first start; it takes the test's password."""
        command = ["gnome-keyring-daemon", "--unlock", "--components=secrets", "--foreground"]
        self._daemon = subprocess.Popen(
            command,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert self._daemon.stdin is not None
        self._daemon.stdin.write(PASSWORD)
        self._daemon.stdin.close()
        self.daemon_pid = self._daemon.pid
        self._wait()

    _daemon: subprocess.Popen[bytes] | None = None

    def _wait(self) -> None:
        """Until the bus knows the service."""
        ends_at = time.monotonic() + _READY_S
        code = (
            "import secretstorage as s; c = s.dbus_init();"
            "assert not s.get_default_collection(c).is_locked(); c.close()"
        )
        while True:
            done = subprocess.run(
                [sys.executable, "-c", code], env=self.environment, capture_output=True, check=False
            )
            if done.returncode == 0:
                return
            assert time.monotonic() < ends_at, done.stderr.decode()[-2000:]

    def lock(self) -> None:
        """Lock the collection, as a screen lock or the person does."""
        code = "import secretstorage as s; c = s.dbus_init(); s.get_default_collection(c).lock(); c.close()"
        subprocess.run([sys.executable, "-c", code], env=self.environment, check=True, timeout=20)

    def stop(self) -> None:
        """Let the daemon hang."""
        os.kill(self.daemon_pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it answer again."""
        os.kill(self.daemon_pid, signal.SIGCONT)

    def kill(self) -> None:
        """End the daemon without a word."""
        if self._daemon is not None and self._daemon.poll() is None:
            self._daemon.send_signal(signal.SIGCONT)
            self._daemon.kill()
            self._daemon.wait(10)


@contextmanager
def secret_service(folder: Path) -> Iterator[SecretService]:
    """A running one below ``folder``; nothing of it is left afterwards."""
    home = folder / "home"
    runtime, data = home / "run", home / ".local" / "share"
    for path in (runtime, data):
        path.mkdir(parents=True, mode=0o700)
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DBUS_SESSION_BUS_ADDRESS", "STELLO_KEYRING", "PYTHON_KEYRING_BACKEND", "DISPLAY"}
    }
    environment |= {"HOME": str(home), "XDG_RUNTIME_DIR": str(runtime), "XDG_DATA_HOME": str(data)}
    # A configuration without service files: the bus must not start another keyring behind our back.
    config = folder / "bus.conf"
    config.write_text(
        '<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" '
        '"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">'
        f"<busconfig><type>session</type><listen>unix:dir={runtime}</listen>"
        '<policy context="default"><allow send_destination="*" eavesdrop="true"/>'
        '<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>',
        encoding="utf-8",
    )
    bus = subprocess.Popen(
        ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    service = SecretService(environment, home, bus)
    try:
        assert bus.stdout is not None
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        service.start_daemon()
        yield service
    finally:
        service.kill()
        bus.terminate()
        bus.wait(10)
        if bus.stdout is not None:
            bus.stdout.close()
