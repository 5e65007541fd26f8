"""A client of Streamlit's websocket protocol that sends and caches what a browser does, but draws nothing.

Every message is decoded, which takes 0.1 to 0.4 ms a run, less than receiving it.
"""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from streamlit.proto.Delta_pb2 import Delta
from websockets.asyncio.client import ClientConnection, connect

from components.kit.streamlit_internals import STREAM_PATH, STREAM_PROTOCOL, BackMsg, ForwardMsg
from core.inputs.settings import PARAMETERS

PATIENCE = 60  # seconds for one run
PREVIEW = "-preview"  # end of the id of the component that asks for runs on the way: its key
TRIGGER = "$$STREAMLIT_INTERNAL_KEY_"  # beginning of the id of a component's trigger values
SHARED = {parameter.name for parameter in PARAMETERS}  # names of sliders


@dataclass
class Slider:
    """The slider of a shared setting in the room."""

    id: str  # of its component
    stops: list[str]
    text: str  # what the address says


@dataclass(frozen=True)
class Run:
    """One run of the app's script, measured by the client."""

    room: str
    first: bool  # whether it is the session's first run
    request_time: float  # on time.perf_counter, seconds
    seconds: float  # from the request to the end of the script, all its messages received
    received: int  # bytes
    exceptions: tuple[str, ...]  # shown on the page


class Session:
    """One reader in one room at a time."""

    def __init__(self, socket: ClientConnection) -> None:
        self.room = ""
        self.rooms: dict[str, str] = {}  # address → the server's hash of the page
        self.sliders: dict[str, Slider] = {}  # by name, those of the shared settings that the room shows
        self.asks: list[str] = []  # sliders of the room whose values the server requests during a drag
        self.others = 0  # runs that the server had underway besides the last one
        self._socket = socket
        self._runs = 0
        self._cache: dict[str, int] = {}  # hash of a cached message → the last run that used it
        self._keep = 0  # runs for which a message stays in the cache
        self._exceptions: list[str] = []
        self._preview, self._committed, self._reports = "", {}, 0  # of the component that asks for runs on the way
        self._query, self._states = "", {}  # of the address; what components have told, by their ids

    async def open(self, room: str, query: str = "") -> Run:
        """Open a room by its address, as a new browser tab does."""
        self.room, self._query = room, query
        return await self._run(page_name=room)

    async def go(self, room: str) -> Run:
        """Change to another room with the navigation."""
        self.room, self.asks, self.sliders, self._query, self._states = room, [], {}, "", {}
        return await self._run(page_script_hash=self.rooms[room])

    async def move(self, name: str, stop: str) -> Run:
        """Set the slider of a shared setting to one of its stops."""
        self.set(name, stop)
        return await self._run(page_script_hash=self.rooms[self.room])

    def set(self, name: str, stop: str) -> None:
        """Have the next request say that a slider has come to rest."""
        self._reports += 1
        rest = {"text": stop, "at": self._reports}
        self._states[self.sliders[name].id] = json.dumps({"rest": rest})

    async def preview(self, name: str, stop: str) -> Run:
        """Ask for a run with a stop that the slider of a shared setting passes during a drag."""
        self._reports += 1
        report = {"number": self._reports, "values": {name: stop}, "committed": self._committed}
        return await self._run(report, page_script_hash=self.rooms[self.room])

    async def _run(self, report: Mapping[str, Any] | None = None, **page: str) -> Run:
        request_time, received, self._exceptions = time.perf_counter(), 0, []
        request = self._request(**page)
        if report:
            request = self._reporting(request, report)
        async with asyncio.timeout(PATIENCE):
            await self._socket.send(request)
            answer = ForwardMsg()
            while not ended(answer):
                data = await self._socket.recv()
                received += len(data)
                answer.ParseFromString(data)
                self._note(answer)
        seconds = time.perf_counter() - request_time
        self._runs += 1
        self._cache = {hash_: used for hash_, used in self._cache.items() if self._runs - used <= self._keep}
        return Run(self.room, self._runs == 1, request_time, seconds, received, tuple(self._exceptions))

    def _request(self, **page: str) -> bytes:
        """A rerun message: page, address, state of every slider, hashes of cached messages."""
        request = BackMsg()
        rerun = request.rerun_script
        rerun.query_string = self._query
        rerun.cached_message_hashes.extend(self._cache)
        rerun.context_info.timezone, rerun.context_info.locale = "UTC", "en-GB"
        rerun.context_info.color_scheme = "light"
        for component, state in self._states.items():
            rerun.widget_states.widgets.add(id=component).json_value = state
        for field, value in page.items():
            setattr(rerun, field, value)
        return request.SerializeToString()

    def _reporting(self, request: bytes, report: Mapping[str, Any]) -> bytes:
        """The same request with what the component says that asks for runs on the way."""
        message = BackMsg.FromString(request)
        trigger = message.rerun_script.widget_states.widgets.add(id=f"{TRIGGER}{self._preview}__events")
        trigger.json_trigger_value = json.dumps([{"event": "preview", "value": report}])
        return message.SerializeToString()

    def _note(self, answer: ForwardMsg) -> None:
        match answer.WhichOneof("type"):
            case "new_session":
                self._keep = answer.new_session.config.max_cached_message_age
            case "navigation":
                self.rooms = {page.url_pathname: page.page_script_hash for page in answer.navigation.app_pages}
            case "page_info_changed":
                self._query = answer.page_info_changed.query_string
            case "page_not_found":
                self._exceptions.append("page not found")
            case "ref_hash":
                self._cache[answer.ref_hash] = self._runs
            case "delta":
                if answer.metadata.cacheable:
                    self._cache[answer.hash] = self._runs
                self._note_element(answer.delta)

    def _note_element(self, delta: Delta) -> None:
        element = delta.new_element
        match element.WhichOneof("type"):
            case "bidi_component" if element.bidi_component.id.endswith(PREVIEW):
                content = json.loads(element.bidi_component.json)
                self._preview, self._committed = element.bidi_component.id, content["committed"]
                self.asks = content["asks"]
                self.others = content.get("others", 0)
            case "bidi_component" if (name := element.bidi_component.id.rpartition("-")[2]) in SHARED:
                content = json.loads(element.bidi_component.json)
                self.sliders[name] = Slider(
                    element.bidi_component.id, content["stops"].split(), content["view"]["text"]
                )
            case "exception":
                self._exceptions.append(f"{element.exception.type}: {element.exception.message}")


async def act(
    here: Session,
    choice: random.Random,
    change: Callable[[Session, random.Random], Awaitable[Run]] | None = None,  # `move` by default
) -> Run:
    """Change to another room or, with probability 5/6 where the room has a slider, `change` it."""
    if choice.random() < 1 / 6 or not here.sliders:
        return await here.go(choice.choice([room for room in here.rooms if room != here.room]))
    return await (change or move)(here, choice)


async def move(here: Session, choice: random.Random) -> Run:
    """Move a slider to any other stop."""
    name = choice.choice(list(here.sliders))
    slider = here.sliders[name]
    return await here.move(name, choice.choice([stop for stop in slider.stops if stop != slider.text]))


def ended(answer: ForwardMsg) -> bool:
    """Whether the script has finished and no rerun follows at once."""
    early = ForwardMsg.FINISHED_EARLY_FOR_RERUN
    return answer.HasField("script_finished") and answer.script_finished != early


@asynccontextmanager
async def session(url: str) -> AsyncIterator[Session]:
    """A session with the app at an http address; leaving the context closes it like a browser tab."""
    address = f"{url.replace('http', 'ws', 1)}/{STREAM_PATH}"
    async with connect(address, subprotocols=[STREAM_PROTOCOL], max_size=None, open_timeout=PATIENCE) as socket:
        yield Session(socket)
