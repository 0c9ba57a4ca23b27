"""``domain`` is the standard library alone; the import contracts can only name packages that they know."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOMAIN = sorted((ROOT / "stello_desktop" / "domain").rglob("*.py"))


@pytest.mark.parametrize("path", DOMAIN, ids=lambda path: path.name)
def test_domain_imports_nothing_from_outside(path: Path) -> None:
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    foreign = {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names}
    assert {name for name in foreign if not name.startswith("stello_desktop.domain")} == set()
