"""How many examples a law is tried with."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings


def runs(usual: int, **more: Any) -> settings:
    """So many, or as many as ``STELLO_EXAMPLES`` says."""
    return settings(max_examples=int(os.environ.get("STELLO_EXAMPLES", usual)), deadline=None, **more)
