"""Before something is sent, keys that are not here or were refused are asked for, each once (rows 27, 58)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from stello_desktop.domain.services import Service
from stello_desktop.ui import tasks
from stello_desktop.ui.service_key import KeyQuestion, ask_for_key
from stello_desktop.workspace.workspace import Workspace


def with_keys[T](
    parent: QWidget,
    workspace: Workspace,
    wanted: Sequence[T],
    service_of: Callable[[T], Service],
    then: Callable[[Sequence[T]], object],
    verb: str = "",
) -> None:
    """Call ``then`` with all that can be sent, once the person has entered keys or declined to; not with nothing.

    Args:
        service_of: who is asked for one of them.
        verb: what the button of the question says.
    """

    def ask_next(left: Sequence[T], lacking: Sequence[Service]) -> None:
        if not lacking:
            if left:
                then(left)
            return
        if any(question.isVisible() for question in parent.window().findChildren(KeyQuestion)):
            return
        service, *others = lacking
        kept = [item for item in left if service_of(item).service_id != service.service_id]
        question = ask_for_key(parent, workspace, service, lambda: ask_next(left, others), verb)
        question.rejected.connect(lambda: ask_next(kept, others))

    async def look(services: Sequence[Service]) -> None:
        ask_next(wanted, await workspace.keys.lacking(services))

    asked = {service.service_id: service for service in map(service_of, wanted)}
    unsure = [item for item in asked.values() if workspace.keys.is_unsure(item)]
    if unsure:
        tasks.start(look(unsure), parent)
    else:
        ask_next(wanted, ())
