"""Trees of conversations for tests, benches and pictures of the map."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import LayoutKind, Topology, TreeEntry

NOW_S = 1_900_000_000.0
_HOUR_S = 3_600.0
_DAY_S = 86_400.0

LAUNCH = """
Launch 2027
  Market
    North America
      Pricing
      Channels
      Partner programme
    Europe
      Germany
      Nordics
      Data residency
    Asia
    Regulation
  Product
    Roadmap
      Q1 goals
      Offline mode
      Accessibility review
    Onboarding
      First five minutes
      Sample projects
    Pricing page
  Financing
    Seed round
      Term sheet
      Investor letters
    Burn model
    Grants
  Team
    Hiring plan
      Backend engineer
      Designer
    Culture
    Offsite in Lisbon
  Legal
    Trademark
    Terms of service
  Press
    Launch story
    Interviews
"""

STUDY = """
留学规划
  选校
    英国
      爱丁堡大学
      伦敦艺术大学
    荷兰
      代尔夫特理工大学
    学费与奖学金比较
  语言考试
    雅思写作
    口语练习
  作品集
    毕业设计：城市里的慢空间与社区更新研究
    平面作品
  签证
"""


def sid(name: str) -> SessionId:
    """The id of a named conversation."""
    return SessionId(name)


def entry(
    session_id: str,
    parent: str | None = None,
    *,
    label: str | None = None,
    order: int = 0,
    source: str | None = None,
    status: str = "active",
    messages: int = 4,
    age_s: float = 0.0,
    place: tuple[float, float] | None = None,
    folded: bool = False,
    layout: str = LayoutKind.STAR,
    flags: int = 0,
    waiting: int = 0,
) -> TreeEntry:
    """One conversation; its name is its id unless told."""
    then = NOW_S - age_s
    dx, dy = place if place is not None else (None, None)
    return TreeEntry(
        sid(session_id),
        sid(parent) if parent else None,
        sid(source) if source else (sid(parent) if parent else None),
        order,
        session_id if label is None else label,
        status,
        messages // 2,
        messages,
        then,
        then,
        then,
        dx,
        dy,
        folded,
        layout,
        "hierarchical",
        flags,
        waiting,
    )


@dataclass
class Sky:
    """Collects conversations; ids are names, made unique where a name comes twice."""

    entries: list[TreeEntry] = field(default_factory=list)

    def add_outline(self, text: str, *, seed: int = 1, layout: str = LayoutKind.STAR) -> Sky:
        """Conversations from an indented list, two spaces a level."""
        chance = random.Random(seed)
        path: list[str] = []
        taken = {str(item.session_id) for item in self.entries}
        for line in text.strip("\n").splitlines():
            depth = (len(line) - len(line.lstrip())) // 2
            label = line.strip()
            name = label
            while name in taken:
                name += "'"
            taken.add(name)
            parent = path[depth - 1] if depth else None
            del path[depth:]
            path.append(name)
            age_s = chance.choice([600.0, 3 * _HOUR_S, 30 * _HOUR_S, 4 * _DAY_S, 12 * _DAY_S, 60 * _DAY_S])
            self.entries.append(
                entry(
                    name,
                    parent,
                    label=label,
                    order=len(self.entries),
                    messages=chance.randrange(2, 40),
                    age_s=age_s,
                    layout=layout,
                )
            )
        return self

    def change(self, session_id: str, **columns: Any) -> Sky:
        """Give a conversation other facts."""
        self.entries = [
            item._replace(**columns) if item.session_id == session_id else item for item in self.entries
        ]
        return self

    def topology(self) -> Topology:
        """The tree."""
        return Topology(self.entries)


def launch() -> Sky:
    """Forty-one conversations of a start-up, with one of each state."""
    sky = Sky().add_outline(LAUNCH)
    sky.change("Burn model", source_id=sid("North America"))
    sky.change("Seed round", waiting_insights=2)
    sky.change("Asia", flags=2)
    sky.change("Designer", unread=1)
    sky.change("Interviews", status="archived")
    sky.change("Germany", folded=True)
    return sky


def a_tree(outline: str, *, layout: str = LayoutKind.STAR) -> Topology:
    """A tree from an indented list, all alike."""
    return Sky().add_outline(outline, layout=layout).topology()


_WORDS = (
    "Pricing study",
    "Interview notes",
    "Draft",
    "Budget",
    "Open questions",
    "Timeline",
    "Risks and mitigations",
    "Competitors",
    "Supplier talks",
    "Data protection",
    "Research",
    "会议记录",
    "预算",
    "下一步计划",
    "Launch checklist for the whole region",
    "Feedback",
)


def grown_parents(count: int, *, seed: int = 5, bushy: float = 0.7) -> list[int]:
    """A map-like tree as parents: most conversations branch from a recent one."""
    chance = random.Random(seed)
    parents = [-1]
    for index in range(1, count):
        if index <= 7:
            parents.append(0)
            continue
        recent = chance.random() < bushy
        low = max(0, index - 1 - chance.randrange(1, 60)) if recent else 0
        parents.append(chance.randrange(low, index))
    return parents


def grown(
    count: int, *, seed: int = 5, layout: str = LayoutKind.STAR, labels: Sequence[str] = _WORDS
) -> Topology:
    """A large project."""
    chance = random.Random(seed)
    parents = grown_parents(count, seed=seed)
    return Topology(
        entry(
            f"s{index}",
            f"s{above}" if above >= 0 else None,
            label=f"{chance.choice(labels)} {index}" if index else "Everything",
            order=index,
            age_s=chance.expovariate(1 / (10 * _DAY_S)),
            messages=chance.randrange(1, 60),
            layout=layout,
        )
        for index, above in enumerate(parents)
    )
