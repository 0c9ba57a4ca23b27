"""``python -m tests.bench [--only NAME…] [--json FILE]``: what the program costs, beside the naive design.

Each bench module of this folder has ``BENCHES``: a name to a function that gives
``(value, unit, budget, naive)``; ``naive`` is the same work done the obvious way in the same run, or
None. Figures in ms are CPU time of the measuring thread unless the unit says otherwise.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import sys
from collections.abc import Callable
from pathlib import Path

import tests.bench as room

type Bench = Callable[[], tuple[float, str, float, float | None]]


def find_benches() -> dict[str, Bench]:
    """All benches of this folder, in the order of their modules."""
    found: dict[str, Bench] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(room.__path__)):
        if module.startswith("bench_"):
            found.update(importlib.import_module(f"tests.bench.{module}").BENCHES)
    return found


def main() -> int:
    """Run, print the table, write the file; 1 where a budget is broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--json", type=Path, metavar="FILE")
    wanted = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    benches = find_benches()
    unknown = sorted(set(wanted.only) - set(benches))
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(benches)}")
    results: dict[str, dict[str, object]] = {}
    print(f"{'bench':34} {'value':>10} {'budget':>10}  {'unit':12} {'naive':>10}  ok")
    for name, bench in benches.items():
        if wanted.only and name not in wanted.only:
            continue
        value, unit, budget, naive = bench()
        ok = value <= budget
        results[name] = {"value": round(value, 3), "unit": unit, "budget": budget, "ok": ok}
        if naive is not None:
            results[name]["naive"] = round(naive, 3)
        shown = "-" if naive is None else f"{naive:.2f}"
        print(
            f"{name:34} {value:10.2f} {budget:10.2f}  {unit:12} {shown:>10}  {'yes' if ok else 'NO'}",
            flush=True,
        )
    if wanted.json:
        wanted.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0 if all(result["ok"] for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
