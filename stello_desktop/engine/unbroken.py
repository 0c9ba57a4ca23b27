"""Writes that a stop must not tear in two."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def unbroken[T](work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` to its end even if the caller is cancelled meanwhile; the cancellation comes after it."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        if not task.done():
            await asyncio.wait([task])
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error from None
        raise


async def committed[T](work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` to its end and give its value; a cancellation in the course of it comes too late.

    For a write that others must hear of: it happened, so its caller gets to know.
    """
    task = asyncio.ensure_future(work)
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise
    return task.result()
