"""Choosing service and model: found by typing, inherited where nothing is chosen, kept by name (M-10, T-8)."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.services import PRACTICE, ModelInfo
from stello_desktop.ui.list_popup import ListPopup
from stello_desktop.ui.model_chooser import ModelChooser, ModelPopup
from stello_desktop.ui.model_list import ModelList
from stello_desktop.ui.model_rows import ModelRows, Row, RowKind
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.network import GUARD
from tests.helpers.servers import ReplayServer, error_reply, reply
from tests.helpers.windows import run_in_loop, until
from tests.helpers.workspaces import a_service, open_workspace


def the_popup() -> ModelPopup:
    return next(
        item for item in QApplication.topLevelWidgets() if isinstance(item, ModelPopup) and item.isVisible()
    )


def rows_of(popup: ModelPopup) -> list[str]:
    rows = popup.list.rows
    return [str(rows.index(number, 0).data()) for number in range(rows.rowCount())]


class Story:
    """A chooser over a real workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self.chooser = ModelChooser(workspace, "As in the source")
        self.heard: list[object] = []
        self.chooser.chosen.connect(self.heard.append)
        self.chooser.show()

    def open(self) -> ModelPopup:
        self.chooser.open()
        return the_popup()

    def press(self, popup: ModelPopup, key: Qt.Key) -> None:
        QTest.keyClick(popup.list.search, key)


def tell(folder: Path, story: object) -> None:
    async def told() -> None:
        async with open_workspace(folder) as workspace:
            assert callable(story)
            made = Story(workspace)
            try:
                await story(made, workspace)
            finally:
                made.chooser.close()
                made.chooser.deleteLater()
                await asyncio.sleep(0)

    run_in_loop(told)


def test_nothing_chosen_means_what_is_inherited(qapp: QApplication, tmp_path: Path) -> None:
    async def story(it: Story, workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Home")
        assert (it.chooser.choice, it.chooser.accessibleName()) == (None, "AI service: As in the source")
        popup = it.open()
        assert rows_of(popup)[:2] == ["As in the source", "Practice assistant"]
        QTest.keyClicks(popup.list.search, "home-mod")
        it.press(popup, Qt.Key.Key_Return)
        assert it.chooser.choice == ModelRef(service_id, "Home-model")
        popup = it.open()
        assert popup.list.view.currentIndex().data() == "Home-model"
        popup.list.search.setText("as in the")
        it.press(popup, Qt.Key.Key_Return)
        assert it.heard == [ModelRef(service_id, "Home-model"), None]

    tell(tmp_path, story)


def test_escape_and_the_same_choice_change_nothing(qapp: QApplication, tmp_path: Path) -> None:
    async def story(it: Story, workspace: Workspace) -> None:
        it.chooser.set_choice(ModelRef(PRACTICE, "practice"))
        popup = it.open()
        it.press(popup, Qt.Key.Key_Escape)
        assert not popup.isVisible()
        it.press(it.open(), Qt.Key.Key_Return)
        assert it.heard == []
        assert it.chooser.choice == ModelRef(PRACTICE, "practice")

    tell(tmp_path, story)


def models(*names: str) -> ReplayServer:
    """A server that lists these, as often as it is asked."""
    answer = reply(
        json.dumps({"data": [{"id": name, "context_length": 128_000} for name in names]}),
        content_type="application/json",
    )
    return ReplayServer([answer] * 4)


def test_a_service_on_this_computer_is_asked_when_the_list_opens(qapp: QApplication, tmp_path: Path) -> None:
    """Nothing leaves this computer for it; what is not for conversations is left out."""

    async def story(it: Story, workspace: Workspace) -> None:
        async with models("small", "large", "nomic-embed") as server:
            service_id = await a_service(workspace, "Home", address=server.base_url)
            popup = it.open()
            await until(lambda: "large" in rows_of(popup))
            assert "nomic-embed" not in rows_of(popup)
            assert not [row for row in rows_of(popup) if row.startswith("Show all")]
            popup.list.search.setText("large")
            it.press(popup, Qt.Key.Key_Return)
            assert it.chooser.choice == ModelRef(service_id, "large")
        assert "large" in it.chooser.accessibleName()

    tell(tmp_path, story)


def test_a_service_elsewhere_is_asked_only_by_its_own_row(qapp: QApplication, tmp_path: Path) -> None:
    """No request leaves the machine that no click caused; the row for it is there in every search."""

    async def story(it: Story, workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Away", address="https://faraway.example/v1")
        with GUARD.watch() as tried:
            popup = it.open()
            await asyncio.sleep(0.05)
        assert not tried
        QTest.keyClicks(popup.list.search, "bet")
        assert rows_of(popup) == ["Show all models of Away", "Use “bet”"]
        assert popup.list.view.currentIndex().row() == 0, "a beginning is not a name yet"
        it.press(popup, Qt.Key.Key_Down)
        it.press(popup, Qt.Key.Key_Return)
        assert it.chooser.choice == ModelRef(service_id, "bet")

    tell(tmp_path, story)


@pytest.mark.parametrize("early", [False, True], ids=["after it came", "before it came"])
def test_the_beginning_of_a_name_finds_the_model_and_makes_none(
    qapp: QApplication, tmp_path: Path, early: bool
) -> None:
    """Enter takes what is found; before the list has come it asks for it."""

    async def story(it: Story, workspace: Workspace) -> None:
        async with models("alpha-1", "beta-2", "gamma-3") as server:
            service_id = await a_service(workspace, "Home", address=server.base_url)
            popup = it.open()
            if early:
                QTest.keyClicks(popup.list.search, "beta")
                it.press(popup, Qt.Key.Key_Return)
                assert it.chooser.choice is None
                await until(lambda: "beta-2" in rows_of(popup))
            else:
                await until(lambda: "beta-2" in rows_of(popup))
                QTest.keyClicks(popup.list.search, "beta")
            assert rows_of(popup) == ["Home", "beta-2", "Use “beta”"]
            it.press(popup, Qt.Key.Key_Return)
            assert it.chooser.choice == ModelRef(service_id, "beta-2")

    tell(tmp_path, story)


def test_a_name_typed_whole_is_taken_before_longer_ones(qapp: QApplication, tmp_path: Path) -> None:
    async def story(it: Story, workspace: Workspace) -> None:
        async with models("beta-2", "beta") as server:
            service_id = await a_service(workspace, "Home", address=server.base_url)
            popup = it.open()
            await until(lambda: "beta-2" in rows_of(popup))
            QTest.keyClicks(popup.list.search, "beta")
            it.press(popup, Qt.Key.Key_Return)
            assert it.chooser.choice == ModelRef(service_id, "beta")
            it.chooser.set_choice(ModelRef(service_id, "bet"))
            popup = it.open()
            QTest.keyClicks(popup.list.search, "bet")
            found = popup.list.rows.row_at(popup.list.rows.find(ModelRef(service_id, "bet")))
            assert found is not None
            assert found.note == "not in its list"

    tell(tmp_path, story)


def test_who_has_gone_to_a_row_is_still_there_when_the_list_comes(qapp: QApplication, tmp_path: Path) -> None:
    async def story(it: Story, workspace: Workspace) -> None:
        async with models("alpha-1", "beta-2") as server:
            await a_service(workspace, "Home", address=server.base_url)
            popup = it.open()
            it.press(popup, Qt.Key.Key_Down)
            assert popup.list.view.currentIndex().data() == "Practice assistant"
            await until(lambda: "beta-2" in rows_of(popup))
            assert popup.list.view.currentIndex().data() == "Practice assistant"
            popup.close()

    tell(tmp_path, story)


def test_a_service_without_a_list_takes_a_name_that_is_typed(qapp: QApplication, tmp_path: Path) -> None:
    """Q27: 404 means that the person types the name."""

    async def story(it: Story, workspace: Workspace) -> None:
        async with ReplayServer([error_reply(404, {})] * 3) as server:
            service_id = await a_service(workspace, "Home", address=server.base_url)
            popup = it.open()
            popup.list.search.setText("show all home")
            it.press(popup, Qt.Key.Key_Return)
            news = popup.findChild(QWidget, "modelPopupNews")
            assert news is not None
            await until(lambda: "Type the name" in str(news.property("text")))
            popup.list.search.clear()
            QTest.keyClicks(popup.list.search, "my-own-model")
            it.press(popup, Qt.Key.Key_Return)
            assert it.chooser.choice == ModelRef(service_id, "my-own-model")

    tell(tmp_path, story)


def test_a_removed_service_is_said_to_be(qapp: QApplication, tmp_path: Path) -> None:
    async def story(it: Story, workspace: Workspace) -> None:
        it.chooser.set_choice(ModelRef(ServiceId("gone"), "old-model"))
        assert it.chooser.accessibleName() == "AI service: old-model · its AI service was removed"

    tell(tmp_path, story)


def test_q27_ten_thousand_names_are_searched_within_a_frame(qapp: QApplication) -> None:
    listing = ModelList("many")
    listing.resize(500, 500)
    listing.show()
    QTest.qWaitForWindowExposed(listing)
    rows = [
        Row(RowKind.CHOICE, f"vendor/model-{number}", number, info=ModelInfo(name=f"m{number}", tools=True))
        for number in range(10_000)
    ]
    listing.put(rows)
    field, view = listing.findChild(QLineEdit, "manySearch"), listing.findChild(QListView, "manyList")
    assert field is not None
    assert view is not None
    worst_ms = []
    for text in ("m", "mo", "model 99", "vendor/model-9999", "nothing", ""):
        times = []
        for _ in range(3):
            field.setText("zz")
            began = time.perf_counter()
            field.setText(text)
            view.viewport().repaint()
            times.append((time.perf_counter() - began) * 1000)
        worst_ms.append(min(times))
    listing.close()
    listing.deleteLater()
    assert max(worst_ms) < 50, worst_ms


def test_what_is_folded_away_is_found_all_the_same(qapp: QApplication) -> None:
    rows = ModelRows()
    rows.put(
        [
            Row(RowKind.CHOICE, "llama", "llama"),
            Row(RowKind.FOLD, "Not for conversations (1)"),
            Row(RowKind.CHOICE, "nomic-embed", "nomic-embed", folded=True),
        ]
    )
    assert rows.rowCount() == 2
    rows.narrow("embed")
    assert rows.index(0, 0).data() == "nomic-embed"
    rows.narrow("")
    rows.toggle_fold()
    assert rows.rowCount() == 3


def test_the_list_grows_with_what_comes_and_not_smaller_with_a_search(qtbot: QtBot) -> None:
    """A short list leaves no empty room; all models of a service have room as soon as they are there."""
    field = QWidget()
    qtbot.addWidget(field)
    popup = ListPopup("modelPopup", field)
    popup.list.put([Row(RowKind.CHOICE, "one", 1)], None)
    popup.show_below(QRect(10, 10, 200, 32))
    small = popup.height()
    popup.list.put([Row(RowKind.CHOICE, f"model {number}", number) for number in range(30)], None)
    large = popup.height()
    assert large > 2 * small
    popup.list.search.setText("model 7")
    assert popup.height() == large
    popup.close()
