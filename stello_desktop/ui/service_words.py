"""How AI services are called and described wherever they appear."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication, QLocale

from stello_desktop.domain.services import Service, ServiceCheck, ServiceKind


def name_of(service: Service) -> str:
    """The service's name; the built-in ones have theirs in the person's language."""
    if service.kind is ServiceKind.PRACTICE:
        return QCoreApplication.translate("Services", "Practice assistant")
    if service.kind is ServiceKind.TINY:
        return QCoreApplication.translate("Services", "Tiny local model")
    return service.name


def place_of(service: Service) -> str:
    """Where it answers: on this computer, or at which host."""
    if service.local or service.kind is not ServiceKind.OPENAI:
        return QCoreApplication.translate("Services", "this computer")
    return urlsplit(service.base_url).hostname or service.base_url


def summary_of(service: Service) -> str:
    """One line under the name."""
    if service.kind is ServiceKind.PRACTICE:
        return QCoreApplication.translate(
            "Services", "Not an AI. It works without a network and shows what this program can do."
        )
    words = QCoreApplication.translate("Services", "%model · %place")
    model = service.model or QCoreApplication.translate("Services", "no model chosen yet")
    return words.replace("%model", model).replace("%place", place_of(service))


def check_words(check: ServiceCheck) -> str:
    """What a test found out, with its seconds."""
    seconds = QLocale().toString(check.elapsed_s, "f", 1)
    if check.supports_tools is False:
        words = QCoreApplication.translate(
            "Services", "It answered in %seconds s. It cannot open branches by itself; use the Branch button."
        )
    else:
        words = QCoreApplication.translate("Services", "It answered in %seconds s.")
    return words.replace("%seconds", seconds)
