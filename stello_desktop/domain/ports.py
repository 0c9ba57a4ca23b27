"""What the engine and the application ask of the rooms beside them: small protocols, split by consumer.

Every implementation passes the suite of its port in ``tests/contracts``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from stello_desktop.domain.language_model import LanguageModel, ModelRef

if TYPE_CHECKING:
    from stello_desktop.domain.commands import Command, Step, TrashItem
    from stello_desktop.domain.config import SerializableSessionConfig
    from stello_desktop.domain.consents import Consents
    from stello_desktop.domain.ids import InsightId, RecordId, ServiceId, SessionId, TrashId
    from stello_desktop.domain.keys import KeyringTrouble, KeyState
    from stello_desktop.domain.messages import (
        Record,
        RecordDraft,
        RecordState,
        ToolCall,
        ToolDefinition,
        ToolResult,
        Usage,
    )
    from stello_desktop.domain.model_facts import FactsBook
    from stello_desktop.domain.services import DetectedServer, ModelInfo, Service, ServiceCheck
    from stello_desktop.domain.session import (
        CallOrigin,
        ChildDraft,
        Insight,
        SessionBindings,
        SessionDraft,
        SessionMeta,
    )
    from stello_desktop.domain.topology import Topology, TreeEntry


class ToolRuntime(Protocol):
    """Tools and their execution (X-1)."""

    def definitions(self) -> tuple[ToolDefinition, ...]:
        """What the model is told, now."""
        ...

    async def execute(self, call: ToolCall) -> ToolResult:
        """Run one call; may raise anything, the loop turns it into a failed result (R-6)."""
        ...


@dataclass(frozen=True, slots=True)
class StartedRound:
    """A round whose question is on disk (R-1)."""

    session_id: SessionId
    round_no: int
    version: int
    user_record: Record | None


class SessionStorage(Protocol):
    """A conversation's own data. Unknown ids raise SessionNotFound (Q-3)."""

    async def get_session(self, session_id: SessionId) -> SessionMeta:
        """The conversation's own facts."""
        ...

    async def get_config(self, session_id: SessionId) -> SerializableSessionConfig:
        """What was frozen at its creation (T-5)."""
        ...

    async def get_bindings(self, session_id: SessionId) -> SessionBindings:
        """What cannot be frozen, by name (T-8)."""
        ...

    async def put_bindings(self, session_id: SessionId, bindings: SessionBindings) -> None:
        """Replace the symbolic references."""
        ...

    async def list_records(self, session_id: SessionId) -> tuple[Record, ...]:
        """The chosen history in order, a running round included (R-14)."""
        ...

    async def start_round(
        self,
        session_id: SessionId,
        text: str,
        *,
        replaces: int | None = None,
        waiting: RecordId | None = None,
    ) -> StartedRound:
        """Write the question, pending, before anything leaves (R-1).

        Args:
            replaces: a round that this is a new, chosen version of (R-14): *Retry* and *Edit*.
            waiting: a stored message that waits; it becomes the question, whatever ``text`` is, and only
                once: BrokenRule where it does not wait any more.
        """
        ...

    async def append(
        self, session_id: SessionId, drafts: Sequence[RecordDraft], *, round: StartedRound | None = None
    ) -> tuple[Record, ...]:
        """Add records in one transaction; without a round they are notes of their own round (R-15)."""
        ...

    async def save_partial(
        self, record_id: RecordId, *, content: str, reasoning: str = "", tool_calls: tuple[ToolCall, ...] = ()
    ) -> None:
        """Rewrite the growing, still pending answer: what a crash will leave."""
        ...

    async def finish_record(
        self,
        record_id: RecordId,
        *,
        content: str,
        state: RecordState,
        reasoning: str = "",
        tool_calls: tuple[ToolCall, ...] = (),
        usage: Usage | None = None,
        error_code: str = "",
        error_detail: str = "",
    ) -> Record:
        """Give a growing answer its last form."""
        ...

    async def end_round(
        self, round: StartedRound, state: RecordState, *, consumed: Sequence[InsightId] = ()
    ) -> SessionMeta:
        """One transaction: the question's state, the count of completed rounds, consumed insights (C-4)."""
        ...

    async def list_waiting_insights(
        self, session_id: SessionId, *, with_round: int | None = None
    ) -> tuple[Insight, ...]:
        """Reminders for the next round, oldest first (C-4).

        Args:
            with_round: those too that went along with this round, which is asked again (R-14).
        """
        ...


class ForkStorage(Protocol):
    """The narrow port through which an engine forks (L-2)."""

    async def get_config(self, session_id: SessionId) -> SerializableSessionConfig:
        """What was frozen at its creation (T-5)."""
        ...

    async def get_last_split_round(self, session_id: SessionId) -> int | None:
        """Completed rounds at the last split; None before the first (G-1)."""
        ...

    async def create_child(self, draft: ChildDraft) -> TreeEntry:
        """One transaction and one undo step; any failure leaves nothing behind (F-6)."""
        ...

    async def find_opened(self, call: CallOrigin) -> TreeEntry | None:
        """The living branch that was opened for a call; None where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class BranchProposal:
    """A branch that the assistant asks for, before it exists (X-5).

    Attributes:
        model: who would answer, where its profile says so; None inherits (M-10).
        leaves_for: the service that would see text of the conversation for the first time; then the person is
            always asked (M-10).
    """

    call_id: str
    label: str
    system_prompt: str
    prompt: str
    context: str
    profile: str = ""
    model: ModelRef | None = None
    leaves_for: Service | None = None


class BranchGate(Protocol):
    """Decides on the branches of one answer: at once, or by asking the person (X-5)."""

    async def decide(self, session_id: SessionId, proposals: tuple[BranchProposal, ...]) -> tuple[bool, ...]:
        """One answer per proposal, in order."""
        ...


@dataclass(frozen=True, slots=True)
class HistoryState:
    """What undo and redo would do now; None where there is nothing."""

    undo: Step | None = None
    redo: Step | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """What a committed structural change did: the new rows, and what went.

    ``refs`` has all references of the conversations whose references changed (P-2), ``records`` those of
    whose messages some went or came back (R-15).
    """

    changed: tuple[TreeEntry, ...]
    removed: tuple[SessionId, ...]
    step: Step
    history: HistoryState
    trash: bool = False
    refs: Mapping[SessionId, tuple[SessionId, ...]] = field(default_factory=dict)
    records: tuple[SessionId, ...] = ()


class TopologyStorage(Protocol):
    """The tree on disk, its history and its trash (P-1 to P-4). Each method is one transaction."""

    async def load(self) -> tuple[Topology, HistoryState]:
        """Everything that lives."""
        ...

    async def history(self) -> HistoryState:
        """What undo and redo would do now."""
        ...

    async def entries(self, session_ids: Sequence[SessionId]) -> tuple[TreeEntry, ...]:
        """The living among these conversations, as they are now."""
        ...

    async def apply(self, command: Command) -> Applied:
        """Commit one change and its inverse. Raises the error of the command's rule."""
        ...

    async def undo(self, *, standing: Step | None = None) -> Applied | None:
        """Take back the newest step; None when there is none.

        Args:
            standing: this step is left done for good instead, and nothing else changes, so that undo goes on with the
                one before it; None is given where it is not the newest, or no other one is before it.
        """
        ...

    async def redo(self) -> Applied | None:
        """Do the newest undone step again; None when there is none."""
        ...

    async def add_tree(self, drafts: Sequence[SessionDraft]) -> Applied:
        """Plant whole conversations, parents before children, as one step named like a new project."""
        ...

    async def set_folded(self, session_ids: Sequence[SessionId], folded: bool) -> None:
        """View state: kept, but no step of the history."""
        ...

    async def list_trash(self) -> tuple[TrashItem, ...]:
        """Newest deletion first."""
        ...

    async def empty_trash(self, trash_id: TrashId | None = None) -> int:
        """The only thing that destroys, all or what one deletion took; gives the number of conversations."""
        ...


@dataclass(frozen=True, slots=True)
class Preview:
    """What a hover card and a near card show of a conversation."""

    session_id: SessionId
    last_line: str
    last_role: str


class DeskStorage(Protocol):
    """Everything beside the tree that must last: settings, drafts, glimpses."""

    async def get_values(self) -> Mapping[str, Any]:
        """All settings as JSON values by key."""
        ...

    async def put_values(self, values: Mapping[str, Any]) -> None:
        """Write some settings; the others stay."""
        ...

    async def get_draft(self, session_id: SessionId) -> str:
        """What was typed and not sent; empty for nothing."""
        ...

    async def put_draft(self, session_id: SessionId, text: str) -> None:
        """Keep what is typed; empty text forgets it."""
        ...

    async def previews(self, session_ids: Sequence[SessionId]) -> Mapping[SessionId, Preview]:
        """The last line of each of these conversations."""
        ...

    async def copy_history(
        self, source_id: SessionId, target_id: SessionId, *, until: RecordId | None = None
    ) -> None:
        """Bring a conversation along into a branch that is still untouched (X-5).

        ``until`` is the last record that comes along; None brings all.
        """
        ...

    async def count_bound(self, service_id: ServiceId) -> int:
        """How many living conversations answer with a service (T-8)."""
        ...

    async def mark_read(self, session_id: SessionId) -> None:
        """The newest answer has been seen."""
        ...


class KeyCatalog(Protocol):
    """Keys of services, each bound to the address it was given for (T9), and what may be done there.

    Never the keys themselves.
    """

    def set_consents(self, consents: Consents) -> None:
        """What the person has allowed for single addresses, from now on."""
        ...

    async def set_key(self, service_id: ServiceId, base_url: str, key: str) -> KeyState:
        """Keep a key; an empty one forgets it. Raises: InvalidKey, InvalidAddress."""
        ...

    def key_state(self, service_id: ServiceId, base_url: str) -> KeyState:
        """What is known without asking the keyring."""
        ...

    async def find_key(self, service_id: ServiceId, base_url: str, *, again: bool = False) -> KeyState:
        """Look where the key is, at most five seconds; ``again`` tries a keyring that failed once more."""
        ...

    async def forget_key(self, service_id: ServiceId, base_url: str) -> KeyringTrouble | None:
        """Remove a key everywhere; gives why the keyring may still have it."""
        ...

    async def bring_key_back(self, service_id: ServiceId, base_url: str) -> None:
        """Keep again the key that was forgotten last, where it was this one."""
        ...

    async def keyring_trouble(self) -> KeyringTrouble | None:
        """Why keys are kept for this run only; None where the keyring keeps them."""
        ...


class ModelCatalog(KeyCatalog, Protocol):
    """AI services: finding, testing and using them."""

    @property
    def facts(self) -> FactsBook:
        """What was learnt about the models; the workspace keeps it over a restart."""
        ...

    def model(self, service: Service, model: str = "") -> LanguageModel:
        """The model to ask; the service's own where none is named."""
        ...

    def normalise_url(self, text: str) -> str:
        """Any form of Q26 to a base address; everything else here takes base addresses. Raises: InvalidAddress."""
        ...

    async def detect(self) -> tuple[DetectedServer, ...]:
        """Usual loopback ports, in parallel, 0.5 s each, no proxy (Q28)."""
        ...

    async def list_models(
        self, base_url: str, key: str = "", service_id: ServiceId | None = None
    ) -> tuple[ModelInfo, ...]:
        """What a server offers at a base address (Q27); without a key with the one that is kept. Raises: ProviderError."""
        ...

    async def check(self, service: Service, model: str = "", key: str | None = None) -> ServiceCheck:
        """A real one-word request, with this key or with the one that is kept. Raises: ProviderError."""
        ...

    def tiny_available(self) -> bool:
        """Whether the tiny local model is installed here."""
        ...

    async def start_tiny(self) -> Service:
        """Start the tiny model's own process and give its service; idempotent."""
        ...

    async def stop_tiny(self) -> None:
        """End the tiny model's process; idempotent."""
        ...

    async def aclose(self) -> None:
        """Close connections and the tiny model's process."""
        ...
