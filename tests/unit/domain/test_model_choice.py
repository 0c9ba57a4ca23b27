"""A sensible model is chosen before the person has chosen one."""

from __future__ import annotations

import pytest

from stello_desktop.domain.model_choice import choose_model, is_tiny
from stello_desktop.domain.services import ModelInfo


def named(*names: str) -> list[ModelInfo]:
    return [ModelInfo(name=name) for name in names]


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (("gpt-x-preview", "gpt-x"), "gpt-x"),
        (("qwen3-coder:30b", "qwen3:8b"), "qwen3:8b"),
        (("llama3.2:1b", "llama3.1:8b"), "llama3.1:8b"),
        (("smollm2:135m", "phi4:14b-experimental"), "smollm2:135m"),
        (("first", "second"), "first"),
        (("smollm2:135m",), "smollm2:135m"),
        ((), ""),
    ],
)
def test_finished_models_for_talking_come_first(names: tuple[str, ...], chosen: str) -> None:
    assert choose_model(named(*names)) == chosen


def test_what_cannot_chat_is_never_chosen() -> None:
    assert choose_model([ModelInfo(name="embed", for_chat=False)]) == ""
    assert choose_model([ModelInfo(name="embed", for_chat=False), *named("tiny-1b")]) == "tiny-1b"


def test_a_loaded_model_answers_at_once() -> None:
    models = [
        ModelInfo(name="a:8b", loaded=False, tools=True),
        ModelInfo(name="b:8b", loaded=True, tools=False),
    ]
    assert choose_model(models) == "b:8b"


def test_one_that_opens_branches_comes_before_one_that_does_not() -> None:
    models = [ModelInfo(name="a", tools=False), ModelInfo(name="b"), ModelInfo(name="c", tools=True)]
    assert choose_model(models) == "c"
    assert choose_model(models[:2]) == "b"


def test_the_services_own_preference_is_stronger_than_its_order() -> None:
    listed = named("gpt-5-mini-2025-08-07", "gpt-5-search-api", "gpt-4o", "gpt-5-mini")
    assert choose_model(listed, ["gpt-5-mini", "gpt-4o"]) == "gpt-5-mini"
    assert choose_model(listed[1:3], ["gpt-5", "gpt-4o"]) == "gpt-4o"
    assert choose_model(listed[:2], ["gpt-5"]) == "gpt-5-mini-2025-08-07"
    assert choose_model(named("models/gemini-2.5-pro", "models/gemini-2.5-flash"), ["gemini-2.5-flash"]) == (
        "models/gemini-2.5-flash"
    )


@pytest.mark.parametrize(
    ("info", "tiny"),
    [
        (ModelInfo(name="qwen3:0.6b"), True),
        (ModelInfo(name="SmolLM2-135M-Instruct"), True),
        (ModelInfo(name="mixtral:8x7b"), False),
        (ModelInfo(name="gpt-5"), False),
        (ModelInfo(name="mystery", size_bytes=300_000_000), True),
        (ModelInfo(name="mystery", size_bytes=5_000_000_000), False),
    ],
)
def test_what_counts_as_tiny(info: ModelInfo, tiny: bool) -> None:
    assert is_tiny(info) is tiny
