"""The names that docs/testing.md promises are the names of the code."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (`[^|]+) \|", re.MULTILINE)
QUOTED = re.compile(r"`([A-Za-z0-9_]+)`")


def promised() -> list[str]:
    """Every name of the table, up to where a name, an id or a number follows."""
    table = (ROOT / "docs/testing.md").read_text(encoding="utf-8").split("| object name |")[1]
    names = [name for row in ROW.findall(table) for name in QUOTED.findall(row)]
    return [re.sub(r"(_(NAME|ID|VALUE)|\d+)$", "", name) for name in names]


def test_every_promised_name_is_in_the_code() -> None:
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "stello_desktop" / "ui").rglob("*.py")
    )
    code = code.replace(
        'f"rail{place.title()}"',
        '"railMap" "railProfiles" "railSkills" "railInsights" "railTrash" "railSettings"',
    )
    for kind in ("profile", "skill", "insight"):  # ui/row_list.py names what these places share
        code += "".join(f'"{kind}{part}' for part in ("New", "More", "Menu") if f"}}{part}" in code)
    for rows in ("profileVariables", "tryVariables", "trashRows"):  # and what every pager has
        code += "".join(f'"{rows}{part}' for part in ("Where", "Back", "On") if f"}}{part}" in code)
    for fold in ("beginning", "earlier"):  # and what every line that opens has
        code += "".join(f'"{fold}{part}' for part in ("Line", "Fold", "Text") if f"}}{part}" in code)
    assert len(promised()) > 80
    # What begins with the name of a field ends in the code as it ends here.
    assert not [
        name
        for name in promised()
        if (f"}}{name[5:]}" if name.startswith("FIELD") else f'"{name}') not in code
    ]
