"""The original's compose cases, typed into the editor and read from the preview."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.config import UNSET
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.preview import layers
from stello_desktop.ui.profiles.draft import DEFAULTS
from stello_desktop.ui.profiles.page import ProfilesPage
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.profiles.steps import (
    a_profile,
    choose,
    choose_skills,
    click,
    label,
    open_page,
    saved,
    settle,
    tick,
    write,
)

type Case = dict[str, Any]

CASES: list[Case] = json.loads(
    (Path(__file__).parents[2] / "cases" / "compose-cases.json").read_text(encoding="utf-8")
)


def cannot_be_typed(case: Case) -> str:
    """Why the page has no place for a case; empty where it has."""
    options = case["forkOptions"]
    if "systemPromptFnReturnsNull" in (case.get("profile") or {}):
        return "a function of a program, not a text of a person"
    if options.get("systemPrompt") == "":
        return "beside a profile the branch's own box is either written in or unset (M-5b)"
    if "skills" in options:
        return "no place gives a single branch skills of its own; its profile does"
    if "context" in options or "prompt" in options:
        return "what one branch starts with is chosen in the branch dialog"
    return ""


TYPED = [case for case in CASES if not cannot_be_typed(case)]


def test_most_cases_can_be_typed() -> None:
    """The reasons above are all that there are."""
    reasons = [cannot_be_typed(case) for case in CASES if cannot_be_typed(case)]
    assert len(TYPED) == 104
    assert len(reasons) == 85


class Typist:
    """Types one case after the other into the same window."""

    def __init__(self, page: ProfilesPage, workspace: Workspace) -> None:
        self._page, self._workspace = page, workspace
        self._parents: dict[str, SessionId] = {}
        self._number = 0

    async def type_case(self, case: Case) -> None:
        """Defaults, the conversation, the profile, the branch's own words."""
        await self._type_defaults(case.get("defaults") or {})
        await self._branch_from(case.get("parent"))
        if case["forkOptions"].get("profile"):
            await self._type_profile(case.get("profile") or {}, case["forkOptions"].get("profileVars") or {})
        else:
            await choose(self._page, DEFAULTS)
        write(self._page.side.trying.own_box, case["forkOptions"].get("systemPrompt") or "")
        await settle(self._page)

    async def _type_defaults(self, defaults: dict[str, Any]) -> None:
        known = self._workspace.defaults
        skills = known.skills if known.skills is UNSET else list(known.skills)
        if (defaults.get("systemPrompt", UNSET), defaults.get("skills", UNSET)) == (
            known.system_prompt,
            skills,
        ):
            return
        await choose(self._page, DEFAULTS)
        self._type_text(defaults.get("systemPrompt"))
        choose_skills(self._page, defaults.get("skills"))
        await saved(self._page)

    def _type_text(self, text: str | None) -> None:
        tick(self._page, "profileNone", on=False)
        write(self._page.editor.instructions, text or "")
        tick(self._page, "profileNone", on=text == "")

    async def _branch_from(self, parent: dict[str, Any] | None) -> None:
        """A conversation that really has these instructions and skills; an imagined one where there is none."""
        if parent is None:
            self._page.side.put_source(None)
        else:
            key = json.dumps(parent)
            if key not in self._parents:
                self._parents[key] = await self._plant(parent)
            self._page.side.put_source(self._parents[key])
        await settle(self._page)

    async def _plant(self, parent: dict[str, Any]) -> SessionId:
        kept = self._workspace.defaults
        await self._workspace.set_defaults()
        root = await self._workspace.create_project("Root")
        skills = parent.get("skills")
        session_id = await self._workspace.branches.open(
            root,
            "Parent",
            own=parent.get("systemPrompt", UNSET),
            skills=UNSET if skills is None else tuple(skills),
        )
        await self._workspace.set_defaults(system_prompt=kept.system_prompt, skills=kept.skills)
        return session_id

    async def _type_profile(self, profile: dict[str, Any], values: dict[str, str]) -> None:
        self._number += 1
        made = await a_profile(self._workspace, f"Case {self._number}")
        await choose(self._page, made.profile_id)
        self._type_text(profile.get("systemPromptTemplate", profile.get("systemPrompt")))
        click(self._page, f"profileMode_{profile.get('systemPromptMode', 'prepend')}")
        choose_skills(self._page, profile.get("skills"))
        write(self._page.editor.opening, profile.get("prompt") or "")
        await settle(self._page)
        for name, value in values.items():
            field = self._page.side.trying.value_field(name)
            if field is not None:
                write(field, value)


def offered(case: Case) -> dict[Layer, Any]:
    """The instructions that each layer has, filled in."""
    profile = case.get("profile") or {}
    text = profile.get("systemPromptTemplate", profile.get("systemPrompt"))
    for name, value in (case["forkOptions"].get("profileVars") or {}).items():
        text = text.replace(f"{{{name}}}", value) if text else text
    return {
        Layer.DEFAULTS: (case.get("defaults") or {}).get("systemPrompt"),
        Layer.PARENT: (case.get("parent") or {}).get("systemPrompt"),
        Layer.PROFILE: text,
        Layer.OPTIONS: case["forkOptions"].get("systemPrompt"),
    }


def last_with_skills(case: Case) -> Layer | None:
    """The layer whose skills count (M-1, M-2)."""
    order = ((Layer.DEFAULTS, "defaults"), (Layer.PARENT, "parent"), (Layer.PROFILE, "profile"))
    having = [layer for layer, name in order if (case.get(name) or {}).get("skills") is not None]
    return having[-1] if having else None


def misread(page: ProfilesPage, case: Case) -> list[str]:
    """What the preview says otherwise than the case; empty where it is right."""
    expected, panel, wrong = case["expected"], page.side.panel, []
    if panel.composed.text != (expected.get("systemPrompt") or ""):
        wrong.append(f"{panel.composed.text!r} instead of {expected.get('systemPrompt')!r}")
    none = label(page, "previewNoInstructions")
    if "systemPrompt" not in expected and "nobody has written any here" not in none:
        wrong.append(f"unset, but it says {none!r}")
    if expected.get("systemPrompt") == "" and "No instructions at all" not in none:
        wrong.append(f"none at all, but it says {none!r}")
    texts = offered(case)
    for number, piece in enumerate(panel.composed.shown):
        said = label(page, f"previewSegmentCaption{number}")
        if piece.layer is None or texts[piece.layer] != piece.text or said != layers.caption(piece.layer):
            wrong.append(f"{piece.text!r} is said to be {said!r}")
    skills = expected.get("skills")
    words = "all skills" if skills is None else ", ".join(skills) or "none"
    if label(page, "previewValue_skills") != words:
        wrong.append(f"skills {label(page, 'previewValue_skills')!r} instead of {words!r}")
    layer = last_with_skills(case)
    origin = "not set" if layer is None else layers.short(layer)
    if label(page, "previewFrom_skills") != origin:
        wrong.append(f"skills from {label(page, 'previewFrom_skills')!r} instead of {origin!r}")
    return wrong


async def misread_in_the_end(page: ProfilesPage, case: Case) -> list[str]:
    """What the preview still says otherwise when it has had time to follow."""
    with suppress(AssertionError):
        await until(lambda: not misread(page, case))
    return misread(page, case)


@pytest.mark.slow
def test_what_is_typed_is_composed_as_in_the_original(qapp: QApplication, tmp_path: Path) -> None:
    """M-1 to M-5b, M-7: every case that a person can type, by keys and clicks, read from what is seen."""

    async def set_up(workspace: Workspace) -> None:
        for name in ("d", "pr", "pa", "pb"):
            await workspace.skills.create(name, content=f"skill {name}")
        await a_profile(workspace, "First")

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        typist = Typist(page, workspace)
        wrong: dict[str, list[str]] = {}
        for case in sorted(TYPED, key=lambda item: json.dumps(item.get("defaults"))):
            await typist.type_case(case)
            if found := await misread_in_the_end(page, case):
                wrong[case["id"]] = found
        assert wrong == {}

    run_in_window(tmp_path, story, setting_up=set_up, size=(1440, 1000))
