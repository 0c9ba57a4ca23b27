"""From an error's code to one sentence: what happened, and what to do next.

The only place with words for failures. Below the interface errors are codes with parameters;
`sentence_for` also serves the codes that the store keeps with a failed answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final

from PySide6.QtCore import QCoreApplication, QLocale

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.redaction import redact
from stello_desktop.domain.text import clean_label
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP, filled
from stello_desktop.ui.listing import listed

_CONTEXT: Final = "Errors"


class Remedy(StrEnum):
    """What a button beside an error can do."""

    RETRY = "retry"
    SERVICES = "services"
    BRANCH = "branch"
    DATA_FOLDER = "data_folder"
    COPY = "copy"


_SENTENCES: Final[dict[str, str]] = {
    "stello": QT_TRANSLATE_NOOP("Errors", "Something did not work. Try again."),
    "unknown_profile": QT_TRANSLATE_NOOP(
        "Errors", "There is no profile called “%profile”. Choose another one and try again."
    ),
    "missing_template_variables": QT_TRANSLATE_NOOP(
        "Errors", "The profile needs a value for %names. Fill it in and try again."
    ),
    "split_refused": QT_TRANSLATE_NOOP(
        "Errors", "The assistant may not open a branch here yet. Use Branch to open one yourself."
    ),
    "session_not_found": QT_TRANSLATE_NOOP(
        "Errors", "This conversation is no longer there. Look in the trash, or undo."
    ),
    "session_archived": QT_TRANSLATE_NOOP(
        "Errors", "This conversation is archived. Take it out of the archive to go on with it."
    ),
    "topology_cycle": QT_TRANSLATE_NOOP(
        "Errors",
        "A conversation cannot hang under itself or under one of its own branches. Choose another place.",
    ),
    "invalid_reference": QT_TRANSLATE_NOOP(
        "Errors",
        "A conversation refers neither to itself nor to what it hangs under or what hangs under it. "
        "Choose another one.",
    ),
    "fork_config": QT_TRANSLATE_NOOP(
        "Errors", "The branch cannot be opened with these choices. Change them and try again."
    ),
    "invalid_label": QT_TRANSLATE_NOOP("Errors", "A name needs at least one letter or digit. Type one."),
    "invalid_address": QT_TRANSLATE_NOOP(
        "Errors", "This address cannot be used. Write it like https://example.com/v1."
    ),
    "invalid_key": QT_TRANSLATE_NOOP(
        "Errors",
        "The key has a character that no service accepts. Copy it again, without spaces or line ends.",
    ),
    "key_not_removed": QT_TRANSLATE_NOOP(
        "Errors",
        "%service is removed, but this computer's keyring gave no answer and may still have its key. Remove the entry “Stello Desktop” there.",
    ),
    "memory_not_made": QT_TRANSLATE_NOOP("Errors", "This could not be summarised. Try again."),
    "broken_rule": QT_TRANSLATE_NOOP(
        "Errors", "The program made a mistake. Nothing you wrote is lost; copy the details and report it."
    ),
    "provider.auth": QT_TRANSLATE_NOOP(
        "Errors", "%service did not accept the key. Check it in Settings, under AI services."
    ),
    "provider.not_found": QT_TRANSLATE_NOOP(
        "Errors", "%service does not know this model or address. Choose another model in Settings."
    ),
    "provider.rate_limited": QT_TRANSLATE_NOOP(
        "Errors", "%service has had too many requests. Wait a moment and try again."
    ),
    "provider.no_credit": QT_TRANSLATE_NOOP(
        "Errors", "Your account at %service has no credit left. Add some there, or choose another service."
    ),
    "provider.context_length": QT_TRANSLATE_NOOP(
        "Errors",
        "The conversation has grown too long for this model. Go on in a branch, or choose a larger model.",
    ),
    "provider.bad_request": QT_TRANSLATE_NOOP(
        "Errors", "%service refused the request. Try again, or choose another model in Settings."
    ),
    "provider.server": QT_TRANSLATE_NOOP(
        "Errors", "%service has a problem of its own. Wait a moment and try again."
    ),
    "provider.network": QT_TRANSLATE_NOOP(
        "Errors",
        "%service cannot be reached. Check the connection, or that the server is running, and try again.",
    ),
    "provider.timeout": QT_TRANSLATE_NOOP("Errors", "%service did not answer in time. Try again."),
    "provider.protocol": QT_TRANSLATE_NOOP(
        "Errors", "%service answered in a way that cannot be read. Try again, or choose another service."
    ),
    "provider.certificate": QT_TRANSLATE_NOOP(
        "Errors",
        "The certificate of %service is not trusted, so nothing was sent. Check the address in Settings, or ask whoever runs the server.",
    ),
    "provider.unencrypted": QT_TRANSLATE_NOOP(
        "Errors",
        "%service is asked without encryption, so nothing was sent. Allow it if you trust everybody in that network, or use an address with https.",
    ),
    "provider.proxy": QT_TRANSLATE_NOOP(
        "Errors", "This computer's proxy settings cannot be used. Correct them there, then try again."
    ),
    "provider.lost": QT_TRANSLATE_NOOP(
        "Errors",
        "The connection to %service was lost in mid-answer. What arrived is kept; continue it or try again.",
    ),
    "provider.incomplete": QT_TRANSLATE_NOOP(
        "Errors",
        "The answer may be incomplete: it broke off without an end. What arrived is kept; continue it or try again.",
    ),
    "provider.not_an_answer": QT_TRANSLATE_NOOP(
        "Errors",
        "At the address of %service there was something else than an AI service, such as a sign-in page of the network. Check both, then try again.",
    ),
    "provider.web_page": QT_TRANSLATE_NOOP(
        "Errors",
        "The address of %service answered with a web page, not an AI service. Check it in Settings; a network that wants a sign-in does this too.",
    ),
    "provider.too_large": QT_TRANSLATE_NOOP(
        "Errors",
        "The answer of %service is longer than this program reads. What arrived is kept; ask for less, or try again.",
    ),
    "provider.empty": QT_TRANSLATE_NOOP(
        "Errors", "The model returned nothing. Try again, or choose another model."
    ),
    "store.locked": QT_TRANSLATE_NOOP(
        "Errors", "Another window has your data open. Go on there, or close it and start again."
    ),
    "store.full": QT_TRANSLATE_NOOP(
        "Errors", "The disk is full, so nothing can be saved. Free some space and try again."
    ),
    "store.read_only": QT_TRANSLATE_NOOP(
        "Errors", "The folder with your data cannot be written to. Check its permissions and try again."
    ),
    "store.corrupt": QT_TRANSLATE_NOOP(
        "Errors",
        "The file with your data is damaged. It was left as it is; keep it, so that it can be repaired.",
    ),
    "store.newer_version": QT_TRANSLATE_NOOP(
        "Errors", "Your data was written by a newer version of this program. Install that version to open it."
    ),
    "store.foreign": QT_TRANSLATE_NOOP(
        "Errors", "The file in the data folder belongs to another program. Move it away and start again."
    ),
    "length": QT_TRANSLATE_NOOP(
        "Errors", "The answer reached the model's limit. Use Continue to get the rest."
    ),
    "filtered": QT_TRANSLATE_NOOP(
        "Errors", "%service held this answer back. Put the question another way and try again."
    ),
    "interrupted": QT_TRANSLATE_NOOP(
        "Errors", "The answer was interrupted. What arrived is kept; continue it or try again."
    ),
    "unreadable": QT_TRANSLATE_NOOP(
        "Errors", "%service answered in a way that cannot be read. Try again, or choose another service."
    ),
    "provider_error": QT_TRANSLATE_NOOP("Errors", "%service reported a problem in mid-answer. Try again."),
}

_REASONS: Final[dict[tuple[str, str], str]] = {
    ("provider.auth", "no_key"): QT_TRANSLATE_NOOP(
        "Errors", "%service needs its key, and there is none for this address. Enter the key to go on."
    ),
    ("provider.auth", "no_key_missing"): QT_TRANSLATE_NOOP(
        "Errors",
        "%service needs its key. This computer has no keyring that could have kept it, so enter the key again.",
    ),
    ("provider.auth", "no_key_refused"): QT_TRANSLATE_NOOP(
        "Errors",
        "%service needs its key. This computer has no safe keyring that could have kept it, so enter the key again.",
    ),
    ("provider.auth", "no_key_locked"): QT_TRANSLATE_NOOP(
        "Errors",
        "The key of %service is out of reach: this computer's keyring is locked. Unlock it and try again, or enter the key for this time.",
    ),
    ("provider.auth", "no_key_failed"): QT_TRANSLATE_NOOP(
        "Errors",
        "The key of %service is out of reach: this computer's keyring does not work now. Try again, or enter the key for this time.",
    ),
    ("provider.auth", "no_key_silent"): QT_TRANSLATE_NOOP(
        "Errors",
        "The key of %service is out of reach: this computer's keyring does not answer. Try again, or enter the key for this time.",
    ),
    ("provider.auth", "none_given"): QT_TRANSLATE_NOOP(
        "Errors", "%service needs a key, and it has none. Enter one to go on."
    ),
    ("provider.not_found", "service_removed"): QT_TRANSLATE_NOOP(
        "Errors",
        "The AI service of this conversation was removed, so nothing was sent. Choose another one, then try again.",
    ),
    ("provider.not_found", "service_not_running"): QT_TRANSLATE_NOOP(
        "Errors",
        "The tiny local model does not run now, so nothing was sent. Start it in Settings or choose another service, then try again.",
    ),
    ("provider.too_large", "too_many_calls"): QT_TRANSLATE_NOOP(
        "Errors",
        "The answer of %service calls tools more often than this program allows. Ask for less, or try again.",
    ),
    ("invalid_address", "empty"): QT_TRANSLATE_NOOP(
        "Errors", "There is no address yet. Write it like https://example.com/v1."
    ),
    ("invalid_address", "too_long"): QT_TRANSLATE_NOOP(
        "Errors", "This is too long for an address. Copy the address alone."
    ),
    ("invalid_address", "control_character"): QT_TRANSLATE_NOOP(
        "Errors",
        "There is an invisible character in this address. Type it by hand, like https://example.com/v1.",
    ),
    ("invalid_address", "space"): QT_TRANSLATE_NOOP(
        "Errors", "An address has no spaces, so this is none. Write it like https://example.com/v1."
    ),
    ("invalid_address", "scheme"): QT_TRANSLATE_NOOP(
        "Errors", "An address of an AI service begins with https://, or with http:// in your own network."
    ),
    ("invalid_address", "user_name"): QT_TRANSLATE_NOOP(
        "Errors", "A name or a key does not belong into the address. Remove what stands before the @."
    ),
    ("invalid_address", "host"): QT_TRANSLATE_NOOP(
        "Errors",
        "The name of the server in this address cannot be read. Write it like https://example.com/v1.",
    ),
    ("invalid_address", "port"): QT_TRANSLATE_NOOP(
        "Errors", "The port in this address is no number between 1 and 65535. Correct it, or leave it out."
    ),
    ("invalid_address", "query"): QT_TRANSLATE_NOOP(
        "Errors", "Remove the question mark and what follows it from the address."
    ),
    ("invalid_address", "plain_http"): QT_TRANSLATE_NOOP(
        "Errors",
        "Without encryption only servers in your own network are asked. Write https:// before %host.",
    ),
    ("invalid_key", "too_long"): QT_TRANSLATE_NOOP(
        "Errors", "The key is longer than Windows can keep. Check that only the key was copied."
    ),
    ("memory_not_made", "practice"): QT_TRANSLATE_NOOP(
        "Errors",
        "The practice assistant cannot make an overview. Choose an AI service, or write the overview yourself.",
    ),
    ("memory_not_made", "no_summary"): QT_TRANSLATE_NOOP(
        "Errors",
        "What the model wrote is no summary, so nothing was changed. Try again, or choose a larger model.",
    ),
    ("memory_not_made", "many_requests"): QT_TRANSLATE_NOOP(
        "Errors",
        "This conversation is long, and its summary takes many requests, so it was not begun by itself.",
    ),
    ("memory_not_made", "unreadable"): QT_TRANSLATE_NOOP(
        "Errors",
        "The model's answer cannot be used as an overview, so nothing was changed. Try again, or choose a larger model.",
    ),
    ("provider.certificate", "self_signed"): QT_TRANSLATE_NOOP(
        "Errors",
        "%host vouches for itself: its certificate is self-signed. Nothing was sent. Ask whoever runs the server for its fingerprint.",
    ),
    ("provider.certificate", "unknown_issuer"): QT_TRANSLATE_NOOP(
        "Errors",
        "The certificate of %host was issued by somebody this computer does not know: an own server, or a network that reads along. Nothing was sent.",
    ),
    ("provider.certificate", "expired"): QT_TRANSLATE_NOOP(
        "Errors",
        "The certificate of %host has expired. Nothing was sent. Check this computer's clock, or ask whoever runs the server to renew it.",
    ),
    ("provider.certificate", "not_yet_valid"): QT_TRANSLATE_NOOP(
        "Errors",
        "The certificate of %host is not valid yet. Nothing was sent. Check this computer's clock and its date.",
    ),
    ("provider.certificate", "wrong_host"): QT_TRANSLATE_NOOP(
        "Errors",
        "What answers at %host has the certificate of another name. Nothing was sent. Check the address.",
    ),
    ("provider.certificate", "changed"): QT_TRANSLATE_NOOP(
        "Errors",
        "%host shows another certificate than the one you accepted. Nothing was sent. Ask whoever runs the server whether it was changed.",
    ),
    ("provider.certificate", "not_tls"): QT_TRANSLATE_NOOP(
        "Errors",
        "%host does not speak https at this address. Check the port, or whether the address begins with http://.",
    ),
    ("provider.proxy", "sign_in"): QT_TRANSLATE_NOOP(
        "Errors",
        "The proxy of this network wants a name and a password (407). Put them into this computer's proxy settings, then try again.",
    ),
    ("provider.proxy", "refused"): QT_TRANSLATE_NOOP(
        "Errors",
        "The proxy of this network did not let the request through. Ask whoever runs it, or correct this computer's proxy settings.",
    ),
    ("provider.proxy", "socks"): QT_TRANSLATE_NOOP(
        "Errors",
        "Proxy settings not usable: this computer is set to a SOCKS proxy, which this program cannot use. Set an HTTP proxy, then try again.",
    ),
    ("provider.proxy", "settings"): QT_TRANSLATE_NOOP(
        "Errors",
        "Proxy settings not usable: the address of the proxy cannot be read. Correct it in this computer's settings, then try again.",
    ),
    ("provider.network", "proxy"): QT_TRANSLATE_NOOP(
        "Errors",
        "The proxy in this computer's settings cannot be reached, so %service cannot be either. Check the connection and those settings, then try again.",
    ),
    ("store.locked", "silent"): QT_TRANSLATE_NOOP(
        "Errors",
        "Stello is running already, but does not answer. Wait a moment and try again; if that does not help, end it in this computer's list of running programs.",
    ),
    ("store.corrupt", "the file is missing"): QT_TRANSLATE_NOOP(
        "Errors", "The file with your data is no longer in its folder. Put it back, or start anew."
    ),
}
"""Where the reason makes another sentence of a code."""

_FULLER: Final[tuple[tuple[str, tuple[str, ...], str], ...]] = (
    (
        "provider.context_length",
        ("asked", "limit"),
        QT_TRANSLATE_NOOP(
            "Errors",
            "The conversation is too long for this model: about %asked tokens, and it reads %limit. Go on in a branch, or choose a larger model.",
        ),
    ),
    (
        "provider.context_length",
        ("limit",),
        QT_TRANSLATE_NOOP(
            "Errors",
            "The conversation is too long for this model, which reads %limit tokens. Go on in a branch, or choose a larger model.",
        ),
    ),
    (
        "provider.not_found",
        ("model", "address"),
        QT_TRANSLATE_NOOP(
            "Errors",
            "%service does not know the model “%model”, or %address is not its address. Change one of them in Settings.",
        ),
    ),
    (
        "provider.network",
        ("service", "host"),
        QT_TRANSLATE_NOOP(
            "Errors",
            "%service cannot be reached at %host. Check the connection, or that the server is running, and try again.",
        ),
    ),
)
"""What can be said beyond a code where these parameters are known, the fullest first."""

_BESIDE_FIELDS: Final[dict[str, str]] = {
    "provider.auth": QT_TRANSLATE_NOOP("Errors", "%service did not accept the key. Check the key above."),
    "provider.not_found": QT_TRANSLATE_NOOP(
        "Errors", "%service does not know this model or address. Check both above."
    ),
    "provider.bad_request": QT_TRANSLATE_NOOP(
        "Errors", "%service refused the request. Choose another model above."
    ),
    "provider.certificate": QT_TRANSLATE_NOOP(
        "Errors", "The certificate of %service is not trusted, so nothing was sent. Check the address above."
    ),
    "provider.not_an_answer": QT_TRANSLATE_NOOP(
        "Errors", "There is something else than an AI service at this address. Check the address above."
    ),
    "provider.web_page": QT_TRANSLATE_NOOP(
        "Errors", "This address answered with a web page, not an AI service. Check the address above."
    ),
    "provider.empty": QT_TRANSLATE_NOOP("Errors", "The model returned nothing. Choose another model above."),
}
"""What to do next where the fields are in sight."""

_HERE: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_NOT_RUNNING: Final = QT_TRANSLATE_NOOP(
    "Errors", "%service on this computer does not answer: is it running? Start it, then try again."
)
_SERVICE_ID: Final = re.compile(r".*-[0-9a-f]{12}(-\d+)?")
_UNEXPECTED: Final = QT_TRANSLATE_NOOP(
    "Errors", "Something unexpected happened. Nothing you wrote is lost; copy the details and report it."
)
_THE_SERVICE: Final = QT_TRANSLATE_NOOP("Errors", "The AI service")

_RETRIABLE: Final = frozenset(
    {
        "provider.rate_limited",
        "provider.server",
        "provider.network",
        "provider.timeout",
        "provider.protocol",
        "provider.bad_request",
        "provider.certificate",
        "provider.unencrypted",
        "provider.proxy",
        "provider.lost",
        "provider.incomplete",
        "provider.not_an_answer",
        "provider.web_page",
        "provider.too_large",
        "provider.empty",
        "interrupted",
        "unreadable",
        "filtered",
        "provider_error",
        "store.full",
        "store.read_only",
        "stello",
    }
)
_SERVICE_CHOICE: Final = frozenset(
    {
        "provider.auth",
        "provider.not_found",
        "provider.no_credit",
        "provider.network",
        "provider.protocol",
        "provider.bad_request",
        "provider.certificate",
        "provider.not_an_answer",
        "provider.web_page",
        "provider.empty",
        "provider.context_length",
    }
)


def known_codes() -> frozenset[str]:
    """Every code that has its own sentence."""
    return frozenset(_SENTENCES)


def has_reason(code: str, reason: str) -> bool:
    """Whether a code has a sentence of its own for this reason, which is kept as the detail of a failed answer."""
    return (code, reason) in _REASONS


def sentence(error: BaseException) -> str:
    """What happened and what to do next, in the person's language."""
    if isinstance(error, StelloError):
        reason = {"reason": error.detail} if has_reason(error.full_code, error.detail) else {}
        return sentence_for(error.full_code, {**reason, **error.params})
    return QCoreApplication.translate(_CONTEXT, _UNEXPECTED)


def sentence_beside_fields(error: StelloError, service: str = "") -> str:
    """The same where address, key and model stand right there; ``service`` is its name for the person."""
    params = {**error.params, **({"service": service} if service else {})}
    source = _BESIDE_FIELDS.get(error.full_code)
    if source is None or (error.full_code, str(params.get("reason", ""))) in _REASONS:
        return sentence_for(error.full_code, params)
    return _filled(QCoreApplication.translate(_CONTEXT, source), params)


def sentence_for(code: str, params: Mapping[str, Any] | None = None) -> str:
    """The same for a code as the store keeps it; values are cleaned to one line each."""
    values = dict(params or {})
    source = _REASONS.get((code, str(values.get("reason", ""))))
    if source is None and code == "provider.network" and values.get("host") in _HERE:
        source = _NOT_RUNNING
    source = source or _fuller(code, values)
    source = source or _SENTENCES.get(code, _UNEXPECTED)
    return _filled(QCoreApplication.translate(_CONTEXT, source), values)


def _fuller(code: str, params: Mapping[str, Any]) -> str | None:
    for known, names, source in _FULLER:
        if known == code and all(params.get(name) for name in names) and not _says_where(params, names):
            return source
    return None


def _says_where(params: Mapping[str, Any], names: tuple[str, ...]) -> bool:
    """Whether the service is called by its host already; a place has one name in a sentence."""
    host = str(params.get("host", "")) if "host" in names else ""
    called = str(params.get("service", "")).lower()
    return bool(host) and (host in called or (host in _HERE and "localhost" in called))


def _filled(text: str, params: Mapping[str, Any]) -> str:
    values = dict(params)
    service = service_names.called(str(values.get("service") or "")) or values.get("host")
    values["service"] = service or QCoreApplication.translate(_CONTEXT, _THE_SERVICE)
    names = ("profile", "names", "service", "host", "model", "address", "asked", "limit")
    return filled(text, **{name: _one_line(values.get(name, "")) for name in names})


class ServiceNames:
    """How the person calls the services that failures know by their ids; a window tells it while it is open."""

    def __init__(self) -> None:
        self._name_of: Callable[[str], str] | None = None

    def use(self, name_of: Callable[[str], str] | None) -> None:
        """Ask this for the name of an id, or of what is none; empty where it knows none."""
        self._name_of = name_of

    def called(self, service: str) -> str:
        """The name; what may be one already stays as it is, and an id that nobody knows is never shown."""
        name = self._name_of(service) if self._name_of is not None and service else ""
        return name or ("" if _SERVICE_ID.fullmatch(service) else service)


service_names: Final = ServiceNames()


def _one_line(value: Any) -> str:
    if isinstance(value, (tuple, list, frozenset, set)):
        return listed(clean_label(str(item)) for item in value)
    if isinstance(value, int):
        return QLocale().toString(value)
    return clean_label(str(value))


def detail(error: BaseException) -> str:
    """The technical text behind *Details* and *Copy*, the code last; never a key."""
    if isinstance(error, StelloError):
        said, code = str(error), error.full_code
        repeats = said in {code, error.code, code.replace(".", ": ", 1)}
        return redact("\n".join(part for part in ("" if repeats else said, error.detail, code) if part))
    return redact(f"{type(error).__name__}: {error}")


def actions_for(error: BaseException) -> tuple[Remedy, ...]:
    """The buttons that help, the most useful one first; *Copy* always last."""
    return actions_for_code(error.full_code if isinstance(error, StelloError) else "")


def actions_for_code(code: str) -> tuple[Remedy, ...]:
    """The same for a code as the store keeps it."""
    found: list[Remedy] = []
    if code == "provider.context_length":
        found.append(Remedy.BRANCH)
    if code in _RETRIABLE:
        found.append(Remedy.RETRY)
    if code in _SERVICE_CHOICE:
        found.append(Remedy.SERVICES)
    if code.startswith("store."):
        found.append(Remedy.DATA_FOLDER)
    return (*found, Remedy.COPY)


_REMEDY_WORDS: Final[dict[Remedy, str]] = {
    Remedy.RETRY: QT_TRANSLATE_NOOP("Errors", "Try again"),
    Remedy.SERVICES: QT_TRANSLATE_NOOP("Errors", "AI services"),
    Remedy.BRANCH: QT_TRANSLATE_NOOP("Errors", "Branch"),
    Remedy.DATA_FOLDER: QT_TRANSLATE_NOOP("Errors", "Show data folder"),
    Remedy.COPY: QT_TRANSLATE_NOOP("Errors", "Copy details"),
}


def remedy_word(remedy: Remedy) -> str:
    """What stands on the button."""
    return QCoreApplication.translate(_CONTEXT, _REMEDY_WORDS[remedy])
