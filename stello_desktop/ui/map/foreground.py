"""What lies over lines and stars: states, titles, cards, the hover card, and everything about a drag."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from stello_desktop.layout.camera import Box
from stello_desktop.ui.map import marks, words
from stello_desktop.ui.map.cards import CardBook, Face, place_beside, soft_disc
from stello_desktop.ui.map.frame import BADGES, Frame, fold_box
from stello_desktop.ui.map.labels import LabelBook, Tone
from stello_desktop.ui.map.picture import Lift, Picture
from stello_desktop.ui.map.stars import Mark
from stello_desktop.ui.theme import Theme

TOP_TARGET_PX = 46.0
_MAX_SOURCES = 300
_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
_DETAILED_FROM = 0.22
"""From this scale on there is room for badges."""


class Foreground:
    """Paints single things with single calls; there are never many of them."""

    def __init__(self, theme: Theme, ratio: float, labels: LabelBook) -> None:
        self.theme = theme
        self.labels = labels
        self.cards = CardBook(theme, ratio)
        self.hover_box: Box | None = None

    def paint(self, painter: QPainter, picture: Picture, frame: Frame) -> None:
        """Everything over the stars."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_states(painter, picture, frame)
        for index in reversed(frame.cards):
            self.cards.near(painter, self.face(picture, index), frame.cards[index].box)
        self._paint_titles(painter, picture, frame)
        self._paint_source_words(painter, picture, frame)
        if picture.lift is not None:
            self._paint_lift(painter, picture, frame, picture.lift)
        elif picture.carded >= 0 and picture.carded != picture.editing:
            self._paint_hover(painter, picture, frame)
        if picture.band is not None:
            self._paint_band(painter, picture.band)

    # -- states

    def _paint_states(self, painter: QPainter, picture: Picture, frame: Frame) -> None:
        stars, theme = picture.stars, self.theme
        told = picture.marks
        special = np.flatnonzero((told & BADGES) | (stars.hidden > 0))
        seen = np.zeros(len(stars) + 1, dtype=np.bool_)
        seen[frame.seen] = True
        detailed = picture.camera.scale >= _DETAILED_FROM and not picture.packed
        for index in special.tolist() if detailed else ():
            if seen[index] and index not in frame.cards:
                self._paint_badges(painter, picture, frame, index, int(told[index]))
        for session_id in picture.live:
            index = stars.at(session_id)
            if seen[index] and index not in frame.cards:
                at, radius = _spot(frame, index)
                marks.breath(painter, at, radius, theme.color("good"), picture.breath)
        for index, share in picture.pulsing.items():
            if seen[index]:
                at, radius = _spot(frame, index)
                glow = theme.color("accent", 0.55 * (1.0 - share))
                soft_disc(painter, at, (radius + 12.0) * (1.0 + 1.2 * share), glow)
        self._paint_passage(painter, picture, frame)
        for index in {*picture.marked, picture.selected} - {-1}:
            if seen[index] and index not in frame.cards:
                at, radius = _spot(frame, index)
                marks.ring(painter, at, radius + marks.RING_PX, theme.color("accent"))
        self._paint_focus(painter, picture, frame, seen)

    def _paint_passage(self, painter: QPainter, picture: Picture, frame: Frame) -> None:
        """A bright dot with a short tail, on its way from one star to another."""
        if picture.passing is None:
            return
        start, end, share = picture.passing
        begin, goal = _spot(frame, start)[0], _spot(frame, end)[0]
        at = begin + (goal - begin) * share
        color = self.theme.color("accent")
        painter.setPen(QPen(self.theme.color("accent", 0.45), 2.0))
        painter.drawLine(begin + (goal - begin) * max(0.0, share - 0.22), at)
        soft_disc(painter, at, 16.0, self.theme.color("accent", 0.5))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(at, 4.5, 4.5)

    def _paint_focus(
        self, painter: QPainter, picture: Picture, frame: Frame, seen: NDArray[np.bool_]
    ) -> None:
        index = picture.focused
        if not seen[index] or not picture.keyboard:
            return
        color = self.theme.color("text")
        if index in frame.cards:
            box = frame.cards[index].box.grown(4.0)
            pen = QPen(color, 1.8)
            pen.setStyle(Qt.PenStyle.DotLine)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(box.left, box.top, box.width, box.height), 12, 12)
            return
        at, radius = _spot(frame, index)
        marks.dotted_ring(painter, at, radius + marks.RING_PX + 4.0, color)

    def badge_at(self, picture: Picture, frame: Frame, at: QPointF) -> int:
        """The star whose fold badge is at a screen place, -1 for none."""
        if picture.packed or picture.camera.scale < _DETAILED_FROM:
            return -1
        point = Box(at.x(), at.y(), at.x() + 0.01, at.y() + 0.01)
        for index in np.flatnonzero(picture.stars.hidden > 0).tolist():
            if index not in frame.cards and fold_box(picture, frame, index).meets(point):
                return index
        return -1

    def _paint_badges(self, painter: QPainter, picture: Picture, frame: Frame, index: int, told: int) -> None:
        stars = picture.stars
        at, radius = _spot(frame, index)
        hidden = int(stars.hidden[index])
        if hidden:
            hue = self.theme.hue(int(stars.hue[index]))
            marks.fold_badge(painter, self.theme, fold_box(picture, frame, index), hidden, hue)
        shown = marks.Badges(told, stars.entries[index].unread, int(picture.side[index]))
        marks.badges(painter, self.theme, at, radius, shown)

    def _paint_titles(self, painter: QPainter, picture: Picture, frame: Frame) -> None:
        stars = picture.stars
        carried = set(picture.lift.carried.tolist()) if picture.lift else set()
        for index, label in reversed(frame.labels.items()):
            archived = bool(stars.marks[index] & Mark.ARCHIVED)
            tone: Tone = "faint" if index in carried else "muted" if archived else "text"
            spot = QPointF(label.x, label.y)
            self.labels.draw(painter, stars.entries[index].label, int(stars.depth[index]), spot, tone)

    # -- cards

    def face(self, picture: Picture, index: int, *, hover: bool = False) -> Face:
        """What the card of a star says."""
        stars = picture.stars
        entry = stars.entries[index]
        preview = picture.previews.get(entry.session_id)
        live = entry.session_id in picture.live
        flags, hidden = int(picture.marks[index]), int(stars.hidden[index])
        said = words.states(
            flags,
            live=live,
            hidden=hidden,
            waiting=entry.waiting_insights,
            unread=entry.unread,
            unsent=picture.unsent.get(entry.session_id, 0),
        )
        source = int(stars.source[index])
        if hover and source >= 0:
            said.append(words.branched_from(stars.entries[source].label))
        tone = "good" if live else "danger" if flags & Mark.FAILED else "muted"
        if not live and flags & Mark.WAITING and not flags & Mark.FAILED:
            tone = "warning"
        lift = picture.lift
        return Face(
            title=entry.label,
            body=preview.last_line if preview else "",
            facts=words.facts(entry, picture.now_s),
            hue=self.theme.muted if flags & Mark.ARCHIVED else self.theme.hues[int(stars.hue[index])],
            state=" · ".join(said if hover else said[:1]),
            tone=tone,
            selected=index == picture.selected and not hover,
            lit=bool(lift and lift.target == index and not lift.refused) and not hover,
            faded=bool(lift and index in lift.carried) and not hover,
            wide=hover,
        )

    def _paint_hover(self, painter: QPainter, picture: Picture, frame: Frame) -> None:
        index = picture.carded
        if index in frame.cards:
            return
        face = self.face(picture, index, hover=True)
        camera = picture.camera
        view = Box(0.0, 0.0, camera.width, camera.height - 52.0)
        self.hover_box = place_beside(frame.box_of(index), self.cards.hover_size(face), view, frame.sky)
        self._paint_leader(painter, frame, index, self.hover_box)
        self.cards.hover(painter, face, self.hover_box)

    def _paint_leader(self, painter: QPainter, frame: Frame, index: int, card: Box) -> None:
        """A thin line from a star to its card, where the card found no room close by."""
        at, radius = _spot(frame, index)
        end = QPointF(min(max(at.x(), card.left), card.right), min(max(at.y(), card.top), card.bottom))
        way = end - at
        length = max(float(np.hypot(way.x(), way.y())), 1e-9)
        if length > radius + 40.0:
            painter.setPen(QPen(self.theme.color("muted", 0.7), 1.0))
            painter.drawLine(at + way * ((radius + 5.0) / length), end)

    # -- where it was branched from

    def paint_sources(self, painter: QPainter, picture: Picture, frame: Frame) -> None:
        """Dashed lines to the conversations that others were branched from, where they hang elsewhere."""
        if picture.packed or picture.camera.scale < 0.2:  # noqa: PLR2004 - too small to follow
            return
        stars = picture.stars
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for index in np.flatnonzero(stars.source >= 0)[:_MAX_SOURCES].tolist():
            strong = index in (picture.selected, picture.hovered)
            pen = QPen(self.theme.color("text" if strong else "muted", 0.95 if strong else 0.6), 1.3)
            pen.setDashPattern([2.2, 3.4])
            painter.setPen(pen)
            painter.drawPath(_bow(frame, index, int(stars.source[index])))

    def _paint_source_words(self, painter: QPainter, picture: Picture, frame: Frame) -> None:
        """Say in words where the selected conversation was branched from."""
        index = picture.selected
        if index < 0 or picture.packed:
            return
        source = int(picture.stars.source[index])
        if source < 0:
            return
        text = words.branched_from(picture.stars.entries[source].label)
        width, height = self.labels.measure(text, 2)
        path = _bow(frame, index, source)
        for share, beside in (
            (share, beside) for beside in (0.0, 15.0, -15.0, 30.0, -30.0) for share in _ALONG
        ):
            middle = path.pointAtPercent(share)
            x, y = middle.x() - width / 2, middle.y() - height / 2 + beside
            seen = frame.sky.sees(middle.x(), middle.y(), 0.0)
            inside = frame.sky.inside(Box(x, y, x + width, y + height)) if seen else None
            if inside is not None and frame.sky.free(inside):
                self.labels.draw(painter, text, 2, QPointF(inside.left, inside.top), "muted")
                return

    # -- dragging

    def _paint_lift(self, painter: QPainter, picture: Picture, frame: Frame, lift: Lift) -> None:
        theme = self.theme
        if picture.lifts_branches(lift):
            self._paint_top_target(painter, picture, lift)
        carried = set(lift.carried.tolist())
        if len(frame.seen) <= 400:  # noqa: PLR2004 - a sky full of rings tells nothing
            for index in frame.seen.tolist():
                if index not in carried and index != lift.target and index not in frame.cards:
                    at, radius = _spot(frame, index)
                    marks.ring(painter, at, radius + 3.0, theme.color("accent", 0.35), 1.0)
        self._paint_ghost(painter, picture, frame, lift)
        if lift.target >= 0 and lift.target not in frame.cards:
            at, radius = _spot(frame, lift.target)
            if lift.refused:
                marks.crossed_ring(painter, at, radius + 9.0, theme.color("danger"))
            else:
                soft_disc(painter, at, radius + 30.0, theme.color("accent", 0.5))
                marks.ring(painter, at, radius + 9.0, theme.color("accent"), 2.6)
        self._paint_verdict(painter, picture, frame, lift)

    def _paint_ghost(self, painter: QPainter, picture: Picture, frame: Frame, lift: Lift) -> None:
        """What is being dragged, see-through; its title only over empty sky, where it hides no other."""
        first, stars, theme = lift.roots[0], picture.stars, self.theme
        at, radius = QPointF(lift.x, lift.y), max(float(frame.radius[first]), 7.0)
        title = stars.entries[first].label if len(lift.roots) == 1 else words.several(len(lift.roots))
        hue = theme.hue(int(stars.hue[first]))
        if first in frame.cards:
            own = frame.cards[first].box
            left, top = lift.x - own.width / 2, lift.y - own.height / 2
            box = Box(left, top, left + own.width, top + own.height)
            painter.setOpacity(0.8)
            self.cards.near(painter, Face(title, "", "", hue.name(), dashed=True), box)
            painter.setOpacity(1.0)
            return
        soft = QColor(hue)
        soft.setAlphaF(0.5)
        soft_disc(painter, at, radius * 2.6, soft)
        painter.setBrush(soft)
        pen = QPen(theme.color("accent"), 1.6)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawEllipse(at, radius, radius)
        if lift.target < 0 and not lift.at_top:
            width, _ = self.labels.measure(title, 1)
            self.labels.draw(painter, title, 1, QPointF(lift.x - width / 2, lift.y + radius + 6.0))

    def _paint_verdict(self, painter: QPainter, picture: Picture, frame: Frame, lift: Lift) -> None:
        """What letting go would do, or why it is refused: in words, under what it is about."""
        if not lift.words or lift.at_top:
            return
        x, bottom = lift.x, lift.y + max(float(frame.radius[lift.roots[0]]), 7.0) + 30.0
        if lift.target >= 0:
            box = frame.box_of(lift.target)
            x, bottom = box.centre[0], max(box.bottom, lift.y + 12.0) + 6.0
        elif lift.roots[0] in frame.cards:
            bottom = lift.y + frame.cards[lift.roots[0]].height / 2 + 8.0
        camera = picture.camera
        view = Box(0.0, 0.0, camera.width, camera.height)
        marks.chip(painter, self.theme, lift.words, QPointF(x, bottom), view, danger=lift.refused)

    def _paint_top_target(self, painter: QPainter, picture: Picture, lift: Lift) -> None:
        """The place at the top edge that makes a project; only there while a branch is dragged."""
        theme = self.theme
        width = picture.camera.width
        area = QRectF(12.0, 8.0, width - 24.0, TOP_TARGET_PX - 10.0)
        painter.setBrush(theme.color("accent", 0.26) if lift.at_top else theme.color("surface", 0.86))
        pen = QPen(theme.color("accent"), 2.0 if lift.at_top else 1.3)
        pen.setStyle(Qt.PenStyle.SolidLine if lift.at_top else Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(area, 10, 10)
        painter.setPen(theme.color("text"))
        painter.setFont(theme.font("small", bold=True))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, words.make_project())

    def _paint_band(self, painter: QPainter, band: Box) -> None:
        painter.setPen(QPen(self.theme.color("accent"), 1.2))
        painter.setBrush(self.theme.color("accent", 0.12))
        painter.drawRoundedRect(QRectF(band.left, band.top, band.width, band.height), 4, 4)


def _spot(frame: Frame, index: int) -> tuple[QPointF, float]:
    return QPointF(float(frame.sx[index]), float(frame.sy[index])), float(frame.radius[index])


def _bow(frame: Frame, index: int, source: int) -> QPainterPath:
    """A bowed line from the source to the branch, so that it keeps off the tree's own lines."""
    start, end = _spot(frame, source)[0], _spot(frame, index)[0]
    way = end - start
    bend = QPointF(-way.y(), way.x()) * 0.24
    path = QPainterPath(start)
    path.cubicTo(start + way * 0.3 + bend, start + way * 0.7 + bend, end)
    return path
