"""``python -m tests.bench [--only NAME…] [--json FILE]``: what the program costs, beside the naive design.

Each bench module of this folder has ``BENCHES``: a name to a function that gives
``(value, unit, budget, naive)``; ``naive`` is the same work done the obvious way in the same run, or
None. Figures in ms are CPU time of the measuring thread unless the unit says otherwise. Each bench runs in
a process of its own, so that none pays for what another has left in memory.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import tests.bench as room

type Figure = tuple[float, str, float, float | None]
type Bench = Callable[[], Figure]


def find_benches() -> dict[str, Bench]:
    """All benches of this folder, in the order of their modules."""
    found: dict[str, Bench] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(room.__path__)):
        if module.startswith("bench_"):
            found.update(importlib.import_module(f"tests.bench.{module}").BENCHES)
    return found


def measure(name: str) -> Figure:
    """One bench in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--one", name],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{name} failed:\n{done.stdout}{done.stderr}")
    value, unit, budget, naive = json.loads(done.stdout.splitlines()[-1])
    return value, unit, budget, naive


def main() -> int:
    """Run, print the table, write the file; 1 where a budget is broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--one", metavar="NAME", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    benches = find_benches()
    if wanted.one:
        print(json.dumps(benches[wanted.one]()))
        return 0
    unknown = sorted(set(wanted.only) - set(benches))
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(benches)}")
    results: dict[str, dict[str, object]] = {}
    print(f"{'bench':28} {'value':>9} {'budget':>9}  {'unit':14} {'naive':>9} {'ratio':>7}  ok")
    for name in wanted.only or benches:
        value, unit, budget, naive = measure(name)
        ok = value <= budget
        results[name] = {"value": round(value, 3), "unit": unit, "budget": budget, "ok": ok}
        if naive is not None:
            results[name]["naive"] = round(naive, 3)
        shown = ("-", "-") if naive is None else (f"{naive:.1f}", f"{naive / value:.0f}x")
        print(
            f"{name:28} {value:9.2f} {budget:9.2f}  {unit:14} {shown[0]:>9} {shown[1]:>7}  {'yes' if ok else 'NO'}",
            flush=True,
        )
    if wanted.json:
        wanted.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0 if all(result["ok"] for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
