"""Profile files: whole or refused whole, clean text only, and no key, address or id in them (T-2, T13, T18)."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.config import UNSET, ContextMode, PromptMode
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import ProfileId, SavedProfile, SavedSkill, SkillId, TemplateVariable
from stello_desktop.domain.sharing import NOBODY, FileTrouble, ProfileFile, RefusedFile, SharedProfile
from stello_desktop.domain.text import clean_label, clean_text
from stello_desktop.exchange.plain_files import read_plain, write_whole
from stello_desktop.exchange.profile_file import (
    MAX_FILE_BYTES,
    MAX_PROFILES,
    read_profiles,
    schema,
    write_profiles,
)
from stello_desktop.resources import resource

FULL = SavedProfile(
    profile_id=NOBODY,
    name="Regional expert",
    hue=5,
    description="Knows one place.",
    instructions="You know {region}.\n\n{{literal}} 区域",
    mode=PromptMode.APPEND,
    variables=(TemplateVariable(name="region", label="Which?", default="Bavaria", example="Yunnan"),),
    skills=("summarise",),
    context=ContextMode.INHERIT,
    opening="What do you want to know?",
)
SKILL = SavedSkill(skill_id=SkillId(""), name="summarise", description="Short.", content="Say it short.")


def a_file(**changes: Any) -> dict[str, Any]:
    return {"format": "stello-profile", "version": 1, "profiles": [{"name": "A"}], **changes}


def read(values: Any) -> ProfileFile | RefusedFile:
    return read_profiles(json.dumps(values).encode())


def reason(values: Any) -> FileTrouble:
    found = read(values) if not isinstance(values, bytes) else read_profiles(values)
    assert isinstance(found, RefusedFile)
    return found.reason


def only(found: ProfileFile | RefusedFile) -> SharedProfile:
    assert isinstance(found, ProfileFile)
    (shared,) = found.profiles
    return shared


DIRECTIONS = str.maketrans("", "", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
clean = st.text(max_size=30).map(lambda text: clean_text(text).translate(DIRECTIONS))
names = st.text(min_size=1, max_size=20).map(clean_label).filter(bool)
profiles = st.builds(
    SavedProfile,
    profile_id=st.just(NOBODY),
    name=names,
    hue=st.integers(0, 7),
    description=clean,
    instructions=clean,
    mode=st.sampled_from(PromptMode),
    variables=st.lists(st.builds(TemplateVariable, name=names, label=clean, default=clean), max_size=3).map(
        tuple
    ),
    skills=st.one_of(st.just(UNSET), st.lists(names, max_size=3).map(tuple)),
    context=st.one_of(st.just(UNSET), st.sampled_from(ContextMode)),
    opening=clean,
)


@given(st.lists(profiles, min_size=1, max_size=3))
def test_what_is_written_is_read(written: list[SavedProfile]) -> None:
    file = ProfileFile(profiles=tuple(SharedProfile(profile=profile) for profile in written))
    assert read_profiles(write_profiles(file)) == file


def test_every_field_and_the_skills_come_back() -> None:
    file = ProfileFile(
        profiles=(SharedProfile(profile=FULL, service="Home", model="large:7b"),), skills=(SKILL,)
    )
    assert read_profiles(write_profiles(file)) == file


def test_a_file_is_for_people_too() -> None:
    """Indented, letters as letters, its shape named."""
    text = write_profiles(ProfileFile(profiles=(SharedProfile(profile=FULL),))).decode()
    assert text.startswith('{\n  "$schema": "urn:stello:schema:profile:1",\n  "format": "stello-profile"')
    assert "区域" in text
    assert text.endswith("}\n")


def test_no_id_no_version_and_no_address_leave() -> None:
    """T9: a service is named as people call it."""
    ref = ModelRef(ServiceId("home-4f5e6a7b8c9d"), "large:7b")
    profile = SavedProfile(
        profile_id=ProfileId("0123456789abcdef"), name="A", model=ref, version=7, archived=True
    )
    text = write_profiles(ProfileFile(profiles=(SharedProfile(profile=profile, service="Home"),))).decode()
    for secret in ("0123456789abcdef", "home-4f5e6a7b8c9d", "serviceId", 'version": 7', "archived", "://"):
        assert secret not in text
    assert json.loads(text)["profiles"][0]["model"] == {"service": "Home", "model": ""}


def test_what_is_left_out_is_unset_and_an_empty_prompt_is_a_choice() -> None:
    """T-1, M-5b."""
    assert only(read(a_file())).profile == SavedProfile(profile_id=NOBODY, name="A")
    assert only(read(a_file(profiles=[{"name": "A", "systemPrompt": ""}]))).profile.no_instructions


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (b"\xff\xfe{}", FileTrouble.NOT_TEXT),
        (b"", FileTrouble.NOT_JSON),
        (b'{"format": ', FileTrouble.NOT_JSON),
        (b"1" * 5000, FileTrouble.NOT_JSON),
        (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, FileTrouble.TOO_DEEP),
        (
            b'{"format": "stello-profile", "version": 1, "x": ' + b"[" * 13 + b"]" * 13 + b"}",
            FileTrouble.TOO_DEEP,
        ),
        (b"[" * 200_000, FileTrouble.TOO_DEEP),
        (b" " * (MAX_FILE_BYTES + 1), FileTrouble.TOO_LARGE),
        ([], FileTrouble.NOT_OURS),
        ({"profiles": []}, FileTrouble.NOT_OURS),
        (a_file(format="other"), FileTrouble.NOT_OURS),
        (a_file(version=2), FileTrouble.NEWER_VERSION),
        (a_file(version="1"), FileTrouble.WRONG_FIELD),
        (a_file(profiles=[{"name": "A"}] * (MAX_PROFILES + 1)), FileTrouble.TOO_MANY),
        (a_file(profiles=[{"name": "A"}] * 10_000), FileTrouble.TOO_MANY),
        (a_file(profiles=[]), FileTrouble.NOTHING),
    ],
)
def test_a_hostile_or_foreign_file_is_refused_as_a_whole(values: Any, expected: FileTrouble) -> None:
    assert reason(values) == expected


@pytest.mark.parametrize(
    ("change", "way"),
    [
        ({"name": ""}, "profiles › 1 › name"),
        ({"name": "\u202e \n"}, "profiles › 1 › name"),
        ({"name": ["n"]}, "profiles › 1 › name"),
        ({"name": None}, "profiles › 1 › name"),
        ({"hue": 8}, "profiles › 1 › hue"),
        ({"hue": "1"}, "profiles › 1 › hue"),
        ({"hue": True}, "profiles › 1 › hue"),
        ({"systemPromptMode": "loud"}, "profiles › 1 › systemPromptMode"),
        ({"systemPrompt": "x" * 200_001}, "profiles › 1 › systemPrompt"),
        ({"context": []}, "profiles › 1 › context"),
        ({"skills": ["a", 1]}, "profiles › 1 › skills › 2"),
        ({"variables": [{"label": "?"}]}, "profiles › 1 › variables › 1 › name"),
        ({"model": "large"}, "profiles › 1 › model"),
    ],
)
def test_a_wrong_field_is_named_by_its_way(change: dict[str, Any], way: str) -> None:
    assert read(a_file(profiles=[{"name": "A", **change}])) == RefusedFile(
        FileTrouble.WRONG_FIELD, {"field": way}
    )


@pytest.mark.parametrize(
    ("values", "way"),
    [
        (a_file(more=1), "more"),
        (a_file(profiles=[{"name": "A", "system_prompt": "x"}]), "profiles › 1 › system_prompt"),
        (a_file(profiles=[{"name": "A", "tools": ["rm"]}]), "profiles › 1 › tools"),
        (
            a_file(profiles=[{"name": "A", "model": {"service": "S", "key": "sk-1"}}]),
            "profiles › 1 › model › key",
        ),
    ],
)
def test_a_field_that_is_not_known_is_not_passed_over(values: Any, way: str) -> None:
    """T18: nothing comes in silently, a key or a tool least of all."""
    assert read(values) == RefusedFile(FileTrouble.UNKNOWN_FIELD, {"field": way})


def test_no_text_can_look_like_another() -> None:
    shared = only(
        read(
            a_file(
                profiles=[
                    {
                        "name": "Help\u202efdp\n.",
                        "systemPrompt": "a\u0000b\u2066c\ud800\r\nd",
                        "skills": [" one\ttwo "],
                    }
                ]
            )
        )
    )
    assert shared.profile.name == "Helpfdp ."
    assert shared.profile.instructions == "a\ufffdbc\ufffd\nd"
    assert shared.profile.skills == ("one two",)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert isinstance(read_profiles(data), (ProfileFile, RefusedFile))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
)


@given(
    st.dictionaries(st.sampled_from(["name", "hue", "skills", "variables", "model", "prompt"]), json_values)
)
def test_any_values_are_read_or_refused(profile: dict[str, Any]) -> None:
    assert isinstance(read(a_file(profiles=[profile])), (ProfileFile, RefusedFile))


def test_the_largest_file_is_read_in_a_moment() -> None:
    """It is read beside the loop; a second is a limit against anything quadratic."""
    file = a_file(profiles=[{"name": f"P{n}", "systemPrompt": "文" * 3_000} for n in range(MAX_PROFILES)])
    data = json.dumps(file, ensure_ascii=False).encode()
    assert len(data) < MAX_FILE_BYTES
    began = time.perf_counter()
    assert isinstance(read_profiles(data), ProfileFile)
    assert time.perf_counter() - began < 1


def test_the_published_schema_is_that_of_the_code() -> None:
    """Made by ``packaging/update_schemas.py``."""
    published = json.loads(resource("schemas/profile.schema.json").read_text("utf-8"))
    assert published == schema()
    assert published["$id"] == "urn:stello:schema:profile:1"
    assert published["additionalProperties"] is False


# the files themselves


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "a.json"
    write_whole(target, b"one")
    target.chmod(0o640)
    write_whole(target, b"two")
    assert target.read_bytes() == b"two"
    if sys.platform != "win32":
        assert target.stat().st_mode & 0o777 == 0o640
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole(folder, b"three")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "folder"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_t11_a_file_is_as_open_as_the_person_has_it_and_never_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T11: the umask belongs to all threads, so a file of the store that is made meanwhile would be open to all."""
    new, closed = tmp_path / "new.json", tmp_path / "closed.json"
    closed.touch(mode=0o600)
    before = os.umask(0o027)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(os, "umask", lambda _mask: pytest.fail("the umask was changed"))
            write_whole(new, b"{}")
            write_whole(closed, b"{}")
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (new, closed)] == [0o640, 0o600]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["closed.json", "new.json"]


def test_at_most_so_much_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100)
    assert len(read_plain(tmp_path / "a", 10)) == 11
    for nothing in (tmp_path, tmp_path / "gone"):
        with pytest.raises(OSError, match=r"plain file|No such|cannot find"):
            read_plain(nothing, 10)
