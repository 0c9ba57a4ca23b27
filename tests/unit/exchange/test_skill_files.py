"""``SKILL.md`` and folders of them: only text, within limits, and every refusal has its reason (S-2, T13, T18)."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.library import FolderReading, SkillTrouble
from stello_desktop.exchange import skill_folders
from stello_desktop.exchange.skill_folders import MAX_DEPTH, read_folder
from stello_desktop.exchange.skill_text import MAX_FILE_BYTES, SkillText, UnusableSkill, read_skill

HEAD = "---\nname: summarise\ndescription: Say it short.\n---\n"
GOOD = HEAD + "Say it in three lines.\n"


def reason(data: bytes | str) -> tuple[str, dict[str, str | int]]:
    with pytest.raises(UnusableSkill) as caught:
        read_skill(data.encode() if isinstance(data, str) else data)
    return caught.value.reason, caught.value.params


def write(path: Path, text: str = GOOD) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def named(name: str) -> str:
    return GOOD.replace("summarise", name)


def names(reading: FolderReading) -> list[str]:
    return [file.skill.name for file in reading.skills]


def reasons(reading: FolderReading) -> list[tuple[str, str]]:
    return [(Path(item.path).name, item.reason) for item in reading.rejected]


def test_name_description_and_text_are_read() -> None:
    assert read_skill(GOOD.encode()) == SkillText("summarise", "Say it short.", "Say it in three lines.")


def test_bom_and_windows_line_ends_make_no_difference() -> None:
    """S-2."""
    assert read_skill(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()) == read_skill(GOOD.encode())


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("'it''s: quoted'", "it's: quoted"),
        ('"two \\"words\\" \\u6587"', 'two "words" 文'),
        (">\n  folded\n  lines", "folded lines"),
        ("|\n  kept\n  lines", "kept lines"),
        ("总结 # a remark", "总结"),
        ("2024", "2024"),
        ("yes", "yes"),
        ("2024-02-30", "2024-02-30"),
        ("a: b", None),
    ],
)
def test_quoting_is_yamls(written: str, meant: str | None) -> None:
    """S-2: a real reader; what looks like a number or a date is the text that was typed."""
    text = f"---\nname: x\ndescription: {written}\n---\nText"
    if meant is None:
        assert reason(text) == (SkillTrouble.BAD_HEAD, {"line": 3})
    else:
        assert read_skill(text.encode()).description == meant


def test_other_fields_are_passed_over() -> None:
    text = GOOD.replace("---\nname", "---\nlicense: MIT\nmetadata: {tags: [a, b]}\nname", 1)
    assert read_skill(text.encode()).name == "summarise"


def test_a_line_of_dashes_in_the_text_stays() -> None:
    assert read_skill((HEAD + "one\n---\ntwo").encode()).content == "one\n---\ntwo"


@pytest.mark.parametrize(
    ("text", "expected", "params"),
    [
        ("", SkillTrouble.NO_HEAD, {}),
        ("# Summarise\n\nSay it short.", SkillTrouble.NO_HEAD, {}),
        ("---\nname: x\ndescription: y\nText without an end", SkillTrouble.OPEN_HEAD, {}),
        ("---", SkillTrouble.OPEN_HEAD, {}),
        ("---\nname: x\n ---\nText", SkillTrouble.OPEN_HEAD, {}),
        ("--- name: x ---\nText", SkillTrouble.NO_HEAD, {}),
        ("---\nname: [x\n---\nText", SkillTrouble.BAD_HEAD, {"line": 3}),
        ("---\n- name\n---\nText", SkillTrouble.BAD_HEAD, {"line": 0}),
        ("---\n---\nText", SkillTrouble.MISSING_FIELD, {"field": "name"}),
        ("---\nname: x\n---\nText", SkillTrouble.MISSING_FIELD, {"field": "description"}),
        ("---\nname:\ndescription: y\n---\nText", SkillTrouble.MISSING_FIELD, {"field": "name"}),
        ("---\nname: ' '\ndescription: y\n---\nText", SkillTrouble.MISSING_FIELD, {"field": "name"}),
        ("---\nname: [x]\ndescription: y\n---\nText", SkillTrouble.WRONG_TYPE, {"field": "name"}),
        ("---\nname: x\ndescription: {a: b}\n---\nText", SkillTrouble.WRONG_TYPE, {"field": "description"}),
        (HEAD + " \n\n", SkillTrouble.EMPTY_TEXT, {}),
        (
            f"---\nname: {'n' * 81}\ndescription: y\n---\nText",
            SkillTrouble.TOO_LONG,
            {"field": "name", "limit": 80},
        ),
        (HEAD + "文" * 200_001, SkillTrouble.TOO_LONG, {"field": "text", "limit": 200_000}),
        (HEAD + "x" * MAX_FILE_BYTES, SkillTrouble.TOO_LARGE, {"limit": 1000}),
        ("---\nname: x\ndescription: y\n#" + "#" * 16_000 + "\n---\nText", SkillTrouble.TOO_COMPLEX, {}),
    ],
)
def test_what_is_no_skill_says_why(text: str, expected: SkillTrouble, params: dict[str, str | int]) -> None:
    assert reason(text) == (expected, params)


@pytest.mark.parametrize("data", [GOOD.encode("utf-16"), "名".encode("gb18030"), b"---\x00", b"\xff\xd8\xff"])
def test_what_is_no_utf8_says_so(data: bytes) -> None:
    assert reason(data) == (SkillTrouble.NOT_TEXT, {})


def test_no_tag_builds_anything() -> None:
    """T13: a file cannot name a class or a function."""
    for payload in (
        "!!python/object/apply:os.system ['touch /tmp/owned']",
        "!!python/name:os.system",
        "!!binary aGVsbG8=",
    ):
        assert reason(f"---\nname: x\ndescription: {payload}\n---\nText")[0] == SkillTrouble.WRONG_TYPE
        harmless = f"---\nname: x\ndescription: y\nmore: {payload}\n---\nText"
        assert read_skill(harmless.encode()) == SkillText("x", "y", "Text")


def test_aliases_and_deep_nesting_are_refused_at_once() -> None:
    """T13: nine lines of aliases would be a billion words."""
    bomb = "a: &a [lol]\n" + "".join(
        f"{after}: &{after} [{', '.join([f'*{before}'] * 9)}]\n"
        for before, after in zip("abcdefgh", "bcdefghi", strict=True)
    )
    began = time.perf_counter()
    assert reason(f"---\n{bomb}name: x\ndescription: y\n---\nText") == (SkillTrouble.ALIASES, {})
    deep = "[" * 7000 + "]" * 7000
    assert reason(f"---\nname: x\ndescription: y\nmore: {deep}\n---\nText") == (SkillTrouble.TOO_COMPLEX, {})
    assert time.perf_counter() - began < 2


def test_a_text_cannot_look_like_another() -> None:
    """Control characters and direction overrides are cleaned where text enters."""
    read = read_skill("---\nname: a\u202eb\ndescription: c\u2066d\n---\ne\u202ef\x07g".encode())
    assert read == SkillText("ab", "cd", "ef\ufffdg")


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for bytes_ in (
        data,
        b"---\n" + data + b"\n---\ntext",
        b"---\nname: x\ndescription: " + data + b"\n---\nt",
    ):
        with contextlib.suppress(UnusableSkill):
            assert read_skill(bytes_).content


# folders


def test_folders_of_folders_are_read_in_order(tmp_path: Path) -> None:
    write(tmp_path / "b" / "SKILL.md", named("second"))
    write(tmp_path / "a" / "deep" / "er" / "skill.md", named("third"))
    write(tmp_path / "SKILL.md", named("first"))
    write(tmp_path / "a" / "README.md")
    write(tmp_path / ".git" / "SKILL.md")
    reading = read_folder(tmp_path)
    assert names(reading) == ["first", "second", "third"]
    assert reading.rejected == ()
    assert reading.skills[1].skill.folder == str(tmp_path / "b")
    assert len({file.skill.skill_id for file in reading.skills}) == 3


def test_an_edit_changes_the_digest_and_not_the_id(tmp_path: Path) -> None:
    """T18."""
    path = write(tmp_path / "SKILL.md")
    before = read_folder(tmp_path).skills[0]
    assert read_folder(tmp_path).skills[0] == before
    write(path, GOOD + "And once more.")
    after = read_folder(tmp_path).skills[0]
    assert after.skill.skill_id == before.skill.skill_id
    assert after.digest != before.digest


def test_a_file_that_cannot_be_used_is_listed_beside_those_that_can(tmp_path: Path) -> None:
    """S-2."""
    write(tmp_path / "a" / "SKILL.md", "no head")
    write(tmp_path / "b" / "SKILL.md")
    (tmp_path / "c" / "SKILL.md").parent.mkdir()
    (tmp_path / "c" / "SKILL.md").write_bytes(b"\xff\xfe")
    reading = read_folder(tmp_path)
    assert names(reading) == ["summarise"]
    assert [(Path(item.path).parent.name, item.reason) for item in reading.rejected] == [
        ("a", SkillTrouble.NO_HEAD),
        ("c", SkillTrouble.NOT_TEXT),
    ]


def test_a_folder_that_is_not_there_says_so(tmp_path: Path) -> None:
    for path in (tmp_path / "gone", write(tmp_path / "file.txt")):
        assert reasons(read_folder(path)) == [(path.name, SkillTrouble.NO_FOLDER)]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    """T18: what a link points to outside is not read; inside it is read once."""
    outside = write(tmp_path / "outside" / "SKILL.md", named("secret"))
    root = tmp_path / "root"
    write(root / "real" / "SKILL.md", named("real"))
    (root / "file").mkdir()
    (root / "file" / "SKILL.md").symlink_to(outside)
    (root / "folder").symlink_to(outside.parent)
    (root / "round").symlink_to(root)
    (root / "twice").symlink_to(root / "real")
    (root / "nowhere").symlink_to(tmp_path / "gone")
    reading = read_folder(root)
    assert names(reading) == ["real"]
    assert sorted(reasons(reading)) == [("SKILL.md", SkillTrouble.OUTSIDE), ("folder", SkillTrouble.OUTSIDE)]
    assert names(read_folder(root / "twice")) == ["real"]  # the person named it


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes in folders there")
def test_only_a_plain_file_is_opened(tmp_path: Path) -> None:
    """A pipe would wait for ever."""
    (tmp_path / "pipe").mkdir()
    os.mkfifo(tmp_path / "pipe" / "SKILL.md")
    assert reasons(read_folder(tmp_path)) == [("SKILL.md", SkillTrouble.UNREADABLE)]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root reads everything")
def test_what_may_not_be_read_is_listed(tmp_path: Path) -> None:
    write(tmp_path / "a" / "SKILL.md").chmod(0)
    assert reasons(read_folder(tmp_path)) == [("SKILL.md", SkillTrouble.UNREADABLE)]


def test_folders_too_deep_and_too_many_files_are_said_and_not_walked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / "deep"
    write(deep.joinpath(*"123456") / "SKILL.md", named("just"))
    write(deep.joinpath(*"1234567") / "SKILL.md", named("too deep"))
    reading = read_folder(deep)
    assert names(reading) == ["just"]
    assert [(item.reason, item.params) for item in reading.rejected] == [
        (SkillTrouble.TOO_DEEP, {"limit": MAX_DEPTH})
    ]
    monkeypatch.setattr(skill_folders, "MAX_SKILLS", 2)
    monkeypatch.setattr(skill_folders, "MAX_VISITED", 12)
    many = tmp_path / "many"
    for number in range(4):
        write(many / str(number) / "SKILL.md", named(f"s{number}"))
    reading = read_folder(many)
    assert names(reading) == ["s0", "s1"]
    assert [item.params for item in reading.rejected] == [{"limit": 2}]
    for number in range(30):
        write(tmp_path / "wide" / f"{number}.txt")
    assert [item.params for item in read_folder(tmp_path / "wide").rejected] == [{"limit": 12}]


def test_a_name_that_is_no_text_is_shown_as_far_as_it_can_be(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/bad\xff"
    try:
        os.mkdir(folder)  # noqa: PTH102 - a Path would refuse the bytes
    except (OSError, ValueError):
        pytest.skip("this file system only has names that are text")
    write(Path(os.fsdecode(folder)) / "SKILL.md")
    file = read_folder(tmp_path).skills[0]
    file.path.encode()
    assert file.skill.folder.endswith("bad\ufffd")
