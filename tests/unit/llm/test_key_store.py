"""Keys in the system's keyring, with every way in which it can fail (rows 53 to 60)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from stello_desktop.domain.errors import InvalidKey
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.keys import NOT_LOOKED, KeyPlace, KeyringTrouble, KeyState
from stello_desktop.llm import keyrings
from stello_desktop.llm.key_store import KeyOwner, KeyStore
from stello_desktop.llm.secrets import Secret
from tests.helpers.keyrings import MemoryKeyring, WinVaultKeyring, a_key_store

MINE = KeyOwner(ServiceId("mine"), "https://ai.example:443")
KEY = Secret("sk-CANARY-key-store")


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def told() -> None:
        await story()

    asyncio.run(told())


async def until(holds: Callable[[], bool]) -> None:
    """Look again after each step of the loop, five seconds at most."""
    ends_at = asyncio.get_running_loop().time() + 5
    while not holds():
        assert asyncio.get_running_loop().time() < ends_at
        await asyncio.sleep(0.01)


def test_a_key_is_there_again_in_the_next_run() -> None:
    keyring = MemoryKeyring()

    async def story() -> None:
        assert await a_key_store(keyring).put(MINE, KEY) == KeyState(KeyPlace.KEYRING)
        later = a_key_store(keyring)
        assert later.state(MINE) == NOT_LOOKED
        assert (await later.get(MINE)).reveal() == KEY.reveal()
        assert later.state(MINE) == KeyState(KeyPlace.KEYRING)

    run(story)
    assert list(keyring.entries) == [("Stello Desktop", "mine https://ai.example:443")]


def test_nothing_is_asked_before_it_is_needed_and_never_on_the_loops_thread() -> None:
    keyring = MemoryKeyring()

    async def story() -> None:
        store = a_key_store(keyring)
        store.state(MINE)
        assert keyring.asked == []
        await store.get(MINE)
        await store.get(MINE)

    run(story)
    assert keyring.asked == ["set", "get", "delete", "get", "get"]
    assert keyring.threads == {"keyring"}
    assert not [thread for thread in threading.enumerate() if thread.name == "keyring" and not thread.daemon]


@pytest.mark.parametrize(
    "other",
    [
        KeyOwner(ServiceId("other"), MINE.origin),
        KeyOwner(MINE.service_id, "https://evil.example:443"),
        KeyOwner(MINE.service_id, "http://ai.example:443"),
        KeyOwner(MINE.service_id, "https://ai.example:8443"),
    ],
)
def test_t9_a_key_belongs_to_one_service_scheme_host_and_port(other: KeyOwner) -> None:
    async def story() -> None:
        store = a_key_store(MemoryKeyring())
        await store.put(MINE, KEY)
        assert not await store.get(other)
        assert store.state(other) == KeyState(KeyPlace.NONE)

    run(story)


@pytest.mark.parametrize(
    ("mode", "trouble"),
    [
        ("locked", KeyringTrouble.LOCKED),
        ("init", KeyringTrouble.FAILED),
        ("oserror", KeyringTrouble.FAILED),
        ("forgets", KeyringTrouble.REFUSED),
    ],
)
def test_rows_54_to_56_without_a_usable_keyring_a_key_serves_for_this_run(
    mode: str, trouble: KeyringTrouble
) -> None:
    """Rows 54 to 56: and once the keyring works again, *Try again* puts the key into it."""
    keyring = MemoryKeyring(mode)

    async def story() -> None:
        store = a_key_store(keyring)
        assert not await store.get(MINE)
        assert store.state(MINE) == KeyState(KeyPlace.NONE, trouble)
        assert await store.trouble() is trouble
        assert await store.put(MINE, KEY) == KeyState(KeyPlace.SESSION, trouble)
        assert (await store.get(MINE)).reveal() == KEY.reveal()
        keyring.mode = "ok"
        assert await store.retry(MINE) == KeyState(KeyPlace.KEYRING)

    run(story)
    assert KEY.reveal() in keyring.entries.values()


def test_row_55_a_key_behind_a_lock_is_found_once_it_is_open() -> None:
    """Row 55."""
    keyring = MemoryKeyring()

    async def story() -> None:
        await a_key_store(keyring).put(MINE, KEY)
        keyring.mode = "locked"
        store = a_key_store(keyring)
        assert not await store.get(MINE)
        assert store.state(MINE) == KeyState(KeyPlace.NONE, KeyringTrouble.LOCKED)
        keyring.mode = "ok"
        assert await store.retry(MINE) == KeyState(KeyPlace.KEYRING)

    run(story)


def test_row_53_no_keyring_at_all() -> None:
    """Row 53."""

    def find() -> keyrings.Keyring:
        raise keyrings.Unusable(KeyringTrouble.MISSING)

    async def story() -> None:
        store = KeyStore(find)
        assert await store.put(MINE, KEY) == KeyState(KeyPlace.SESSION, KeyringTrouble.MISSING)
        assert await store.forget(MINE) is None
        assert not await store.get(MINE)

    run(story)


def test_row_57_a_keyring_that_hangs_is_left_alone_and_the_loop_goes_on() -> None:
    """Row 57: what hung may still succeed, and then it counts."""
    keyring = MemoryKeyring()

    async def story() -> None:
        store = a_key_store(keyring, limit_s=0.2)
        await store.get(MINE)
        keyring.mode = "hangs"
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.create_task(tick())
        assert await store.put(MINE, KEY) == KeyState(KeyPlace.SESSION, KeyringTrouble.SILENT)
        assert (await store.get(MINE)).reveal() == KEY.reveal()
        assert ticks >= 5
        assert await store.forget(KeyOwner(ServiceId("other"), MINE.origin)) is KeyringTrouble.SILENT
        keyring.go_on.set()
        await until(lambda: store.state(MINE) == KeyState(KeyPlace.KEYRING))
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)

    run(story)


def test_row_57_nothing_begins_behind_a_call_that_hangs() -> None:
    """Row 57: what is asked for later is never undone by what was asked for earlier."""
    keyring = MemoryKeyring()

    async def story() -> None:
        store = a_key_store(keyring, limit_s=0.1)
        await store.get(MINE)
        asked = len(keyring.asked)
        keyring.mode = "hangs"
        await store.put(MINE, KEY)
        assert await store.put(MINE, Secret("sk-newer-key")) == KeyState(
            KeyPlace.SESSION, KeyringTrouble.SILENT
        )
        assert keyring.asked[asked:] == ["set"]
        keyring.go_on.set()
        await until(lambda: KEY.reveal() in keyring.entries.values())
        assert await store.retry(MINE) == KeyState(KeyPlace.KEYRING)

    run(story)
    assert list(keyring.entries.values()) == ["sk-newer-key"]


@pytest.mark.parametrize("nothing", ["", None])
def test_row_58_an_entry_without_a_key_is_no_key(nothing: str | None) -> None:
    """Row 58."""
    keyring = MemoryKeyring()
    if nothing is not None:
        keyring.entries["Stello Desktop", MINE.entry] = nothing

    async def story() -> None:
        store = a_key_store(keyring)
        assert not await store.get(MINE)
        assert store.state(MINE) == KeyState(KeyPlace.NONE)

    run(story)


@pytest.mark.parametrize(
    ("written", "read"),
    [("sk-CANARY-1\n", "sk-CANARY-1"), ("Bearer sk-CANARY-1", "sk-CANARY-1"), ("ключ", "")],
)
def test_row_42_what_a_person_wrote_into_the_keyring_is_cleaned_too(written: str, read: str) -> None:
    """Row 42, row 58: with another program; a line end in a header would be told with the whole key."""
    keyring = MemoryKeyring()
    keyring.entries[keyrings.ENTRY, MINE.entry] = written

    async def story() -> None:
        store = a_key_store(keyring)
        assert (await store.get(MINE)).reveal() == read
        assert store.state(MINE).place is (KeyPlace.KEYRING if read else KeyPlace.NONE)

    run(story)


def test_row_59_a_key_too_long_for_windows_is_refused_before_it_is_written() -> None:
    """Row 59: 2,560 bytes of UTF-16 still fit."""
    keyring = WinVaultKeyring()

    async def story() -> None:
        store = a_key_store(keyring)
        assert (await store.put(MINE, Secret("k" * 1280))).place is KeyPlace.KEYRING
        written = keyring.asked.count("set")
        with pytest.raises(InvalidKey) as caught:
            await store.put(MINE, Secret("k" * 1281))
        assert caught.value.params["reason"] == "too_long"
        assert keyring.asked.count("set") == written
        assert (await store.get(MINE)).reveal() == "k" * 1280

    run(story)


def test_row_60_deleting_what_is_not_there_is_no_fault() -> None:
    """Row 60."""

    async def story() -> None:
        store = a_key_store(MemoryKeyring())
        assert await store.forget(MINE) is None
        assert store.state(MINE) == KeyState(KeyPlace.NONE)

    run(story)


def test_a_forgotten_key_is_gone_from_the_keyring() -> None:
    keyring = MemoryKeyring()

    async def story() -> None:
        store = a_key_store(keyring)
        await store.put(MINE, KEY)
        assert await store.forget(MINE) is None
        assert not await store.get(MINE)

    run(story)
    assert not keyring.entries


def test_a_key_that_may_still_be_in_the_keyring_is_told() -> None:
    keyring = MemoryKeyring()

    async def story() -> None:
        store = a_key_store(keyring)
        await store.put(MINE, KEY)
        keyring.mode = "locked"
        assert await store.forget(MINE) is KeyringTrouble.LOCKED
        assert not await store.get(MINE)

    run(story)


# -- which keyring


@pytest.mark.parametrize(
    "name",
    ["keyring.backends.null.Keyring", "keyring.backends.fail.Keyring", "keyrings.alt.file.PlaintextKeyring"],
)
def test_row_54_the_environment_does_not_choose_the_keyring(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Row 54: without a bus there is none, whatever the environment names."""
    monkeypatch.delenv(keyrings.SWITCH)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", name)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    with pytest.raises(keyrings.Unusable) as caught:
        keyrings.find_keyring()
    assert caught.value.trouble is KeyringTrouble.REFUSED


def test_row_53_a_machine_without_a_bus_has_no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 53."""
    monkeypatch.delenv(keyrings.SWITCH)
    monkeypatch.delenv("PYTHON_KEYRING_BACKEND")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    with pytest.raises(keyrings.Unusable) as caught:
        keyrings.find_keyring()
    assert caught.value.trouble is KeyringTrouble.MISSING


def test_the_switch_keeps_keys_out_of_any_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(keyrings.SWITCH, "off")
    with pytest.raises(keyrings.Unusable):
        keyrings.find_keyring()


def test_no_property_of_the_environment_reaches_a_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYRING_PROPERTY_MODE", "forgets")
    keyring = keyrings._without_the_environment(MemoryKeyring)
    assert isinstance(keyring, MemoryKeyring)
    assert keyring.mode == "ok"
