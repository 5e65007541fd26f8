"""A reader's end of Streamlit's websocket: asks and keeps what a browser does, and draws nothing.

All messages are decoded: that takes 0.1 to 0.4 ms a run, less than receiving them.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from streamlit.proto.Delta_pb2 import Delta
    from streamlit.proto.Slider_pb2 import Slider

PATIENCE = 60  # seconds for one run
SIDEBAR = 1  # first step of the path to what the frame draws there


@dataclass(frozen=True)
class Run:
    """One run of the app's script as its reader met it."""

    room: str
    first: bool  # the session's first run
    asked: float  # on time.perf_counter, in seconds
    seconds: float  # from the question until all had arrived and the script was at its end
    received: int  # bytes
    exceptions: tuple[str, ...]  # shown in the page


class Session:
    """One reader, who is in one room at a time."""

    def __init__(self, socket: ClientConnection) -> None:
        self.room = ""
        self.rooms: dict[str, str] = {}  # address → what the server calls the page
        self.sliders: dict[str, Slider] = {}  # name → the shared setting
        self.chosen: dict[str, str] = {}  # name → option
        self._socket = socket
        self._runs = 0
        self._kept: dict[str, int] = {}  # hash of a message → the last run that used it
        self._keep = 0  # runs
        self._exceptions: list[str] = []

    async def open(self, room: str) -> Run:
        """Ask for a room as a browser does that comes from elsewhere."""
        self.room = room
        return await self._run(page_name=room)

    async def go(self, room: str) -> Run:
        """Go to another room by the navigation."""
        self.room = room
        return await self._run(page_script_hash=self.rooms[room])

    async def move(self, name: str, option: str) -> Run:
        """Release the slider of a shared setting at one of its options."""
        self.chosen[name] = option
        return await self._run(page_script_hash=self.rooms[self.room])

    async def _run(self, **page: str) -> Run:
        asked, received, self._exceptions = time.perf_counter(), 0, []
        async with asyncio.timeout(PATIENCE):
            await self._socket.send(self._question(**page))
            answer = ForwardMsg()
            while not ended(answer):
                data = await self._socket.recv()
                received += len(data)
                answer.ParseFromString(data)
                self._note(answer)
        seconds = time.perf_counter() - asked
        self._runs += 1
        self._kept = {hash_: used for hash_, used in self._kept.items() if self._runs - used <= self._keep}
        return Run(self.room, self._runs == 1, asked, seconds, received, tuple(self._exceptions))

    def _question(self, **page: str) -> bytes:
        """The page, the address, every slider as it stands, and which messages need not come again."""
        question = BackMsg()
        asked = question.rerun_script
        asked.query_string = urlencode(self._address())
        asked.cached_message_hashes.extend(self._kept)
        asked.context_info.timezone, asked.context_info.locale = "UTC", "en-GB"
        asked.context_info.color_scheme = "light"
        for name, slider in self.sliders.items():
            asked.widget_states.widgets.add(id=slider.id).string_array_value.data.append(self.chosen[name])
        for field, value in page.items():
            setattr(asked, field, value)
        return question.SerializeToString()

    def _address(self) -> dict[str, str]:
        """What stands in the browser's address: the settings that are not at their default."""
        return {
            slider.query_param_key: self.chosen[name]
            for name, slider in self.sliders.items()
            if self.chosen[name] != default(slider)
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
                self._kept[answer.ref_hash] = self._runs
            case "delta":
                if answer.metadata.cacheable:
                    self._kept[answer.hash] = self._runs
                self._note_element(answer.delta, answer.metadata.delta_path[0] == SIDEBAR)

    def _note_element(self, delta: Delta, shared: bool) -> None:
        element = delta.new_element
        match element.WhichOneof("type"):
            case "slider" if shared:
                self.sliders[element.slider.label] = element.slider
                self.chosen.setdefault(element.slider.label, default(element.slider))
            case "exception":
                self._exceptions.append(f"{element.exception.type}: {element.exception.message}")


def default(slider: Slider) -> str:
    return slider.options[int(slider.default[0])]


def ended(answer: ForwardMsg) -> bool:
    """Whether a script has come to its end, and not only to the beginning of its next run."""
    early = ForwardMsg.FINISHED_EARLY_FOR_RERUN
    return answer.HasField("script_finished") and answer.script_finished != early


@asynccontextmanager
async def session(url: str) -> AsyncIterator[Session]:
    """A session on the app at an http address, which ends as when a browser's tab is closed."""
    address = f"{url.replace('http', 'ws', 1)}/_stcore/stream"
    async with connect(address, subprotocols=["streamlit"], max_size=None, open_timeout=PATIENCE) as socket:
        yield Session(socket)
