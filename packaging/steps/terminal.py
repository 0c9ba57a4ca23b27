"""Speaking with the person in the terminal: progress, and one sentence when something cannot go on."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, Sequence


class Stop(Exception):
    """The bootstrap cannot go on; the message is the one sentence that the person reads."""


def say(text: str) -> None:
    """Print one line at once, whatever the terminal can show of it."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)


def first_sentence_for(output: str, doing: str) -> str:
    """Name what stopped a step, from what the failed program printed.

    Args:
        output: everything that the program printed.
        doing: the step in the person's words, such as "getting the packages".
    """
    text = output.lower()
    known = (
        (
            ("no space left", "os error 28", "not enough space", "os error 112", "disk quota"),
            "the disk is full. Free at least 1.5 GB, then start again.",
        ),
        (
            ("permission denied", "access is denied", "os error 13", "os error 5)"),
            "a folder cannot be written to. Check who owns this folder, then start again.",
        ),
        (
            ("hash mismatch", "do not match the hashes"),
            "a package is not the file that was expected, and was refused. Try again on another network.",
        ),
        (
            (
                "dns error",
                "failed to lookup",
                "could not resolve",
                "temporary failure",
                "failed to fetch",
                "connection",
                "timed out",
                "network is unreachable",
                "error sending request",
                "getaddrinfo",
                "failed to download",
            ),
            (
                "the network cannot be reached. Go online for this first start, then start again; "
                "later starts need no network."
            ),
        ),
        (
            (
                "no usable wheels",
                "no wheels with a matching",
                "doesn't have a wheel",
                "building from source is disabled",
                "no matching distribution",
            ),
            (
                "there is no ready-made package for this machine. Stello Desktop runs on 64-bit Windows 10, macOS 14, "
                "Linux with glibc 2.34, and newer ones."
            ),
        ),
    )
    for marks, sentence in known:
        if any(mark in text for mark in marks):
            return f"Stopped while {doing}: {sentence}"
    last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "no reason given")
    return f"Stopped while {doing}: {last}"


def run_step(
    command: Sequence[str],
    doing: str,
    *,
    environment: dict[str, str] | None = None,
    cwd: Path | None = None,
    show: Callable[[str], str | None] | None = None,
) -> str:
    """Run one program to its end, and return what it printed.

    Args:
        command: the program and its arguments.
        doing: the step in the person's words.
        environment: the environment variables of the program, or this program's own.
        cwd: the folder to run in.
        show: turns a printed line into the line that the person sees, or ``None``.

    Raises:
        Stop: the program cannot be started, or it failed.
    """
    try:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=str(cwd) if cwd else None,
        )
    except OSError as error:
        raise Stop(first_sentence_for(str(error), doing)) from error
    lines: list[str] = []
    started = time.monotonic()
    assert process.stdout is not None  # noqa: S101 - for the type checker
    with process:
        for raw in process.stdout:
            line = raw.decode("utf-8", "replace").rstrip()
            lines.append(line)
            shown = show(line) if show else None
            if shown:
                say(f"   {time.monotonic() - started:4.0f} s  {shown}")
    output = "\n".join(lines)
    if process.returncode:
        raise Stop(first_sentence_for(output, doing))
    return output
