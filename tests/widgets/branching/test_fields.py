"""The branch dialog in the real window: each field, each mistake, and the branch that comes of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from stello_desktop.domain.commands import Rename, SetArchived, SetConfig, SetStrategy
from stello_desktop.domain.config import ContextMode, PromptMode
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import TemplateVariable
from stello_desktop.domain.messages import Role
from stello_desktop.domain.services import PRACTICE
from stello_desktop.domain.topology import StrategyKind
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.labeled_field import LabeledField
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import active, run_in_window, until
from tests.widgets.branching.acting import (
    EXPERT_TEXT,
    REGION,
    a_profile,
    ask,
    ask_with_expert,
    by_label,
    choose_profile,
    click,
    control,
    dialog,
    found,
    gone,
    has_label,
    labels,
    names_in,
    open_it,
    plant,
    press,
    shows,
    text_of,
    type_into,
)


async def sent(workspace: Workspace, label: str) -> str:
    """The instructions that the branch's next request would have."""
    parts = (await workspace.sending.next_request(by_label(workspace, label), "hello")).parts
    return next((part.text for part in parts if part.kind == "system_prompt"), "")


def test_the_name_has_the_focus_and_enter_opens_the_branch_with_the_conversation(
    qapp: QApplication, tmp_path: Path
) -> None:
    """X-5: a branch that a person makes from the chat brings the conversation along."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        await ask(shell, money)
        focused = QApplication.focusWidget()
        assert isinstance(focused, QLineEdit)
        assert focused.objectName() == "branchName"
        QTest.keyClicks(focused, "Taxes")
        press(Qt.Key.Key_Return)
        await until(lambda: "Taxes" in labels(workspace), "the branch is there")
        made = by_label(workspace, "Taxes")
        await until(lambda: shell.chat.session_id == made, "we are there")
        assert len(await workspace.messages.list_records(made)) == 4
        assert workspace.topology.parent(made) == money
        await until(lambda: found("toastAction"), "Undo is offered")
        assert text_of("toastText") == "Opened “Taxes”"
        click("toastAction")
        await until(lambda: "Taxes" not in labels(workspace), "it is taken back")

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_dialog_can_be_typed_in_before_its_other_fields_are_there(
    qapp: QApplication, tmp_path: Path
) -> None:
    """What was typed and sent off early is not lost: Enter waits until the source was read."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.outline.tree.selected.emit(by_label(workspace, "Money"))
        await until(lambda: found("chatBranch"))
        click("chatBranch")
        assert found("branchParent") is None
        QTest.keyClicks(control("branchName"), "Fast")
        press(Qt.Key.Key_Return, "branchName")
        await until(lambda: "Fast" in labels(workspace), "the branch is there")

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_profile_is_found_by_its_words_and_asks_for_its_values(qapp: QApplication, tmp_path: Path) -> None:
    """M-5: one field for each variable; the default stands in it, the example is only shown."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace, description="Knows one region.")
        await a_profile(workspace, "Critic", instructions="Be hard.", variables=())
        await ask(shell, by_label(workspace, "Money"))
        click("branchProfile")
        await until(lambda: found("profilePopupSearch"))
        assert names_in("profilePopupList") == ["No profile", "Regional expert", "Critic"]
        QTest.keyClicks(control("profilePopupSearch"), "one knows")
        assert names_in("profilePopupList") == ["Regional expert"]
        press(Qt.Key.Key_Return, "profilePopupSearch")
        await until(lambda: found("branchVariable0"))
        region, tone = control("branchVariable0"), control("branchVariable1")
        assert (region.text(), region.placeholderText()) == ("", "Such as Hunan")
        assert (tone.text(), tone.accessibleName()) == ("plain", "Tone")
        assert text_of("branchProfileNote") == "Knows one region."
        type_into("branchName", "Hunan")
        type_into("branchVariable0", "Hunan")
        await open_it(workspace, "Hunan")
        assert await sent(workspace, "Hunan") == "You are an expert for Hunan. Answer in a plain tone."

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_missing_value_is_said_at_its_field_and_keeps_the_branch_from_being_opened(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-5: quietly while nobody was there, in red afterwards; the reason stands beside *Open*."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await ask_with_expert(shell, workspace)
        await until(lambda: found("branchVariable0"))
        label = control("branchVariable0Label")
        assert label.text() == "Which region: a value is needed"
        assert label.property("tone") == "muted"
        await until(lambda: text_of("branchReason") == "Still needed: “Which region”")
        assert control("branchOpen").accessibleDescription() == text_of("branchReason")
        press(Qt.Key.Key_Return, "branchName")
        assert QApplication.focusWidget() is control("branchVariable0")
        assert label.property("tone") == "danger"
        assert control("branchVariable0").property("wrong")
        assert control("branchVariable0").accessibleDescription() == "a value is needed"
        assert len(labels(workspace)) == len(workspace.topology)
        QTest.keyClicks(control("branchVariable0"), "H")
        assert label.text() == "Which region"
        assert label.property("tone") == "muted"
        assert control("branchOpen").isEnabled()
        assert found("branchReason") is None
        press(Qt.Key.Key_Backspace)
        assert label.property("tone") == "danger"
        click("branchOpen")
        assert dialog().isVisible(), "a value is still needed"

    run_in_window(tmp_path, story, setting_up=plant)


ONLY_PROFILES = "Only the instructions of a profile ask for values"


def test_own_instructions_are_folded_and_added_to_the_profiles(qapp: QApplication, tmp_path: Path) -> None:
    """M-3, M-5b: *prepend* puts the profile's first; Enter is a new line there, Ctrl+Enter opens."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace, "Critic", instructions="Be hard.", variables=())
        await ask(shell, by_label(workspace, "Money"))
        assert found("branchOwnText") is None
        await choose_profile("Critic")
        click("branchOwnOpen")
        box = control("branchOwnText")
        assert box.hasFocus()
        assert found("branchOwnNone") is None, "with a profile its own instructions speak"
        QTest.keyClicks(box, "Visit {city}.")
        assert text_of("branchOwnTextNote") == f"{ONLY_PROFILES}; {{city}} is sent as it stands."
        box.clear()
        assert found("branchOwnTextNote") is None
        QTest.keyClicks(box, "Be brief.")
        press(Qt.Key.Key_Return)
        QTest.keyClicks(box, "Be kind.")
        type_into("branchName", "Own")
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await gone()
        await until(lambda: "Own" in labels(workspace))
        assert await sent(workspace, "Own") == "Be hard.\n\nBe brief.\nBe kind."

    run_in_window(tmp_path, story, setting_up=plant)


def test_no_instructions_at_all_is_a_choice_of_its_own(qapp: QApplication, tmp_path: Path) -> None:
    """M-5b: an empty box inherits, the tick does not."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        root = await workspace.branches.open(money, "Told", own="Speak Latin.")
        for label, ticked in (("Inherits", False), ("Bare", True)):
            await ask(shell, root)
            click("branchOwnOpen")
            if ticked:
                click("branchOwnNone")
                assert not control("branchOwnText").isEnabled()
            type_into("branchName", label)
            await open_it(workspace, label)
        assert await sent(workspace, "Inherits") == "Speak Latin."
        assert await sent(workspace, "Bare") == ""

    run_in_window(tmp_path, story, setting_up=plant)


def test_own_instructions_that_the_profile_does_not_use_are_said_to_be_unused(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-3: preset; a warning at the field, and the branch can be opened all the same."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace, "Only", instructions="Mine.", variables=(), mode=PromptMode.PRESET)
        await ask(shell, by_label(workspace, "Money"))
        await choose_profile("Only")
        click("branchOwnOpen")
        QTest.keyClicks(control("branchOwnText"), "And mine.")
        await until(lambda: "not used" in text_of("branchOwnTextLabel"))
        assert control("branchOwnTextLabel").property("tone") == "warning"
        assert control("branchOpen").isEnabled()

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_comes_along_is_counted_and_nothing_means_nothing(qapp: QApplication, tmp_path: Path) -> None:
    """C-6, X-5; a summary is offered only where somebody can write one (F-5)."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        view = await ask(shell, by_label(workspace, "Money"))
        note = text_of("branchStartsNote")
        assert note.startswith("4 messages come along, about ")
        assert note.endswith(" tokens. This conversation stays as it is.")
        preview = view.preview
        assert preview is not None
        assert preview.messages == 4
        assert found("branchStarts_compress") is None
        click("branchStarts_none")
        assert text_of("branchStartsNote") == "The branch begins empty. This conversation stays as it is."
        type_into("branchName", "Empty")
        await open_it(workspace, "Empty")
        assert await workspace.messages.list_records(by_label(workspace, "Empty")) == ()

    run_in_window(tmp_path, story, setting_up=plant)


def test_messages_that_are_too_long_are_warned_of_with_what_can_help(
    qapp: QApplication, tmp_path: Path
) -> None:
    """C-6: what comes along, the whole of it, and what the model reads; no summary is advised that nobody writes."""
    small = ScriptedModel(["ok"], ref=ModelRef(PRACTICE, "practice"), context_tokens=300)

    async def story(shell: Shell, workspace: Workspace) -> None:
        view = await ask(shell, by_label(workspace, "Money"))
        await until(lambda: "and Practice assistant reads 300." in text_of("branchStartsNote"))
        assert view.preview is not None
        along, whole = view.preview.along_tokens, view.preview.tokens
        assert whole - along < 300 < whole, "it is the messages"
        assert text_of("branchStartsNote") == (
            f"4 messages would come along, about {along} tokens. With all the rest that makes about {whole} tokens, "
            "and Practice assistant reads 300. Take nothing along, or choose another model."
        )
        assert control("branchStartsNote").property("tone") == "warning"
        assert found("branchWarnings") is None
        click("branchStarts_none")
        assert control("branchStartsNote").property("tone") == "muted"

    run_in_window(tmp_path, story, setting_up=plant, model=small)


@pytest.mark.parametrize("context", ["none", "inherit"])
def test_instructions_that_are_too_long_are_told_whatever_comes_along(
    qapp: QApplication, tmp_path: Path, context: str
) -> None:
    """C-6: with the preview folded; neither a summary nor nothing is said to help."""
    small = ScriptedModel(["ok"], ref=ModelRef(PRACTICE, "practice"), context_tokens=2000)

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace, "Long", instructions="word " * 3000, variables=())
        view = await ask(shell, by_label(workspace, "Money"))
        assert found("previewPanel") is None
        await choose_profile("Long")
        click(f"branchStarts_{context}")
        await until(lambda: found("branchWarnings") and "instructions are" in text_of("branchWarnings"))
        assert view.preview is not None
        alone = QLocale().toString(view.preview.tokens - view.preview.along_tokens)
        assert f"begins with about {alone} tokens, and Practice assistant reads 2,000." in text_of(
            "branchWarnings"
        )
        assert text_of("branchWarnings").endswith("Shorten them, or choose another model.")
        assert control("branchStartsNote").property("tone") == "muted"
        assert text_of("branchWarnings") in control("branchOpen").accessibleDescription()
        await choose_profile("")
        await until(lambda: found("branchWarnings") is None)

    run_in_window(tmp_path, story, setting_up=plant, model=small, size=(900, 620))


def test_an_opening_message_that_is_too_long_is_told_as_that(qapp: QApplication, tmp_path: Path) -> None:
    """C-6, F-6: it is the branch's own, though it stands among the messages."""
    small = ScriptedModel(["ok"], ref=ModelRef(PRACTICE, "practice"), context_tokens=2000)

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace, "Wordy", instructions="Be hard.", variables=(), opening="word " * 3000)
        await ask(shell, by_label(workspace, "Money"))
        await choose_profile("Wordy")
        await until(lambda: found("branchWarnings") and "opening message" in text_of("branchWarnings"))
        assert control("branchStartsNote").property("tone") == "muted"

    run_in_window(tmp_path, story, setting_up=plant, model=small)


def test_a_model_that_reads_too_little_for_any_branch_is_told_as_that(
    qapp: QApplication, tmp_path: Path
) -> None:
    """C-6: where nothing can be shortened, only another model is advised."""
    tiny = ScriptedModel(["ok"], ref=ModelRef(PRACTICE, "practice"), context_tokens=50)

    async def story(shell: Shell, workspace: Workspace) -> None:
        await ask(shell, by_label(workspace, "Money"))
        await until(lambda: found("branchWarnings") and "Even without any" in text_of("branchWarnings"))
        assert text_of("branchWarnings").endswith("reads 50. Choose another model.")

    run_in_window(tmp_path, story, setting_up=plant, model=tiny)


def test_skills_that_are_gone_are_named_beside_the_profile_or_at_the_foot(
    qapp: QApplication, tmp_path: Path
) -> None:
    """S-1, M-7: with the preview folded; at the foot where it is the source that names them, never a hundred at once."""
    gone_words = "There is no skill “gone”; it is left out."

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace, "Skilled", instructions="Be hard.", variables=(), skills=("gone",))
        money = by_label(workspace, "Money")
        await ask(shell, money)
        assert found("previewPanel") is None
        await choose_profile("Skilled")
        await until(lambda: gone_words in text_of("branchProfileLabel"))
        assert control("branchProfileLabel").property("tone") == "warning"
        assert found("branchWarnings") is None
        await choose_profile("")
        await until(lambda: text_of("branchProfileLabel") == "Profile")
        await workspace.apply(SetConfig(money, skills=("gone", "lost", "away", "past")))
        await until(lambda: found("branchWarnings"))
        assert text_of("branchWarnings").startswith(gone_words)
        assert text_of("branchWarnings").endswith("2 more of this kind.")
        assert "away" not in text_of("branchWarnings")

    run_in_window(tmp_path, story, setting_up=plant, size=(900, 620))


@pytest.mark.parametrize("edited", [None, "Other words"])
def test_a_branch_at_a_message_ends_there_or_before_the_edited_one(
    qapp: QApplication, tmp_path: Path, edited: str | None
) -> None:
    """F-5, R-14: *Branch from here*; with an edited text it waits as a draft."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        records = await workspace.messages.list_records(money)
        here = records[2]
        assert here.role == Role.USER
        view = await ask(shell, money, here.record_id, edited)
        count = 2 if edited else 3
        assert view.preview is not None
        assert view.preview.messages == count
        assert text_of("branchStartsNote").startswith(f"{count} messages ")
        assert ("edited" in text_of("branchTitle")) is bool(edited)
        type_into("branchName", "Cut")
        await open_it(workspace, "Cut")
        made = by_label(workspace, "Cut")
        assert len(await workspace.messages.list_records(made)) == count
        assert await workspace.messages.get_draft(made) == (edited or "")

    run_in_window(tmp_path, story, setting_up=plant)


def test_nothing_comes_along_from_a_message_where_the_person_says_so(
    qapp: QApplication, tmp_path: Path
) -> None:
    """X-5."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        here = (await workspace.messages.list_records(money))[2]
        await ask(shell, money, here.record_id)
        click("branchStarts_none")
        type_into("branchName", "Bare")
        await open_it(workspace, "Bare")
        assert await workspace.messages.list_records(by_label(workspace, "Bare")) == ()

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_branch_hangs_where_the_project_puts_it_or_where_the_person_does(
    qapp: QApplication, tmp_path: Path
) -> None:
    """F-3, F-8, O-1: source and place are two things; an archived place is not offered."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money, menu = by_label(workspace, "Money"), by_label(workspace, "Menu and prices")
        root = workspace.topology.root_of(money)
        await workspace.apply(SetStrategy(root, StrategyKind.FLAT))
        await workspace.apply(SetArchived((by_label(workspace, "Opening week"),), True))
        await ask(shell, money)
        assert control("branchParent").accessibleName() == "Hangs under: A corner café"
        click("branchParent")
        await until(lambda: found("movePickerList"))
        places = names_in("movePickerList")
        assert places[0] == "Where this project puts its branches: “A corner café”"
        assert "A corner café › Opening week" not in places
        QTest.keyClicks(control("movePickerFilter"), "menu")
        press(Qt.Key.Key_Return, "movePickerFilter")
        await until(lambda: found("movePickerList") is None)
        assert control("branchParent").accessibleName() == "Hangs under: A corner café › Menu and prices"
        type_into("branchName", "Elsewhere")
        await open_it(workspace, "Elsewhere")
        made = by_label(workspace, "Elsewhere")
        assert workspace.topology.parent(made) == menu
        assert workspace.topology[made].source_id == money

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_profiles_own_choice_of_what_comes_along_is_proposed(qapp: QApplication, tmp_path: Path) -> None:
    """F-5, X-5: and the person's own choice beats it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace, "Fresh", instructions="x", variables=(), context=ContextMode.NONE)
        await ask(shell, by_label(workspace, "Money"))
        await choose_profile("Fresh")
        assert control("branchStarts_none").isChecked()
        await choose_profile("")
        assert control("branchStarts_inherit").isChecked()
        click("branchStarts_inherit")
        await choose_profile("Fresh")
        assert control("branchStarts_inherit").isChecked()

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_profile_that_goes_while_the_dialog_is_open_is_let_go(qapp: QApplication, tmp_path: Path) -> None:
    """F-1: never an error at fork time."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        profile = await ask_with_expert(shell, workspace)
        await until(lambda: found("branchVariable0"))
        await workspace.profiles.save(replace(profile, name="Local expert"))
        await until(lambda: control("branchProfile").accessibleName() == "Profile: Local expert")
        await workspace.profiles.delete(profile.profile_id)
        await until(lambda: control("branchProfile").accessibleName() == "Profile: No profile")
        assert found("branchVariable0") is None
        assert control("branchOpen").isEnabled()

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_preview_follows_each_key(qapp: QApplication, tmp_path: Path) -> None:
    """M-7: the same composed text that the branch is then told."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace)
        view = await ask(shell, by_label(workspace, "Money"))
        await until(lambda: found("previewPanel"), "it is unfolded in a wide window")
        await choose_profile("Regional")
        await until(lambda: found("previewSegmentText0"))
        for typed, shown in (("H", "H"), ("unan", "Hunan")):
            QTest.keyClicks(control("branchVariable0"), typed)
            words = f"You are an expert for {shown}. Answer in a plain tone."
            await until(partial(shows, "previewSegmentText0", words))
        assert view.preview is not None
        told = view.preview.composition.config.system_prompt
        type_into("branchName", "Hunan")
        await open_it(workspace, "Hunan")
        assert await sent(workspace, "Hunan") == told

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_conversation_that_goes_takes_its_dialog_along(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        made = await workspace.branches.open(money, "Short")
        await ask(shell, made)
        await workspace.undo()
        await gone()

    run_in_window(tmp_path, story, setting_up=plant)


def test_messages_that_arrive_meanwhile_are_counted(qapp: QApplication, tmp_path: Path) -> None:
    """F-9: what is there when the branch is opened comes along, and the dialog says so."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        await ask(shell, money)
        await workspace.messages.add_note(money, "one more")
        await until(lambda: text_of("branchStartsNote").startswith("5 messages"))
        await asyncio.sleep(0)
        assert dialog().preview is not None

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_label_that_ends_in_a_mark_gets_no_second_one(qapp: QApplication) -> None:
    """A person may ask “Which trade?” for a variable."""
    field = LabeledField(QLineEdit(), "trade")
    for label, shown in (
        ("Trade", "Trade: "),
        ("Which trade?", "Which trade? "),
        ("哪个行业？", "哪个行业？ "),
    ):
        field.put_label(label)
        field.put_problem("a value is needed")
        assert field.title_text == f"{shown}a value is needed"
    field.deleteLater()


def test_the_preview_follows_every_change_of_the_source(qapp: QApplication, tmp_path: Path) -> None:
    """M-7: its instructions and its name too, not only its messages; the branch is what was previewed."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        view = await ask(shell, money)

        def told() -> str:
            assert view.preview is not None
            return str(view.preview.composition.config.system_prompt)

        await workspace.apply(SetConfig(money, "Speak Latin."))
        await until(lambda: told() == "Speak Latin.", "it is previewed")
        await workspace.apply(Rename(money, "Coins"))
        await until(lambda: text_of("branchTitle") == "Branch from “Coins”")
        assert control("branchParent").accessibleName().endswith("› Coins")
        type_into("branchName", "Late")
        await workspace.apply(SetConfig(money, "Speak Greek."))
        press(Qt.Key.Key_Return, "branchName")
        await gone()
        assert told() == "Speak Greek.", "what was opened had been looked at"
        await until(partial(has_label, workspace, "Late"))
        assert await sent(workspace, "Late") == "Speak Greek."

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_change_in_the_library_leaves_the_fields_that_stay_as_they_are(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-5: the focus and the place in the text too, whatever is saved, added or renamed meanwhile."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        profile = await ask_with_expert(shell, workspace)
        await until(lambda: found("branchVariable1"))
        await workspace.skills.create("Words", content="Read.")
        await until(lambda: active(dialog()), "the list that was closed has let go of the keys")
        field = control("branchVariable0")
        field.setFocus()
        QTest.keyClicks(field, "Huan")
        QTest.keyClick(field, Qt.Key.Key_Left)
        QTest.keyClick(field, Qt.Key.Key_Left)
        await workspace.skills.create("Sums", content="Count.")
        asks = replace(
            profile,
            instructions="Since {year}: " + EXPERT_TEXT.replace("{tone}", "kind"),
            variables=(TemplateVariable(name="year", label="Year"), replace(REGION, label="Where")),
        )
        await workspace.profiles.save(asks)
        await until(lambda: text_of("branchVariable0Label").startswith("Year"), "it is asked for")
        assert QApplication.focusWidget() is field
        assert field is control("branchVariable1")
        assert field.accessibleName() == text_of("branchVariable1Label") == "Where"
        QTest.keyClicks(field, "n")
        assert field.text() == "Hunan"
        QTest.keyClick(field, Qt.Key.Key_Backtab)
        assert QApplication.focusWidget() is control("branchVariable0")
        QTest.keyClicks(control("branchVariable0"), "1900")
        type_into("branchName", "Kept")
        await open_it(workspace, "Kept")
        text = "Since 1900: You are an expert for Hunan. Answer in a kind tone."
        assert await sent(workspace, "Kept") == text

    run_in_window(tmp_path, story, setting_up=plant)
