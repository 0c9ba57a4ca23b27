"""Stories in the real window: what a person asks for reaches the store, and the truth comes back."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QListView, QMenu, QPushButton, QWidget

from stello_desktop.domain.commands import Rename
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_loop, run_in_window, until
from tests.helpers.workspaces import open_workspace


async def plant(workspace: Workspace) -> None:
    await workspace.examples.plant("en")


def by_label(workspace: Workspace, label: str) -> SessionId:
    return next(entry.session_id for entry in workspace.topology.entries() if entry.label == label)


def has_label(workspace: Workspace, label: str) -> bool:
    return any(entry.label == label for entry in workspace.topology.entries())


def is_chosen(shell: Shell, session_id: SessionId) -> bool:
    return shell.selected == session_id


def button(shell: Shell, name: str) -> QPushButton:
    found = next(
        (item for item in QApplication.allWidgets() if item.objectName() == name and item.isVisible()), None
    )
    assert isinstance(found, QPushButton), name
    return found


def seen(name: str) -> bool:
    return any(item.objectName() == name and item.isVisible() for item in QApplication.allWidgets())


def field_of(parent: QWidget, name: str) -> QLineEdit:
    found = parent.findChild(QLineEdit, name)
    assert found is not None, name
    return found


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def dialog(kind: type[QDialog]) -> QDialog:
    return next(
        item for item in QApplication.topLevelWidgets() if isinstance(item, kind) and item.isVisible()
    )


def test_map_outline_and_conversation_share_the_selection(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        shell.outline.tree.selected.emit(money)
        assert shell.selected == money
        assert shell.chat.session_id == money
        lease = by_label(workspace, "The lease")
        shell.sky.selected.emit(lease)
        assert shell.outline.tree.current_session() == lease
        assert shell.chat.session_id == lease

    run_in_window(tmp_path, story, setting_up=plant)


def test_going_elsewhere_from_the_conversation_leaves_the_person_writing(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        lease = by_label(workspace, "The lease")
        shell.sky.selected.emit(lease)
        shell.sky.setFocus()
        await asyncio.sleep(0.05)
        QTest.mouseClick(button(shell, "breadcrumb0"), Qt.MouseButton.LeftButton)
        assert shell.selected == workspace.topology.root_of(lease)
        QTest.keyClicks(focused(), "at once")
        await until(lambda: shell.chat.conversation.is_loaded)
        assert shell.chat.composer.text == "at once"

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_move_is_told_with_undo_and_undone_from_the_toast(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        lease, money = by_label(workspace, "The lease"), by_label(workspace, "Money")
        before = workspace.topology.parent(lease)
        shell.outline.tree.reparent_requested.emit(lease, money)
        await until(lambda: workspace.topology.parent(lease) == money)
        await until(lambda: shell.window.toast.words == "Moved “The lease” under “Money”")
        assert shell.actions["undo"].text().startswith("Undo move of “The lease”")
        QTest.mouseClick(button(shell, "toastAction"), Qt.MouseButton.LeftButton)
        await until(lambda: workspace.topology.parent(lease) == before)
        await until(lambda: shell.window.toast.words == "Undone: move of “The lease”")
        assert shell.selected == lease

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_refused_move_says_why(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.requests.reparent((by_label(workspace, "Location"),), by_label(workspace, "The lease"))
        await until(lambda: "cannot hang under itself" in shell.window.toast.words)

    run_in_window(tmp_path, story, setting_up=plant)


def test_tab_in_the_outline_makes_a_child_that_is_named_at_once(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        tree = shell.outline.tree
        tree.setFocus()
        tree.selected.emit(money)
        count = len(workspace.topology)
        QTest.keyClick(tree, Qt.Key.Key_Tab)
        await until(lambda: tree.findChild(QLineEdit, "outlineNameEditor"))
        editor = field_of(tree, "outlineNameEditor")
        QTest.keyClicks(editor, "Insurance")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        await until(lambda: any(entry.label == "Insurance" for entry in workspace.topology.entries()))
        made = by_label(workspace, "Insurance")
        assert workspace.topology.parent(made) == money
        assert workspace.topology[made].source_id == money
        await asyncio.sleep(0.1)
        assert len(workspace.topology) == count + 1, "Enter in the name's field made another one"
        QTest.keyClick(shell.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: len(workspace.topology) == count)

    run_in_window(tmp_path, story, setting_up=plant)


def test_escape_in_an_empty_first_name_takes_the_child_back(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        tree, count = shell.outline.tree, len(workspace.topology)
        tree.setFocus()
        tree.selected.emit(by_label(workspace, "Money"))
        QTest.keyClick(tree, Qt.Key.Key_Return)
        await until(lambda: tree.findChild(QLineEdit, "outlineNameEditor"))
        assert len(workspace.topology) == count + 1
        QTest.keyClick(field_of(tree, "outlineNameEditor"), Qt.Key.Key_Escape)
        await until(lambda: len(workspace.topology) == count)
        assert workspace.history.redo is not None

    run_in_window(tmp_path, story, setting_up=plant)


def test_deleting_says_how_many_and_undo_brings_them_back(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        count = len(workspace.topology)
        shell.outline.tree.selected.emit(by_label(workspace, "The lease"))
        shell.outline.tree.delete_requested.emit(by_label(workspace, "Location"))
        await until(lambda: "3 conversation" in shell.window.toast.words)
        assert workspace.topology[shell.selected or SessionId("")].label == "A corner café"
        shell.actions["undo"].trigger()
        await until(lambda: len(workspace.topology) == count)

    run_in_window(tmp_path, story, setting_up=plant)


def test_folds_are_shared(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        location = by_label(workspace, "Location")
        shell.sky.fold_requested.emit(location, True)
        await until(lambda: workspace.topology[location].folded)
        index = shell.outline.tree.model().index_of(location)  # type: ignore[attr-defined]
        assert not shell.outline.tree.isExpanded(index)
        shell.outline.tree.setExpanded(index, True)
        await until(lambda: not workspace.topology[location].folded)

    run_in_window(tmp_path, story, setting_up=plant)


def test_move_to_offers_only_legal_places_and_moves(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        from stello_desktop.ui.move_picker import MovePicker  # noqa: PLC0415 - needed here only

        location = by_label(workspace, "Location")
        shell.outline.tree.selected.emit(location)
        shell.actions["move_to"].trigger()
        picker = dialog(MovePicker)
        places = picker.findChild(QListView, "movePickerList")
        assert places is not None
        model = places.model()
        offered = [model.index(row, 0).data() for row in range(model.rowCount())]
        assert "A project of its own" in offered
        assert not any("lease" in place or place.endswith("Location") for place in offered)
        assert "A corner café" not in offered
        line = field_of(picker, "movePickerFilter")
        QTest.keyClicks(line, "opening")
        QTest.keyClick(line, Qt.Key.Key_Return)
        opening = by_label(workspace, "Opening week")
        await until(lambda: workspace.topology.parent(location) == opening)

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_branch_button_brings_the_conversation_along_unless_told_otherwise(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        shell.outline.tree.selected.emit(money)
        for starts, count in (("inherit", 4), ("none", 0)):
            shell.chat.branch_requested.emit(money, None, None)
            await until(
                lambda: any(
                    w.objectName() == "branchName" and w.isVisible() for w in QApplication.allWidgets()
                )
            )
            name = next(
                w for w in QApplication.allWidgets() if w.objectName() == "branchName" and w.isVisible()
            )
            QTest.keyClicks(name, f"Branch {starts}")
            await until(partial(seen, f"branchStarts_{starts}"))
            button(shell, f"branchStarts_{starts}").click()
            button(shell, "branchOpen").click()
            label = f"Branch {starts}"
            await until(partial(has_label, workspace, label))
            made = by_label(workspace, label)
            await until(partial(is_chosen, shell, made))
            assert len(await workspace.messages.list_records(made)) == count

    run_in_window(tmp_path, story, setting_up=plant)


def test_settings_change_the_running_window(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        from stello_desktop.ui import theme  # noqa: PLC0415 - needed here only

        await workspace.change_settings(theme="light")
        assert theme.current().name == "light"
        await workspace.change_settings(theme="dark", text_scale=1.3)
        assert theme.current() == theme.load("dark", 1.3)
        await workspace.change_settings(show_archived=False)
        assert not shell.actions["show_archived"].isChecked()
        van = by_label(workspace, "First idea: a coffee van")
        index = shell.outline.tree.model().index_of(van)  # type: ignore[attr-defined]
        assert not index.isValid()
        await workspace.change_settings(text_scale=1.0)

    run_in_window(tmp_path, story, setting_up=plant)


def test_every_place_has_its_key(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        keys = (
            (Qt.Key.Key_6, "settings"),
            (Qt.Key.Key_5, "trash"),
            (Qt.Key.Key_4, "insights"),
            (Qt.Key.Key_3, "skills"),
            (Qt.Key.Key_2, "profiles"),
            (Qt.Key.Key_1, "map"),
        )
        for key, place in keys:
            QTest.keyClick(shell.window, key, Qt.KeyboardModifier.ControlModifier)
            assert shell.window.place == place
        await asyncio.sleep(0.05)

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_focus_goes_along_from_place_to_place(qapp: QApplication, tmp_path: Path) -> None:
    """What had the focus is out of sight; Tab goes on in the new place, not in the rail."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.sky.setFocus()
        for key, page in ((Qt.Key.Key_3, "skills"), (Qt.Key.Key_6, "settings"), (Qt.Key.Key_5, "trash")):
            QTest.keyClick(shell.window, key, Qt.KeyboardModifier.ControlModifier)
            await asyncio.sleep(0.3)
            place = shell.pages.make(page)
            assert place is focused() or place.isAncestorOf(focused()), page
        QTest.keyClick(shell.window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
        await asyncio.sleep(0.05)
        assert shell.window.map_page.isAncestorOf(focused())

    run_in_window(tmp_path, story, setting_up=plant)


def test_f6_walks_through_map_outline_and_conversation(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.sky.setFocus()
        visited = []
        for _ in range(3):
            QTest.keyClick(focused(), Qt.Key.Key_F6)
            parts = {"map": shell.sky, "outline": shell.outline, "chat": shell.chat}
            visited += [name for name, part in parts.items() if part.isAncestorOf(focused())]
        assert visited == ["outline", "chat", "map"]
        QTest.keyClick(focused(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
        assert shell.chat.isAncestorOf(focused())

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_text_field_keeps_its_own_undo(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        root = by_label(workspace, "A corner café")
        await workspace.apply(Rename(root, "Renamed"))
        shell.chat.focus_composer()
        QTest.keyClicks(shell.chat.composer.field, "words")
        QTest.keyClick(shell.chat.composer.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await asyncio.sleep(0.1)
        assert shell.chat.composer.field.toPlainText() != "words"
        assert workspace.topology[root].label == "Renamed"

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_conversation_gets_the_window_and_escape_gives_it_back(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.sky.open_full_requested.emit(by_label(workspace, "Money"))
        assert not shell.sky.isVisible()
        assert shell.chat.isVisible()
        QTest.keyClick(focused(), Qt.Key.Key_Escape)
        assert shell.sky.isVisible()

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_narrow_window_has_map_and_conversation_as_two_pages(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        assert not shell.outline.isVisible()
        assert shell.sky.isVisible()
        assert shell.chat.isVisible()
        shell.window.resize(640, 700)
        await asyncio.sleep(0.05)
        assert shell.sky.isVisible()
        assert not shell.chat.isVisible()
        shell.outline.tree.selected.emit(by_label(workspace, "Money"))
        button(shell, "openConversation").click()
        assert shell.chat.isVisible()
        assert not shell.sky.isVisible()
        button(shell, "backToMap").click()
        assert shell.sky.isVisible()

    run_in_window(tmp_path, story, setting_up=plant, size=(900, 700))


def test_the_window_comes_back_as_it_was_left(qapp: QApplication, tmp_path: Path) -> None:
    async def leave(shell: Shell, workspace: Workspace) -> None:
        shell.outline.tree.selected.emit(by_label(workspace, "Money"))
        shell.window.setGeometry(40, 30, 1200, 700)
        shell.window.map_page.splitter.setSizes([200, 600, 320])
        shell.window.map_page.places_changed.emit()
        await asyncio.sleep(0.05)
        shell.go_to("trash")

    async def come_back(shell: Shell, workspace: Workspace) -> None:
        assert workspace.topology[shell.selected or SessionId("")].label == "Money"
        assert shell.window.place == "trash"
        shell.go_to("map")
        await asyncio.sleep(0.05)
        assert shell.window.map_page.splitter.sizes()[0] == 200

    run_in_window(tmp_path, leave, setting_up=plant)
    run_in_window(tmp_path, come_back, size=(1200, 700))


def test_the_menu_of_a_conversation_offers_only_what_can_be_done(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        def words_for(label: str) -> list[str]:
            shell.sky.menu_requested.emit(by_label(workspace, label), QPoint(300, 300))
            menu = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMenu) and w.isVisible())
            words = [action.text().split("\t")[0] for action in menu.actions() if not action.isSeparator()]
            menu.close()
            return words

        root = words_for("A corner café")
        assert "Arrange as a mind map" in root
        assert "Make it a project of its own" not in root
        assert "Remove the example" in root
        leaf = words_for("Opening week")
        assert "Move to…" in leaf
        assert "Fold" not in leaf
        assert "Take out of the archive" in words_for("First idea: a coffee van")

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_store_that_cannot_be_opened_is_told_for_as_long_as_it_lasts(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        from stello_desktop.domain.errors import StoreError, StoreErrorKind  # noqa: PLC0415 - needed here only

        async def fail() -> None:
            raise StoreError(StoreErrorKind.READ_ONLY)

        opening = asyncio.ensure_future(fail())
        await asyncio.wait([opening])
        shell.opened(opening)
        notice = shell.window.findChild(QLabel, "noticeText")
        assert notice is not None
        assert "cannot be written to" in notice.text()

    run_in_window(tmp_path, story)


def test_the_starter_set_is_there_before_anybody_has_looked_at_it(qapp: QApplication, tmp_path: Path) -> None:
    """Conversations have the skills that their list promises; the open inspector follows."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        project = await workspace.create_project("Garden")
        shell.sky.selected.emit(project)
        shell.actions["inspect"].trigger()
        await until(lambda: shell.inspecting.sheet is not None and shell.inspecting.sheet.facts is not None)
        assert shell.inspecting.sheet is not None
        assert shell.inspecting.sheet.facts is not None
        assert not shell.inspecting.sheet.facts.visible_skills
        shell.opened(workspace.open())
        await until(lambda: len(workspace.profiles.active) > 1)
        sheet = shell.inspecting.sheet
        await until(lambda: sheet.facts is not None and len(sheet.facts.visible_skills) > 1)
        await until(lambda: any(part.name == "activate_skill" for part in sheet.parts))
        assert not shell.pages.is_made("profiles")

    run_in_window(tmp_path, story)


def test_the_starter_set_waits_until_the_first_screen_is_done(qapp: QApplication, tmp_path: Path) -> None:
    """It comes in the language that is chosen there."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        assert shell.window.place == "welcome"
        shell.opened(workspace.open())
        await workspace.change_settings(language="zh_CN")
        await until(lambda: shell.pages.is_made("settings"), "a while has passed")
        assert not workspace.profiles.all
        project = await workspace.create_project("Garden")
        shell.pages.welcome.finished.emit(project)
        await until(lambda: workspace.profiles.all)
        assert "地方通" in [profile.name for profile in workspace.profiles.all]

    run_in_window(tmp_path, story, welcomed=False)


def test_an_empty_workspace_has_a_sky_that_offers_a_project(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        assert shell.window.place == "map"
        shell.actions["new_project"].trigger()
        await until(lambda: len(workspace.topology) == 1)
        await until(shell.sky.editor.isVisible)
        QTest.keyClicks(shell.sky.editor, "Garden")
        QTest.keyClick(shell.sky.editor, Qt.Key.Key_Return)
        await until(lambda: any(entry.label == "Garden" for entry in workspace.topology.entries()))

    run_in_window(tmp_path, story)


def test_an_answer_changes_counts_without_laying_the_map_out_again(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        shell.outline.tree.selected.emit(by_label(workspace, "Location"))
        stars = shell.sky.view.picture.stars
        before = stars.entries[stars.at(money)].message_count
        await workspace.messages.add_note(money, "Ask the bank about a guarantee")
        await until(lambda: workspace.topology[money].message_count == before + 1)
        assert shell.sky.view.picture.stars is stars
        assert stars.entries[stars.at(money)].message_count == before + 1

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_store_that_opens_after_the_window_was_closed_finds_nobody(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell) -> None:
        opened = asyncio.Event()

        async def wait() -> None:
            await opened.wait()

        opening = asyncio.ensure_future(wait())
        opening.add_done_callback(shell.opened)
        await shell.aclose()
        opened.set()
        await opening
        await asyncio.sleep(0.05)

    async def told() -> None:
        async with open_workspace(tmp_path) as workspace:
            await story(Shell(qapp, workspace))

    run_in_loop(told)
