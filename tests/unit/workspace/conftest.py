"""Servers for the tests of this room."""

from __future__ import annotations

from tests.helpers.servers import llama_server

__all__ = ["llama_server"]
