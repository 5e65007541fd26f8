"""Clients that reconnect like a browser when their websocket breaks."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.deploy.session import PATIENCE, Run, Session, ended

LOST = (ConnectionError, URLError, HTTPException, WebSocketException)  # timeouts are not caught
AGAIN = 0.25  # seconds until a browser tries to reconnect for the first time

Texts = dict[tuple[int, ...], str]
"""Markdown on the page, by delta path."""


@dataclass
class Answer:
    """One run as it arrives."""

    texts: Texts = field(default_factory=dict)
    whole: bool = False  # the script has finished


class Reader(Session):
    """A session with the app, or a proxy in front of it, that reconnects when its websocket breaks."""

    def __init__(self, url: str) -> None:
        super().__init__(None)
        self.answer = Answer()
        self.begun = 0  # runs that the server has started
        self.returns = 0  # websockets opened after the first
        self.refusals: list[str] = []  # failed requests for pages and health; none may fail
        self._url, self._cookie, self._id = url, "", ""
        self._socket: ClientConnection | None = None

    async def come(self, room: str = "") -> Run:
        """Load the page, open its websocket and ask for a room."""
        await self._load(room)
        await self.open_stream()
        return await self.open(room)

    async def open_stream(self) -> None:
        """Open a websocket that names the previous session."""
        known = ["streamlit", "no-token", self._id] if self._id else ["streamlit"]
        address = f"{self._url.replace('http', 'ws', 1)}/_stcore/stream"
        self._cache.clear()  # the server may be another one
        self._socket = await connect(
            address,
            subprotocols=known,
            max_size=None,
            open_timeout=PATIENCE,
            additional_headers=self._headers(),
        )

    async def leave(self) -> None:
        """Close the tab."""
        if self._socket:
            with suppress(*LOST):
                await self._socket.close()

    async def move_whatever_happens(self, name: str, option: str) -> Run:
        """Move a slider; if the websocket breaks before the answer is complete, reconnect and repeat."""
        while True:
            try:
                return await self.move(name, option)
            except LOST:
                await self._return()

    async def drag(self, name: str, options: Iterable[str], pause: float = 0) -> None:
        """Move a slider over many options without waiting for answers, with a pause in seconds after each."""
        for option in options:
            self.set(name, option)
            await self._socket.send(self._request(page_script_hash=self.rooms[self.room]))
            if pause:
                await asyncio.sleep(pause)

    async def hear(self) -> bool:
        """Receive the next message; whether it ends a run."""
        message = ForwardMsg.FromString(await self._socket.recv())
        self._note(message)
        return ended(message)

    async def hear_until(self, texts: Texts) -> None:
        """Receive messages until a run that shows these texts has ended."""
        async with asyncio.timeout(PATIENCE):
            while not (await self.hear() and self.answer.texts == texts):
                pass

    async def hear_all(self) -> None:
        """Receive what the server has sent so far, without waiting for more."""
        await (await self._socket.ping())  # the pong comes after everything sent before
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(0):
                    await self.hear()

    def _note(self, message: ForwardMsg) -> None:
        super()._note(message)
        if message.HasField("new_session"):
            self._id, self.answer, self.begun = message.new_session.initialize.session_id, Answer(), self.begun + 1
        element = message.delta.new_element
        if element.WhichOneof("type") == "markdown":
            self.answer.texts[tuple(message.metadata.delta_path)] = element.markdown.body

    async def _return(self) -> None:
        """Reconnect as a browser does: check the server's health, open another websocket.

        A reader may reload the page instead, so the page must load as well.
        """
        while True:
            await asyncio.sleep(AGAIN)
            with suppress(*LOST):
                await self._load("_stcore/health")
                await self.open_stream()
                self.returns += 1
                return await self._load(self.room)

    async def _load(self, path: str) -> None:
        try:
            await asyncio.to_thread(self._get, path)
        except LOST as error:
            self.refusals.append(f"{path or 'home'}: {error}")
            raise

    def _get(self, path: str) -> None:
        request = Request(f"{self._url}/{path}", headers=self._headers())
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                answer.read()
                self._cookie = (answer.headers["Set-Cookie"] or self._cookie).partition(";")[0]
        except HTTPError as error:
            error.close()
            raise

    def _headers(self) -> dict[str, str]:
        return {"Cookie": self._cookie} if self._cookie else {}


@asynccontextmanager
async def reading(url: str, count: int = 1, room: str = "") -> AsyncIterator[list[Reader]]:
    """Readers in a room."""
    readers = [Reader(url) for _ in range(count)]
    try:
        await asyncio.gather(*(reader.come(room) for reader in readers))
        yield readers
    finally:
        for reader in readers:
            await reader.leave()


@dataclass(frozen=True)
class Life:
    """Runs and errors of one reader."""

    runs: Sequence[Run]
    returns: int  # websockets that broke and were opened again
    refusals: Sequence[str]  # pages that did not load

    @property
    def exceptions(self) -> list[str]:
        """Exceptions shown on the page."""
        return [text for run in self.runs for text in run.exceptions]


async def act_until(over: asyncio.Event, reader: Reader, choice: random.Random, pause: float) -> Life:
    """Move sliders with pauses of `pause` seconds on average, and once more after `over` is set."""
    runs = []
    while not over.is_set():
        runs.append(await move(reader, choice))
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), choice.expovariate(1 / pause))
    return Life([*runs, await move(reader, choice)], reader.returns, reader.refusals)


async def move(reader: Reader, choice: random.Random) -> Run:
    """Move a random slider to a random other option."""
    name = choice.choice(list(reader.sliders))
    slider = reader.sliders[name]
    return await reader.move_whatever_happens(
        name, choice.choice([stop for stop in slider.stops if stop != slider.text])
    )
