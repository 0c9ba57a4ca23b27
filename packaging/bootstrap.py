"""Start Stello Desktop, or check it, on a machine that has nothing but some Python.

    python3 packaging/bootstrap.py run  [--no-local] [ARGUMENTS OF THE PROGRAM ...]
    python3 packaging/bootstrap.py test [--prepare]  [ARGUMENTS OF PYTEST ...]

`run` gets what the program needs into `.venv-run` and starts it; without a display it performs the first three
journeys offscreen and leaves pictures. `--no-local` leaves the tiny local model out. `test` gets what the checks
need into `.venv` and runs them all; `--prepare` stops before running them. A second start only looks at a stamp.
Everything stays below this folder but the system packages, which are named first.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Sequence

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "packaging"))

from steps import environment, second_server, system_parts, translations  # noqa: E402 - they lie beside this file
from steps.terminal import Stop, say  # noqa: E402

TOOLS = ROOT / ".bootstrap"
# Everything takes a quarter of an hour on one core; whoever names a part of it usually wants to look into it.
BESIDE_EACH_OTHER = ["-n", "2", "--dist", "worksteal"]
LOCKS = ROOT / "packaging" / "locks"
PICTURES = ROOT / "pictures"
INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """Carry out one command and return the exit code for the shell."""
    words = list(arguments)
    command = words.pop(0) if words else ""
    if command not in {"run", "test"} or words[:1] in (["-h"], ["--help"]):
        say((__doc__ or "").strip())
        return 0 if command in {"-h", "--help", "run", "test"} else 2
    try:
        return run(words) if command == "run" else test(words)
    except Stop as stop:
        say(str(stop))
    except KeyboardInterrupt:
        say("Stopped. Start again to go on where it ended.")
        return INTERRUPTED
    except OSError as error:
        place = f" ({error.filename})" if error.filename else ""
        say(f"Stopped: {error.strerror or error}{place}. Mend this, then start again.")
    except Exception as error:  # noqa: BLE001 - a person gets a sentence, whatever happens
        say(f"Stopped by a fault of this script, {type(error).__name__}: {error}. Please report it.")
    return 1


def run(words: list[str]) -> int:
    """Start the program, or show it offscreen where there is no display."""
    with_local = _take(words, "--no-local") is False
    locks = [LOCKS / "run.txt"] + ([LOCKS / "local.txt"] if with_local else [])
    display = has_display()
    system_parts.ensure(window=display, testing=False)
    python = _prepare(ROOT / ".venv-run", locks)
    if display:
        return _start([python, "-m", "stello_desktop", *words])
    return _showcase(python)


def test(words: list[str]) -> int:
    """Run every check of the project's behaviour, or only make ready for it."""
    prepare_only = _take(words, "--prepare")
    system_parts.ensure(window=True, testing=True)
    python = _prepare(ROOT / ".venv", [LOCKS / "test.txt", LOCKS / "local.txt"])
    second_server.ensure(ROOT / "packaging" / "node", TOOLS / "node")
    if prepare_only:
        say("Ready.")
        return 0
    return _start([python, "-m", "pytest", *(words or BESIDE_EACH_OTHER)])


def has_display() -> bool:
    """Whether a window can be shown; a person who chose a Qt platform knows."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _take(words: list[str], flag: str) -> bool:
    """Remove ``flag`` from ``words``, and say whether it was there."""
    there = flag in words
    words[:] = [word for word in words if word != flag]
    return there


def _prepare(folder: Path, locks: Sequence[Path]) -> str:
    made = environment.Environment(folder, locks, TOOLS)
    environment.ensure(made)
    i18n = ROOT / "resources" / "i18n"
    translations.compile_stale(str(made.python), i18n, i18n)
    return str(made.python)


def _start(command: Sequence[str], extra: dict[str, str] | None = None) -> int:
    """Run the real thing in the foreground and hand its exit code on."""
    variables = dict(os.environ, PYTHONUTF8="1", **(extra or {}))
    for name in ("PYTHONPATH", "PYTHONHOME"):
        variables.pop(name, None)
    process = subprocess.Popen(list(command), cwd=str(ROOT), env=variables)
    while True:
        try:
            code = process.wait()
        except KeyboardInterrupt:
            continue  # the child got it too, and decides what it means
        return code if code >= 0 else 128 - code


def _showcase(python: str) -> int:
    say(
        "There is no display here, so no window can open. Performing the first three journeys offscreen instead."
    )
    if PICTURES.exists():
        shutil.rmtree(str(PICTURES))
    PICTURES.mkdir()
    with tempfile.TemporaryDirectory(prefix="stello-") as home:
        extra = {"QT_QPA_PLATFORM": "offscreen", "STELLO_HOME": home}
        command = [python, "-m", "tests.journeys.showcase", "--pictures", str(PICTURES)]
        return _start(command, extra)  # it says itself where its pictures are


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
