"""What browsers do in a class, without a browser: a teacher and students over HTTP."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    """Status and body of a response."""

    status: int
    body: Any
    headers: dict[str, str]


def post(url: str, path: str, content: object = None, **headers: str) -> Answer:
    """A POST of JSON, or of unchanged bytes."""
    body = content if isinstance(content, bytes) else json.dumps({} if content is None else content).encode()
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
    try:
        connection.request("POST", f"{urlsplit(url).path}/live/{path}", body, fields)
        answer = connection.getresponse()
        text = answer.read().decode()
        kind = answer.headers.get_content_type()
        return Answer(answer.status, json.loads(text) if kind == "application/json" else text, dict(answer.headers))
    finally:
        connection.close()


class Stream:
    """A stream of events, read in a thread."""

    def __init__(self, url: str, path: str) -> None:
        self.states: list[dict[str, Any]] = []
        self.ids: list[int] = []
        self.times: list[float] = []
        self.names: list[str] = []
        self.text = ""
        self.ended = False
        self._changed = threading.Condition()
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        self._connection.request("GET", f"{urlsplit(url).path}/live/{path}")
        self._socket = self._connection.sock
        self.answer = self._connection.getresponse()
        self.status = self.answer.status
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        name = ""
        try:
            while line := self.answer.readline().decode():
                self.text += line
                key, _, value = line.rstrip("\n").partition(": ")
                if key == "event":
                    name = value
                    with self._changed:
                        self.names.append(value)
                        self._changed.notify_all()
                elif key == "id":
                    self.ids.append(int(value))
                elif key == "data" and not name:
                    with self._changed:
                        self.states.append(json.loads(value))
                        self.times.append(time.monotonic())
                        self._changed.notify_all()
                elif not line.strip():
                    name = ""
        except (OSError, ValueError, http.client.HTTPException, AttributeError):
            pass  # the connection is lost, or closed here
        self.answer.close()
        self._connection.close()
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    def until(self, holds: Callable[[dict[str, Any]], Any], seconds: float = 15) -> dict[str, Any]:
        """The newest state that meets the condition."""
        with self._changed:
            fulfilled = self._changed.wait_for(lambda: self.states and holds(self.states[-1]), seconds)
        assert fulfilled, self.states[-1:]
        return self.states[-1]

    def until_told(self, name: str, seconds: float = 30) -> None:
        """Wait for an event of this name."""
        with self._changed:
            assert self._changed.wait_for(lambda: name in self.names, seconds), self.names

    def until_ended(self, seconds: float = 15) -> None:
        """Wait until the server ends the stream."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.ended, seconds)

    def close(self) -> None:
        """Close the connection."""
        with suppress(OSError):  # the server has closed it
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(20)


@dataclass
class Teacher:
    """A teacher's browser."""

    url: str
    secret: str = ""
    code: str = ""
    watch: str = ""
    turn: int = 0
    streams: list[Stream] = field(default_factory=list)

    def start(self) -> Answer:
        """Start a class, or come back to it."""
        headers = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        answer = post(self.url, "start", **headers)
        assert answer.status in (200, 201), answer
        self.secret, self.code, self.watch = (answer.body[name] for name in ("secret", "code", "watch"))
        return answer

    def say(self, route: str, content: object = None, **headers: str) -> Answer:
        """Any route of the teacher."""
        return post(self.url, f"{self.code}/{route}", content, Authorization=f"Bearer {self.secret}", **headers)

    def move(self, address: str, **more: Any) -> Answer:
        """Show something."""
        self.turn += 1
        return self.say("move", {"by": "tab1", "turn": self.turn, "address": address} | more)

    def look(self) -> Stream:
        """The teacher's stream."""
        return Stream(self.url, f"{self.code}/events?watch={self.watch}")


@dataclass
class Student:
    """A student's browser."""

    url: str
    code: str
    seat: str = ""

    def join(self) -> Answer:
        """Join, or join again with the seat."""
        answer = post(self.url, f"{self.code}/join", {"seat": self.seat} if self.seat else {})
        if answer.status == 200:
            self.seat = answer.body["seat"]
        return answer

    def answer(self, number: int, answer: object) -> Answer:
        """Answer a question."""
        return post(self.url, f"{self.code}/answer", {"seat": self.seat, "number": number, "answer": answer})

    def here(self, **fields: object) -> Answer:
        """Say whether it follows, where it stands, or that it leaves."""
        return post(self.url, f"{self.code}/here", {"seat": self.seat} | fields)

    def look(self) -> Stream:
        """The student's stream."""
        return Stream(self.url, f"{self.code}/events?seat={self.seat}")


def begun(url: str) -> Teacher:
    """A teacher with a new class."""
    teacher = Teacher(url)
    teacher.start()
    return teacher


def joined(url: str, code: str) -> Student:
    """A student who has joined."""
    student = Student(url, code)
    assert student.join().status == 200
    return student
