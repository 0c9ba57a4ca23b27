"""Errors with a stable code; the sentence for people is made by the interface alone.

StelloError
├── the person can act:  UnknownProfile, MissingTemplateVariables, SplitRefused, SessionNotFound,
│                        SessionArchived, TopologyCycle, InvalidReference, ForkConfigError,
│                        InvalidLabel, InvalidAddress, InvalidKey, KeyNotRemoved, MemoryNotMade,
│                        ProviderError (kind), StoreError (kind)
└── BrokenRule           one of our own rules was broken: a fault to report
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar, Final


class StelloError(Exception):
    """Base of every expected failure.

    Attributes:
        code: stable, dotted for errors with a kind (``provider.auth``).
        params: values for the translated sentence, text or numbers.
        detail: technical text for developers and for the *Copy* button; never a key.
    """

    code: ClassVar[str] = "stello"

    def __init__(self, message: str = "", *, detail: str = "", **params: Any) -> None:
        super().__init__(message or self.code)
        self.params: dict[str, Any] = params
        self.detail = detail

    @property
    def full_code(self) -> str:
        """The code, with the kind where the error has one."""
        kind = getattr(self, "kind", None)
        return self.code if kind is None else f"{self.code}.{kind}"


class UnknownProfile(StelloError):
    """A fork named a profile that is not registered (F-1). Params: ``profile``."""

    code = "unknown_profile"


class MissingTemplateVariables(StelloError):
    """A profile's text needs variables that were not given (M-5). Params: ``names``."""

    code = "missing_template_variables"


class SplitRefused(StelloError):
    """The split guard said no (F-2, G-1). Params: ``reason``, ``wait_rounds``."""

    code = "split_refused"


class SessionNotFound(StelloError):
    """No such conversation (Q-3). Params: ``session_id``."""

    code = "session_not_found"


class SessionArchived(StelloError):
    """An archived conversation takes no messages and no branches (R-13, F-3). Params: ``session_id``."""

    code = "session_archived"


class TopologyCycle(StelloError):
    """A conversation cannot hang under itself or under its own branch (P-1)."""

    code = "topology_cycle"


class InvalidReference(StelloError):
    """A conversation refers neither to itself nor along its own line (P-2). Params: ``reason``.

    ``reason`` is ``self``, ``ancestor`` or ``descendant``.
    """

    code = "invalid_reference"


class ForkConfigError(StelloError):
    """A profile or the fork's options cannot be used (T-2, M-6). Params: ``reason``."""

    code = "fork_config"


class InvalidLabel(StelloError):
    """A name is empty after cleaning (T-3)."""

    code = "invalid_label"


class InvalidAddress(StelloError):
    """The address of an AI service cannot be used (Q26, T10). Params: ``reason``."""

    code = "invalid_address"


class InvalidKey(StelloError):
    """A key has characters that no service accepts (row 42), or is too long for Windows (row 59).

    Params: ``character``; ``reason`` ``too_long``.
    """

    code = "invalid_key"


class KeyNotRemoved(StelloError):
    """A service was removed while its keyring gave no answer, so its key may still be there. Params: ``service``."""

    code = "key_not_removed"


MANY_REQUESTS: Final = "many_requests"


class MemoryNotMade(StelloError):
    """A summary or a synthesis could not be made (K-1, K-2). Params: ``reason``; ``requests``.

    ``reason`` is ``practice``, ``unreadable``, ``no_summary``, or ``many_requests`` where the person is asked first
    (D-1); then ``requests`` is about how many it would take.
    """

    code = "memory_not_made"


class BrokenRule(StelloError):
    """One of the program's own rules was broken; a fault, not a mistake of the person."""

    code = "broken_rule"


class ProviderErrorKind(StrEnum):
    """What went wrong at or on the way to an AI service; each has a sentence of its own (rows 25 to 41).

    ``network`` never reached the service, ``lost`` broke in mid-answer, ``incomplete`` ended without saying
    that it was the end, ``protocol`` is damaged, ``not_an_answer`` is no chat server's answer at all, and
    ``web_page`` is a page for a browser (Q7).
    """

    AUTH = "auth"
    NOT_FOUND = "not_found"
    RATE_LIMITED = "rate_limited"
    NO_CREDIT = "no_credit"
    CONTEXT_LENGTH = "context_length"
    BAD_REQUEST = "bad_request"
    SERVER = "server"
    NETWORK = "network"
    TIMEOUT = "timeout"
    PROTOCOL = "protocol"
    CERTIFICATE = "certificate"
    PROXY = "proxy"
    UNENCRYPTED = "unencrypted"
    LOST = "lost"
    INCOMPLETE = "incomplete"
    NOT_AN_ANSWER = "not_an_answer"
    WEB_PAGE = "web_page"
    TOO_LARGE = "too_large"
    EMPTY = "empty"


class ProviderError(StelloError):
    """An AI service did not answer as it should. Params: ``service``, ``host``, ``model``, ``status``."""

    code = "provider"

    def __init__(
        self, kind: ProviderErrorKind, message: str = "", *, detail: str = "", **params: Any
    ) -> None:
        super().__init__(message or f"provider: {kind}", detail=detail, **params)
        self.kind = kind


class StoreErrorKind(StrEnum):
    """Why the file with the person's data cannot be used as usual."""

    LOCKED = "locked"
    FULL = "full"
    READ_ONLY = "read_only"
    CORRUPT = "corrupt"
    NEWER_VERSION = "newer_version"
    FOREIGN = "foreign"


class StoreError(StelloError):
    """The store refused. Params: ``path``, ``version``; ``reason`` ``silent`` where who has it locked hangs."""

    code = "store"

    def __init__(self, kind: StoreErrorKind, message: str = "", *, detail: str = "", **params: Any) -> None:
        super().__init__(message or f"store: {kind}", detail=detail, **params)
        self.kind = kind
