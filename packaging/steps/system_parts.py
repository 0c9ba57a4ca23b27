"""System libraries, fonts and helpers that Qt needs and that no Python package brings.

Detection is by opening each library, not by asking a package manager: what loads is there, whatever brought it.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys

from steps.terminal import Stop, run_step, say

# Library → Debian and Ubuntu package; found by adding packages to an empty Debian 12 until Qt ran.
OFFSCREEN_LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
}
WINDOW_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
TEST_PROGRAMS = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "dbus-daemon": "dbus",
    "gnome-keyring-daemon": "gnome-keyring",
}
# What the font list is asked for → the package that answers it.
FONTS = {
    ":family=Inter": "fonts-inter",
    ":lang=zh-cn": "fonts-noto-cjk",
    ":family=Noto Color Emoji": "fonts-noto-color-emoji",
}


def _opens(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_font(query: str) -> bool:
    if not shutil.which("fc-list"):
        return False
    result = subprocess.run(
        ["fc-list", query, "family"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False
    )
    return bool(result.stdout.strip())


def missing_libraries(window: bool) -> dict[str, str]:
    """Libraries that do not open here, with the packages that bring them.

    Args:
        window: whether a real window is wanted, not only an offscreen one.
    """
    wanted = dict(OFFSCREEN_LIBRARIES)
    if window:
        wanted.update(WINDOW_LIBRARIES)
    return {name: package for name, package in wanted.items() if not _opens(name)}


def missing_fonts() -> list[str]:
    """Packages of fonts without which Chinese text or emoji would show as boxes, and the one that looks best."""
    packages = [package for query, package in FONTS.items() if not _has_font(query)]
    if packages and not shutil.which("fc-list"):
        packages.append("fontconfig")
    return packages


def ensure(*, window: bool, testing: bool) -> None:
    """Make sure that Qt can start here; install what is missing, or say exactly how.

    Args:
        window: whether a real window is wanted.
        testing: whether the virtual screen for the tests is wanted as well.

    Raises:
        Stop: something is missing without which the program cannot start.
    """
    if not sys.platform.startswith("linux"):
        return
    libraries = missing_libraries(window=window or testing)
    programs = (
        [package for name, package in TEST_PROGRAMS.items() if not shutil.which(name)] if testing else []
    )
    fonts = missing_fonts()
    packages = sorted(set(libraries.values())) + programs + fonts
    if not packages:
        return
    if not shutil.which("apt-get"):
        _without_apt(libraries, programs, fonts)
        return
    prefix = _permission(packages)
    if prefix is None:
        message = "Run this once, then start again:\n   " + _command_text(packages)
        if libraries or programs:
            raise Stop("This system lacks parts that Stello Desktop needs. " + message)
        say("Chinese text or emoji may show as boxes. To mend it, run: " + _command_text(packages))
        return
    try:
        _install(prefix, packages)
    except Stop as stop:
        if libraries or programs:
            raise
        say(f"{stop} Going on without these fonts; Chinese text or emoji may show as boxes.")


def _without_apt(libraries: dict[str, str], programs: list[str], fonts: list[str]) -> None:
    if libraries or programs:
        raise Stop(
            "This system lacks {}; install them with its package manager, then start again.".format(
                ", ".join(sorted(libraries) + programs)
            )
        )
    say("Chinese text or emoji may show as boxes: install {} or similar fonts.".format(", ".join(fonts)))


def _command_text(packages: list[str]) -> str:
    return "sudo apt-get update && sudo apt-get install -y --no-install-recommends {}".format(
        " ".join(packages)
    )


def _permission(packages: list[str]) -> list[str] | None:
    """The words before ``apt-get``: none as root, ``sudo`` after a yes, ``None`` without a way."""
    if os.name == "posix" and os.geteuid() == 0:
        return []
    if not shutil.which("sudo") or not sys.stdin.isatty():
        return None
    say("This system lacks some parts: {}.".format(", ".join(packages)))
    try:
        answer = input("May they be installed now with sudo? [y/N] ")
    except EOFError:
        return None
    return ["sudo"] if answer.strip().lower() in {"y", "yes", "j", "是"} else None


def _install(prefix: list[str], packages: list[str]) -> None:
    say("Installing %d system packages: %s." % (len(packages), " ".join(packages)))
    if prefix:
        subprocess.call([*prefix, "-v"])  # asks for the password where the person sees it
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
    doing = "installing system packages"
    wait = ["-o", "DPkg::Lock::Timeout=120"]
    try:
        run_step([*prefix, "apt-get", *wait, "-q", "update"], doing, environment=environment)
    except Stop:
        say("   The list of packages could not be renewed; trying with the one that is here.")
    run_step(
        [*prefix, "apt-get", *wait, "-q", "install", "-y", "--no-install-recommends", *packages],
        doing,
        environment=environment,
        show=_apt_line,
    )
    left = missing_libraries(window=True)
    needed = [name for name, package in left.items() if package in packages]
    if needed:
        raise Stop("The packages were installed, but {} still cannot be opened.".format(", ".join(needed)))


def _apt_line(line: str) -> str | None:
    starts = ("Need to get", "After this operation", "Get:", "Setting up")
    return line if line.startswith(starts) else None
