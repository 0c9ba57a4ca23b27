"""Every rule of the engine with the tests that prove it: ``python -m tests.rules`` (fails where one has none).

A test names the rules that it proves in its docstring, or in that of its class or module; ``R-2 to R-4`` names three.
Errors are rules too: each class of the error tree is named by a test that sees it raised.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parent

_LAST: Final[Mapping[str, int]] = {
    "L": 5,
    "T": 8,
    "M": 10,
    "F": 11,
    "C": 8,
    "R": 15,
    "X": 5,
    "S": 2,
    "G": 1,
    "O": 1,
    "D": 4,
    "K": 4,
    "Q": 3,
    "P": 4,
}
"""The last number of each group. X-6 (tools from other servers) is no rule yet."""

RULES: Final = (
    *(f"{letter}-{number}" for letter, last in _LAST.items() for number in range(1, last + 1)),
    "T-3b",
    "M-5b",
)

ERRORS: Final = (
    "UnknownProfile",
    "MissingTemplateVariables",
    "SplitRefused",
    "SessionNotFound",
    "SessionArchived",
    "TopologyCycle",
    "ForkConfigError",
    "ProviderError",
    "StoreError",
)

_RANGE = re.compile(r"\b([A-Z])-(\d+)(b?)(?:\s*(?:to|\u2013)\s*\1-(\d+))?")


def ids_in(text: str) -> Iterator[str]:
    """Every rule that a docstring names."""
    for letter, first, suffix, last in _RANGE.findall(text):
        yield f"{letter}-{first}{suffix}"
        for number in range(int(first) + 1, int(last or 0) + 1):
            yield f"{letter}-{number}"
    for name in ERRORS:
        if name in text:
            yield name


def named_by_tests(folder: Path = TESTS) -> dict[str, list[str]]:
    """Rule to the tests that name it, as ``path::test``."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, words in _tests_of(tree, ast.get_docstring(tree) or ""):
            for rule in dict.fromkeys(ids_in(words)):
                found[rule].append(f"{path.relative_to(folder.parent).as_posix()}::{name}")
    return dict(found)


def _tests_of(node: ast.AST, words: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _tests_of(child, f"{words}\n{ast.get_docstring(child) or ''}")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and child.name.startswith("test"):
            yield child.name, f"{words}\n{ast.get_docstring(child) or ''}"


def main() -> int:
    """Print the table; gives the number of rules without a test."""
    found = named_by_tests()
    for rule in (*RULES, *ERRORS):
        tests = found.get(rule, [])
        print(f"{rule:26} {len(tests):4}  {tests[0] if tests else '-- no test names it'}")
        for test in tests[1:]:
            print(f"{'':32}{test}")
    missing = [rule for rule in (*RULES, *ERRORS) if rule not in found]
    print(
        f"{len(RULES) + len(ERRORS) - len(missing)} of {len(RULES) + len(ERRORS)} rules and errors have tests"
    )
    if missing:
        print("without: " + ", ".join(missing))
    return len(missing)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
