"""What the trash says of a deletion and of how much goes: for its rows, its questions and the news."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from stello_desktop.domain.commands import TrashItem
from stello_desktop.domain.library import LibraryKind, TrashedThing
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.listing import listed
from stello_desktop.ui.moments import moment
from stello_desktop.workspace.trash import Amount

type Deletion = TrashItem | TrashedThing

_BEGINS_CHARS: Final = 90


def key_of(item: Deletion) -> str:
    """Tells one deletion from all others."""
    return str(item.trash_id) if isinstance(item, TrashItem) else f"{item.kind}_{item.thing_id}"


def name_of(item: Deletion) -> str:
    """Under which name it was deleted."""
    return item.label if isinstance(item, TrashItem) else item.name


def icon_of(item: Deletion) -> str:
    """The drawing of its kind."""
    if isinstance(item, TrashItem):
        return "chat"
    return "profiles" if item.kind is LibraryKind.PROFILE else "skills"


def described(item: Deletion) -> str:
    """What it is, where it was and when it was deleted."""
    when = QLocale().toString(
        QDateTime.fromSecsSinceEpoch(int(item.deleted_at)), QLocale.FormatType.ShortFormat
    )
    words = QCoreApplication.translate("Trash", "%1 · deleted %2")
    if isinstance(item, TrashedThing):
        is_profile = item.kind is LibraryKind.PROFILE
        kind = (
            QCoreApplication.translate("Trash", "Profile")
            if is_profile
            else QCoreApplication.translate("Trash", "Skill")
        )
        return filled(words, kind, when)
    count = amount_words(Amount(conversations=item.count))
    if not item.parent_label:
        return filled(words, count, when)
    return filled(
        QCoreApplication.translate("Trash", "%1 · from “%3” · deleted %2"), count, when, item.parent_label
    )


def twin_words(items: Iterable[Deletion]) -> Callable[[Deletion], str]:
    """Gives what tells a deletion from others of its kind and name; empty where there is none."""
    count = Counter(map(_kind_and_name, items))

    def words(item: Deletion) -> str:
        return _told_apart(item) if count[_kind_and_name(item)] > 1 else ""

    return words


def _kind_and_name(item: Deletion) -> tuple[str, str]:
    return icon_of(item), name_of(item).casefold()


def _told_apart(item: Deletion) -> str:
    said = item.first_words if isinstance(item, TrashItem) else item.begins
    begins = " ".join(said.split())
    begins = begins if len(begins) <= _BEGINS_CHARS else begins[:_BEGINS_CHARS] + "…"
    if isinstance(item, TrashedThing):
        if not begins:
            return QCoreApplication.translate("Trash", "Nothing is written in it")
        return QCoreApplication.translate("Trash", "Begins with “%1”").replace("%1", begins)
    made = moment(item.created_at, time.time())
    if not begins:
        return QCoreApplication.translate("Trash", "Begun %1, without a message").replace("%1", made)
    return filled(QCoreApplication.translate("Trash", "Begun %1: “%2”"), made, begins)


def amount_words(amount: Amount) -> str:
    """How much that is, kind by kind; kinds of which there is nothing are left out."""
    words = []
    if amount.conversations or not (amount.profiles or amount.skills):
        words.append(QCoreApplication.translate("Trash", "%n conversation(s)", "", amount.conversations))
    if amount.profiles:
        words.append(QCoreApplication.translate("Trash", "%n profile(s)", "", amount.profiles))
    if amount.skills:
        words.append(QCoreApplication.translate("Trash", "%n skill(s)", "", amount.skills))
    return listed(words)


def amount_of(items: Iterable[Deletion]) -> Amount:
    """How much these deletions took."""
    kinds: Counter[LibraryKind] = Counter()
    conversations = 0
    for item in items:
        if isinstance(item, TrashItem):
            conversations += item.count
        else:
            kinds[item.kind] += 1
    return Amount(conversations, kinds[LibraryKind.PROFILE], kinds[LibraryKind.SKILL])


def question_words(item: Deletion) -> str:
    """What goes with it, before it goes for good."""
    if isinstance(item, TrashItem):
        return QCoreApplication.translate(
            "Trash",
            "%n conversation(s) will be destroyed with all messages. This cannot be undone. "
            "Everything else stays in the trash.",
            "",
            item.count,
        )
    if item.kind is LibraryKind.PROFILE:
        return QCoreApplication.translate(
            "Trash",
            "The profile will be destroyed with everything that is written in it. This cannot be undone. "
            "Everything else stays in the trash.",
        )
    return QCoreApplication.translate(
        "Trash",
        "The skill will be destroyed with everything that is written in it. This cannot be undone. "
        "Everything else stays in the trash.",
    )
