"""Bytes between a page and the server."""

from __future__ import annotations

import base64
import gzip
import math
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page

from components.kit.streamlit_internals import ForwardMsg
from tests.deploy.session import ended

BUFFERS = {
    "maxTotalBufferSize": 2**28,
    "maxResourceBufferSize": 2**26,
}  # bytes; responses are kept to compress them


class Wire:
    """Traffic between a page and the server since `reset`, as the Chrome DevTools Protocol reports it."""

    def __init__(self, page: Page) -> None:
        self.incoming: list[tuple[float, int]] = []  # websocket frames: s, bytes
        self.outgoing: list[tuple[float, int]] = []
        self.answers: list[int] = []  # bytes of all frames of each run of the app's script
        self.loaded: list[tuple[str, int]] = []  # other responses: the browser's id of the request, bytes
        self.paths: dict[str, str] = {}  # of requests, by id
        self._begun: int | None = None  # bytes of the run that has not ended
        self._session = page.context.new_cdp_session(page)
        self._session.send("Network.enable", BUFFERS)
        self._session.on("Network.requestWillBeSent", self._name)
        self._session.on("Network.webSocketFrameReceived", self._receive)
        self._session.on("Network.webSocketFrameSent", self._send)
        self._session.on("Network.loadingFinished", self._load)

    def reset(self) -> None:
        """Count from now on."""
        for events in (self.incoming, self.outgoing, self.answers, self.loaded, self.paths):
            events.clear()
        self._begun = None

    def bytes_received(self) -> int:
        """Bytes of websocket frames and of other responses."""
        return self._framed() + sum(size for _, size in self.loaded)

    def bytes_compressed(self) -> int:
        """The same with every response compressed, unless that makes it longer; frames are not compressed."""
        return self._framed() + sum(min(size, self._zipped(name, size)) for name, size in self.loaded)

    def largest(self) -> list[tuple[str, int]]:
        """The largest responses by path, for the message of a failure."""
        sizes_by_path = [(self.paths.get(name, ""), size) for name, size in self.loaded]
        return sorted(sizes_by_path, key=lambda each: -each[1])[:12]

    def answered(self) -> float:
        """Milliseconds from the first frame sent to the last one received; nan if there were none."""
        return 1000 * (self.incoming[-1][0] - self.outgoing[0][0]) if self.outgoing and self.incoming else math.nan

    def _framed(self) -> int:
        return sum(size for _, size in self.incoming)

    def _zipped(self, name: str, size: int) -> int:
        try:
            response = self._session.send("Network.getResponseBody", {"requestId": name})
        except Error:  # a response without a body
            return size
        body = response["body"]
        return len(gzip.compress(base64.b64decode(body) if response["base64Encoded"] else body.encode(), 6))

    def _name(self, event: dict[str, Any]) -> None:
        self.paths[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _load(self, event: dict[str, Any]) -> None:
        self.loaded.append((event["requestId"], int(event["encodedDataLength"])))

    def _send(self, event: dict[str, Any]) -> None:
        self.outgoing.append((event["timestamp"], len(payload(event))))

    def _receive(self, event: dict[str, Any]) -> None:
        data = payload(event)
        self.incoming.append((event["timestamp"], len(data)))
        message = ForwardMsg.FromString(data)
        if message.WhichOneof("type") == "new_session":  # a run that this one cut short does not count as an answer
            self._begun = 0
        if self._begun is None:
            return
        self._begun += len(data)
        if ended(message):
            self.answers.append(self._begun)
            self._begun = None


def payload(event: dict[str, Any]) -> bytes:
    """Content of a websocket frame; Chromium reports binary content in base64."""
    text = event["response"]["payloadData"]
    return base64.b64decode(text) if event["response"]["opcode"] == 2 else text.encode()
