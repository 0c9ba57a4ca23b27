"""The place *Insights*, and *Bring a result back*."""

from __future__ import annotations
