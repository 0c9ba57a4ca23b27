"""The tables as SQLModel classes, equal to what the migrations build (a test compares them).

Rows describe the schema; they do not validate and never leave this room. Work in bulk goes through
the tables' columns, because making objects is twenty times slower.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import ForeignKey, Index, Table, UniqueConstraint, text
from sqlmodel import Field, SQLModel


class FactRow(SQLModel, table=True):
    """One fact about the store itself."""

    __tablename__ = "fact"

    name: str = Field(primary_key=True)
    value: str


class TrashRow(SQLModel, table=True):
    """One deletion."""

    __tablename__ = "trash"
    __table_args__ = {"sqlite_autoincrement": True}

    trash_id: int | None = Field(default=None, primary_key=True)
    label: str
    parent_label: str
    deleted_at: float


class SessionRow(SQLModel, table=True):
    """One conversation: its place, its facts and what it is frozen with."""

    __tablename__ = "session"
    __table_args__ = (
        Index("session_parent", "parent_id"),
        Index("session_ord", "ord"),
        Index("session_trash", "trash_id", sqlite_where=text("trash_id IS NOT NULL")),
        {"sqlite_autoincrement": True},
    )

    seq: int | None = Field(default=None, primary_key=True)
    session_id: str = Field(unique=True)
    parent_id: str | None = Field(
        default=None,
        sa_column_args=[ForeignKey("session.session_id", deferrable=True, initially="DEFERRED")],
    )
    source_id: str | None = None
    ord: int
    label: str
    status: str
    turn_count: int
    message_count: int
    created_at: float
    updated_at: float
    last_active_at: float
    dx: float | None = None
    dy: float | None = None
    folded: int
    layout: str
    strategy: str
    flags: int
    waiting_insights: int
    trash_id: int | None = Field(default=None, foreign_key="trash.trash_id")
    last_split_round: int | None = None
    config: str
    bindings: str
    unread: int


class RoundRow(SQLModel, table=True):
    """One round of a conversation, and which of its versions counts (R-14)."""

    __tablename__ = "round"

    session_id: str = Field(primary_key=True, foreign_key="session.session_id", ondelete="CASCADE")
    round_no: int = Field(primary_key=True)
    chosen_version: int
    completed: int


class RecordRow(SQLModel, table=True):
    """One message."""

    __tablename__ = "record"
    __table_args__ = (
        Index("record_session", "session_id", "round_no", "record_id"),
        Index("record_pending", "session_id", sqlite_where=text("state = 'pending'")),
        Index("record_waiting", "session_id", sqlite_where=text("state = 'waiting'")),
        Index("record_versions", "session_id", "round_no", "version", sqlite_where=text("version > 1")),
        {"sqlite_autoincrement": True},
    )

    record_id: int | None = Field(default=None, primary_key=True)
    session_id: str = Field(foreign_key="session.session_id", ondelete="CASCADE")
    round_no: int
    version: int
    role: str
    kind: str
    state: str
    content: str
    reasoning: str
    tool_calls: str
    tool_call_id: str
    tool_name: str
    model: str
    usage: str
    error_code: str
    error_detail: str
    created_at: float
    service: str


class SpentRow(SQLModel, table=True):
    """The tokens of one conversation at one service and model; kept by triggers on ``record``."""

    __tablename__ = "spent"
    __table_args__ = (Index("spent_session", "seq"), {"sqlite_with_rowid": False})

    service: str = Field(primary_key=True)
    model: str = Field(primary_key=True)
    seq: int = Field(primary_key=True, foreign_key="session.seq", ondelete="CASCADE")
    answers: int
    estimated: int
    unknown: int
    prompt_tokens: int
    completion_tokens: int


class SpentBesideRow(SQLModel, table=True):
    """The tokens of requests beside the answers of one conversation, by what they were for."""

    __tablename__ = "spent_beside"
    __table_args__ = (Index("spent_beside_session", "seq"), {"sqlite_with_rowid": False})

    service: str = Field(primary_key=True)
    model: str = Field(primary_key=True)
    purpose: str = Field(primary_key=True)
    seq: int = Field(primary_key=True, foreign_key="session.seq", ondelete="CASCADE")
    answers: int
    estimated: int
    unknown: int
    prompt_tokens: int
    completion_tokens: int


class InsightRow(SQLModel, table=True):
    """One reminder from other conversations (C-4)."""

    __tablename__ = "insight"
    __table_args__ = (Index("insight_session", "session_id"), {"sqlite_autoincrement": True})

    insight_id: int | None = Field(default=None, primary_key=True)
    session_id: str = Field(foreign_key="session.session_id", ondelete="CASCADE")
    text: str
    created_at: float
    consumed_round: int | None = None
    source: str
    from_session: str | None = None
    delivered_at: float | None = None
    removed_at: float | None = None
    edited_at: float | None = None
    replaced: int
    for_service: str | None = None


class RevisionRow(SQLModel, table=True):
    """How often a conversation's settled history has changed; kept by triggers (see `migrations.fifth`)."""

    __tablename__ = "revision"
    __table_args__ = {"sqlite_with_rowid": False}

    session_id: str = Field(primary_key=True, foreign_key="session.session_id", ondelete="CASCADE")
    number: int


class DigestRow(SQLModel, table=True):
    """One version of a conversation's memory (K-1)."""

    __tablename__ = "digest"

    session_id: str = Field(primary_key=True, foreign_key="session.session_id", ondelete="CASCADE")
    version: int = Field(primary_key=True)
    text: str
    author: str
    service: str
    model: str
    made_at: float
    rounds: int
    last_record: int | None = None
    mark: str
    revision: int


class SynthesisRow(SQLModel, table=True):
    """One version of a synthesis; without a scope it is about everything (K-2)."""

    __tablename__ = "synthesis"
    __table_args__ = (Index("synthesis_scope", "scope", "version"), {"sqlite_autoincrement": True})

    synthesis_id: int | None = Field(default=None, primary_key=True)
    scope: str | None = Field(default=None, foreign_key="session.session_id", ondelete="CASCADE")
    version: int
    text: str
    author: str
    service: str
    model: str
    made_at: float
    count: int
    mark: str


class PinRow(SQLModel, table=True):
    """Where a synthesis is shown; the scope is empty for everything."""

    __tablename__ = "pin"

    scope: str = Field(primary_key=True)
    session_id: str = Field(foreign_key="session.session_id", ondelete="CASCADE")


class ReaderRow(SQLModel, table=True):
    """Another service that may read a conversation's digest (M-10)."""

    __tablename__ = "reader"

    session_id: str = Field(primary_key=True, foreign_key="session.session_id", ondelete="CASCADE")
    service: str = Field(primary_key=True)


class ResultNoteRow(SQLModel, table=True):
    """Where a note came from that is another conversation's result; the source may be gone."""

    __tablename__ = "result_note"
    __table_args__ = (Index("result_note_source", "from_session"),)

    record_id: int = Field(primary_key=True, foreign_key="record.record_id", ondelete="CASCADE")
    from_session: str
    label: str
    brought_at: float


class BranchCallRow(SQLModel, table=True):
    """The call for which a branch was opened; its record lies in another conversation and may be gone."""

    __tablename__ = "branch_call"
    __table_args__ = (Index("branch_call_record", "record_id"),)

    seq: int = Field(primary_key=True, foreign_key="session.seq", ondelete="CASCADE")
    record_id: int
    call_id: str


class RefRow(SQLModel, table=True):
    """One cross reference (P-2)."""

    __tablename__ = "ref"
    __table_args__ = (Index("ref_target", "target_id"),)

    session_id: str = Field(primary_key=True, foreign_key="session.session_id", ondelete="CASCADE")
    target_id: str = Field(primary_key=True, foreign_key="session.session_id", ondelete="CASCADE")


class ContextChoiceRow(SQLModel, table=True):
    """What the person has chosen about how one conversation is sent (C-3, C-7, C-8)."""

    __tablename__ = "context_choice"

    session_id: str = Field(primary_key=True, foreign_key="session.session_id", ondelete="CASCADE")
    body: str


class EarlierPartRow(SQLModel, table=True):
    """What stands for the earliest rounds of a conversation; the newest row is the newest summary (C-7)."""

    __tablename__ = "earlier_part"
    __table_args__ = (
        Index("earlier_part_mark", "session_id", "mark", unique=True),
        {"sqlite_autoincrement": True},
    )

    part_id: int | None = Field(default=None, primary_key=True)
    session_id: str = Field(foreign_key="session.session_id", ondelete="CASCADE")
    covered: int
    last_record: int
    mark: str
    text: str
    author: str
    service: str
    model: str
    made_at: float
    code: str
    detail: str


class TokenRatioRow(SQLModel, table=True):
    """How a model counted in the last call of a conversation (C-6)."""

    __tablename__ = "token_ratio"

    session_id: str = Field(primary_key=True, foreign_key="session.session_id", ondelete="CASCADE")
    service: str = Field(primary_key=True)
    model: str = Field(primary_key=True)
    ratio: float


class StepRow(SQLModel, table=True):
    """One step of the history with its images (P-4); the undone ones are always the newest."""

    __tablename__ = "step"
    __table_args__ = {"sqlite_autoincrement": True}

    step_id: int | None = Field(default=None, primary_key=True)
    undone: int
    name: str
    params: str
    session_ids: str
    change: str
    made_at: float


class DraftRow(SQLModel, table=True):
    """What the person has typed and not sent."""

    __tablename__ = "draft"

    session_id: str = Field(primary_key=True, foreign_key="session.session_id", ondelete="CASCADE")
    text: str


class GlanceRow(SQLModel, table=True):
    """The whole tree as the first paint reads it; see `glance`."""

    __tablename__ = "glance"

    glance_id: int | None = Field(default=None, primary_key=True)
    head: str
    ids: str
    labels: str
    numbers: bytes
    moments: bytes


class SettingRow(SQLModel, table=True):
    """One JSON value of the settings or of the view state."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str


class UnmadeRow(SQLModel, table=True):
    """A summary or an overview that was asked for and is not made (D-3), as JSON; no scope for everything."""

    __tablename__ = "unmade"
    __table_args__ = (UniqueConstraint("kind", "scope"),)

    unmade_id: int | None = Field(default=None, primary_key=True)
    kind: str
    scope: str
    value: str


class ProfileRow(SQLModel, table=True):
    """One profile as JSON (T-2)."""

    __tablename__ = "profile"

    profile_id: str = Field(primary_key=True)
    ord: int
    body: str


class SkillRow(SQLModel, table=True):
    """One skill as JSON (S-2)."""

    __tablename__ = "skill"

    skill_id: str = Field(primary_key=True)
    ord: int
    body: str


class LibraryTrashRow(SQLModel, table=True):
    """One deleted profile or skill, as it was (P-3).

    ``ord`` is its place, kept free in the list that it came from; ``begins`` are the first words of what it says.
    """

    __tablename__ = "library_trash"

    kind: str = Field(primary_key=True)
    thing_id: str = Field(primary_key=True)
    ord: int
    name: str
    begins: str
    deleted_at: float
    body: str


def _table(name: str) -> Table:
    return SQLModel.metadata.tables[name]


SESSION: Final = _table("session")
RECORD: Final = _table("record")
