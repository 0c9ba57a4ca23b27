"""Every rule of the engine has a test that names it, and tests that notice when it is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import mutants, rules


def test_the_ids_of_a_docstring_are_found() -> None:
    """The table below is worth what this is worth."""
    assert list(rules.ids_in("M-3, F-6 and R-2 to R-4; T-3b.")) == ["M-3", "F-6", "R-2", "R-3", "R-4", "T-3b"]
    assert list(rules.ids_in("UnknownProfile is raised; A4-Z is no rule, nor is X.")) == ["UnknownProfile"]


def test_a_rule_that_no_test_names_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "unit").mkdir()
    (tmp_path / "unit" / "test_one.py").write_text('def test_it():\n    """M-1."""\n', "utf-8")
    found = rules.named_by_tests(tmp_path)
    assert set(found) == {"M-1"}
    assert found["M-1"][0].endswith("unit/test_one.py::test_it")


@pytest.fixture(scope="module")
def named() -> dict[str, list[str]]:
    return rules.named_by_tests()


SAMPLE = (
    "no cycle check, on disk",
    "no unset rule",
    "a wrong inverse: nothing is turned round",
    "a lost frozen write, on disk",
)


@pytest.mark.parametrize("rule", [*rules.RULES, *rules.ERRORS])
def test_every_rule_is_named_by_a_test(named: dict[str, list[str]], rule: str) -> None:
    """``python -m tests.rules`` prints them all."""
    assert named.get(rule)


@pytest.mark.parametrize("mutant", mutants.MUTANTS, ids=lambda mutant: mutant.name)
def test_every_mutant_still_fits_the_source(mutant: mutants.Mutant) -> None:
    """Whoever changes what a mutant breaks writes the mutant anew, or takes it out with its rule."""
    assert mutants.unfit(mutant) == []


def test_mutants_have_names_of_their_own_and_break_rules_that_exist() -> None:
    names = [mutant.name for mutant in mutants.MUTANTS]
    assert len(set(names)) == len(names)
    assert {rule for mutant in mutants.MUTANTS for rule in rules.ids_in(mutant.rule)} <= set(rules.RULES)


@pytest.mark.slow
def test_mutants_are_killed() -> None:
    """One of each kind, on a broken copy of the package; ``python -m tests.mutants`` takes minutes and tries them all."""
    chosen = [mutant for mutant in mutants.MUTANTS if mutant.name in SAMPLE]
    assert len(chosen) == len(SAMPLE)
    assert mutants.survivors(chosen) == []
