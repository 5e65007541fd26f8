"""Readers at their end of the websocket, whose browsers come back when a stream breaks."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.shared.session import PATIENCE, Run, Session, ended

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator, Iterable

LOST = (ConnectionError, URLError, HTTPException, WebSocketException)  # but not what takes too long
AGAIN = 0.25  # seconds after which a browser asks again, the first time

Texts = dict[tuple[int, ...], str]
"""What stands where in the page: path → Markdown."""


@dataclass
class Answer:
    """One run as it arrives."""

    texts: Texts = field(default_factory=dict)
    whole: bool = False  # the script has come to its end


class Reader(Session):
    """A session that outlives its stream.

    Parameters
    ----------
    url : str
        http address of the app, or of what stands before it.
    """

    def __init__(self, url: str) -> None:
        super().__init__(None)
        self.answer = Answer()
        self.begun = 0  # runs that the server has begun for this reader
        self.returns = 0  # streams that were opened after the first
        self.refusals: list[str] = []  # of pages and questions for health, which an address in use never gives
        self._url, self._cookie, self._id = url, "", ""
        self._socket: ClientConnection | None = None

    async def come(self, room: str = "") -> Run:
        """Load the page, then open its stream and ask for a room."""
        await self._load(room)
        await self.open_stream()
        return await self.open(room)

    async def open_stream(self) -> None:
        """Open a stream, which names the session of the one before."""
        known = ["streamlit", "no-token", self._id] if self._id else ["streamlit"]
        address = f"{self._url.replace('http', 'ws', 1)}/_stcore/stream"
        self._kept.clear()  # another server may never have sent it
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
        """Release a slider; when the stream breaks before the answer is whole, come back and ask again."""
        while True:
            try:
                return await self.move(name, option)
            except LOST:
                await self._return()

    async def drag(self, name: str, options: Iterable[str], pause: float = 0) -> None:
        """Move a slider over many options and wait for no answer; a pause, in seconds, follows each."""
        for option in options:
            self.chosen[name] = option
            await self._socket.send(self._question(page_script_hash=self.rooms[self.room]))
            if pause:
                await asyncio.sleep(pause)

    async def hear(self) -> bool:
        """Take the next message; whether a run is at its end with it."""
        message = ForwardMsg.FromString(await self._socket.recv())
        self._note(message)
        return ended(message)

    async def hear_until(self, texts: Texts) -> None:
        """Take messages until a run that shows these texts is at its end."""
        async with asyncio.timeout(PATIENCE):
            while not (await self.hear() and self.answer.texts == texts):
                pass

    async def hear_all(self) -> None:
        """Take what the server has sent by now, without waiting for more."""
        await (await self._socket.ping())  # the answer comes after what was sent before
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
        """What a browser does when its stream breaks: asks whether the server is there, and opens another.

        Its reader may load the page anew instead; that has to work as well.
        """
        while True:
            await asyncio.sleep(AGAIN)  # as it does
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
        question = Request(f"{self._url}/{path}", headers=self._headers())
        try:
            with urlopen(question, timeout=PATIENCE) as answer:
                answer.read()
                self._cookie = (answer.headers["Set-Cookie"] or self._cookie).partition(";")[0]
        except HTTPError as error:
            error.close()
            raise

    def _headers(self) -> dict[str, str]:
        return {"Cookie": self._cookie} if self._cookie else {}


@asynccontextmanager
async def reading(url: str, count: int = 1, room: str = "") -> AsyncIterator[list[Reader]]:
    """So many readers, who have come to a room."""
    readers = [Reader(url) for _ in range(count)]
    try:
        await asyncio.gather(*(reader.come(room) for reader in readers))
        yield readers
    finally:
        for reader in readers:
            await reader.leave()


def other(reader: Session, name: str, choice: random.Random) -> str:
    """Any option of a slider but the one chosen."""
    return choice.choice([option for option in reader.sliders[name].options if option != reader.chosen[name]])


async def act_until(over: asyncio.Event, reader: Reader, choice: random.Random, pause: float) -> list[Run]:
    """Move sliders, with pauses of so many seconds on average, and once more when it is over."""
    runs = []
    while not over.is_set():
        runs.append(await move(reader, choice))
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), choice.expovariate(1 / pause))
    return [*runs, await move(reader, choice)]


async def move(reader: Reader, choice: random.Random) -> Run:
    """Release any slider at any other option."""
    name = choice.choice(list(reader.sliders))
    return await reader.move_whatever_happens(name, other(reader, name, choice))
