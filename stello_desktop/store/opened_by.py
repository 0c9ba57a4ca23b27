"""Which branch a call of the assistant has opened (X-2): asked at the start of the program, and while it runs."""

from __future__ import annotations

from typing import Final

OPENED_BY_CALL: Final = """
    SELECT s.session_id, s.label, s.trash_id IS NULL FROM branch_call b JOIN session s USING (seq)
    WHERE b.record_id = ? AND b.call_id = ? ORDER BY s.trash_id IS NOT NULL, b.seq LIMIT 1
"""
"""With the record and the call: id, label, and whether it lives; the first that does, one in the trash where none does."""
