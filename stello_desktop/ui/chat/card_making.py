"""Which cards and quiet lines belong to an entry, and what their buttons ask for."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.cut_short import CALL_INTERRUPTED, CALL_STOPPED
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ToolResult
from stello_desktop.domain.reach import NO_KEY
from stello_desktop.domain.results import Provenance
from stello_desktop.ui import errors
from stello_desktop.ui.chat.beginning import Beginning, BeginningLine
from stello_desktop.ui.chat.came_from import CameFromLine
from stello_desktop.ui.chat.cards import (
    BranchCard,
    BranchQuestionCard,
    EndingStrip,
    ErrorCard,
    RefusedBranchCard,
)
from stello_desktop.ui.chat.earlier import EarlierLine
from stello_desktop.ui.chat.ended_line import EndedLine
from stello_desktop.ui.chat.entries import BRANCH_DECLINED, LACKING, SPLIT_REFUSED, CallView, Ending, Entry
from stello_desktop.ui.chat.pieces import CardPiece, FoldPiece, Piece
from stello_desktop.ui.chat.profile_tag import ProfileTag
from stello_desktop.ui.chat.unsent import UnsentLine, UnsentNote
from stello_desktop.ui.chat.versions import VersionNote, VersionStrip
from stello_desktop.ui.chat.waiting import WaitingLine
from stello_desktop.ui.consent_questions import can_be_allowed
from stello_desktop.workspace.answering import NOT_RUNNING, REMOVED
from stello_desktop.workspace.turns import BranchQuestion

_PLAIN_REFUSALS: Final = frozenset({SPLIT_REFUSED, BRANCH_DECLINED, CALL_STOPPED, CALL_INTERRUPTED})
"""Why a branch was not opened, where there is nothing more to say than one sentence."""

_GONE: Final = frozenset({REMOVED, NOT_RUNNING})

CONTEXT_CUT: Final = "context_cut"
TOOL_LIMIT: Final = "tool_limit"


@dataclass(frozen=True, slots=True)
class BranchFacts:
    """What the tree says about a branch now."""

    label: str
    untouched: bool
    message_count: int = 0

    def begins_with_more_than(self, call: CallView) -> bool:
        """Whether messages have been brought along to what the call itself began the branch with."""
        opening = bool(call.text("prompt").strip() or call.text("profile"))
        return self.untouched and self.message_count > opening


class CardMaker(QObject):
    """Makes the cards of entries.

    Signals:
        go_requested(str), undo_requested(str), bring_requested(str): about a branch.
        open_requested(str): open the branch of a refused call all the same.
        retry_requested, resume_requested, settings_requested, branch_requested.
        choice_requested: choose another service.
        key_requested(resumes): enter the key, then go on with what has arrived, or try again.
        allow_requested(code, params, resumes): ask whether what stopped the answer may be allowed; then likewise.
        stop_requested: the person will not wait for the answer any longer.
        send_requested, edit_unsent_requested(record), remove_unsent_requested(record), why_requested: about
            messages that wait.
        version_requested(Entry, int): another version of a round, so many places away.
        earlier_requested(str, EarlierPart): ``edit``, ``remove`` or ``summarise`` what stands for an earlier part.
        resized(CardPiece): a card wants another height.
    """

    go_requested = Signal(str)
    undo_requested = Signal(str)
    bring_requested = Signal(str)
    open_requested = Signal(str)
    send_requested = Signal()
    edit_unsent_requested = Signal(object)
    remove_unsent_requested = Signal(object)
    why_requested = Signal()
    retry_requested = Signal()
    resume_requested = Signal()
    settings_requested = Signal()
    choice_requested = Signal()
    key_requested = Signal(bool)
    allow_requested = Signal(str, object, bool)
    branch_requested = Signal()
    stop_requested = Signal()
    version_requested = Signal(object, int)
    earlier_requested = Signal(str, object)
    resized = Signal(object)

    def __init__(
        self,
        facts: Callable[[SessionId], BranchFacts | None],
        service_name: Callable[[], str],
        lacks_key: Callable[[], str] = str,
        parent: QObject | None = None,
        *,
        hue_of: Callable[[str], int | None] = lambda _profile: None,
        lacking_words: Callable[[CallView], str] = lambda _call: "",
    ) -> None:
        super().__init__(parent)
        self._hue_of = hue_of
        self._lacking_words = lacking_words
        self._lacks_key = lacks_key
        self._facts = facts
        self._service_name = service_name

    def make(self, entry: Entry) -> list[Piece]:
        """Everything below the text of an entry."""
        if entry.versions is not None:
            return [self._versions(entry)]
        if isinstance(entry.earlier, tuple):
            return [self._earlier(*entry.earlier)]
        if isinstance(entry.beginning, Beginning):
            return [self._began(entry.beginning)]
        if entry.ending is Ending.WAITING:
            return [self._unsent(entry, entry.unsent)] if isinstance(entry.unsent, UnsentNote) else []
        asked = entry.question is not None
        if entry.origin is not None:
            return [self._came_from(entry.origin)]
        calls = [call for call in entry.calls if not (asked and call.opens_branch and call.result is None)]
        pieces: list[Piece] = [self._call_piece(call) for call in calls]
        if entry.question is not None:
            pieces.append(self._question(entry.question))
        elif entry.ending is Ending.GROWING:
            unanswered = bool(entry.calls) and all(call.result is not None for call in entry.calls)
            if not entry.text or unanswered or entry.waiting_note:
                pieces.append(self._waiting(entry))
        elif entry.ending is not Ending.NONE:
            pieces += self._ending(entry)
        return pieces

    def _earlier(self, part: EarlierPart, count: int) -> CardPiece:
        def make(parent: QWidget) -> QWidget:
            made = EarlierLine(part, count, parent)
            made.edit_requested.connect(lambda: self.earlier_requested.emit("edit", part))
            made.remove_requested.connect(lambda: self.earlier_requested.emit("remove", part))
            made.summarise_requested.connect(lambda: self.earlier_requested.emit("summarise", part))
            made.resized.connect(lambda: self.resized.emit(piece))
            return made

        piece = CardPiece(make, 70 if part.left_out else 28)
        return piece

    def _began(self, beginning: Beginning) -> CardPiece:
        def make(parent: QWidget) -> QWidget:
            made = BeginningLine(beginning, parent)
            made.go_requested.connect(lambda: self.go_requested.emit(beginning.source))
            made.resized.connect(lambda: self.resized.emit(piece))
            return made

        piece = CardPiece(make, 52 if beginning.alone else 28)
        return piece

    def _came_from(self, origin: Provenance) -> CardPiece:
        def make(parent: QWidget) -> QWidget:
            facts = self._facts(origin.from_session)
            made = CameFromLine(origin, None if facts is None else facts.label, parent)
            made.go_requested.connect(lambda: self.go_requested.emit(origin.from_session))
            return made

        return CardPiece(make, 26)

    def _waiting(self, entry: Entry) -> CardPiece:
        def make(parent: QWidget) -> QWidget:
            line = WaitingLine(lambda: entry.waiting_note, lambda: entry.waiting_long, parent)
            line.stop_requested.connect(self.stop_requested)
            line.resized.connect(lambda: self.resized.emit(piece))
            return line

        piece = CardPiece(make, 22)
        return piece

    def _unsent(self, entry: Entry, note: UnsentNote) -> Piece:
        def make(parent: QWidget) -> QWidget:
            line = UnsentLine(note, parent)
            line.send_requested.connect(self.send_requested)
            line.edit_requested.connect(lambda: self.edit_unsent_requested.emit(entry.record_id))
            line.remove_requested.connect(lambda: self.remove_unsent_requested.emit(entry.record_id))
            line.why_requested.connect(self.why_requested)
            return line

        return CardPiece(make, 30)

    def _versions(self, entry: Entry) -> CardPiece:
        def renew(strip: QWidget) -> None:
            if isinstance(strip, VersionStrip) and isinstance(entry.versions, VersionNote):
                strip.show_note(entry.versions)

        def make(parent: QWidget) -> QWidget:
            strip = VersionStrip(parent, in_column=True)
            strip.step_requested.connect(lambda step: self.version_requested.emit(entry, step))
            renew(strip)
            return strip

        return CardPiece(make, 22, renew)

    # -- calls ----------------------------------------------------------------------------------

    def _call_piece(self, call: CallView) -> Piece:
        if call.opens_branch:
            if call.result is None:
                label = call.text("label")
                words = (
                    self.tr("Opening a branch: %1").replace("%1", label)
                    if label
                    else self.tr("Opening a branch…")
                )
                return FoldPiece(words, "", picture="branch")
            if call.result.success:
                return self._branch_card(call)
            return self._refused_card(call, call.result)
        return FoldPiece(self._tool_words(call), _call_text(call), literal=True, failed=_failed(call))

    def _refused_card(self, call: CallView, refused: ToolResult) -> CardPiece:
        def make(parent: QWidget) -> QWidget:
            card = RefusedBranchCard(
                call.text("label"),
                self._refusal_words(call, refused),
                detail="" if refused.code in _PLAIN_REFUSALS else refused.error,
                openable=call.openable,
                lacking=bool(self._lacking_words(call)),
                profile=self._tag(call.text("profile")),
                parent=parent,
            )
            card.resized.connect(lambda: self.resized.emit(piece))
            card.open_requested.connect(lambda: self.open_requested.emit(call.call_id))
            return card

        piece = CardPiece(make, 100)
        return piece

    def _refusal_words(self, call: CallView, refused: ToolResult) -> str:
        readable = bool(call.arguments) and refused.code in LACKING
        lacking = self._lacking_words(call) if readable else ""
        if lacking:
            return lacking
        if refused.code == SPLIT_REFUSED:
            return self.tr("Held back, so that the conversation does not split too early or too often")
        if refused.code == BRANCH_DECLINED:
            return self.tr("You chose not to open it")
        if refused.code == CALL_STOPPED:
            return self.tr("The answer was stopped before this was decided")
        if refused.code == CALL_INTERRUPTED:
            return self.tr("The program was closed before this was decided")
        if refused.code in errors.known_codes():
            return errors.sentence_for(refused.code, {"service": self._service_name()})
        return self.tr(
            "The assistant asked for it in a way that could not be understood. Ask it once more, or open it yourself with Branch."
        )

    def _tool_words(self, call: CallView) -> str:
        name = call.name
        if name == "activate_skill":
            name = call.text("name") or self.tr("a skill")
        if call.result is None:
            words = self.tr("Using %1…")
        elif call.result.success:
            words = self.tr("Read the skill “%1”") if call.name == "activate_skill" else self.tr("Used %1")
        elif call.result.code == CALL_INTERRUPTED:
            words = self.tr("The program was closed before %1 was done")
        elif call.result.code == CALL_STOPPED:
            words = self.tr("The answer was stopped before %1 was done")
        else:
            words = self.tr("%1 did not work")
        return words.replace("%1", name[:80])

    def _branch_card(self, call: CallView) -> CardPiece:
        branch_id = call.branch_id
        facts = self._facts(branch_id) if branch_id is not None else None
        label = facts.label if facts is not None else call.text("label")

        def make(parent: QWidget) -> QWidget:
            card = BranchCard(
                label,
                inherits=call.text("context") == "inherit"
                or (facts is not None and facts.begins_with_more_than(call)),
                living=facts is not None,
                untouched=facts is not None and facts.untouched,
                profile=self._tag(call.text("profile")),
                parent=parent,
            )
            card.go_requested.connect(lambda: self.go_requested.emit(branch_id))
            card.undo_requested.connect(lambda: self.undo_requested.emit(branch_id))
            card.bring_requested.connect(lambda: self.bring_requested.emit(branch_id))
            return card

        return CardPiece(make, 100)

    def _question(self, question: BranchQuestion) -> CardPiece:
        def make(parent: QWidget) -> QWidget:
            card = BranchQuestionCard(question.proposals, parent, hue_of=self._hue_of)
            card.decided.connect(question.decide)
            return card

        return CardPiece(make, 100 + 50 * len(question.proposals))

    def _tag(self, profile: str) -> ProfileTag | None:
        return ProfileTag(profile, self._hue_of(profile)) if profile else None

    # -- endings --------------------------------------------------------------------------------

    def _ending(self, entry: Entry) -> list[Piece]:
        words = {
            Ending.STOPPED: self.tr("Stopped"),
            Ending.INTERRUPTED: self._interrupted_words(arrived=entry.resumes),
            Ending.CUT_OFF: self.tr("Cut off at the model's limit"),
            Ending.FAILED: "",
            Ending.NOTED: self._noted_words(entry.error_code),
        }[entry.ending]
        if entry.ending is Ending.FAILED:
            params = self._error_params(entry)
            words = errors.sentence_for(entry.error_code or "interrupted", params)
            if entry.newest:  # a key that was refused is entered again just as one that is missing
                return [self._error_card(entry, words, keyless=entry.error_code == "provider.auth")]
        if not entry.newest:
            failed = entry.ending is Ending.FAILED
            if failed and entry.resumes:  # why is of no use any more, and was said then
                failed, words = False, self._interrupted_words(arrived=True)
            return [CardPiece(lambda parent: EndedLine(words, failed=failed, parent=parent), 26)]
        noted = entry.ending is Ending.NOTED
        cut = entry.error_code == CONTEXT_CUT

        def make(parent: QWidget) -> QWidget:
            strip = EndingStrip(
                words,
                retry=entry.ending is not Ending.CUT_OFF and not cut,
                resume=entry.resumes and not noted,
                branch=cut,
                parent=parent,
            )
            strip.retry_requested.connect(self.retry_requested)
            strip.resume_requested.connect(self.resume_requested)
            strip.branch_requested.connect(self.branch_requested)
            return strip

        return [CardPiece(make, 40)]

    def _interrupted_words(self, *, arrived: bool) -> str:
        if arrived:
            return self.tr("Interrupted; what had arrived is kept")
        return self.tr("Interrupted before an answer came")

    def _noted_words(self, code: str) -> str:
        """What there is to say about an answer that is done (Q15, Q24, row 45)."""
        if code == CONTEXT_CUT:
            return self.tr("The service left out the beginning of this long conversation, without a word")
        if code == TOOL_LIMIT:
            return self.tr("The assistant kept calling tools until it was stopped")
        return errors.sentence_for(code, {"service": self._service_name()})

    def _error_params(self, entry: Entry) -> dict[str, object]:
        """Names for people instead of ids; that there was no key, or nobody to ask, is the reason after a restart too."""
        params = {**entry.error_params, "service": self._service_name()}
        if errors.has_reason(entry.error_code, entry.error_detail):
            params["reason"] = entry.error_detail
        # Where there was no key no request was made, however long ago that was.
        was_asked = entry.error_code == "provider.auth" and not entry.error_detail.startswith(NO_KEY)
        if was_asked and entry.newest and (lacking := self._lacks_key()):
            params["reason"] = lacking
        return params

    def _error_card(self, entry: Entry, sentence: str, *, keyless: bool) -> CardPiece:
        remedies = errors.actions_for_code(entry.error_code)
        wanted = {
            "resume": entry.resumes,
            "key": keyless,
            "choose": entry.error_detail in _GONE,
            "allow": can_be_allowed(entry.error_code, entry.error_params),
            "branch": errors.Remedy.BRANCH in remedies,
            "retry": errors.Remedy.RETRY in remedies,
            "settings": errors.Remedy.SERVICES in remedies and entry.error_detail != REMOVED,
        }
        actions = [action for action, is_wanted in wanted.items() if is_wanted]
        if "retry" not in actions:  # after something was changed elsewhere, but not as the first thing to do
            actions.append("retry")

        def make(parent: QWidget) -> QWidget:
            card = ErrorCard(sentence, entry.error_detail, actions=actions, parent=parent)
            due_at = entry.error_params.get("retry_at")
            if isinstance(due_at, float):
                card.count_down(due_at)
            card.retry_requested.connect(self.retry_requested)
            card.resume_requested.connect(self.resume_requested)
            card.settings_requested.connect(self.settings_requested)
            card.choice_requested.connect(self.choice_requested)
            card.key_requested.connect(lambda: self.key_requested.emit(entry.resumes))
            card.allow_requested.connect(
                lambda: self.allow_requested.emit(entry.error_code, dict(entry.error_params), entry.resumes)
            )
            card.branch_requested.connect(self.branch_requested)
            card.resized.connect(lambda: self.resized.emit(piece))
            return card

        piece = CardPiece(make, 110)
        return piece


def _failed(call: CallView) -> bool:
    return call.result is not None and not call.result.success


def _call_text(call: CallView) -> str:
    """What a tool was asked and what it gave, for people who want to see it."""
    asked = (
        json.dumps(dict(call.arguments), ensure_ascii=False, indent=1)
        if call.arguments
        else call.raw_arguments
    )
    if call.result is None or call.result.code in {CALL_INTERRUPTED, CALL_STOPPED}:
        return asked  # what stands for the result is written for the model; the line above says it
    gave = call.result.error or json.dumps(call.result.data, ensure_ascii=False, indent=1, default=str)
    return f"{asked}\n→ {gave}"
