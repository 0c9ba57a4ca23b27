"""Questions before something that only the person may allow, for one address: no encryption, a certificate (T9, Q29).

Both begin on *Cancel*. There is no way to allow either for every address.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import ServiceId
from stello_desktop.ui import dialogs, errors, tasks
from stello_desktop.workspace.workspace import Workspace

UNENCRYPTED = "provider.unencrypted"
CERTIFICATE = "provider.certificate"
_WORD_JOINER = "\u2060"


def can_be_allowed(code: str, params: Mapping[str, Any]) -> bool:
    """Whether a yes of the person would let the same request go through."""
    if not params.get("origin"):
        return False
    return code == UNENCRYPTED or (
        code == CERTIFICATE and bool(params.get("fingerprint")) and params.get("acceptable") is True
    )


def ask_about(
    parent: QWidget,
    workspace: Workspace,
    service_id: ServiceId | None,
    error: StelloError,
    then: Callable[[], object],
) -> dialogs.Question | None:
    """Ask about a failure; ``then`` is called once the person has allowed it. None where nothing can be allowed.

    Args:
        service_id: whose failure it is; None for a service that is tried out before it is kept.
    """
    return ask_about_code(parent, workspace, service_id, error.full_code, error.params, then)


def ask_about_code(
    parent: QWidget,
    workspace: Workspace,
    service_id: ServiceId | None,
    code: str,
    params: Mapping[str, Any],
    then: Callable[[], object],
) -> dialogs.Question | None:
    """The same for a failure whose code and parameters are known."""
    if not can_be_allowed(code, params):
        return None
    origin, host = str(params["origin"]), str(params.get("host", ""))

    async def allow(work: Awaitable[None]) -> None:
        await work
        then()

    if code == UNENCRYPTED:
        return dialogs.ask(
            parent,
            QCoreApplication.translate("Consents", "Ask %1 without encryption?").replace("%1", host),
            QCoreApplication.translate(
                "Consents",
                "Everybody in the same network could read along: what you write, the answers, and the key. Say yes only in a network of your own. It holds for %1 and nothing else.",
            ).replace("%1", unbroken(origin)),
            QCoreApplication.translate("Consents", "Ask it without encryption"),
            lambda: tasks.start(allow(workspace.keys.allow_plain(origin)), parent),
            kind="danger",
        )
    fingerprint = str(params["fingerprint"])
    text = "\n\n".join(
        (
            errors.sentence_for(code, params),
            QCoreApplication.translate(
                "Consents",
                "Accept it only if whoever runs the server has told you this same fingerprint in another way. Otherwise somebody in between could read everything. It holds for %1 and this certificate alone.",
            ).replace("%1", unbroken(origin)),
        )
    )
    return dialogs.ask(
        parent,
        QCoreApplication.translate("Consents", "Accept the certificate of %1?").replace("%1", host),
        text,
        QCoreApplication.translate("Consents", "Accept this certificate"),
        lambda: tasks.start(
            allow(workspace.keys.accept_certificate(origin, fingerprint, service_id)), parent
        ),
        kind="danger",
        exact=QCoreApplication.translate("Consents", "Fingerprint (SHA-256):\n%1").replace(
            "%1", in_lines(fingerprint)
        ),
    )


def unbroken(origin: str) -> str:
    """An address that no line ends inside of."""
    return origin.replace("/", f"/{_WORD_JOINER}").replace(":", f":{_WORD_JOINER}")


def in_lines(fingerprint: str) -> str:
    """A fingerprint in two lines of sixteen pairs each, which can be compared by eye."""
    pairs = fingerprint.split(":")
    return "\n".join(" ".join(pairs[at : at + 16]) for at in range(0, len(pairs), 16))
