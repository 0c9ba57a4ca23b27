"""What the branch dialog proposes: the profile's word, the last choices, and a way out of both."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.config import ContextMode, PromptMode
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.branching.acting import (
    a_profile,
    ask,
    ask_with_expert,
    by_label,
    choose_profile,
    click,
    control,
    dialog,
    found,
    open_it,
    plant,
    text_of,
    type_into,
)


def beaten() -> list[str]:
    """What is struck through below any value of the preview."""
    rows = control("previewOrigins").rows.values()
    return [words for row in rows for words in row.beaten.words]


def starts_with() -> tuple[str, str]:
    """What the branch starts with, and who says so."""
    row = control("previewOrigins").rows["context"]
    return row.value.words, row.origin.words


def test_what_the_profile_says_comes_along_is_the_profiles_word(qapp: QApplication, tmp_path: Path) -> None:
    """M-7, F-5: nothing is beaten by itself, and the branch begins as the profile says."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await ask_with_expert(shell, workspace, context=ContextMode.NONE)
        await until(lambda: found("previewOrigins") and starts_with() == ("nothing", "profile"))
        assert control("branchStarts_none").isChecked()
        assert beaten() == []
        type_into("branchName", "Empty")
        type_into("branchVariable0", "Hunan")
        await open_it(workspace, "Empty")
        assert await workspace.messages.list_records(by_label(workspace, "Empty")) == ()

    run_in_window(tmp_path, story, setting_up=plant)


def test_only_what_differs_from_what_counts_is_shown_as_beaten(qapp: QApplication, tmp_path: Path) -> None:
    """M-7: the person's own choice stands beside the profile's where it is another one, not where it is the same."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await ask_with_expert(shell, workspace, context=ContextMode.NONE)
        await until(lambda: found("previewOrigins") and starts_with()[1] == "profile")
        click("branchStarts_inherit")
        await until(lambda: starts_with()[1] == "this branch")
        assert [words.split(" · ")[0] for words in beaten()] == ["nothing"]
        click("branchStarts_none")
        await until(lambda: starts_with() == ("nothing", "this branch"))
        assert beaten() == []

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_values_of_the_last_branch_are_proposed_with_its_profile(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-5: in the same conversation, over a restart too; never in another one."""

    async def opens(shell: Shell, workspace: Workspace) -> None:
        await ask_with_expert(shell, workspace)
        await until(lambda: found("branchVariable0"))
        type_into("branchVariable0", "Hunan")
        type_into("branchName", "First")
        await open_it(workspace, "First")

    async def opens_again(shell: Shell, workspace: Workspace) -> None:
        await ask(shell, by_label(workspace, "Money"))
        await until(lambda: found("branchVariable0"))
        assert control("branchVariable0").text() == "Hunan"
        assert control("branchVariable1").text() == "plain", "a default is no choice of anybody"
        type_into("branchName", "Second")
        await open_it(workspace, "Second")
        await ask(shell, by_label(workspace, "First"))
        await choose_profile("Regional")
        await until(lambda: found("branchVariable0"))
        assert control("branchVariable0").text() == ""

    run_in_window(tmp_path, opens, setting_up=plant)
    run_in_window(tmp_path, opens_again)


def test_a_branch_that_lacks_a_value_leads_to_its_field(qapp: QApplication, tmp_path: Path) -> None:
    """M-5: by the button as by Enter; the reason stands beside it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await ask_with_expert(shell, workspace)
        await until(lambda: found("branchVariable0"))
        await until(lambda: text_of("branchReason") == "Still needed: “Which region”")
        click("branchOpen")
        assert control("branchVariable0").hasFocus()
        assert control("branchVariable0Label").property("tone") == "danger"
        assert dialog().isVisible()

    run_in_window(tmp_path, story, setting_up=plant)


def test_how_braces_are_sent_is_not_said_of_what_is_not_sent(qapp: QApplication, tmp_path: Path) -> None:
    """M-3, M-5: a profile that says “Only these” leaves no room for the branch's own instructions."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await ask_with_expert(shell, workspace, mode=PromptMode.PRESET)
        click("branchOwnOpen")
        QTest.keyClicks(control("branchOwnText"), "In {region}")
        await until(lambda: "are not used" in text_of("branchOwnTextLabel"))
        assert found("branchOwnTextNote") is None
        click("branchProfileNone")
        await until(lambda: found("branchOwnTextNote"), "now it is sent")
        assert text_of("branchOwnTextNote").endswith("{region} is sent as it stands.")

    run_in_window(tmp_path, story, setting_up=plant)


def test_no_profile_is_one_click_or_one_key_away(qapp: QApplication, tmp_path: Path) -> None:
    """What was remembered must not stand in the way of a plain branch."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace)
        view = (await ask(shell, by_label(workspace, "Money"))).form_view
        assert found("branchProfileNone") is None
        await choose_profile("Regional")
        await until(lambda: found("branchVariable0"))
        click("branchProfileNone")
        assert view.profile is None
        assert found("branchVariable0") is None
        assert found("branchProfileNone") is None
        await choose_profile("Regional")
        control("branchProfile").setFocus()
        QTest.keyClick(control("branchProfile"), Qt.Key.Key_Delete)
        assert view.profile is None
        type_into("branchName", "Plain")
        await open_it(workspace, "Plain")

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_legend_tells_the_default_from_what_was_typed(qapp: QApplication, tmp_path: Path) -> None:
    """M-5: a default stands in its field too, and an example stands in for what is missing."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await ask_with_expert(shell, workspace)
        await until(lambda: found("previewSegmentLegend0"))
        assert text_of("previewSegmentLegend0") == "dotted: default · dashed: example"
        type_into("branchVariable0", "Hunan")
        await until(lambda: text_of("previewSegmentLegend0") == "dotted: typed or default")

    run_in_window(tmp_path, story, setting_up=plant)
