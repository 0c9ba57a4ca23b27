"""``python -m tests.journeys.showcase --pictures DIR``: the journeys on a machine without a screen.

Performs journeys 1 to 3 on the real program in a temporary home, saves numbered pictures, and prints
what was done. The same steps run in the tests.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from stello_desktop import app as program
from tests.journeys import stories
from tests.journeys.person import Person, live

FEWEST_PICTURES = 6


async def _all(person: Person) -> None:
    await stories.first_five_minutes(person)
    await stories.a_note(person)
    await stories.a_subject_splits(person)
    await stories.rearranging(person)


def main() -> int:
    """Live through the journeys; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.journeys.showcase", description=__doc__)
    parser.add_argument("--pictures", type=Path, required=True, metavar="DIR")
    wanted = parser.parse_args()
    wanted.pictures.mkdir(parents=True, exist_ok=True)
    for old in wanted.pictures.glob("[0-9][0-9]-*.png"):
        old.unlink()
    application = program.make_application(sys.argv[:1])
    with tempfile.TemporaryDirectory(prefix="stello-showcase-") as home:
        person = live(application, Path(home), _all, pictures=wanted.pictures)
    for number, words in enumerate(person.told, 1):
        print(f"{number:2}. {words}")
    pictures = sorted(wanted.pictures.glob("*.png"))
    print(f"{len(pictures)} pictures are in {wanted.pictures}")
    return 0 if len(pictures) >= FEWEST_PICTURES else 1


if __name__ == "__main__":
    sys.exit(main())
