"""What the sky shows: folds, the archive, and how a large project opens."""

from __future__ import annotations

from stello_desktop.ui.map.stars import Mark, read_stars
from stello_desktop.ui.map.visible import folds_at_first, visible_tree
from tests.helpers import skies
from tests.helpers.skies import NOW_S, Sky, sid

PLAN = "Plan\n  Market\n    Europe\n    Asia\n  Product"


def labels(*args: object, **options: object) -> list[str]:
    return [entry.label for entry in visible_tree(*args, **options).entries]  # type: ignore[arg-type]


def test_everything_shows_in_the_order_of_the_tree() -> None:
    assert labels(skies.a_tree(PLAN)) == ["Plan", "Market", "Europe", "Asia", "Product"]


def test_a_fold_hides_what_is_below_it_and_counts_it() -> None:
    tree = visible_tree(skies.a_tree(PLAN), {sid("Market")})
    assert [entry.label for entry in tree.entries] == ["Plan", "Market", "Product"]
    assert tree.hidden == [0, 2, 0]
    assert tree.size == [5, 3, 1]


def test_an_archived_branch_goes_from_sight_as_a_whole() -> None:
    sky = Sky().add_outline(PLAN)
    for name in ("Market", "Europe", "Asia"):
        sky.change(name, status="archived")
    assert labels(sky.topology(), show_archived=False) == ["Plan", "Product"]


def test_a_living_conversation_keeps_its_place_under_an_archived_one() -> None:
    sky = Sky().add_outline(PLAN).change("Market", status="archived").change("Asia", status="archived")
    assert labels(sky.topology(), show_archived=False) == ["Plan", "Market", "Europe", "Product"]


def test_a_large_project_opens_folded_to_about_a_hundred_and_fifty() -> None:
    topology = skies.grown(5_000)
    folds = folds_at_first(topology, sid("s0"))
    shown = len(visible_tree(topology, folds).entries)
    assert 60 <= shown <= 150


def test_a_small_project_opens_as_it_is() -> None:
    assert folds_at_first(skies.a_tree(PLAN), sid("Plan")) == frozenset()


def test_a_star_with_two_thousand_children_opens_all_the_same() -> None:
    sky = Sky([skies.entry("root"), *(skies.entry(f"c{i}", "root", order=i + 1) for i in range(2_000))])
    assert folds_at_first(sky.topology(), sid("root")) == frozenset()


def test_hues_follow_the_first_level_branch_whatever_is_hidden() -> None:
    topology = skies.a_tree(PLAN)
    stars = read_stars(visible_tree(topology), now_s=NOW_S)
    hue = {entry.label: int(stars.hue[index]) for index, entry in enumerate(stars.entries)}
    assert hue == {"Plan": 0, "Market": 0, "Europe": 0, "Asia": 0, "Product": 1}


def test_marks_come_from_the_facts_of_a_conversation() -> None:
    stars = read_stars(visible_tree(skies.launch().topology()), now_s=NOW_S)
    marks = {entry.label: int(stars.marks[index]) for index, entry in enumerate(stars.entries)}
    assert marks["Seed round"] == Mark.WAITING
    assert marks["Asia"] == Mark.FAILED
    assert marks["Designer"] == Mark.UNREAD
    assert marks["Interviews"] == Mark.ARCHIVED
    assert marks["Market"] == 0


def test_a_source_counts_only_where_it_is_not_the_parent() -> None:
    stars = read_stars(visible_tree(skies.launch().topology()), now_s=NOW_S)
    assert [stars.entries[i].label for i in range(len(stars)) if stars.source[i] >= 0] == ["Burn model"]


def test_larger_and_fresher_branches_weigh_more() -> None:
    stars = read_stars(visible_tree(skies.launch().topology()), now_s=NOW_S)
    at = {entry.label: index for index, entry in enumerate(stars.entries)}
    assert stars.radius[at["Launch 2027"]] > stars.radius[at["Market"]] > stars.radius[at["Asia"]]
    assert stars.weight[at["Launch 2027"]] > stars.weight[at["Market"]] > stars.weight[at["Europe"]]
