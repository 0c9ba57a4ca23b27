"""Compiling the translations: ``resources/i18n/*.ts`` to ``*.qm``, which never go into git."""

from __future__ import annotations

from pathlib import Path

from steps.terminal import run_step

LRELEASE = "from PySide6.scripts.pyside_tool import lrelease; lrelease()"


def stale(source_folder: Path, target_folder: Path) -> list[tuple[Path, Path]]:
    """Translations whose compiled file is missing or older, as (source, target)."""
    pairs = [(ts, target_folder / (ts.stem + ".qm")) for ts in sorted(source_folder.glob("*.ts"))]
    return [(ts, qm) for ts, qm in pairs if not qm.exists() or qm.stat().st_mtime_ns < ts.stat().st_mtime_ns]


def compile_stale(python: str, source_folder: Path, target_folder: Path) -> list[Path]:
    """Compile what is stale and return the files made.

    Args:
        python: a Python that has PySide6.
        source_folder: where the ``.ts`` files are.
        target_folder: where the ``.qm`` files go; it must exist.

    Raises:
        Stop: a file does not compile.
    """
    made = []
    for ts, qm in stale(source_folder, target_folder):
        doing = f"compiling the translation {ts.name}"
        run_step([python, "-c", LRELEASE, "-silent", str(ts), "-qm", str(qm)], doing)
        made.append(qm)
    return made
