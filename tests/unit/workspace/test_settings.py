"""The person's choices: kept, read tolerantly, never a reason not to start."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.services import PRACTICE, Service, ServiceKind
from stello_desktop.workspace.settings import Settings
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import a_service, run_in_workspace

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*Settings().to_values(), "unknown"]), JSON))
def test_whatever_stands_in_the_store_settings_are_usable(values: dict[str, object]) -> None:
    """A damaged value falls back to its default."""
    settings = Settings.from_values(values)
    assert Settings.from_values(settings.to_values()) == settings


@pytest.mark.parametrize(
    "damage", [{"name": 5}, {"base_url": None}, {"needs_key": "no"}, {"kind": "other"}, {"unknown": 1}]
)
def test_a_damaged_service_is_left_out_and_the_others_stay(damage: dict[str, object]) -> None:
    """T10: what is used as an address or a name is one."""
    sound = Service(service_id=ServiceId("a"), kind=ServiceKind.OPENAI, name="A", base_url="https://a/v1")
    stored = Settings(services=(sound,)).to_values()["services"][0]
    assert Settings.from_values({"services": [{**stored, **damage}, stored, 3]}).services == (sound,)


def test_a_choice_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="theme"):
        Settings().with_changes(theme="pink")


def test_choices_survive_a_restart(tmp_path: Path) -> None:
    async def choose(workspace: Workspace) -> None:
        await workspace.change_settings(language="zh_CN", theme="light", text_scale=1.3)

    async def look(workspace: Workspace) -> None:
        assert (workspace.settings.language, workspace.settings.theme) == ("zh_CN", "light")
        assert workspace.settings.text_scale == 1.3

    run_in_workspace(tmp_path, choose)
    run_in_workspace(tmp_path, look)


def test_how_a_window_was_left_survives_a_restart(tmp_path: Path) -> None:
    async def leave(workspace: Workspace) -> None:
        workspace.put_view_value("map.zoom", 0.5)

    async def come_back(workspace: Workspace) -> None:
        assert workspace.view_value("map.zoom") == 0.5
        assert workspace.view_value("nothing", 7) == 7

    run_in_workspace(tmp_path, leave)
    run_in_workspace(tmp_path, come_back)


def test_a_service_is_kept_and_removing_the_default_falls_back_to_practice(tmp_path: Path) -> None:
    """M-10."""

    async def add(workspace: Workspace) -> None:
        service_id = await a_service(workspace, "My server")
        assert service_id.startswith("my-server")
        assert workspace.answering.default.base_url == "http://127.0.0.1:9/v1"

    async def remove(workspace: Workspace) -> None:
        assert [item.name for item in workspace.answering.services] == ["", "My server"]
        await workspace.services.remove(workspace.answering.services[1].service_id)
        assert workspace.answering.default.service_id == PRACTICE

    run_in_workspace(tmp_path, add)
    run_in_workspace(tmp_path, remove)


def test_adding_the_same_address_and_model_again_changes_the_one_there_is(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        await a_service(workspace, "One")
        for _ in range(2):
            await workspace.services.add(name="Other", address="127.0.0.1:9", model="One-model")
        assert [item.name for item in workspace.answering.services] == ["", "Other"]

    run_in_workspace(tmp_path, story)
