"""A dialog with a text box shows all of it at any width, however long the names in it are."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.commands import Rename
from tests.helpers.windows import until
from tests.widgets.insights.driving import Place, at_branch, box, seen

LONG_NAME = "Pricing and everything else that there is to say about the money of the second year"
LONG_TEXT = "\n".join(f"line {number} of a result" for number in range(40))


def _is_whole(dialog: QWidget) -> bool:
    field = box(dialog, "resultText")
    row = field.parentWidget()
    return row is not None and field.geometry().bottom() <= row.rect().bottom()


@pytest.mark.parametrize("width", [360, 546, 900])
def test_the_lower_edge_of_the_box_is_seen_at_any_width(tmp_path: Path, width: int) -> None:
    """Words that wrap make the dialog taller, not the box lower than its row."""

    async def story(place: Place) -> None:
        await place.workspace.apply(Rename(place.branch, LONG_NAME))
        dialog = await place.open_dialog()
        for text in ("Short", LONG_TEXT, "Short"):
            dialog.resize(width, dialog.height())
            box(dialog, "resultText").set_text(text)
            await asyncio.sleep(0)
            await until(partial(_is_whole, dialog), text)
            (bring,) = seen(dialog, "resultBring")
            assert bring.geometry().bottom() <= dialog.rect().bottom()
            assert dialog.height() <= dialog.screen().availableGeometry().height()
        await until(lambda: box(dialog, "resultText").lines[0] == 6, "a short text has its room again")

    at_branch(tmp_path, story)
