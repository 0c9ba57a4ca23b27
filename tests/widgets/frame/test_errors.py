from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.errors import (
    BrokenRule,
    ProviderError,
    ProviderErrorKind,
    StelloError,
    StoreError,
    StoreErrorKind,
    UnknownProfile,
)
from stello_desktop.domain.events import EndReason
from stello_desktop.ui import errors
from stello_desktop.ui.errors import Remedy


def all_kinds(root: type[StelloError] = StelloError) -> Iterator[type[StelloError]]:
    yield root
    for child in root.__subclasses__():
        yield from all_kinds(child)


def all_codes() -> set[str]:
    codes = {kind.code for kind in all_kinds() if kind.__module__.startswith("stello_desktop.domain")}
    codes -= {"provider", "store"}
    codes |= {f"provider.{kind}" for kind in ProviderErrorKind}
    codes |= {f"store.{kind}" for kind in StoreErrorKind}
    return codes | {
        EndReason.LENGTH.value,
        EndReason.FILTERED.value,
        EndReason.INTERRUPTED.value,
        EndReason.UNREADABLE.value,
        EndReason.PROVIDER_ERROR.value,
    }


@pytest.mark.parametrize("code", sorted(all_codes()))
def test_every_code_has_a_sentence_of_its_own(qapp: QApplication, code: str) -> None:
    assert code in errors.known_codes()
    sentence = errors.sentence_for(code, {"service": "Ollama", "profile": "Poet", "names": ("region",)})
    assert "%" not in sentence
    assert sentence.endswith(".")


def test_no_sentence_is_for_a_code_that_nobody_raises() -> None:
    assert errors.known_codes() == all_codes()


def test_a_service_error_names_the_service(qapp: QApplication) -> None:
    error = ProviderError(ProviderErrorKind.TIMEOUT, service="Ollama")
    assert errors.sentence(error) == "Ollama did not answer in time. Try again."
    assert errors.actions_for(error) == (Remedy.RETRY, Remedy.COPY)


def test_without_a_name_it_is_the_ai_service(qapp: QApplication) -> None:
    assert errors.sentence(ProviderError(ProviderErrorKind.TIMEOUT)).startswith("The AI service did not")


def test_text_from_outside_stays_one_line(qapp: QApplication) -> None:
    hostile = UnknownProfile(profile="a\n\u202eb" + "x" * 500)
    sentence = errors.sentence(hostile)
    assert "\n" not in sentence
    assert "\u202e" not in sentence
    assert len(sentence) < 300


def test_an_unforeseen_error_gets_a_sentence_without_its_own_words(qapp: QApplication) -> None:
    sentence = errors.sentence(ZeroDivisionError("division by zero"))
    assert "division" not in sentence
    assert errors.detail(ZeroDivisionError("division by zero")) == "ZeroDivisionError: division by zero"


def test_the_details_hold_code_and_technical_text(qapp: QApplication) -> None:
    error = StoreError(StoreErrorKind.FULL, "disk full", detail="SQLITE_FULL (13)")
    assert errors.detail(error) == "disk full\nSQLITE_FULL (13)\nstore.full"
    assert Remedy.DATA_FOLDER in errors.actions_for(error)


def test_the_technical_text_says_nothing_twice_and_the_code_last(qapp: QApplication) -> None:
    error = ProviderError(ProviderErrorKind.NETWORK, detail="ConnectError: refused")
    assert errors.detail(error) == "ConnectError: refused\nprovider.network"
    assert "provider.network" not in errors.sentence(error)


def test_a_mistake_of_ours_can_only_be_copied(qapp: QApplication) -> None:
    assert errors.actions_for(BrokenRule("never")) == (Remedy.COPY,)


def test_every_remedy_has_a_word(qapp: QApplication) -> None:
    assert all(errors.remedy_word(remedy) for remedy in Remedy)


def test_row_39_too_many_calls_are_no_long_answer(qapp: QApplication) -> None:
    """Row 39: the detail that is kept with the answer is the reason, from which the sentence is made."""
    error = ProviderError(ProviderErrorKind.TOO_LARGE, detail="too_many_calls", service="Mine")
    assert errors.has_reason(error.full_code, error.detail)
    assert errors.sentence(error).startswith("The answer of Mine calls tools more often than")
    assert "is longer than" in errors.sentence(ProviderError(ProviderErrorKind.TOO_LARGE, detail="x"))


def test_an_id_that_nobody_knows_is_never_shown(qapp: QApplication) -> None:
    """A failure knows its service by the id; while no window says how the person calls it, its host does."""
    error = ProviderError(
        ProviderErrorKind.TIMEOUT, service="localhost-8123-906d03496dd9", host="example.org"
    )
    assert errors.sentence(error) == "example.org did not answer in time. Try again."


def test_q30_a_proxy_that_is_not_there_is_named_instead_of_the_service(qapp: QApplication) -> None:
    """Q30: one sentence, one way on; the message may still wait for the network."""
    error = ProviderError(ProviderErrorKind.NETWORK, service="Mine", host="ai.example", reason="proxy")
    assert errors.sentence(error).startswith("The proxy in this computer's settings cannot be reached")
    assert errors.actions_for(error)[0] is Remedy.RETRY
