"""The model of one service: a field that opens its list, in which a name can also be typed by hand (Q27)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import override

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.services import ModelInfo
from stello_desktop.domain.text import clean_label
from stello_desktop.ui.field_button import FieldButton
from stello_desktop.ui.list_popup import ListPopup
from stello_desktop.ui.model_rows import Row, RowKind

_ASK = "ask"


class ModelField(FieldButton):
    """Shows the name; what is not for conversations is folded away in the list.

    Signals:
        chosen(str): the person picked or typed a model.
        list_requested: the person wants the service to be asked for its models.
    """

    chosen = Signal(str)
    list_requested = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._model = ""
        self._infos: tuple[ModelInfo, ...] = ()
        self._asked = False
        self._open: ListPopup | None = None
        self.clicked.connect(self.open)
        self._show()

    @property
    def model(self) -> str:
        """What is chosen; empty until something is."""
        return self._model

    @property
    def models(self) -> tuple[ModelInfo, ...]:
        """What is offered."""
        return self._infos

    def set_model(self, model: str) -> None:
        """Show a choice without telling anyone."""
        self._model = model
        self._show()

    def put_models(self, infos: Sequence[ModelInfo], *, asked: bool = True) -> None:
        """Offer these; ``asked`` says that they are what the service answered."""
        self._infos, self._asked = tuple(infos), asked
        if self._open is not None:
            self._fill(self._open)

    def say(self, words: str, *, failed: bool = False) -> None:
        """A sentence below the open list."""
        if self._open is not None:
            self._open.say(words, failed=failed)

    def open(self) -> None:
        """Open the list."""
        popup = self._open = ListPopup("serviceModels", self)
        popup.picked.connect(self._pick)
        popup.destroyed.connect(self._forget)
        self._fill(popup)
        popup.show_below(QRect(self.mapToGlobal(QPoint(0, 0)), self.size()))

    def _forget(self) -> None:
        self._open = None

    def _fill(self, popup: ListPopup) -> None:
        popup.list.put_words(*self._list_words())
        popup.list.put(self._rows(), self._model, self._by_hand)

    def _list_words(self) -> tuple[str, str, str]:
        """Where nothing is listed, the line is one to type a name in (Q27)."""
        if self._infos:
            return self.tr("Search models"), self.tr("Models"), self.tr("No model has this name.")
        typing = self.tr("Type the name of a model")
        return typing, self.tr("Models"), self.tr("Type the name as the service writes it, then press Enter.")

    def _rows(self) -> list[Row]:
        """Models for conversations, and the others folded away below them."""
        talking = [info for info in self._infos if info.for_chat]
        others = [info for info in self._infos if not info.for_chat]
        rows = [Row(RowKind.CHOICE, info.name, info.name, info=info) for info in talking]
        if self._model and all(info.name != self._model for info in self._infos):
            rows.insert(0, Row(RowKind.CHOICE, self._model, self._model))
        if not self._asked:
            rows.append(Row(RowKind.ACTION, self.tr("Show all models"), _ASK, stays=True))
        if others:
            words = self.tr("Not for conversations (%1)").replace("%1", str(len(others)))
            rows.append(Row(RowKind.FOLD, words))
            rows.extend(Row(RowKind.CHOICE, info.name, info.name, info=info, folded=True) for info in others)
        return rows

    def _by_hand(self, typed: str) -> Sequence[Row]:
        model = clean_label(typed)
        words = self.tr("Use “%1”").replace("%1", model)
        return [Row(RowKind.CHOICE, words, model, note=self.tr("as typed"))] if model else []

    def _pick(self, row: Row) -> None:
        if row.kind is RowKind.ACTION:
            self.list_requested.emit()
            return
        if self._open is not None:
            self._open.close()
        if row.value != self._model:
            self.set_model(row.value)
            self.chosen.emit(row.value)

    def _show(self) -> None:
        words = self._model or self.tr("Chosen in the test")
        self.put_words(self.tr("Model"), words, Qt.TextElideMode.ElideMiddle)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_infos"):
            self._show()
