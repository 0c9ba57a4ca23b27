"""What the branch dialog makes of what is typed: no widgets, only values."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from stello_desktop.domain.config import UNSET, ContextMode
from stello_desktop.domain.ids import RecordId, ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import ProfileId, SavedProfile, TemplateVariable
from stello_desktop.ui.branching.asking import BranchAsk
from stello_desktop.ui.branching.form import (
    BranchForm,
    choice_of,
    missing_variables,
    preview_request,
    proposed_context,
    wanted_variables,
)
from stello_desktop.ui.branching.memory import BranchMemory

REGION = TemplateVariable(name="region", label="Which region", example="Hunan")
TONE = TemplateVariable(name="tone", default="plain")
EXPERT = SavedProfile(
    profile_id=ProfileId("expert"),
    name="Expert",
    instructions="{region}, {tone}",
    variables=(REGION, TONE),
)
CRITIC = SavedProfile(
    profile_id=ProfileId("critic"), name="Critic", instructions="On {region}", variables=(REGION,)
)


def with_expert() -> BranchForm:
    return BranchForm(profile_id=EXPERT.profile_id)


def test_a_default_stands_in_its_field_and_counts_where_the_field_is_emptied() -> None:
    """M-5: an empty value gives way to the default."""
    form = with_expert()
    assert form.typed(EXPERT) == {"region": "", "tone": "plain"}
    assert form.with_value("tone", "").variables(EXPERT) == {}
    assert missing_variables(form.with_value("tone", "").with_value("region", "Hunan"), EXPERT) == ()


def test_a_value_is_found_under_either_spelling_of_its_name() -> None:
    """M-5: what was given once is proposed again, however the profile writes the name."""
    spelt = replace(EXPERT, instructions="{re\u0301gion}", variables=(TemplateVariable(name="re\u0301gion"),))
    given = with_expert().with_value("re\u0301gion", " Nord ").given(spelt)
    again = with_expert().with_proposed({EXPERT.profile_id: given})
    assert again.typed(spelt) == {"re\u0301gion": "Nord"}
    assert missing_variables(again, spelt) == ()
    assert again.with_value("re\u0301gion", "Sud").variables(spelt) == {"r\u00e9gion": "Sud"}


def test_a_value_of_blanks_is_missing() -> None:
    """M-5."""
    assert missing_variables(with_expert().with_value("region", "   "), EXPERT) == (REGION,)


def test_values_of_one_profile_never_reach_another_and_come_back_with_their_own() -> None:
    form = with_expert().with_value("region", "Hunan")
    other = replace(form, profile_id=CRITIC.profile_id)
    assert other.typed(CRITIC) == {"region": ""}
    assert replace(other, profile_id=EXPERT.profile_id).variables(EXPERT)["region"] == "Hunan"


def test_a_placeholder_without_words_of_its_own_is_asked_for_and_an_unused_variable_is_not() -> None:
    """M-5."""
    profile = replace(EXPERT, instructions="{year} in {region}")
    assert [item.name for item in wanted_variables(profile)] == ["region", "year"]
    assert wanted_variables(replace(EXPERT, no_instructions=True)) == ()


@pytest.mark.parametrize(
    ("own", "none_at_all", "profile", "expected"),
    [
        ("", False, None, UNSET),
        ("  \n", False, None, UNSET),
        ("be brief", False, None, "be brief"),
        ("be brief", True, None, ""),
        ("be brief", True, EXPERT, "be brief"),
    ],
)
def test_an_empty_box_is_unset_and_only_the_choice_is_no_instructions(
    own: str, none_at_all: bool, profile: SavedProfile | None, expected: object
) -> None:
    """M-5b: the choice of none at all is offered only without a profile, where it has an effect (M-3)."""
    form = BranchForm(own=own, own_shown=True, no_instructions=none_at_all)
    assert form.own_instructions(profile) == expected


def test_the_profile_proposes_what_comes_along_until_the_person_chooses() -> None:
    """X-5."""
    empty = replace(EXPERT, context=ContextMode.NONE)
    assert proposed_context(None, "inherit") == "inherit"
    assert proposed_context(EXPERT, "inherit") == "inherit"
    assert proposed_context(empty, "inherit") == "none"
    chosen = replace(with_expert(), context="inherit")
    assert choice_of(chosen, empty, default_name="New", context="none").context == "inherit"


def test_a_blank_name_becomes_the_default_and_line_breaks_become_spaces() -> None:
    """T-3."""
    form = BranchForm(name=" \t ")
    assert choice_of(form, None, default_name="New branch", context="none").label == "New branch"
    form = BranchForm(name="two\nlines ")
    assert choice_of(form, None, default_name="New branch", context="none").label == "two lines"


def test_what_is_previewed_is_what_is_opened() -> None:
    """M-7: one choice makes both."""
    form = replace(with_expert().with_value("region", "Hunan"), own="short", name="There")
    choice = choice_of(form, EXPERT, default_name="", context="inherit")
    asked = preview_request(choice, EXPERT)
    assert (asked.label, asked.own, asked.context) == (choice.label, choice.own, choice.context)
    assert asked.variables == choice.variables == {"region": "Hunan", "tone": "plain"}
    assert asked.profile is EXPERT
    assert choice.profile == "Expert"


class Values(dict[str, object]):
    """View values, as a workspace keeps them."""

    def view_value(self, key: str, default: object = None) -> object:
        return self.get(key, default)

    def put_view_value(self, key: str, value: object) -> None:
        self[key] = value


HERE = BranchAsk(SessionId("a"))


def test_what_was_typed_comes_back_for_the_same_place_alone() -> None:
    memory = BranchMemory(Values())
    memory.keep(HERE, BranchForm(name="half a na"))
    assert memory.form_for(BranchAsk(SessionId("a"))) == BranchForm(name="half a na")
    assert memory.form_for(BranchAsk(SessionId("a"), RecordId(1))) is None
    assert memory.form_for(BranchAsk(SessionId("b"))) is None
    memory.forget(HERE)
    assert memory.form_for(HERE) is None


def test_the_oldest_of_many_is_let_go() -> None:
    memory = BranchMemory(Values())
    for number in range(60):
        memory.keep(BranchAsk(SessionId(str(number))), BranchForm(name=str(number)))
    assert memory.form_for(BranchAsk(SessionId("0"))) is None
    assert memory.form_for(BranchAsk(SessionId("59"))) is not None


def test_the_workspace_keeps_what_was_typed_whole() -> None:
    """Over a restart: every field as it was, and a store that somebody else wrote into is no harm."""
    values = Values()
    form = BranchForm(
        name="half a na",
        profile_id=EXPERT.profile_id,
        values={EXPERT.profile_id: {"region": "Hunan"}},
        own="short",
        own_shown=True,
        no_instructions=True,
        context="none",
        model=ModelRef(ServiceId("own"), "small"),
        parent=SessionId("p"),
    )
    memory = BranchMemory(values)
    memory.keep(BranchAsk(SessionId("a"), RecordId(3), "edited"), form)
    written = json.loads(json.dumps(values))
    again = BranchMemory(Values(written))
    assert again.form_for(BranchAsk(SessionId("a"), RecordId(3), "edited")) == form
    assert again.form_for(BranchAsk(SessionId("a"), RecordId(3), "edited otherwise")) is None
    (kept,) = written["branching.forms"].values()
    for unreadable in (
        None,
        7,
        {"name": 7, "values": {"p": 7}, "context": "all", "model": ["x"], "parent": 7},
    ):
        kept["form"] = unreadable
        found = BranchMemory(Values(written)).form_for(BranchAsk(SessionId("a"), RecordId(3), "edited"))
        assert found in (None, BranchForm(values={}))


def test_long_texts_let_the_oldest_go_but_never_the_newest() -> None:
    memory = BranchMemory(Values())
    for number in range(4):
        memory.keep(BranchAsk(SessionId(str(number))), BranchForm(own=str(number) * 150_000))
    assert [memory.form_for(BranchAsk(SessionId(str(number)))) is not None for number in range(4)] == [
        False,
        False,
        True,
        True,
    ]
    longest = BranchForm(own="x" * 900_000)
    memory.keep(HERE, longest)
    assert memory.form_for(HERE) == longest


def test_the_last_choices_know_no_name() -> None:
    values = Values()
    memory = BranchMemory(values)
    memory.keep(HERE, BranchForm(name="secret").with_value("region", "secret"))
    memory.remember(HERE.source, EXPERT.profile_id, "none")
    memory.remember_preview(False, small=False)
    memory.forget(HERE)
    again = BranchMemory(values)
    assert (again.profile_id(HERE.source), again.context(HERE.source)) == (EXPERT.profile_id, "none")
    assert not again.preview_shown(small=False)
    assert "secret" not in str(values)


def test_nothing_remembered_or_something_unreadable_is_the_beginning() -> None:
    """X-5: a branch that a person makes proposes the conversation."""
    for choices in (None, 7, {"a": 7}, {"a": {"profile": 7, "context": "all"}}):
        memory = BranchMemory(Values({"branching.choices": choices, "branching.preview.wide": "yes"}))
        assert (memory.profile_id(HERE.source), memory.context(HERE.source)) == (None, "inherit")
        assert memory.preview_shown(small=False)
        assert not memory.preview_shown(small=True)


def test_a_branch_at_a_message_says_nothing_about_what_comes_along_next_time() -> None:
    values = Values()
    memory = BranchMemory(values)
    memory.remember(HERE.source, None, "none")
    memory.remember(HERE.source, None, None)
    assert memory.context(HERE.source) == "none"


def test_the_choices_of_one_conversation_are_never_another_ones() -> None:
    """M-3, X-5: a branch of a conversation without a profile starts without one, whatever was chosen elsewhere."""
    values = Values()
    memory = BranchMemory(values)
    memory.remember(HERE.source, EXPERT.profile_id, "none")
    assert (memory.profile_id(SessionId("b")), memory.context(SessionId("b"))) == (None, "inherit")
    for number in range(300):
        memory.remember(SessionId(str(number)), None, "none")
    assert memory.profile_id(HERE.source) is None, "the oldest of many is let go"
    assert memory.context(SessionId("299")) == "none"
