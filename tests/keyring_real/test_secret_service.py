"""A real Secret Service: it keeps a key over a restart, and is locked, killed, hung (rows 53 to 60)."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.keys import KeyPlace, KeyringTrouble, KeyState
from stello_desktop.llm.key_store import LIMIT_S, KeyOwner, KeyStore
from stello_desktop.llm.secrets import Secret
from tests.helpers.servers import ReplayServer, reply, text_events
from tests.helpers.workspaces import a_service, open_workspace
from tests.keyring_real.service import SecretService, secret_service, why_not

pytestmark = [
    pytest.mark.skipif(bool(why_not()), reason=why_not()),
    # The library leaves its socket to the garbage collector where a keyring is locked or gone.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

MINE = KeyOwner(ServiceId("mine"), "https://ai.example:443")
KEY = Secret("sk-CANARY-in-a-real-keyring")


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SecretService]:
    """A service that this process sees as the desktop's own."""
    with secret_service(tmp_path) as running:
        monkeypatch.delenv("STELLO_KEYRING")
        for name in ("DBUS_SESSION_BUS_ADDRESS", "HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
            monkeypatch.setenv(name, running.environment[name])
        yield running
        gc.collect()


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def told() -> None:
        await story()

    asyncio.run(told())


def test_a_key_is_kept_found_again_and_removed(service: SecretService) -> None:
    """Rows 54, 58, 60: whatever the environment says about keyrings."""

    async def story() -> None:
        store = KeyStore()
        assert await store.forget(MINE) is None
        assert not await store.get(MINE)
        assert store.state(MINE) == KeyState(KeyPlace.NONE)
        assert await store.put(MINE, KEY) == KeyState(KeyPlace.KEYRING)
        assert (await KeyStore().get(MINE)).reveal() == KEY.reveal()
        assert await store.forget(MINE) is None
        assert not await KeyStore().get(MINE)

    run(story)


def test_a_key_outlives_the_program_and_the_keyrings_daemon(service: SecretService, tmp_path: Path) -> None:
    """The whole way: given once, a later run asks the model with it; the keyring's own file does not show it."""

    async def story() -> None:
        async with ReplayServer([reply(text_events("Hello"))]) as server:
            async with open_workspace(tmp_path / "data", keys=KeyStore()) as workspace:
                await a_service(workspace, "Cloud", key=KEY.reveal(), address=server.base_url)
                assert workspace.keys.state(workspace.answering.default) == KeyState(KeyPlace.KEYRING)
            service.kill()
            service.start_daemon()
            async with open_workspace(tmp_path / "data", keys=KeyStore()) as workspace:
                turn = workspace.rounds.start(await workspace.create_project("Garden"), "Hi")
                await turn.wait()
                assert turn.error is None
            assert server.requests[0].headers["authorization"] == f"Bearer {KEY.reveal()}"

    run(story)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.suffix == ".keyring" for path in files)
    assert not [path for path in files if KEY.reveal().encode() in path.read_bytes()]


def test_row_55_a_locked_keyring_is_told_at_once(service: SecretService) -> None:
    """Row 55: no prompt can show here, as when the person dismisses it."""

    async def story() -> None:
        await KeyStore().put(MINE, KEY)
        service.lock()
        store = KeyStore()
        began = time.monotonic()
        assert not await store.get(MINE)
        assert store.state(MINE) == KeyState(KeyPlace.NONE, KeyringTrouble.LOCKED)
        assert await store.put(MINE, KEY) == KeyState(KeyPlace.SESSION, KeyringTrouble.LOCKED)
        assert time.monotonic() - began < LIMIT_S
        service.kill()
        service.start_daemon()
        assert await store.retry(MINE) == KeyState(KeyPlace.KEYRING)

    run(story)


def test_row_56_a_keyring_that_dies_is_told_and_used_again_once_it_is_back(service: SecretService) -> None:
    """Row 56."""

    async def story() -> None:
        store = KeyStore()
        assert await store.put(MINE, Secret("sk-CANARY-before")) == KeyState(KeyPlace.KEYRING)
        service.kill()
        state = await store.put(MINE, KEY)
        assert state == KeyState(KeyPlace.SESSION, KeyringTrouble.FAILED)
        assert (await store.get(MINE)).reveal() == KEY.reveal()
        service.start_daemon()
        assert await store.retry(MINE) == KeyState(KeyPlace.KEYRING)
        assert (await KeyStore().get(MINE)).reveal() == KEY.reveal()

    run(story)


@pytest.mark.slow
def test_row_57_a_keyring_that_hangs_is_waited_for_five_seconds_while_the_loop_lives(
    service: SecretService,
) -> None:
    """Row 57: and what hung is still used when it answers at last."""

    async def story() -> None:
        store = KeyStore()
        await store.get(MINE)
        service.stop()
        longest_s, last, ended = 0.0, time.monotonic(), False

        async def beat() -> None:
            nonlocal longest_s, last
            while not ended:
                await asyncio.sleep(0.01)
                longest_s, last = max(longest_s, time.monotonic() - last), time.monotonic()

        beating = asyncio.create_task(beat())
        began = time.monotonic()
        assert await store.put(MINE, KEY) == KeyState(KeyPlace.SESSION, KeyringTrouble.SILENT)
        assert time.monotonic() - began < LIMIT_S + 0.5
        ended = True
        await beating
        assert longest_s < 0.5
        service.go_on()
        assert await store.retry(MINE) == KeyState(KeyPlace.KEYRING)

    run(story)


def test_row_53_without_a_daemon_there_is_no_keyring(
    service: SecretService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 53."""
    monkeypatch.delenv("PYTHON_KEYRING_BACKEND")

    async def story() -> None:
        service.kill()
        assert await KeyStore().put(MINE, KEY) == KeyState(KeyPlace.SESSION, KeyringTrouble.MISSING)

    run(story)
