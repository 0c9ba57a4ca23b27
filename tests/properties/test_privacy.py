"""No sentence of a conversation reaches a service that the person has not let it go to (M-10), whatever they do.

Five services record every request. What is said is made of marks; every answer, summary, overview, reminder and result
repeats all marks that its request carried, so that one that has leaked once goes on leaking. Beside it runs a model of
what the person has allowed: by answering a conversation with a service, by taking it to another one, by a yes to a
question, by bringing a result. Each request may carry marks of that and of nothing else.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import AsyncGenerator
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from stello_desktop.domain.commands import AddRef
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.events import StreamEvent
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.memory import InsightState
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.results import ResultDraft, ResultForm
from stello_desktop.domain.scripted import ScriptedModel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.memories import is_for_reflection
from tests.helpers.workspaces import a_service, open_workspace
from tests.properties.runs import runs

NAMES = ("acme", "apex", "bolt", "cory", "dune")
MARK = re.compile(r"mark\d+")


class Recorder(ScriptedModel):
    """Says again all that it has read.

    Attributes:
        read: the marks of each request, in order.
    """

    def __init__(self) -> None:
        super().__init__([self._again], repeat_last=True, context_tokens=8_000)
        self.read: list[set[str]] = []

    def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """Note it, then answer."""
        self.read.append(set(MARK.findall("\n".join(message.content for message in request.messages))))
        return super().stream(request)

    @staticmethod
    def _again(request: ModelRequest) -> str:
        text = "\n".join(message.content for message in request.messages)
        heard = "Heard " + " ".join(sorted(set(MARK.findall(text))))
        if is_for_reflection(request):
            names = re.findall(r'<conversation id="(c\d+)"', text)
            return json.dumps(
                {"synthesis": heard, "insights": [{"to": name, "text": heard} for name in names]}
            )
        return heard


class Person:
    """A workspace, and what its person has allowed, told apart from how the program keeps it.

    Attributes:
        bound: who answers in a conversation; a new one with the default until its first answer.
        readers: which services the person has said may read what is known of a conversation.
        known: the marks that each service has had, or was allowed to have.
    """

    def __init__(self, workspace: Workspace, models: dict[str, Recorder], services: list[ServiceId]) -> None:
        self.workspace, self.models, self.services = workspace, models, services
        self.sessions: list[SessionId] = []
        self.bound: dict[SessionId, ServiceId] = {}
        self.default = services[0]
        self.readers: defaultdict[SessionId, set[ServiceId]] = defaultdict(set)
        self.known: defaultdict[ServiceId, set[str]] = defaultdict(set)
        self.said: defaultdict[SessionId, set[str]] = defaultdict(set)
        self._marks = 0

    def mark(self, session_id: SessionId) -> str:
        """Something that nobody has said before, said there."""
        self._marks += 1
        self.said[session_id].add(f"mark{self._marks}")
        return f"mark{self._marks}"

    def owner(self, session_id: SessionId) -> ServiceId:
        return self.bound.get(session_id, self.default)

    async def look(self) -> None:
        """What is in the conversations now is known where they are answered, and where the person said so."""
        for item in self.sessions:
            records = await self.workspace.messages.list_records(item)
            self.said[item] |= set(MARK.findall(" ".join(record.content for record in records)))
            for service in {self.owner(item), *self.readers[item]}:
                self.known[service] |= self.said[item]

    async def check(self) -> None:
        """The law."""
        for name, service in zip(NAMES, self.services, strict=True):
            model = self.models[name]
            for marks in model.read:
                assert marks <= self.known[service], (name, marks - self.known[service])
            model.read.clear()

    async def settle(self) -> None:
        await self.workspace.making.settle()
        for work in self.workspace.making.work:
            self.workspace.making.stop(work)

    # what a person does

    async def do(self, what: str, first: int, second: int) -> None:
        one = self.sessions[first % len(self.sessions)]
        other = self.sessions[second % len(self.sessions)]
        service = self.services[second % len(self.services)]
        await self.look()
        await getattr(self, what)(one, other, service)
        await self.settle()
        await self.check()

    async def ask(self, one: SessionId, _other: SessionId, _service: ServiceId) -> None:
        mark = self.mark(one)
        self.known[self.owner(one)] |= self.said[one]
        await self.workspace.rounds.start(one, f"Why {mark}?").wait()
        self.bound.setdefault(one, self.default)

    async def note(self, one: SessionId, _other: SessionId, _service: ServiceId) -> None:
        await self.workspace.messages.add_note(one, f"A thought {self.mark(one)}")

    async def summarise(self, one: SessionId, _other: SessionId, _service: ServiceId) -> None:
        self.workspace.making.summarise([one], anew=True)

    async def refer(self, one: SessionId, other: SessionId, _service: ServiceId) -> None:
        await self.workspace.sending.choose(one, read_references=True)
        try:
            await self.workspace.apply(AddRef(one, other))
        except StelloError:
            return  # along its own line

    async def allow(self, one: SessionId, _other: SessionId, _service: ServiceId) -> None:
        """Yes: the service that answers here may read what this conversation refers to."""
        found = await self.workspace.sending.unseen_references(one)
        if found:
            await self.workspace.sending.allow_references([item for item, _ in found], found[0][1].service_id)
            for item, service in found:
                self.readers[item].add(service.service_id)

    async def _summarise_all(self) -> None:
        self.workspace.making.summarise(self.sessions)
        await self.settle()
        await self.check()

    async def reflect(self, one: SessionId, _other: SessionId, _service: ServiceId) -> None:
        await self._summarise_all()
        await self.workspace.making.reflect(self.workspace.topology.root_of(one))

    async def reflect_on_all(self, _one: SessionId, _other: SessionId, _service: ServiceId) -> None:
        await self._summarise_all()
        await self.workspace.making.reflect(None)

    async def reflect_with_others(self, _one: SessionId, _other: SessionId, _service: ServiceId) -> None:
        """Yes: the service that reads may read these too."""
        await self._summarise_all()
        plan = await self.workspace.making.plan(None)
        for digest in await self.workspace.memory.digests():
            self.readers[digest.session_id].add(plan.model.service_id)
        await self.look()
        await self.workspace.making.reflect(None, with_others=True)

    async def remind(self, one: SessionId, _other: SessionId, _service: ServiceId) -> None:
        await self.workspace.memory.add_insight(one, f"Mind {self.mark(one)}")

    async def bring(self, one: SessionId, other: SessionId, _service: ServiceId) -> None:
        await self._bring(one, other, ResultForm.REMINDER)

    async def bring_as_note(self, one: SessionId, other: SessionId, _service: ServiceId) -> None:
        await self._bring(one, other, ResultForm.NOTE)

    async def _bring(self, one: SessionId, other: SessionId, form: ResultForm) -> None:
        """The result is seen, and where it goes is said."""
        if one == other or not self.workspace.topology[one].message_count:
            return
        text = (await self.workspace.results.propose(one)).text
        self.known[self.owner(other)] |= set(MARK.findall(text))
        await self.workspace.results.bring(
            ResultDraft(from_session=one, to_session=other, text=text, form=form)
        )

    async def branch(self, one: SessionId, _other: SessionId, _service: ServiceId) -> None:
        made = await self.workspace.branches.open(one, f"Branch {len(self.sessions)}", context="inherit")
        self.sessions.append(made)
        if one in self.bound:
            self.bound[made] = self.bound[one]

    async def take_to(self, one: SessionId, _other: SessionId, service: ServiceId) -> None:
        """Yes: everything that was said here goes to this service with the next message."""
        found = self.workspace.answering.find(service)
        await self.workspace.services.bind(one, found)
        self.bound[one] = service

    async def use(self, _one: SessionId, _other: SessionId, service: ServiceId) -> None:
        await self.workspace.services.use(service)
        self.default = service

    async def let_go_along(self, one: SessionId, _other: SessionId, _service: ServiceId) -> None:
        """Yes: the service that answers here may read the reminders that were held back."""
        for insight in await self.workspace.memory.insights(one, state=InsightState.WAITING):
            if self.workspace.answering.held_from(one, insight) is not None:
                await self.workspace.memory.let_go_along(insight, self.owner(one))
                self.known[self.owner(one)] |= set(MARK.findall(insight.text))


DEEDS = (
    "ask", "ask", "ask", "note", "summarise", "refer", "allow", "reflect", "reflect_on_all", "reflect_with_others",
    "remind", "bring", "bring", "bring", "bring_as_note", "branch", "take_to", "take_to",
    "take_to", "take_to", "use", "let_go_along",
)  # fmt: skip
steps = st.lists(
    st.tuples(st.sampled_from(DEEDS), st.integers(0, 5), st.integers(0, 9)), min_size=12, max_size=40
)


@runs(40)
@given(steps=steps)
@example(steps=[("bring", 0, 1), ("take_to", 1, 2), ("ask", 1, 0)])
@example(steps=[("reflect_on_all", 0, 0), ("take_to", 0, 1), ("ask", 0, 0)])
@example(steps=[("summarise", 0, 0), ("refer", 1, 0), ("ask", 1, 0)])
def test_no_service_reads_what_it_was_not_let_read(steps: list[tuple[str, int, int]]) -> None:
    """M-10: rounds, summaries, overviews, reminders, references, results and branches, in any order."""

    async def main() -> None:
        models = {name: Recorder() for name in NAMES}
        with tempfile.TemporaryDirectory(prefix="stello-privacy-") as folder:
            async with open_workspace(Path(folder), models=models) as workspace:
                services = [
                    await a_service(workspace, name, address=f"http://127.0.0.{place}:9/v1")
                    for place, name in enumerate(NAMES, 1)
                ]
                await workspace.services.use(services[0])
                person = Person(workspace, models, services)
                for place, service in enumerate(services):
                    project = await workspace.create_project(f"Project {place}")
                    person.sessions.append(project)
                    await person.take_to(project, project, service)
                    await person.do("ask", place, 0)
                person.sessions.append(await workspace.create_project("Unbound"))
                for step in steps:
                    await person.do(*step)
                for place in range(len(person.sessions)):  # whatever waits goes along, if anywhere
                    await person.do("ask", place, 0)

    asyncio.run(main())
