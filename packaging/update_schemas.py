"""``python packaging/update_schemas.py``: publish the shape of our files; run it with the test environment's Python."""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "resources" / "schemas" / "profile.schema.json"


def main() -> None:
    """Write the schema of profile files; a test compares it with the code."""
    sys.path.insert(0, str(ROOT))
    from stello_desktop.exchange.profile_file import schema  # noqa: PLC0415 - found by the line above

    TARGET.write_text(json.dumps(schema(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
