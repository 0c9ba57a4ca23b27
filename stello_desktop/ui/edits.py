"""What is written into profiles and skills: kept by itself, under a name that is free, with its way back.

A text field undoes its own keys for as long as one writes in it. When the focus leaves the fields, all that was
changed since the thing was opened, or since the last way back, is kept as one step that Ctrl+Z takes back outside of
them; what is chosen without a text field is a step of its own. What others change meanwhile stays as they have it,
wherever the person has written nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QTextEdit, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.library import SavedProfile, SavedSkill, merged
from stello_desktop.domain.text import clean_label
from stello_desktop.ui import tasks
from stello_desktop.ui.saving import SaveState, Saving
from stello_desktop.ui.wanted_names import WantedNames
from stello_desktop.ui.ways_back import BothWays


class Edits[Key: str, Thing: (SavedProfile, SavedSkill)](QObject):
    """Watches the form in which things of one kind are edited, one at a time.

    Whoever derives from it says what stands in the form, and where things of that kind are kept.

    Args:
        form: the fields; what has the focus outside of them ends what was written.
        name: the one of them that takes the name.
        wanted: the names that are taken, until they are free.

    Attributes:
        saving: what is typed and not written yet.

    Signals:
        said(str): the quiet word beside the title.
        done(str, object): words, and what undoes it and does it again.
        went_back(str): the key of a thing that stands as it stood before.
    """

    said = Signal(str)
    done = Signal(str, object)
    went_back = Signal(str)

    def __init__(self, form: QWidget, name: QLineEdit, wanted: WantedNames[Key]) -> None:
        super().__init__(form)
        self._form, self._name, self._wanted = form, name, wanted
        self._before: Thing | None = None
        self._seen: dict[Key, Thing] = {}
        self.saving: Saving[Key, Thing] = Saving(self.key_of, self._write, self)
        self.saving.state_changed.connect(self._say_state)
        name.editingFinished.connect(self._leave_name)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)

    # -- for whoever derives from it

    @property
    def typed(self) -> Thing | None:
        """What stands in the form; None for nothing that can be edited."""
        raise NotImplementedError

    def put_name(self, name: str) -> None:
        """Another name in the form, as if it had been typed."""
        raise NotImplementedError

    def key_of(self, thing: Thing) -> Key:
        """Tells one thing from another."""
        raise NotImplementedError

    def stored(self, key: Key) -> Thing | None:
        """A thing as it is kept; None where it went."""
        raise NotImplementedError

    def kept_name(self, thing: Thing) -> str:
        """The name under which it is kept, where its own is empty or taken."""
        raise NotImplementedError

    async def keep(self, thing: Thing, seen: Thing) -> Thing:
        """Write what was typed on the state ``seen``; gives it as it is kept now, with what others have changed."""
        raise NotImplementedError

    def show(self, thing: Thing) -> None:
        """Have this in the form, where somebody else has changed what the person has not."""
        raise NotImplementedError

    def same(self, one: Thing, other: Thing) -> bool:
        """Whether two states of one thing differ in nothing that was written."""
        return replace(one, archived=other.archived) == other

    def words(self, thing: Thing) -> str:
        """What was done to it."""
        return self.tr("Changed “%1”").replace("%1", thing.name)

    # -- what is known of things

    def latest(self, key: Key) -> Thing | None:
        """As it was typed last, else as it is kept; None where it went."""
        return self.saving.unsaved(key) or self.stored(key)

    def way_back_of(
        self, made: Sequence[Thing], delete: Callable[[Sequence[Key]], Coroutine[Any, Any, None]]
    ) -> Callable[[], bool]:
        """Takes away what was just made, for as long as nobody has written in any of it; says whether it did."""

        def take_back() -> bool:
            untouched = all(self._is_untouched(thing) for thing in made)
            if untouched:
                tasks.start(delete([self.key_of(thing) for thing in made]), self)
            return untouched

        return take_back

    def _is_untouched(self, made: Thing) -> bool:
        """Whether nobody has written in it since, nor is about to."""
        key = self.key_of(made)
        now = self.stored(key)
        return now is not None and self.same(now, made) and not self.saving.waits(key)

    def as_kept(self) -> Thing | None:
        """What stands in the form, under the name that is kept."""
        thing = self.typed
        return None if thing is None else replace(thing, name=self.kept_name(thing))

    # -- steps

    def begin(self) -> None:
        """Something is shown now as it is kept; what is written from here on is a step."""
        self._before = self.as_kept()

    def with_wanted_name(self, thing: Thing) -> Thing:
        """As the person left it: under the name that they typed, also where it is not kept yet."""
        name = self._wanted.of(self.key_of(thing))
        return replace(thing, name=name) if name else thing

    def take_free_name(self) -> None:
        """The name that stands in the form may have been taken, and free since."""
        thing = self.typed
        stored = None if thing is None else self.stored(self.key_of(thing))
        if thing is None or stored is None or not self._wanted.of(self.key_of(thing)):
            return
        if self._name_is_kept and not self.saving.waits(self.key_of(thing)):
            if self._before is not None:
                self._before = replace(self._before, name=stored.name)
            self.take(thing)

    def take(self, thing: Thing) -> None:
        """The person changed something, and this stands in the form: a step of its own, unless they write in a field."""
        self._wanted.put(self.key_of(thing), "" if self._name_is_kept else clean_label(thing.name))
        self._put(thing)
        if not self._writes_in(QApplication.focusWidget()):
            self.end()

    def end(self) -> None:
        """What was written until now is one step."""
        before, now = self._before, self.as_kept()
        self._before = now
        if before is None or now is None or self.same(before, now):
            return
        ways = BothWays(lambda: self._return(before, now), lambda: self._return(now, before))
        self.done.emit(self.words(now), ways)

    def leave(self) -> None:
        """The person goes on to something else: what they typed is a step, and is written at once."""
        self._fill_name()
        self.end()
        self.saving.begin()

    async def aclose(self) -> None:
        """The window closes: what is typed is written; where that fails, the person has been told before."""
        try:
            await self.saving.flush()
        except StelloError as error:
            tasks.report(error, self._form)

    def _writes_in(self, widget: QWidget | None) -> bool:
        return isinstance(widget, (QLineEdit, QTextEdit)) and self._form.isAncestorOf(widget)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._before is not None and not self._writes_in(now):
            self.end()

    def _return(self, before: Thing, after: Thing) -> bool:
        """As it was before; not where somebody has written in it since."""
        key = self.key_of(before)
        now = self.latest(key)
        if now is None or not self.same(now, after):
            return False
        self._put(
            replace(before, archived=now.archived)
        )  # the next step finds it without waiting for the disk
        tasks.start(self._write_back(key), self)
        return True

    async def _write_back(self, key: Key) -> None:
        await self.saving.flush()
        self.went_back.emit(key)

    # -- what is kept

    def _put(self, thing: Thing) -> None:
        key = self.key_of(thing)
        stored = self.stored(key)
        if stored is not None and not self.saving.waits(key):
            self._seen[key] = stored
        self.saving.put(thing)

    async def _write(self, thing: Thing) -> Thing:
        key = self.key_of(thing)
        stored = self.stored(key)
        if stored is None:
            return thing  # deleted meanwhile
        seen = self._seen.get(key, stored)
        kept = await self.keep(thing, seen)
        self._seen[key] = kept
        others = merged(thing, seen, kept)
        if not self.same(others, thing) or others.archived != thing.archived:
            self._take_in(key, thing, others)
        return kept

    def _take_in(self, key: Key, written: Thing, others: Thing) -> None:
        """What others have changed goes into the form too, and into what was typed while it was written."""
        self.saving.amend(key, lambda typed: merged(typed, written, others))
        if self._before is not None and self.key_of(self._before) == key:
            self._before = merged(self._before, written, others)
        typed = self.typed
        if typed is not None and self.key_of(typed) == key:
            self.show(merged(typed, written, others))

    @property
    def _name_is_kept(self) -> bool:
        thing = self.typed
        return thing is None or clean_label(thing.name) == self.kept_name(thing)

    def _leave_name(self) -> None:
        """Enter leaves the field as it is, with what is wrong beside it; who goes on elsewhere finds a name in it."""
        if not self._name.hasFocus():
            self._fill_name()

    def _fill_name(self) -> None:
        """An empty field gets the kept name again; a name that is taken stays, and is kept once it is free."""
        thing = self.typed
        if thing is not None and not self._name_is_kept and not clean_label(thing.name):
            self.put_name(self.kept_name(thing))

    def _say_state(self, state: SaveState) -> None:
        words = {
            SaveState.WAITING: "",
            SaveState.SAVED: self.tr("Saved") if self._name_is_kept else self.tr("Saved under the old name"),
            SaveState.FAILED: self.tr("Not saved yet"),
        }
        self.said.emit(words[state] if self.typed is not None else "")
