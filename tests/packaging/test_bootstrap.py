"""The two commands of the README, step by step, without the network."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import bootstrap
import pytest
from steps import environment, pythons, system_parts, terminal, translations

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [ROOT / "packaging" / "bootstrap.py", *sorted((ROOT / "packaging" / "steps").glob("*.py"))]
posix_only = pytest.mark.skipif(os.name == "nt", reason="the fakes are shell scripts")


def a_python(folder: Path, name: str, version: str, exit_code: int = 0) -> list[str]:
    """A fake that answers the probe as the given version would."""
    path = folder / name
    words = version.replace(".", " ")
    path.write_text(f'#!/bin/sh\necho "stello-python {words} {path}"\nexit {exit_code}\n', "utf-8")
    path.chmod(0o755)
    return [str(path)]


def an_environment(tmp_path: Path) -> environment.Environment:
    """An environment that looks complete, with a lock of its own."""
    lock = tmp_path / "run.txt"
    lock.write_text("one==1 --hash=sha256:00\n", "utf-8")
    made = environment.Environment(tmp_path / ".venv-run", [lock], tmp_path / "tools")
    made.python.parent.mkdir(parents=True)
    made.python.touch()
    made.write_stamp(sys.executable)
    return made


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_step_can_be_read_by_python_3_8(script: Path) -> None:
    ast.parse(script.read_text("utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_step_needs_the_standard_library_alone(script: Path) -> None:
    tree = ast.parse(script.read_text("utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    known = sys.stdlib_module_names | {"steps"}
    assert {name.partition(".")[0] for name in names} <= known


@pytest.mark.slow
@posix_only
def test_an_old_python_starts_the_bootstrap() -> None:
    found = sorted(Path.home().glob(".pyenv/versions/3.[89].*/bin/python"))
    if not found:
        pytest.skip("there is no Python 3.8 or 3.9 here")
    for python in found:
        command = [str(python), str(SCRIPTS[0]), "--help"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr
        assert "bootstrap.py run" in result.stdout


@posix_only
def test_the_first_python_that_runs_and_is_new_enough_is_taken(tmp_path: Path) -> None:
    commands = [
        [str(tmp_path / "not-there")],
        a_python(tmp_path, "old", "3.11.9"),
        a_python(tmp_path, "shim-that-refuses", "3.13.0", exit_code=127),
        a_python(tmp_path, "good", "3.12.4"),
        a_python(tmp_path, "newer", "3.13.1"),
    ]
    found = pythons.find_python(commands)
    assert found is not None
    assert (found.text, Path(found.path).name) == ("3.12.4", "good")


@posix_only
def test_no_python_is_found_where_all_are_old(tmp_path: Path) -> None:
    assert pythons.find_python([a_python(tmp_path, "old", "3.9.2")]) is None


def test_this_python_answers_the_probe() -> None:
    found = pythons.answer_of([sys.executable])
    assert found is not None
    assert found.version == sys.version_info[:3]


def test_pyenv_folders_are_candidates_without_their_shims(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("3.11.7", "3.12.1", "3.13.0"):
        (tmp_path / "versions" / name).mkdir(parents=True)
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    ours = [command[0] for command in pythons.candidates() if command[0].startswith(str(tmp_path))]
    assert [Path(path).relative_to(tmp_path / "versions").parts[0] for path in ours] == [
        "3.12.1",
        "3.13.0",
        "3.11.7",
    ]


def test_a_complete_environment_is_recognised_in_milliseconds(tmp_path: Path) -> None:
    made = an_environment(tmp_path)
    assert made.is_ready()
    started = time.process_time()
    environment.ensure(made)
    assert time.process_time() - started < 0.05


@pytest.mark.parametrize("change", ["lock", "python", "moved", "torn", "base"])
def test_a_changed_environment_is_made_again(tmp_path: Path, change: str) -> None:
    made = an_environment(tmp_path)
    if change == "lock":
        made.locks[0].write_text("one==2 --hash=sha256:11\n", "utf-8")
    elif change == "python":
        made.python.unlink()
    elif change == "torn":
        made.stamp_path.write_text('{"folder":', "utf-8")
    elif change == "base":
        made.write_stamp(str(tmp_path / "a-python-that-was-removed"))
    elif change == "moved":
        moved = tmp_path / "elsewhere"
        made.folder.rename(moved)
        made = environment.Environment(moved, made.locks, made.tools)
    assert not made.is_ready()


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("error: Failed to fetch: dns error: failed to lookup address", "network cannot be reached"),
        (
            "Connection refused\nERROR: No matching distribution found for uv==0.13.9",
            "network cannot be reached",
        ),
        ("error: Failed to download numpy: Hash mismatch for numpy", "not the file that was expected"),
        ("error: failed to write: No space left on device (os error 28)", "disk is full"),
        ("error: has no usable wheels and building from source is disabled", "no ready-made package"),
        ("PermissionError: [Errno 13] Permission denied: '.venv'", "cannot be written"),
        ("something\nvery odd\n", "very odd"),
        ("", "no reason given"),
    ],
)
def test_a_failure_is_one_sentence_with_a_way_on(output: str, words: str) -> None:
    sentence = terminal.first_sentence_for(output, "getting the packages")
    assert sentence.startswith("Stopped while getting the packages: ")
    assert words in sentence
    assert "\n" not in sentence


def test_a_failing_program_stops_with_its_own_reason() -> None:
    command = [sys.executable, "-c", "import sys; print('out of luck'); sys.exit(3)"]
    with pytest.raises(terminal.Stop, match="Stopped while trying: out of luck"):
        terminal.run_step(command, "trying")


def test_a_missing_program_stops_without_a_traceback(tmp_path: Path) -> None:
    with pytest.raises(terminal.Stop, match="Stopped while trying"):
        terminal.run_step([str(tmp_path / "nothing")], "trying")


def test_a_fault_becomes_a_sentence_and_an_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(words: list[str]) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bootstrap, "run", fail)
    assert bootstrap.main(["run"]) == 1
    assert "No space left on device" in capsys.readouterr().out


def test_an_unknown_command_shows_the_two_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["fly"]) == 2
    shown = capsys.readouterr().out
    assert "bootstrap.py run" in shown
    assert "bootstrap.py test" in shown


def test_arguments_reach_pytest_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []

    def start(command: list[str], extra: dict[str, str] | None = None) -> int:
        started.append(command)
        return 5

    monkeypatch.setattr(system_parts, "ensure", lambda **wanted: None)
    monkeypatch.setattr(bootstrap, "_prepare", lambda folder, locks: "python")
    monkeypatch.setattr(bootstrap, "_start", start)
    assert bootstrap.main(["test", "-k", "tree", "tests/unit", "-x"]) == 5
    assert bootstrap.main(["test", "--prepare"]) == 0
    assert started == [["python", "-m", "pytest", "-k", "tree", "tests/unit", "-x"]]


@pytest.mark.parametrize(("words", "locks"), [([], ["run.txt", "local.txt"]), (["--no-local"], ["run.txt"])])
def test_the_tiny_model_comes_along_unless_the_person_says_no(
    monkeypatch: pytest.MonkeyPatch, words: list[str], locks: list[str]
) -> None:
    asked: list[str] = []

    def prepare(folder: Path, wanted: list[Path]) -> str:
        asked.extend(lock.name for lock in wanted)
        return "python"

    monkeypatch.setattr(system_parts, "ensure", lambda **wanted: None)
    monkeypatch.setattr(bootstrap, "has_display", lambda: True)
    monkeypatch.setattr(bootstrap, "_prepare", prepare)
    monkeypatch.setattr(bootstrap, "_start", lambda command: 0)
    assert bootstrap.main(["run", *words]) == 0
    assert asked == locks


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux may lack a display")
@pytest.mark.parametrize(
    ("variables", "there"),
    [
        ({}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "w"}, True),
        ({"QT_QPA_PLATFORM": "x"}, True),
    ],
)
def test_a_display_is_looked_for(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], *, there: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert bootstrap.has_display() is there


@posix_only
def test_without_a_display_the_pictures_are_named_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "PICTURES", tmp_path / "pictures")
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\ntouch "$4/01-one.png"\necho "1 pictures are in $4"\n', "utf-8")
    python.chmod(0o755)
    assert bootstrap._showcase(str(python)) == 0
    assert (tmp_path / "pictures" / "01-one.png").exists()
    assert capfd.readouterr().out.count("pictures are in") == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems bring all of it")
class TestSystemParts:
    """Detection of libraries and fonts, and what is said when one is missing."""

    def test_a_library_that_does_not_open_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(system_parts, "OFFSCREEN_LIBRARIES", {"libc.so.6": "libc6", "libno.so": "no"})
        assert system_parts.missing_libraries(window=False) == {"libno.so": "no"}

    def test_without_rights_the_exact_command_is_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(system_parts, "missing_libraries", lambda window: {"libEGL.so.1": "libegl1"})
        monkeypatch.setattr(system_parts, "missing_fonts", list)
        monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
        monkeypatch.setattr(system_parts, "_permission", lambda packages: None)
        with pytest.raises(terminal.Stop, match=r"sudo apt-get update && .* libegl1$"):
            system_parts.ensure(window=True, testing=False)

    def test_missing_fonts_alone_stop_nobody(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(system_parts, "missing_libraries", lambda window: {})
        monkeypatch.setattr(system_parts, "missing_fonts", lambda: ["fonts-noto-cjk"])
        monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
        monkeypatch.setattr(system_parts, "_permission", lambda packages: None)
        system_parts.ensure(window=True, testing=False)
        assert "fonts-noto-cjk" in capsys.readouterr().out

    def test_another_distribution_reads_what_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(system_parts, "missing_libraries", lambda window: {"libEGL.so.1": "libegl1"})
        monkeypatch.setattr(system_parts, "missing_fonts", list)
        monkeypatch.setattr(shutil, "which", lambda name: None)
        with pytest.raises(terminal.Stop, match=r"libEGL\.so\.1"):
            system_parts.ensure(window=True, testing=False)


def test_only_stale_translations_are_compiled(tmp_path: Path) -> None:
    source = '<?xml version="1.0"?><!DOCTYPE TS><TS version="2.1" language="zh_CN"></TS>'
    (tmp_path / "zh.ts").write_text(source, "utf-8")
    (tmp_path / "en.ts").write_text(source, "utf-8")
    made = translations.compile_stale(sys.executable, tmp_path, tmp_path)
    assert [path.name for path in made] == ["en.qm", "zh.qm"]
    assert translations.compile_stale(sys.executable, tmp_path, tmp_path) == []
    later = time.time() + 10
    os.utime(tmp_path / "zh.ts", (later, later))
    assert [ts.name for ts, _ in translations.stale(tmp_path, tmp_path)] == ["zh.ts"]


def test_a_broken_translation_is_named(tmp_path: Path) -> None:
    (tmp_path / "zh.ts").write_text("<TS", "utf-8")
    with pytest.raises(terminal.Stop, match=r"zh\.ts"):
        translations.compile_stale(sys.executable, tmp_path, tmp_path)
