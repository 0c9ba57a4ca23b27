"""How AI services are called and described wherever they appear."""

from __future__ import annotations

from decimal import Decimal
from typing import Final
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication, QLocale

from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.model_facts import Lesson, ModelFacts
from stello_desktop.domain.services import ModelInfo, ModelPrice, Service, ServiceCheck, ServiceKind
from stello_desktop.domain.text import clean_label
from stello_desktop.ui.amount_words import with_currency
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP, filled
from stello_desktop.ui.listing import listed
from stello_desktop.workspace.workspace import Workspace

_MAX_SAID_CHARS: Final = 40


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
    return filled(words, model=model, place=place_of(service))


def price_words(price: ModelPrice | None) -> str:
    """What a model costs; empty where nobody wrote it down."""
    if price is None:
        return ""
    sent, said = price.input_per_million, price.output_per_million
    if sent is None or said is None:
        known = sent if sent is not None else said
        if known is None:
            return ""
        one = (
            QCoreApplication.translate("Services", "%1 per million tokens sent")
            if sent is not None
            else QCoreApplication.translate("Services", "%1 per million tokens answered")
        )
        return one.replace("%1", _amount(known, price.currency))
    both = QCoreApplication.translate("Services", "%1 / %2 per million tokens")
    return filled(both, _amount(sent, price.currency), _amount(said, price.currency))


def _amount(value: Decimal, currency: str) -> str:
    return with_currency(f"{value:f}".replace(".", QLocale().decimalPoint()), currency)


def check_words(check: ServiceCheck) -> str:
    """What a test found out: the answer, its seconds, and whether the model can open branches by itself."""
    seconds, said = QLocale().toString(check.elapsed_s, "f", 1), clean_label(check.text)[:_MAX_SAID_CHARS]
    if said:
        words = QCoreApplication.translate("Services", "Answered “%said” in %seconds s")
    else:
        words = QCoreApplication.translate("Services", "Answered in %seconds s")
    if check.supports_tools is True:
        words += QCoreApplication.translate("Services", " · can open branches")
    elif check.supports_tools is False:
        words += QCoreApplication.translate(
            "Services", " · cannot open branches by itself; use the Branch button"
        )
    return filled(words, seconds=seconds, said=said)


def learnt_words(facts: ModelFacts) -> str:
    """What refusals and answers have taught about a model, in one sentence; empty where nothing has."""
    told = [_lesson_words(lesson, facts) for lesson in facts.explanations()]
    if not told:
        return ""
    words = QCoreApplication.translate("Services", "Learnt about this model: %facts.")
    return words.replace("%facts", QCoreApplication.translate("Services", "; ").join(told))


_LESSONS: Final[dict[Lesson, str]] = {
    Lesson.NO_TOOLS: QT_TRANSLATE_NOOP("Services", "it cannot open branches by itself"),
    Lesson.CALLS_TOOLS: QT_TRANSLATE_NOOP("Services", "it can open branches by itself"),
    Lesson.CUTS_SILENTLY: QT_TRANSLATE_NOOP(
        "Services", "it leaves out the beginning of long conversations, beyond about %size tokens"
    ),
    Lesson.CONTEXT: QT_TRANSLATE_NOOP("Services", "it reads at most %size tokens"),
    Lesson.NO_STREAM: QT_TRANSLATE_NOOP("Services", "it answers in one piece, not word by word"),
    Lesson.FOLD_SYSTEM: QT_TRANSLATE_NOOP("Services", "it is given the instructions with the first question"),
    Lesson.DEVELOPER: QT_TRANSLATE_NOOP("Services", "it is given the instructions in a form of its own"),
    Lesson.ALTERNATE: QT_TRANSLATE_NOOP("Services", "it wants question and answer strictly by turns"),
    Lesson.SEND_REASONING: QT_TRANSLATE_NOOP(
        "Services", "it is given its own thinking back with the results of tools"
    ),
    Lesson.NO_TEMPERATURE: QT_TRANSLATE_NOOP("Services", "it takes no temperature"),
    Lesson.LIMIT_NAME: QT_TRANSLATE_NOOP("Services", "it calls the limit of an answer by another name"),
    Lesson.NO_USAGE: QT_TRANSLATE_NOOP("Services", "it cannot be asked how many tokens it used"),
    Lesson.DROPPED: QT_TRANSLATE_NOOP("Services", "it does not take %names"),
}


def _lesson_words(lesson: Lesson, facts: ModelFacts) -> str:
    size = QLocale().toString(facts.context_tokens or 0)
    words = QCoreApplication.translate("Services", _LESSONS[lesson])
    return filled(words, size=size, names=clean_label(listed(facts.dropped)))


def ref_words(workspace: Workspace, ref: ModelRef) -> str:
    """Service and model in one line; a service that was removed is said to be."""
    service = workspace.answering.service_for(ref)
    if service is None:
        removed = QCoreApplication.translate("Services", "%model · its AI service was removed")
        return removed.replace("%model", ref.model or ref.service_id)
    return full_name(service)


def full_name(service: Service) -> str:
    """The service and the model that it is asked for."""
    name = name_of(service)
    if service.kind is not ServiceKind.OPENAI or not service.model or name.endswith(service.model):
        return name
    words = QCoreApplication.translate("Services", "%service · %model")
    return filled(words, service=name, model=service.model)


def marks_of(info: ModelInfo) -> tuple[str, ...]:
    """What is known of a model in a few words each, the most useful first."""
    marks: list[str] = []
    if info.loaded:
        marks.append(QCoreApplication.translate("Services", "loaded"))
    if info.tools is not None:
        marks.append(
            QCoreApplication.translate("Services", "opens branches")
            if info.tools
            else QCoreApplication.translate("Services", "no branches by itself")
        )
    if info.context_tokens:
        words = QCoreApplication.translate("Services", "sees %size tokens")
        marks.append(words.replace("%size", short_count(info.context_tokens)))
    if info.reasoning:
        marks.append(QCoreApplication.translate("Services", "thinks first"))
    return tuple(marks)


def short_count(number: int) -> str:
    """A number of tokens as people say it: 900, 8K, 128K, 1M; powers of two go by their names."""
    thousand = 1024 if number % 1000 and not number % 1024 else 1000
    size, letter = float(number), ""
    for larger in ("K", "M"):
        if size >= thousand:
            size, letter = size / thousand, larger
    return f"{QLocale().toString(round(size, 1), 'g', 4)}{letter}"
