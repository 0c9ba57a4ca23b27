"""Files beside the code: icons, themes, translations, examples.

In a checkout they lie in the top-level ``resources/``; the build puts them into the package.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """The path of one resource, such as ``icons/map.svg``.

    Raises: FileNotFoundError, naming both places, where there is no such file or folder.
    """
    places = (_PACKAGE / "resources" / name, _PACKAGE.parent / "resources" / name)
    for path in places:
        if path.exists():
            return path
    raise FileNotFoundError(f"no resource {name!r} in {places[0].parent} or {places[1].parent}")
