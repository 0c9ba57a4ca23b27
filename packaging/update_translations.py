"""``python packaging/update_translations.py``: find new texts in the code; run it with the test environment's Python.

English keeps only its plurals, since the texts in the code are English. What is new in Chinese is marked as
unfinished; a test fails until it is translated. Counted numbers are written as the language does: “1,204 tokens”.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LUPDATE = "from PySide6.scripts.pyside_tool import lupdate; lupdate()"
LANGUAGES = {"zh_CN": [], "en": ["-pluralonly"]}
PLURAL_FORM = re.compile(r"<numerusform>.*?</numerusform>", re.DOTALL)
COUNT = re.compile(r"%n(?![a-z])")


def main() -> None:
    """Update every language's file."""
    sources = sorted(str(path) for path in (ROOT / "stello_desktop").rglob("*.py"))
    for language, options in LANGUAGES.items():
        target = ROOT / "resources" / "i18n" / f"stello_{language}.ts"
        command = [sys.executable, "-c", LUPDATE, *sources, "-no-obsolete", "-locations", "none", *options]
        subprocess.run([*command, "-ts", str(target)], check=True)
        target.write_text(group_digits(target.read_text("utf-8")), "utf-8")


def group_digits(translations: str) -> str:
    """``%n`` of each plural form as ``%Ln``, which Qt writes with the separators of the language."""
    return PLURAL_FORM.sub(lambda form: COUNT.sub("%Ln", form[0]), translations)


if __name__ == "__main__":
    main()
