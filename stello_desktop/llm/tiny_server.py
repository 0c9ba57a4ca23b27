"""The tiny model's own process: the llama.cpp server on a loopback port that the system chooses.

Run as a script, ``tiny_server.py MODEL TEMPLATE``, with the key as the first line of standard input. Prints
``LISTEN http://127.0.0.1:PORT`` once it answers, and ends when standard input closes, so it never outlives
the program that started it. One thread: two of them spin on each other as soon as the machine has other work.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

CONTEXT_TOKENS = 4096
MAX_ANSWER_TOKENS = 400


def start_server(model: Path, template: Path, key: str) -> Any:
    """The running server; it stops when it is collected."""
    import xllamacpp  # noqa: PLC0415 - only this process may load the engine

    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.hostnames = ["127.0.0.1"] if isinstance(params.hostnames, list | tuple) else "127.0.0.1"
    params.port = 0
    params.n_ctx = CONTEXT_TOKENS
    params.n_predict = MAX_ANSWER_TOKENS
    params.n_parallel = 1
    params.model_alias = {"smollm2-135m"}
    params.use_jinja = True
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.sampling.temp = 0.0
    params.sampling.seed = 1
    params.api_keys = [key]
    params.chat_template = template.read_text(encoding="utf-8")
    return xllamacpp.Server(params)


def main() -> int:
    """Serve until standard input closes."""
    model, template = (Path(argument) for argument in sys.argv[1:3])
    key = sys.stdin.readline().strip()
    if not key:
        return 2
    server = start_server(model, template, key)
    sys.stdout.write(f"LISTEN {server.listening_address}\n")
    sys.stdout.flush()
    while sys.stdin.readline():
        pass
    os._exit(0)  # the engine's own shutdown may wait for an answer that nobody reads any more


if __name__ == "__main__":
    raise SystemExit(main())
