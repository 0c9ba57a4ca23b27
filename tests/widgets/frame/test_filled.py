"""What goes into a sentence is data: a name that looks like a place of the sentence is shown as it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

import stello_desktop.ui
from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.domain.preview import Problem, ProblemCode, Severity
from stello_desktop.domain.sharing import ImportKind, PlannedProfile
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.preview.problems import sentence_of
from stello_desktop.ui.profiles.file_words import fate_words

_UI = Path(stello_desktop.ui.__file__).parent
_PLACE = re.compile(r"%(\d|[a-z_]+)")


def test_all_places_are_filled_at_once() -> None:
    assert filled("“%1” is called “%2”", "%2", "%1") == "“%2” is called “%1”"
    assert filled("%name, %names; %n", name="%names", names=2) == "%names, 2; %n"
    assert filled("100 % of %1%", 5) == "100 % of 5%"
    assert filled("“%text”", text="{") == "“{”"


def test_a_name_with_percent_signs_stays_as_it_is(qapp: QApplication) -> None:
    """T18: what a file says is told word for word."""
    profile = SavedProfile(profile_id=ProfileId("p"), name="Growth %2 2")
    planned = PlannedProfile(profile=profile, kind=ImportKind.RENAMED, wished_name="Growth %2")
    assert fate_words(planned) == "You have another “Growth %2”, so it is called “Growth %2 2”."
    params = {"name": "%suggestion gone", "suggestion": "%name"}
    problem = Problem(ProblemCode.UNKNOWN_SKILL, "skills", Severity.WARNING, params)
    assert sentence_of(problem) == (
        "There is no skill “%suggestion gone”; it is left out. Did you mean “%name”?"
    )


def _place_in(call: ast.AST) -> str:
    """The place that a ``.replace`` fills; empty for any other call."""
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args):
        return ""
    wanted = call.args[0]
    if call.func.attr != "replace":
        return ""
    if isinstance(wanted, ast.JoinedStr):
        first = wanted.values[0] if wanted.values else None
        return "%name" if isinstance(first, ast.Constant) and str(first.value).startswith("%") else ""
    return (
        str(wanted.value) if isinstance(wanted, ast.Constant) and _PLACE.fullmatch(str(wanted.value)) else ""
    )


def _one_after_the_other(tree: ast.AST) -> Iterator[int]:
    """The lines where a place is filled in a sentence that has another one, filled before or after it."""
    for call in ast.walk(tree):
        place = _place_in(call)
        if not place:
            continue
        assert isinstance(call, ast.Call)
        assert isinstance(call.func, ast.Attribute)
        if (
            re.fullmatch("%[2-9]", place)
            or isinstance(call.args[0], ast.JoinedStr)
            or _place_in(call.func.value)
        ):
            yield call.lineno


@pytest.mark.parametrize(
    "chain",
    [
        'text.replace("%1", name).replace("%2", other)',
        'text.replace("%what", name).replace("%count", other)',
        'text.replace(f"%{key}", name)',
        'text.replace("%2", name)',
    ],
)
def test_the_rule_below_sees_each_way_to_fill_one_after_the_other(chain: str) -> None:
    assert list(_one_after_the_other(ast.parse(chain)))
    assert not list(_one_after_the_other(ast.parse('text.replace("%1", name).replace("&", "&&")')))


def test_no_sentence_is_filled_place_by_place() -> None:
    """A value that was filled in must not be looked at again; `filled` does all places at once."""
    found = [
        f"{path.relative_to(_UI)}:{line}"
        for path in sorted(_UI.rglob("*.py"))
        for line in _one_after_the_other(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []
