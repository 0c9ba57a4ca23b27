"""``python packaging/update_translations.py``: find new texts in the code; run it with the test environment's Python.

English keeps only its plurals, since the texts in the code are English. What is new in Chinese is marked as
unfinished; a test fails until it is translated.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LUPDATE = "from PySide6.scripts.pyside_tool import lupdate; lupdate()"
LANGUAGES = {"zh_CN": [], "en": ["-pluralonly"]}


def main() -> None:
    """Update every language's file."""
    sources = sorted(str(path) for path in (ROOT / "stello_desktop").rglob("*.py"))
    for language, options in LANGUAGES.items():
        target = ROOT / "resources" / "i18n" / f"stello_{language}.ts"
        command = [sys.executable, "-c", LUPDATE, *sources, "-no-obsolete", "-locations", "none", *options]
        subprocess.run([*command, "-ts", str(target)], check=True)


if __name__ == "__main__":
    main()
