"""The registry of profiles."""

from __future__ import annotations

from typing import Any

import pytest

from stello_desktop.domain.config import ForkProfile
from stello_desktop.domain.errors import ForkConfigError, UnknownProfile
from stello_desktop.engine.profiles import ForkProfileRegistry


def test_names_are_listed_in_order_of_registration_and_replaced_in_place() -> None:
    """T-3b."""
    registry = ForkProfileRegistry()
    registry.register("poet", ForkProfile(system_prompt="1"))
    registry.register("critic", ForkProfile())
    registry.register("poet", ForkProfile(system_prompt="2"))
    assert registry.list_names() == ("poet", "critic")
    assert registry.require("poet").system_prompt == "2"
    assert registry.has("critic")
    assert registry.get("nobody") is None
    registry.unregister("critic")
    assert not registry.has("critic")


def test_an_unknown_profile_is_an_error() -> None:
    """F-1."""
    with pytest.raises(UnknownProfile) as caught:
        ForkProfileRegistry().require("nobody")
    assert caught.value.params["profile"] == "nobody"


@pytest.mark.parametrize(
    "fields", [{"system_prompt_mode": "shuffle"}, {"context": "everything"}, {"context": 3}]
)
def test_unknown_words_are_refused_at_registration(fields: dict[str, Any]) -> None:
    """T-2."""
    registry = ForkProfileRegistry()
    with pytest.raises(ForkConfigError):
        registry.register("p", ForkProfile(**fields))
    assert registry.list_names() == ()


def test_a_profile_needs_a_name() -> None:
    """T-3: an empty name means none."""
    with pytest.raises(ForkConfigError):
        ForkProfileRegistry().register(" ", ForkProfile())
