"""The engine as a library: a public surface that needs neither a window nor a store nor a service (L-5)."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import stello_desktop.engine as library
from stello_desktop.domain.config import SerializableSessionConfig, SessionConfig
from stello_desktop.domain.errors import BrokenRule, InvalidLabel
from stello_desktop.domain.messages import ToolCall, ToolDefinition, ToolResult
from stello_desktop.engine import FunctionTools
from tests.unit.engine.desk import Desk, run

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "engine.md"

ALONE = """
import sys

FORBIDDEN = {"PySide6", "shiboken6", "qasync", "sqlmodel", "sqlalchemy", "sqlite3", "openai", "httpx2", "httpx",
             "keyring", "pydantic", "numpy", "yaml"}

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in FORBIDDEN or name.startswith(("stello_desktop.store", "stello_desktop.ui",
                                                                   "stello_desktop.llm", "stello_desktop.workspace")):
            raise ImportError(f"the engine asked for {name}")

sys.meta_path.insert(0, Refuse())
"""


def alone(script: str) -> str:
    """What a script prints in a fresh interpreter in which nothing but the engine and the domain can be imported."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ALONE + script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def block(language: str) -> str:
    """The first code block of a language on the page."""
    return PAGE.read_text("utf-8").split(f"```{language}\n", 1)[1].split("```", 1)[0]


def declared() -> set[str]:
    """The names that a type checker sees in the package."""
    tree = ast.parse(Path(library.__file__).read_text("utf-8"))
    (guarded,) = (node for node in tree.body if isinstance(node, ast.If))
    return {alias.name for node in guarded.body if isinstance(node, ast.ImportFrom) for alias in node.names}


def test_every_module_of_the_engine_works_without_window_store_and_services() -> None:
    """L-5: in a fresh interpreter that refuses them all."""
    modules = sorted(path.stem for path in (ROOT / "stello_desktop" / "engine").glob("*.py"))
    imports = "\n".join(f"import stello_desktop.engine.{name}" for name in modules if name != "__init__")
    names = "\n".join(f"from stello_desktop.engine import {name}" for name in sorted(declared()))
    assert alone(f"{names}\n{imports}\nprint('fine')") == "fine\n"


def test_the_refusal_of_foreign_packages_can_fail() -> None:
    """L-5: the check above sees a window where there is one."""
    with pytest.raises(AssertionError, match="the engine asked for PySide6"):
        alone("import PySide6.QtCore")


def test_a_name_is_loaded_when_it_is_used() -> None:
    """L-5: a room that needs one small module does not pay for the whole engine before the first paint."""
    script = (
        "import sys, stello_desktop.engine\nprint(sorted(m for m in sys.modules if m.startswith('stello')))"
    )
    assert alone(script) == "['stello_desktop', 'stello_desktop.engine']\n"


def test_the_public_surface_is_what_it_says() -> None:
    """L-5: what a type checker sees, what is found at run time and what `dir` lists are the same."""
    assert declared() <= set(dir(library))
    for name in declared():
        assert getattr(library, name) is not None
    assert declared() == set(library._HOME_OF)
    with pytest.raises(AttributeError, match="Nonsense"):
        library.Nonsense  # noqa: B018 - asking is the point


def test_the_script_on_the_page_does_what_the_page_says() -> None:
    """L-5, Q-3, M-5, F-5: a root, a turn, a fork with a profile."""
    assert len(block("python").splitlines()) <= 25
    assert alone(block("python")) == block("text")


def test_roots_are_made_with_the_defaults_of_the_day() -> None:
    """Q-3, M-8."""

    async def work() -> None:
        desk = Desk(defaults=lambda: SessionConfig(system_prompt="In Chinese.", skills=("a",)))
        with pytest.raises(BrokenRule):
            await desk.agent.create_session("Plan")
        desk.agent.create_root = desk.store.create_root
        root = await desk.agent.create_session("  My\nplan ")
        assert desk.agent.get_node(root).label == "My plan"
        assert await desk.store.get_config(root) == SerializableSessionConfig(
            system_prompt="In Chinese.", skills=("a",)
        )
        with pytest.raises(InvalidLabel):
            await desk.agent.create_session(" \n ")

    run(work())


def test_plain_functions_are_tools() -> None:
    """X-1, R-6: plain or async, with data, a result or an exception."""

    async def work() -> None:
        tools = FunctionTools()

        async def slow(arguments: dict[str, str]) -> ToolResult:
            return ToolResult(False, error=arguments["why"])

        tools.register(ToolDefinition("add", "adds", {"type": "object"}), lambda values: sum(values["of"]))
        tools.register(ToolDefinition("slow", "waits", {"type": "object"}), slow)
        assert [tool.name for tool in tools.definitions()] == ["add", "slow"]
        assert await tools.execute(ToolCall("1", "add", '{"of": [1, 2]}')) == ToolResult(True, 3)
        assert await tools.execute(ToolCall("2", "slow", '{"why": "no"}')) == ToolResult(False, error="no")
        assert not (await tools.execute(ToolCall("3", "nothing", "{}"))).success
        with pytest.raises(KeyError):
            await tools.execute(ToolCall("4", "add", "{}"))

    run(work())
