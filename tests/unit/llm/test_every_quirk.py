"""Every finding about "OpenAI-compatible" servers has a test that is called by its number and says its rule."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[2]
FINDINGS = (
    *(1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32),
    *(34, 35, 36, 37, 39, 40),
)


def named_tests() -> dict[int, list[bool]]:
    """For each number, whether each of its tests says the rule."""
    found: dict[int, list[bool]] = {}
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_q"):
                words = node.name.removeprefix("test_").split("_")
                for word in words:
                    if not (word[:1] == "q" and word[1:].isdigit()):
                        break
                    found.setdefault(int(word[1:]), []).append(ast.get_docstring(node) is not None)
    return found


NAMED = named_tests()


@pytest.mark.parametrize("number", FINDINGS)
def test_each_finding_has_a_test_that_says_its_rule(number: int) -> None:
    assert any(NAMED.get(number, [])), f"no test_q{number}_… with a docstring"
