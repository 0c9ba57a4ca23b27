"""Keys of services: in the system's keyring, or in memory for this run where there is none (rows 53 to 60).

An entry's name holds the service's id and its address, so a key never serves another address (T9).
Nothing is read before it is needed. Every call runs in a thread of its own and is waited for at most
five seconds; a call that hangs is left alone, and no other begins before it has ended, so that what was
asked for later is never undone by what was asked for earlier.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from stello_desktop.domain.errors import InvalidKey
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.key_text import stray_character, tidy_key
from stello_desktop.domain.keys import NOT_LOOKED, KeyPlace, KeyringTrouble, KeyState
from stello_desktop.llm import keyrings
from stello_desktop.llm.keyrings import ENTRY, Keyring
from stello_desktop.llm.secrets import Secret

LIMIT_S: Final = 5.0
THREAD_NAME: Final = "keyring"
_NOTHING: Final = Secret("")


@dataclass(frozen=True, slots=True)
class KeyOwner:
    """Whose key: a service at one scheme, host and port (T9)."""

    service_id: ServiceId
    origin: str

    @property
    def entry(self) -> str:
        """The name of its entry in the keyring, which a person may read there."""
        return f"{self.service_id} {self.origin}"


class KeyStore:
    """The keys of one workspace.

    Args:
        find: gives the keyring; called in the thread, once while it works.
        limit_s: how long a call is waited for.
    """

    def __init__(self, find: Callable[[], Keyring] = keyrings.find_keyring, limit_s: float = LIMIT_S) -> None:
        self._find = find
        self._limit_s = limit_s
        self._keys: dict[KeyOwner, Secret] = {}
        self._states: dict[KeyOwner, KeyState] = {}
        self._keyring: Keyring | None = None
        self._has_worked = False
        self._running: asyncio.Future[Any] | None = None

    def state(self, owner: KeyOwner) -> KeyState:
        """What is known without asking the keyring."""
        return self._states.get(owner, NOT_LOOKED)

    async def get(self, owner: KeyOwner) -> Secret:
        """The key; empty where there is none or the keyring does not give it (`state` says why)."""
        if owner in self._keys:
            return self._keys[owner]
        try:
            found = await self._call(lambda keyring: keyring.get_password(ENTRY, owner.entry))
        except keyrings.Unusable as error:
            self._states.setdefault(owner, NOT_LOOKED)
            if not self._states[owner].at_hand:
                self._states[owner] = KeyState(KeyPlace.NONE, error.trouble)
            return self._keys.get(owner, _NOTHING)
        if owner in self._keys:  # given meanwhile, so it is newer
            return self._keys[owner]
        found = tidy_key(found or "")  # a person can write into a keyring, and a line end comes easily
        if not found or stray_character(found):
            self._states[owner] = KeyState(KeyPlace.NONE)
            return _NOTHING
        self._keys[owner] = Secret(found)
        self._states[owner] = KeyState(KeyPlace.KEYRING)
        return self._keys[owner]

    async def put(self, owner: KeyOwner, key: Secret) -> KeyState:
        """Keep a key; it serves at once, whatever the keyring does. Raises: InvalidKey where it is too long."""
        before = self._keys.get(owner), self.state(owner)
        self._keys[owner] = key
        self._states[owner] = KeyState(KeyPlace.SESSION)

        def write(keyring: Keyring) -> None:
            limit = keyrings.longest_key_bytes(keyring)
            if limit is not None and len(key.reveal().encode("utf-16-le")) > limit:
                raise InvalidKey(reason="too_long")
            keyring.set_password(ENTRY, owner.entry, key.reveal())

        def settle(trouble: KeyringTrouble | None) -> None:
            if self._keys.get(owner) is key:
                place = KeyPlace.KEYRING if trouble is None else KeyPlace.SESSION
                self._states[owner] = KeyState(place, trouble)

        try:
            await self._call(write, late=lambda: settle(None))
        except keyrings.Unusable as error:
            settle(error.trouble)
        except InvalidKey:
            self._take_back(owner, key, before)
            raise
        else:
            settle(None)
        return self._states[owner]

    def _take_back(self, owner: KeyOwner, key: Secret, before: tuple[Secret | None, KeyState]) -> None:
        if self._keys.get(owner) is not key:
            return
        del self._keys[owner]
        earlier, self._states[owner] = before
        if earlier is not None:
            self._keys[owner] = earlier

    async def retry(self, owner: KeyOwner) -> KeyState:
        """Try the keyring once more: to write a key that is only in memory, else to read it."""
        key = self._keys.get(owner)
        if key is not None and self.state(owner).place is KeyPlace.SESSION:
            return await self.put(owner, key)
        await self.get(owner)
        return self.state(owner)

    async def forget(self, owner: KeyOwner) -> KeyringTrouble | None:
        """Remove a key from memory and from the keyring; gives why the keyring may still have it."""
        only_here = self.state(owner).place is KeyPlace.SESSION
        self._keys.pop(owner, None)
        self._states[owner] = KeyState(KeyPlace.NONE)

        def remove(keyring: Keyring) -> None:
            try:
                keyring.delete_password(ENTRY, owner.entry)
            except Exception as error:
                if not keyrings.is_missing_entry(error):
                    raise

        try:
            await self._call(remove)
        except keyrings.Unusable as error:
            return None if only_here or error.trouble in _NEVER_HAD_IT else error.trouble
        return None

    async def trouble(self) -> KeyringTrouble | None:
        """Why the keyring cannot be used; None where it keeps keys."""
        try:
            await self._call(lambda _keyring: None)
        except keyrings.Unusable as error:
            return error.trouble
        return None

    def clear(self) -> None:
        """Forget what is in memory."""
        self._keys.clear()
        self._states.clear()

    # -- the thread

    async def _call[Result](
        self, work: Callable[[Keyring], Result], late: Callable[[], None] | None = None
    ) -> Result:
        """Run ``work`` in a thread of its own; ``late`` is told when it succeeds after its time was up.

        Raises: Unusable, InvalidKey.
        """
        loop = asyncio.get_running_loop()
        ends_at = loop.time() + self._limit_s
        while (running := self._running) is not None and not running.done():
            if not await _ended(running, ends_at - loop.time()):
                raise keyrings.Unusable(KeyringTrouble.SILENT)
        answer: asyncio.Future[Result] = loop.create_future()
        self._running = answer
        answer.add_done_callback(_look_at)
        threading.Thread(target=self._work, args=(loop, answer, work), name=THREAD_NAME, daemon=True).start()
        if await _ended(answer, ends_at - loop.time()):
            return answer.result()
        if late is not None:
            answer.add_done_callback(lambda ended: None if ended.exception() else late())
        raise keyrings.Unusable(KeyringTrouble.SILENT)

    def _work[Result](
        self,
        loop: asyncio.AbstractEventLoop,
        answer: asyncio.Future[Result],
        work: Callable[[Keyring], Result],
    ) -> None:
        """In the thread: everything that may block, then the answer, if anybody still listens."""
        try:
            result = work(self._ready())
        except InvalidKey as error:
            _tell(loop, answer.set_exception, error)
        except Exception as error:  # noqa: BLE001 - foreign code; it becomes a state that the person sees
            self._keyring = None  # the next call looks again
            trouble = keyrings.trouble_of(error)
            if trouble is KeyringTrouble.MISSING and self._has_worked:
                trouble = KeyringTrouble.FAILED
            _tell(loop, answer.set_exception, keyrings.Unusable(trouble, type(error).__name__))
        else:
            _tell(loop, answer.set_result, result)

    def _ready(self) -> Keyring:
        """The keyring, proven at its first use."""
        if self._keyring is None:
            keyring = self._find()
            keyrings.prove(keyring)
            self._keyring = keyring
            self._has_worked = True
        return self._keyring


_NEVER_HAD_IT: Final = frozenset({KeyringTrouble.MISSING, KeyringTrouble.REFUSED})


async def _ended[Result](future: asyncio.Future[Result], wait_s: float) -> bool:
    """Whether it has ended in time; it goes on in any case, also where the waiting task is cancelled."""
    done, _ = await asyncio.wait({future}, timeout=max(0.0, wait_s))
    return bool(done)


def _look_at(ended: asyncio.Future[Any]) -> None:
    """A failure that nobody waited for is no fault."""
    if not ended.cancelled():
        ended.exception()


def _tell[Value](loop: asyncio.AbstractEventLoop, tell: Callable[[Value], None], value: Value) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
        loop.call_soon_threadsafe(tell, value)
