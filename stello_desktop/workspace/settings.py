"""The person's choices as one frozen value, read tolerantly from JSON values.

A value of the wrong type or out of range falls back to its default: a damaged setting must never
keep the program from starting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from stello_desktop.domain.addresses import typed_again
from stello_desktop.domain.codec import config_from_json, config_to_json
from stello_desktop.domain.config import NOTHING_FROZEN, SerializableSessionConfig
from stello_desktop.domain.consents import NO_CONSENTS, Consents
from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.services import PRACTICE, ModelPrice, Service, ServiceKind

LANGUAGES: Final = ("system", "en", "zh_CN")
THEMES: Final = ("system", "dark", "light")
TEXT_SCALES: Final = (0.85, 1.0, 1.15, 1.3, 1.5)
BRANCH_RULES: Final = ("do_it", "ask")
STRATEGIES: Final = ("hierarchical", "flat")
WHEEL_RULES: Final = ("zoom", "pan")
MEMORY_SCHEDULES: Final = ("automatic", "on_switch", "manual")

_CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "language": LANGUAGES,
    "theme": THEMES,
    "text_scale": TEXT_SCALES,
    "assistant_branches": BRANCH_RULES,
    "strategy": STRATEGIES,
    "wheel": WHEEL_RULES,
    "memory_schedule": MEMORY_SCHEDULES,
}
_RANGES: Final[dict[str, tuple[int, int]]] = {
    "guard_min_turns": (0, 99),
    "guard_cooldown_turns": (0, 99),
    "max_tool_rounds": (1, 50),
    "memory_every": (1, 99),
}
_BASE_IS_SETTLED: Final = "base_is_settled"
"""Written with each service: its base is asked where it is. Earlier versions read it like something typed (Q26)."""
_SERVICE_TYPES: Final[dict[str, type]] = {
    "service_id": str,
    "name": str,
    "base_url": str,
    "model": str,
    "needs_key": bool,
    "local": bool,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything on the Settings page.

    Attributes:
        assistant_branches: what happens when the assistant opens a branch (X-5).
        strategy: where branches hang in new projects (O-1).
        guard_on: the split guard (G-1); off in a new workspace.
        share_outline: tell the service the titles of the project's conversations (C-3).
        memory_schedule: when summaries are made by themselves (D-1); never in a new workspace.
        memory_every: after how many rounds, where that is by rounds (D-2).
        memory_asked: the person has been asked about it.
        show_references: whether the map shows the references of all conversations (P-2).
        wheel: what the mouse wheel alone does on the map.
        default_service: who answers where a conversation knows nothing else (M-10).
        consents: what was allowed for single addresses after a question (T9, Q29).
        session_defaults: the lowest layer of every new conversation; its model stays unset (M-10).
    """

    language: str = "system"
    theme: str = "system"
    text_scale: float = 1.0
    assistant_branches: str = "do_it"
    strategy: str = "hierarchical"
    guard_on: bool = False
    guard_min_turns: int = 3
    guard_cooldown_turns: int = 5
    max_tool_rounds: int = 5
    share_outline: bool = False
    memory_schedule: str = "manual"
    memory_every: int = 3
    memory_asked: bool = False
    wheel: str = "zoom"
    show_archived: bool = True
    show_references: bool = False
    welcomed: bool = False
    default_service: ServiceId = PRACTICE
    services: tuple[Service, ...] = ()
    consents: Consents = NO_CONSENTS
    session_defaults: SerializableSessionConfig = NOTHING_FROZEN

    @property
    def asks_about_memory(self) -> bool:
        """Whether the person is to be asked once about automatic summaries: an AI service of theirs is there (D-1)."""
        real = any(service.kind is ServiceKind.OPENAI for service in self.services)
        return real and not self.memory_asked and self.memory_schedule == "manual"

    def with_changes(self, **changes: Any) -> Settings:
        """A copy; values that do not fit are refused. Raises: ValueError."""
        for name, value in changes.items():
            if not _fits(name, value):
                raise ValueError(f"{name} cannot be {value!r}")
        return replace(self, **changes)

    def to_values(self) -> dict[str, Any]:
        """JSON values by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["consents"] = self.consents.to_values()
        values["session_defaults"] = config_to_json(self.session_defaults)
        values["services"] = [_service_values(service) for service in self.services]
        return values

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Settings:
        """Read what fits, and leave the rest at its default."""
        known = {field.name for field in fields(cls)} - {"services", "consents", "session_defaults"}
        kept = {name: value for name, value in values.items() if name in known and _fits(name, value)}
        services = values.get("services")
        return cls(
            **kept,
            services=tuple(_read_services(services)) if isinstance(services, list) else (),
            consents=Consents.from_values(values.get("consents")),
            session_defaults=_read_defaults(values.get("session_defaults")),
        )


def _fits(name: str, value: Any) -> bool:
    if name in _CHOICES:
        return value in _CHOICES[name]
    if name in _RANGES:
        low, high = _RANGES[name]
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    if name == "services":
        return isinstance(value, tuple) and all(isinstance(item, Service) for item in value)
    default = Settings.__dataclass_fields__[name].default
    return isinstance(value, type(default))


def _read_defaults(values: Any) -> SerializableSessionConfig:
    try:
        return config_from_json(values) if isinstance(values, Mapping) else NOTHING_FROZEN
    except ForkConfigError:
        return NOTHING_FROZEN


def _read_services(values: list[Any]) -> list[Service]:
    services: list[Service] = []
    for item in values:
        if not isinstance(item, dict):
            continue
        try:
            read: dict[str, Any] = {
                "kind": ServiceKind(str(item.get("kind"))),
                "prices": _read_prices(item.get("prices")),
            }
            if item.get(_BASE_IS_SETTLED) is not True and isinstance(base_url := item.get("base_url"), str):
                read["base_url"] = typed_again(base_url)
            kept = {name: value for name, value in item.items() if name != _BASE_IS_SETTLED}
            service = Service(**{**kept, **read})
        except (TypeError, ValueError):
            continue
        if all(isinstance(getattr(service, name), kind) for name, kind in _SERVICE_TYPES.items()):
            services.append(service)
    return services


def _service_values(service: Service) -> dict[str, Any]:
    amounts = ("input_per_million", "output_per_million")
    prices = [asdict(price) for price in service.prices]
    for price in prices:
        price.update({name: None if price[name] is None else str(price[name]) for name in amounts})
    return {**asdict(service), "prices": prices, _BASE_IS_SETTLED: True}


def _read_prices(values: Any) -> tuple[ModelPrice, ...]:
    found: dict[str, ModelPrice] = {}
    for item in values if isinstance(values, list) else ():
        if isinstance(item, dict) and isinstance(model := item.get("model"), str):
            currency = item.get("currency")
            found[model] = ModelPrice(
                model=model,
                input_per_million=_read_amount(item.get("input_per_million")),
                output_per_million=_read_amount(item.get("output_per_million")),
                currency=currency if isinstance(currency, str) else "$",
            )
    return tuple(found.values())


def _read_amount(value: Any) -> Decimal | None:
    """A price as it was stored; None for what is none."""
    try:
        amount = Decimal(value) if isinstance(value, str) else None
    except InvalidOperation:
        return None
    return amount if amount is not None and amount.is_finite() and amount >= 0 else None
