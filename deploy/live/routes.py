"""Routes of live classes, for teachers' and students' browsers.

Wrong codes, secrets and participants' tokens are rate-limited per process; once the limit is hit, all of them get
the same answer, so that guessing reveals nothing about which classes exist.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from core.teach.live import untrusted
from core.teach.live.codes import keys_of, new_secret, read_code, read_secret
from core.teach.live.move import read_move, read_turn
from core.teach.live.question import card_question, read_question
from core.teach.live.record import LiveClass, counts_csv, new_class
from core.teach.live.tally import count_steps
from core.teach.live.untrusted import LiveError
from deploy.live.local_address import is_local, is_loopback, local_addresses
from deploy.live.move_queue import MoveQueue, NumberedMove
from deploy.live.presence import count_present, read_heartbeat, step_of
from deploy.live.store import Store
from deploy.live.streams import MOST_STUDENTS, Intervals, Streams
from deploy.live.token_bucket import TokenBucket

Handler = Callable[[Request], Awaitable[Response]]

STATUS = {
    kind: status
    for status, kinds in (
        {400: "value", 403: "secret seat origin", 404: "code", 409: "closed", 410: "ended", 413: "large"}
        | {429: "busy full", 503: "store"}
    ).items()
    for kind in kinds.split()
}
ROOMS = {path.stem for path in (Path(__file__).parents[2] / "pages").glob("*.py")}
MOST_QUEUES = 500
PATIENCE = 10  # seconds for a body to arrive
_HEADERS = {"Cache-Control": "no-store"}
_STREAM = _HEADERS | {"X-Accel-Buffering": "no"}
_WRONG = ("code", "secret", "seat")
_MANY_WRONG = "too many wrong codes are being tried here; wait a few seconds and try again"
_MANY_STARTS = "too many classes are being started here; wait a minute and try again"
_MANY_JOIN = "too many browsers are joining at this moment; wait a few seconds and try again"


class LiveRoutes:
    """Routes and what they need."""

    def __init__(
        self,
        store: Store,
        intervals: Intervals | None = None,  # of the streams; those of `deploy.live.streams` by default
        card_text: Callable[[str], str] = str,  # the words of a question of the app, by its slug
    ) -> None:
        self.store, self._card_text = store, card_text
        self.streams = Streams(store, intervals)
        self._wrong, self._starts, self._joins = TokenBucket(100, 5), TokenBucket(60, 0.5), TokenBucket(400, 50)
        self._queues: dict[tuple[str, str], MoveQueue] = {}
        self._base = ""

    def routes(self, base: str = "") -> list[Route]:
        """All routes below a path such as "/clockface"."""
        self._base = base
        teacher = {
            "move": self._move,
            "rules": self._rules,
            "ask": self._ask,
            "question": self._question,
            "end": self._end,
            "csv": self._csv,
        }
        student = {"join": self._join, "answer": self._answer, "here": self._here}
        posts = {"/live/start": self._start} | {
            f"/live/{{code}}/{name}": handler for name, handler in (teacher | student).items()
        }
        return [
            Route(f"{base}/live", self._info),
            *(Route(base + path, self._guard(handler), methods=["POST"]) for path, handler in posts.items()),
            Route(f"{base}/live/{{code}}/events", self._guard(self._events), methods=["GET"]),
        ]

    async def find(self, code: str) -> LiveClass:
        """The class of a code as typed."""
        with self._count_refusals():
            record = await self.store.read(read_code(code))
            if self._wrong.empty:
                raise LiveError("code", "")
            _check_running(record)
            return record

    # ---- Around every handler.

    def _guard(self, handler: Handler) -> Handler:
        async def handle(request: Request) -> Response:
            try:
                if request.method == "POST":
                    _check_origin(request)
                return await handler(request)
            except LiveError as error:
                return _refusal(error)

        return handle

    @contextmanager
    def _count_refusals(self) -> Iterator[None]:
        """Count refusals of wrong codes, secrets and tokens; beyond the limit all of them get the same answer."""
        try:
            yield
        except LiveError as error:
            if error.kind in _WRONG and self._wrong.empty:
                raise LiveError("busy", _MANY_WRONG) from None
            if error.kind in _WRONG:
                self._wrong.spend()
            raise

    async def _as_teacher(self, request: Request, change: Callable[[LiveClass], LiveClass]) -> LiveClass:
        secret = _secret(request)

        def check_and_change(record: LiveClass) -> LiveClass:
            record.keys.check_secret(secret)
            return change(record)

        with self._count_refusals():
            return await self.store.change(read_code(request.path_params["code"]), check_and_change)

    async def _teachers(self, request: Request) -> LiveClass:
        return await self._as_teacher(request, lambda record: record)

    async def _participant(self, code: str, token: object) -> tuple[LiveClass, str]:
        """The class, and the participant of a token."""
        with self._count_refusals():
            record = await self.store.read(read_code(code))
            return record, record.keys.check_participant_token(token).partition(".")[0]

    # ---- Routes of anyone.

    async def _info(self, request: Request) -> Response:
        facts = {"serves": True, "students": MOST_STUDENTS, "addresses": addresses_for_others(request)}
        return JSONResponse(facts, headers=_HEADERS)

    async def _start(self, request: Request) -> Response:
        untrusted.only(await _body(request), ())
        if "authorization" in request.headers:
            return await self._start_again(request)
        self._starts.take(_MANY_STARTS)
        while True:
            secret = new_secret()
            record = new_class(keys_of(secret))
            if await self.store.create(record):
                return self._start_response(request, record, secret, 201)

    async def _start_again(self, request: Request) -> Response:
        secret = _secret(request)
        keys = keys_of(secret)
        try:
            record = await self.store.read(keys.code)
            record.keys.check_secret(secret)
        except LiveError as error:
            if error.kind != "code":
                raise
        else:
            return self._start_response(request, record, secret, 200)
        self._starts.take(_MANY_STARTS)
        is_new = await self.store.create(new_class(keys))
        return self._start_response(request, await self.store.read(keys.code), secret, 201 if is_new else 200)

    def _start_response(self, request: Request, record: LiveClass, secret: str, status: int) -> Response:
        """What only the teacher gets: the secret, and the right answer to the current question."""
        code = record.keys.code
        short = [f"{address}{self._base}/c/{code}" for address in addresses_for_others(request)]
        truth = record.round.question.truth if record.round else None
        body = {"code": code, "secret": secret, "watch": record.keys.watch, "addresses": short, "truth": truth}
        return JSONResponse(body | {"class": self._state(record)}, status, headers=_HEADERS)

    def _state(self, record: LiveClass) -> dict[str, Any]:
        return record.visible_state() | {"now": self.store.now()}

    # ---- Routes of the teacher.

    async def _move(self, request: Request) -> Response:
        body = await _body(request)
        untrusted.only(body, ("by", "turn", "address", "hand", "playing"))
        (by, turn), move = read_turn(body), read_move(body, self.store.now(), ROOMS)
        code, secret = read_code(request.path_params["code"]), _secret(request)
        if len(self._queues) >= MOST_QUEUES:
            self._queues = {key: each for key, each in self._queues.items() if each.waiting_moves}
        # a wrong secret never meets the right one's moves
        queue = self._queues.setdefault((code, secret), MoveQueue())

        async def write(newest: NumberedMove) -> LiveClass:
            return await self._as_teacher(request, lambda record: record.apply_move(*newest))

        return _acknowledgement(await queue.write((move, by, turn), write))

    async def _rules(self, request: Request) -> Response:
        body = await _body(request)
        return _acknowledgement(await self._as_teacher(request, lambda record: record.set_rules(body)))

    async def _ask(self, request: Request) -> Response:
        body = await _body(request)
        await self._teachers(request)  # before a card is settled, which takes time
        if isinstance(body.get("card"), str):
            await asyncio.to_thread(_settle, body["card"])
        question = read_question(body)
        await self._close(request)
        record = await self._as_teacher(request, lambda record: record.ask(question))
        return _acknowledgement(record, number=record.last_number)

    async def _question(self, request: Request) -> Response:
        body = await _body(request)
        untrusted.only(body, ("do",))
        do = untrusted.one_of(body.get("do"), "do", ("close", "reveal", "again", "reset", "next"))
        record = await self._close(request, must=do in ("close", "reveal"))
        change: dict[str, Callable[[LiveClass], LiveClass]] = {
            "reveal": lambda each: each.reveal(),
            "again": lambda each: each.again(),
            "reset": lambda each: each.reset(),
            "next": lambda each: each.without_question(),
        }
        if do != "close":
            record = await self._as_teacher(request, change[do])
        return _acknowledgement(record)

    async def _close(self, request: Request, *, must: bool = False) -> LiveClass:
        """Close the question if one is open, and count its answers."""
        record = await self._teachers(request)
        number = record.open_number
        if number is None:
            return await self._as_teacher(request, lambda each: each.close([], 0)) if must else record
        code = record.keys.code
        answers = await self.store.stop(code, number)
        present = count_present(
            await self.store.connections(code), await self.store.heartbeats(code), self.store.now()
        )

        def close_question(each: LiveClass) -> LiveClass:
            return each.close(answers, present.here) if each.open_number == number else each

        return await self._as_teacher(request, close_question)

    async def _end(self, request: Request) -> Response:
        untrusted.only(await _body(request), ())
        record = await self._close(request)
        steps = await self._steps(record.keys.code)
        return _acknowledgement(await self._as_teacher(request, lambda each: each.end(steps)))

    async def _csv(self, request: Request) -> Response:
        untrusted.only(await _body(request), ())
        record = await self._teachers(request)
        text = counts_csv(record, await self._steps(record.keys.code), self._card_text)
        file_header = {"Content-Disposition": f'attachment; filename="class-{record.keys.code}.csv"'}
        return Response(text, media_type="text/csv", headers=_HEADERS | file_header)

    async def _steps(self, code: str) -> tuple[int, ...]:
        return count_steps(map(step_of, (await self.store.heartbeats(code)).values()))

    # ---- Routes of students.

    async def _join(self, request: Request) -> Response:
        body = await _body(request)
        untrusted.only(body, ("seat",))
        code = request.path_params["code"]
        record, token = await self._welcome(code, body.get("seat"))
        return JSONResponse({"seat": token, "class": self._state(record)}, headers=_HEADERS)

    async def _welcome(self, code: str, token: object) -> tuple[LiveClass, str]:
        with self._count_refusals():
            record = await self.store.read(read_code(code))
            if record.keys.is_participant_token(token):
                _check_running(record)
                return record, str(token)
        record = await self.find(code)
        self._joins.take(_MANY_JOIN)
        return record, record.keys.new_participant_token()

    async def _answer(self, request: Request) -> Response:
        body = await _body(request)
        untrusted.only(body, ("seat", "number", "answer"))
        record, participant = await self._participant(request.path_params["code"], body.get("seat"))
        question = record.check_open(body.get("number"))
        answer = question.read(body.get("answer"))
        await self.store.answer(record.keys.code, record.last_number, participant, answer)
        return JSONResponse({"answer": answer}, headers=_HEADERS)

    async def _here(self, request: Request) -> Response:
        body = await _body(request)
        record, participant = await self._participant(request.path_params["code"], body.get("seat"))
        await self.store.save_heartbeat(record.keys.code, participant, read_heartbeat(body))
        return JSONResponse({}, headers=_HEADERS)

    # ---- The stream.

    async def _events(self, request: Request) -> Response:
        query, code = request.query_params, request.path_params["code"]
        if "watch" in query:
            with self._count_refusals():
                record, participant = await self.store.read(read_code(code)), ""
                record.keys.check_watch(query["watch"])
        else:
            record, participant = await self._participant(code, query.get("seat"))
        _check_running(record)
        channel = await self.streams.enter(record.keys.code, participant)
        events = self.streams.stream(channel, teacher=not participant)
        return _Events(events, lambda: self.streams.leave(channel, participant))


class _Events(StreamingResponse):
    """A stream that says when it has ended, also where it never began."""

    def __init__(self, events: AsyncIterator[bytes], on_end: Callable[[], None]) -> None:
        super().__init__(events, media_type="text/event-stream", headers=_STREAM)
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._on_end()


def _settle(slug: str) -> None:
    """Compute the truth of a card ahead, in a thread."""
    with suppress(KeyError):
        card_question(slug)


async def _body(request: Request) -> dict[str, Any]:
    """The body of a request, read no further than the limit."""
    body = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                body += part
                if len(body) > untrusted.LARGEST:
                    break
    except TimeoutError:
        raise LiveError("value", f"a body must arrive within {PATIENCE} seconds, got a part of it") from None
    return untrusted.read_body(body)


def _secret(request: Request) -> str:
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return read_secret(secret.strip() if kind.lower() == "bearer" else "")


def _check_origin(request: Request) -> None:
    """Refuse requests from pages of other sites; requests without an origin do not come from browsers."""
    origin = request.headers.get("origin")
    try:
        host = None if origin is None else urlsplit(origin).netloc.lower()
    except ValueError:  # such as an open bracket
        host = ""
    if host is not None and host != request.headers.get("host", "").lower():
        raise LiveError("origin", "a request must come from a page of this app, got one of another site")


def _check_running(record: LiveClass) -> None:
    if record.ended:
        raise LiveError("ended", "this class has ended")


def _refusal(error: LiveError) -> Response:
    wait = {"Retry-After": "2"} if STATUS[error.kind] == 429 else {}
    return JSONResponse({"error": error.kind, "message": str(error)}, STATUS[error.kind], headers=_HEADERS | wait)


def _acknowledgement(record: LiveClass, **more: int) -> Response:
    return JSONResponse({"seq": record.seq} | more, headers=_HEADERS)


def addresses_for_others(request: Request) -> list[str]:
    """Addresses for other devices where a browser on this machine asks under a local name.

    In a container the addresses would be the container's, which are unreachable; there no browser runs on this
    machine.
    """
    host = request.headers.get("host", "")
    if request.client is None or not is_loopback(request.client.host) or not is_local(host):
        return []
    port = host.rpartition(":")[2]
    return [f"http://{address}{f':{port}' if port.isdigit() else ''}" for address in local_addresses()]
