"""What a person gave for a branch is read once: preview, dialog and fork agree, whatever blanks were typed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.config import UNSET, Maybe, PromptMode
from stello_desktop.domain.errors import MissingTemplateVariables
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import SavedProfile, TemplateVariable
from stello_desktop.domain.preview import BranchPreview, PreviewRequest, Severity
from stello_desktop.ui.branching.form import (
    BranchForm,
    choice_of,
    missing_variables,
    preview_request,
    wanted_variables,
)
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import open_workspace
from tests.properties.runs import runs

SPELLINGS = ("re\u0301gion", "r\u00e9gion")
texts = st.text(alphabet=" \t\n\r\x00\x0b\x1f\x85\u00a0\u2003\u2028\u3000\ufeffab{}", max_size=5)
variables = st.builds(TemplateVariable, name=st.sampled_from(SPELLINGS), default=texts, example=texts)
instructions = st.sampled_from(["", "  ", "About {re\u0301gion}. ", "\tOf {r\u00e9gion}\r\n"])

type Told = Maybe[str] | None
"""The instructions of a branch; None where it cannot be made."""


async def forked(
    workspace: Workspace, source: SessionId, profile: str, values: dict[str, str], own: Maybe[str]
) -> Told:
    try:
        branch = await workspace.branches.open(source, "B", profile=profile, variables=values, own=own)
    except MissingTemplateVariables:
        return None
    return (await workspace.inspection.facts(branch)).system_prompt


def told(preview: BranchPreview) -> Told:
    if any(problem.severity is Severity.ERROR for problem in preview.problems):
        return None
    return preview.composition.config.system_prompt


def test_preview_dialog_and_fork_read_the_same_words_alike(tmp_path: Path) -> None:
    """M-5, M-5b, M-7: any value, default and own instructions, in any spelling and with any blanks."""

    async def check(
        workspace: Workspace, source: SessionId, edited: SavedProfile, name: str, value: str, own: Maybe[str]
    ) -> None:
        profile = await workspace.profiles.save(edited)
        ground = await workspace.inspection.ground(source)
        request = PreviewRequest(profile=profile, label="B", variables={name: value}, own=own)
        made = await forked(workspace, source, profile.name, {name: value}, own)
        assert told(ground.preview(request)) == made
        form = BranchForm(profile_id=profile.profile_id, own=own or "")
        for variable in wanted_variables(profile):
            form = form.with_value(variable.name, value)
        choice = choice_of(form, profile, default_name="B", context="none")
        shown = told(ground.preview(preview_request(choice, profile)))
        assert bool(missing_variables(form, profile)) == (shown is None)
        assert shown == await forked(workspace, source, profile.name, dict(choice.variables), choice.own)
        if own != "":  # the dialog has a tick for that choice
            assert shown == made

    with asyncio.Runner() as runner:
        opened = open_workspace(tmp_path)
        workspace = runner.run(opened.__aenter__())
        source = runner.run(workspace.create_project("Plan"))
        profile = runner.run(workspace.profiles.create("Expert"))

        @runs(80)
        @given(
            st.lists(variables, max_size=1).map(tuple),
            instructions,
            st.sampled_from(PromptMode),
            st.sampled_from(SPELLINGS),
            texts,
            st.just(UNSET) | texts,
        )
        def law(
            described: tuple[TemplateVariable, ...],
            text: str,
            mode: PromptMode,
            name: str,
            value: str,
            own: Maybe[str],
        ) -> None:
            edited = replace(profile, instructions=text, variables=described, mode=mode)
            runner.run(check(workspace, source, edited, name, value, own))

        try:
            law()
        finally:
            runner.run(opened.__aexit__(None, None, None))
