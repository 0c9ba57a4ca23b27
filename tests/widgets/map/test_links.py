"""References on the map: those of the selected star, or all by a switch (P-2)."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QColor, QImage

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.ui.map.links import MAX_LINKS, links_of
from tests.helpers import skies
from tests.widgets.map.conftest import Hands

EUROPE, PRODUCT, NORDICS, MARKET, ASIA = (
    SessionId(name) for name in ("Europe", "Product", "Nordics", "Market", "Asia")
)


def referring(plan: Topology) -> Topology:
    return plan.with_refs({EUROPE: (PRODUCT,), ASIA: (NORDICS,)})


def shown(hands: Hands) -> set[tuple[str, str]]:
    picture = hands.sky.view.picture
    entries = picture.stars.entries
    return {(entries[start].label, entries[end].label) for start, end in picture.links}


def test_the_selected_star_shows_what_it_refers_to_and_what_refers_to_it(
    hands: Hands, plan: Topology
) -> None:
    """P-2."""
    hands.sky.set_topology(referring(plan))
    assert shown(hands) == set()
    hands.click("Europe")
    assert shown(hands) == {("Europe", "Product")}
    hands.click("Product")
    assert shown(hands) == {("Europe", "Product")}
    hands.click("Nordics")
    assert shown(hands) == {("Asia", "Nordics")}
    hands.click("Market")
    assert shown(hands) == set()


def test_a_switch_shows_all(hands: Hands, plan: Topology) -> None:
    """P-2."""
    hands.sky.set_topology(referring(plan))
    hands.sky.set_show_references(True)
    assert shown(hands) == {("Europe", "Product"), ("Asia", "Nordics")}
    hands.sky.set_show_references(False)
    assert shown(hands) == set()


def test_what_is_folded_away_is_shown_at_the_star_above_it(hands: Hands, plan: Topology) -> None:
    """P-2, I11: and a line from a star to itself is none."""
    topology = plan.with_refs({PRODUCT: (NORDICS,), ASIA: (NORDICS,)})
    market = topology[MARKET]
    hands.sky.set_topology(topology.updated([market._replace(folded=True)]))
    hands.sky.set_show_references(True)
    assert shown(hands) == {("Product", "Market")}


def test_the_line_is_seen(hands: Hands, plan: Topology) -> None:
    """P-2: pixels in the accent between the two stars, that are not there without it."""
    hands.sky.set_topology(referring(plan))
    hands.click("Product")
    with_line = picture_of(hands)
    hands.sky.set_topology(plan)
    without = picture_of(hands)
    assert with_line.size() == without.size()
    changed = sum(
        with_line.pixelColor(x, y) != without.pixelColor(x, y)
        for x in range(0, with_line.width(), 2)
        for y in range(0, with_line.height(), 2)
    )
    assert changed > 30


def picture_of(hands: Hands) -> QImage:
    hands.sky.view.heavens.motion.land()
    image = hands.sky.view.viewport().grab().toImage()
    assert image.pixelColor(0, 0) != QColor()
    return image


def test_a_screen_reader_hears_what_a_star_refers_to(hands: Hands, plan: Topology) -> None:
    """P-2."""
    hands.sky.set_topology(referring(plan))
    view = QAccessible.queryAccessibleInterface(hands.sky.view)
    said = {
        view.child(index).text(QAccessible.Text.Name): view.child(index).text(QAccessible.Text.Description)
        for index in range(view.childCount())
    }
    (europe,) = [words for name, words in said.items() if name.startswith("Europe")]
    assert "refers to Product" in europe
    (asia,) = [words for name, words in said.items() if name.startswith("Asia")]
    assert "refers to Nordics" in asia


def test_a_sky_full_of_references_shows_a_bounded_number(plan: Topology) -> None:
    """P-2."""
    many = skies.a_tree("\n".join(["Root", *(f"  c{number}" for number in range(400))]))
    children = many.children(many.roots[0])
    topology = many.with_refs(dict.fromkeys(children[2:], (children[0], children[1])))
    index = {item: number for number, item in enumerate(many.walk())}
    links = links_of(topology, lambda item: index.get(item, -1), None, show_all=True)  # type: ignore[arg-type]
    assert len(links) == MAX_LINKS
    chosen = links_of(topology, lambda item: index.get(item, -1), children[5], show_all=False)  # type: ignore[arg-type]
    assert len(chosen) == 2
