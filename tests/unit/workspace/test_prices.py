"""What a model costs is what the person wrote down, kept with its service; unknown stays unknown (Q2)."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.services import ModelPrice
from stello_desktop.workspace.settings import Settings
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import a_service, run_in_workspace


def test_a_price_is_kept_with_its_model_over_a_restart(tmp_path: Path) -> None:
    kept: list[ServiceId] = []
    price = ModelPrice(
        model="large", input_per_million=Decimal("0.15"), output_per_million=Decimal("0.60"), currency="¥"
    )

    async def write_down(workspace: Workspace) -> None:
        kept.append(await a_service(workspace, "Home"))
        await workspace.services.set_price(kept[0], price)
        assert workspace.answering.price_of(ModelRef(kept[0], "large")) == price

    async def come_back(workspace: Workspace) -> None:
        assert workspace.answering.price_of(ModelRef(kept[0], "large")) == price
        assert workspace.answering.price_of(ModelRef(kept[0], "Home-model")) is None
        assert workspace.answering.price_of(ModelRef(ServiceId("gone"), "large")) is None
        await workspace.services.set_price(kept[0], ModelPrice(model="large"))
        assert workspace.answering.price_of(ModelRef(kept[0], "large")) is None

    run_in_workspace(tmp_path, write_down)
    run_in_workspace(tmp_path, come_back)


@pytest.mark.parametrize(
    "damage",
    [
        "prices",
        [5, {"model": 5}],
        [{"model": "m", "input_per_million": "much", "output_per_million": "-1", "currency": 7}],
        [{"model": "m", "input_per_million": "NaN", "output_per_million": 0.5}],
    ],
)
def test_a_damaged_price_is_unknown_and_never_costs_the_service(damage: Any) -> None:
    stored = {"service_id": "a", "kind": "openai", "name": "A", "base_url": "https://a/v1", "prices": damage}
    (service,) = Settings.from_values({"services": [stored]}).services
    price = service.price_of("m") or ModelPrice(model="m")
    assert (price.input_per_million, price.output_per_million, price.currency) == (None, None, "$")
