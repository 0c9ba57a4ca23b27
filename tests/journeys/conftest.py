"""Fixtures of the journeys."""

from tests.helpers.servers import llama_server, own_llama_server

__all__ = ["llama_server", "own_llama_server"]
