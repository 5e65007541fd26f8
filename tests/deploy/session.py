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
from urllib.parse import urlencode

from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.Slider_pb2 import Slider
from websockets.asyncio.client import ClientConnection, connect

from components.kit.streamlit_internals import STREAM_PATH, STREAM_PROTOCOL, BackMsg, ForwardMsg
from core.inputs.settings import PARAMETERS
from pages.shared.contents import ROOMS

PATIENCE = 60  # seconds for one run
HAND = "-hand"  # end of the id of the component that watches the sliders: its key
TRIGGER = "$$STREAMLIT_INTERNAL_KEY_"  # beginning of the id of a component's trigger values
SHARED = {parameter.name for parameter in PARAMETERS}  # labels of sliders, hidden where they change nothing


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
        self.sliders: dict[str, Slider] = {}  # by name, those of the shared settings
        self.settings: dict[str, str] = {}  # name → option
        self.asks: list[str] = []  # sliders of the room whose values the server requests during a drag
        self.others = 0  # runs that the server had underway besides the last one
        self._socket = socket
        self._runs = 0
        self._cache: dict[str, int] = {}  # hash of a cached message → the last run that used it
        self._keep = 0  # runs for which a message stays in the cache
        self._exceptions: list[str] = []
        self._hand, self._committed, self._reports = "", {}, 0  # of the component that watches the sliders

    async def open(self, room: str, query: str = "") -> Run:
        """Open a room by its address, as a new browser tab does."""
        self.room = room
        return await self._run(page_name=room, query_string=query)

    async def go(self, room: str) -> Run:
        """Change to another room with the navigation."""
        self.room, self.asks = room, []
        return await self._run(page_script_hash=self.rooms[room])

    async def move(self, name: str, option: str) -> Run:
        """Set the slider of a shared setting to one of its options."""
        self.settings[name] = option
        return await self._run(page_script_hash=self.rooms[self.room])

    async def preview(self, name: str, option: str) -> Run:
        """Report an option that the slider of a shared setting passes during a drag."""
        self._reports += 1
        report = {"number": self._reports, "values": {name: option}, "committed": self._committed}
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
        rerun.query_string = urlencode(self._address())
        rerun.cached_message_hashes.extend(self._cache)
        rerun.context_info.timezone, rerun.context_info.locale = "UTC", "en-GB"
        rerun.context_info.color_scheme = "light"
        for name, slider in self.sliders.items():
            rerun.widget_states.widgets.add(id=slider.id).string_array_value.data.append(self.settings[name])
        for field, value in page.items():
            setattr(rerun, field, value)
        return request.SerializeToString()

    def _reporting(self, request: bytes, report: Mapping[str, Any]) -> bytes:
        """The same request with a report of the component that watches the sliders."""
        message = BackMsg.FromString(request)
        trigger = message.rerun_script.widget_states.widgets.add(id=f"{TRIGGER}{self._hand}__events")
        trigger.json_trigger_value = json.dumps([{"event": "preview", "value": report}])
        return message.SerializeToString()

    def _address(self) -> dict[str, str]:
        """The query of the browser's address: all settings that differ from their default."""
        return {
            slider.query_param_key: self.settings[name]
            for name, slider in self.sliders.items()
            if self.settings[name] != default(slider)
        }

    def _note(self, answer: ForwardMsg) -> None:
        match answer.WhichOneof("type"):
            case "new_session":
                self._keep = answer.new_session.config.max_cached_message_age
            case "navigation":
                self.rooms = {page.url_pathname: page.page_script_hash for page in answer.navigation.app_pages}
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
            case "slider" if element.slider.label in SHARED:
                self.sliders[element.slider.label] = element.slider
                self.settings.setdefault(element.slider.label, default(element.slider))
            case "bidi_component" if element.bidi_component.id.endswith(HAND):
                content = json.loads(element.bidi_component.json)
                self._hand, self._committed, self.asks = (
                    element.bidi_component.id,
                    content["committed"],
                    content["asks"],
                )
                self.others = content.get("others", 0)
            case "exception":
                self._exceptions.append(f"{element.exception.type}: {element.exception.message}")


async def act(
    here: Session,
    choice: random.Random,
    change: Callable[[Session, random.Random], Awaitable[Run]] | None = None,  # `move` by default
) -> Run:
    """Change to another room or, with probability 5/6 where the room offers a slider, `change` it."""
    if choice.random() < 1 / 6 or not offered(here):
        return await here.go(choice.choice([room for room in here.rooms if room != here.room]))
    return await (change or move)(here, choice)


def offered(here: Session) -> list[str]:
    """Names of the shared sliders that the room shows; the others are in the page, but hidden."""
    return [name for name in here.sliders if name in ROOMS[here.room or "home"].settings]


async def move(here: Session, choice: random.Random) -> Run:
    """Move a slider to any other stop; in a room that shows none, a hidden one."""
    name = choice.choice(offered(here) or list(here.sliders))
    options = [option for option in here.sliders[name].options if option != here.settings[name]]
    return await here.move(name, choice.choice(options))


def default(slider: Slider) -> str:
    return slider.options[int(slider.default[0])]


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
