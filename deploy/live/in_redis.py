"""Classes in Redis, for replicas: a state is written first, then published to all of them.

A class is a few keys that are forgotten together; nothing is written to disk as `deploy/compose.scale.yaml` starts
Redis. Where one step must see and change several keys, a script does it inside Redis.
"""

import asyncio
import json
import logging
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as BrokenConnection
from redis.exceptions import RedisError

from core.teach.live import record as records
from core.teach.live.record import LiveClass, UnreadableError
from core.teach.live.untrusted import LiveError
from deploy.live.store import (
    LIFETIME,
    MOST_ANSWERS,
    MOST_CLASSES,
    MOST_HEARTBEATS,
    OnChange,
    no_class,
    not_open,
    too_many_answers,
    too_many_classes,
)

TIMEOUT = 2  # seconds
ATTEMPTS = 20  # when others change the class at the same time
PARTS = ("", "open", "answers", "signs", "seats")  # keys of a class, which all versions share
_ALL = "clockface:classes"  # codes by the time at which they are forgotten
_CHANNEL = "clockface:{}:told"
_LOG = logging.getLogger(__name__)

# Keys: class, open question, answers. Arguments: life and number expected, new ones, record, open question or "",
# channel, message, seconds.
_REPLACE = """
local at = redis.call('HGET', KEYS[1], 'at') or ''
if at ~= ARGV[1] then -- perhaps written already, and the answer was lost with the connection
  return (at == ARGV[2] and redis.call('HGET', KEYS[1], 'record') == ARGV[3]) and 1 or 0
end
redis.call('HSET', KEYS[1], 'at', ARGV[2], 'record', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[7])
local open = redis.call('GET', KEYS[2]) or ''
if open ~= ARGV[4] and open ~= ARGV[4] .. ' stopped' then
  redis.call('DEL', KEYS[3])
  if ARGV[4] == '' then redis.call('DEL', KEYS[2]) else redis.call('SET', KEYS[2], ARGV[4], 'EX', ARGV[7]) end
end
redis.call('PUBLISH', ARGV[5], ARGV[6])
return 1
"""
# Keys: open question, answers. Arguments: number, participant, answer, most, channel, seconds.
_ANSWER = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'closed' end
local most = tonumber(ARGV[4])
if redis.call('HLEN', KEYS[2]) >= most and redis.call('HEXISTS', KEYS[2], ARGV[2]) == 0 then return 'full' end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[6])
redis.call('PUBLISH', ARGV[5], 'answers')
return 'kept'
"""
# Keys: open question, answers. Arguments: number.
_STOP = """
local open = redis.call('GET', KEYS[1])
if open ~= ARGV[1] and open ~= ARGV[1] .. ' stopped' then return {} end
redis.call('SET', KEYS[1], ARGV[1] .. ' stopped', 'KEEPTTL')
return redis.call('HVALS', KEYS[2])
"""
# Keys: heartbeats. Arguments: participant, heartbeat, most, channel, seconds.
_HEARTBEAT = """
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) and redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('PUBLISH', ARGV[4], 'seats')
"""


class InRedis:
    """`deploy.live.store.Store` in a Redis that all replicas share."""

    def __init__(self, url: str) -> None:  # for example redis://redis:6379
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            encoding_errors="replace",  # invalid UTF-8 then fails as unreadable JSON does
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            # After a restart the pool holds broken connections, which it finds by using them; `from_url` alone
            # retries nothing. What is sent twice changes nothing.
            retry=Retry(NoBackoff(), 1, (BrokenConnection,)),
        )
        self._replace = self._redis.register_script(_REPLACE)
        self._answer = self._redis.register_script(_ANSWER)
        self._stop = self._redis.register_script(_STOP)
        self._heartbeat = self._redis.register_script(_HEARTBEAT)
        self._pubsub = self._redis.pubsub(ignore_subscribe_messages=True)
        self._listens: asyncio.Task[None] | None = None
        self._ahead = time.time() - time.monotonic()  # seconds, of Redis's clock until that is known

    def now(self) -> int:
        """As in `Store`: by the clock of Redis."""
        return int((time.monotonic() + self._ahead) * 1e3)

    def _set_clock(self, seconds: int, microseconds: int) -> None:
        self._ahead = seconds + microseconds / 1e6 - time.monotonic()

    # ---- What others change.

    async def open(self, on_change: OnChange) -> None:
        """As in `Store`."""
        self._listens = asyncio.create_task(self._listen(on_change))

    async def close(self) -> None:
        """As in `Store`."""
        if self._listens:
            self._listens.cancel()
            with suppress(asyncio.CancelledError):
                await self._listens
        with suppress(RedisError, OSError):
            await self._pubsub.aclose()  # type: ignore[no-untyped-call]
            await self._redis.aclose()

    async def _listen(self, on_change: OnChange) -> None:
        """Hear for ever; after a failure the library subscribes again, and `deploy.live.streams` asks anew."""
        while True:
            try:
                if not self._pubsub.subscribed:
                    await self._pubsub.subscribe(_CHANNEL.format(""))
                message = await self._pubsub.get_message(timeout=10)
                if message:
                    _pass_on(on_change, message["channel"].split(":")[1], message["data"])
            except (RedisError, OSError) as error:
                _LOG.warning("Redis does not answer: %s", type(error).__name__)
                await asyncio.sleep(0.5)
            except Exception as error:  # of another version, whose state the next look finds, or a defect
                is_defect = not isinstance(error, UnreadableError)
                _LOG.warning("a message about a class is not read: %s", error, exc_info=is_defect)

    async def follow(self, code: str) -> None:
        """As in `Store`."""
        async with _report_failures():
            await self._pubsub.subscribe(_CHANNEL.format(code))

    async def leave(self, code: str) -> None:
        """As in `Store`."""
        async with _report_failures():
            await self._pubsub.unsubscribe(_CHANNEL.format(code))

    # ---- The class.

    async def create(self, record: LiveClass) -> bool:
        """As in `Store`."""
        code = record.keys.code
        async with _report_failures(), self._redis.pipeline(transaction=True) as ask:
            self._set_clock(*await self._redis.time())
            ask.zremrangebyscore(_ALL, 0, self.now() / 1e3)
            ask.zcard(_ALL)
            ask.zscore(_ALL, code)
            _, many, forget_time = await ask.execute()
            if many >= MOST_CLASSES and forget_time is None:
                raise too_many_classes()
            is_new = await self._write("", record)
            if not is_new and await self._is_unreadable(code):
                await self._redis.delete(*(_key(code, part) for part in PARTS))
                is_new = await self._write("", record)
            if is_new:
                await self._redis.zadd(_ALL, {code: self.now() / 1e3 + LIFETIME})
            return is_new

    async def read(self, code: str) -> LiveClass:
        """As in `Store`."""
        async with _report_failures():
            text = await self._redis.hget(_key(code), "record")
        if text is None:
            raise no_class(code)
        try:
            return records.from_text(str(text), code)
        except UnreadableError as error:  # of another version, or damaged: the teacher can begin the class anew
            _LOG.warning("a class is not read: %s", error)
            raise no_class(code) from None

    async def _is_unreadable(self, code: str) -> bool:
        """Whether there is a class whose record cannot be read."""
        try:
            await self.read(code)
        except LiveError as error:
            return error.kind == "code" and bool(await self._redis.exists(_key(code)))
        return False

    async def change(self, code: str, change: Callable[[LiveClass], LiveClass]) -> LiveClass:
        """As in `Store`."""
        for _ in range(ATTEMPTS):
            record = await self.read(code)
            new_record = change(record)
            if new_record is record:
                return record
            async with _report_failures():
                if await self._write(_at(record), new_record):
                    return new_record
        raise LiveError("busy", "this class is being changed from several sides; try again")

    async def _write(self, expected_at: str, record: LiveClass) -> bool:
        code, number = record.keys.code, record.open_number
        record_text, state = json.dumps(records.to_json(record)), json.dumps(record.visible_state())
        open_question = "" if number is None else str(number)
        arguments: list[str | float] = [
            expected_at,
            _at(record),
            record_text,
            open_question,
            _CHANNEL.format(code),
            state,
            LIFETIME,
        ]
        keys = [_key(code), _key(code, "open"), _key(code, "answers")]
        return bool(await self._replace(keys=keys, args=arguments))

    # ---- Answers.

    async def answer(self, code: str, number: int, participant: str, answer: float) -> None:
        """As in `Store`."""
        keys = [_key(code, "open"), _key(code, "answers")]
        arguments: list[str | float] = [
            number,
            participant,
            repr(answer),
            MOST_ANSWERS,
            _CHANNEL.format(code),
            LIFETIME,
        ]
        async with _report_failures():
            outcome = await self._answer(keys=keys, args=arguments)
        if outcome != "kept":
            raise not_open(number) if outcome == "closed" else too_many_answers()

    async def stop(self, code: str, number: int) -> list[float]:
        """As in `Store`."""
        async with _report_failures():
            answers = await self._stop(keys=[_key(code, "open"), _key(code, "answers")], args=[number])
        return [answer for each in answers if (answer := _number(each)) is not None]

    async def count(self, code: str, number: int) -> int:
        """As in `Store`."""
        async with _report_failures():
            return int(await self._redis.hlen(_key(code, "answers")))

    # ---- Connections.

    async def save_heartbeat(self, code: str, participant: str, heartbeat: str) -> None:
        """As in `Store`."""
        arguments: list[str | float] = [participant, heartbeat, MOST_HEARTBEATS, _CHANNEL.format(code), LIFETIME]
        async with _report_failures():
            await self._heartbeat(keys=[_key(code, "signs")], args=arguments)

    async def heartbeats(self, code: str) -> dict[str, str]:
        """As in `Store`."""
        async with _report_failures():
            return await self._texts(_key(code, "signs"))

    async def save_connections(self, code: str, process: str, connections: str, *, publish: bool) -> None:
        """As in `Store`."""
        async with _report_failures(), self._redis.pipeline(transaction=False) as ask:
            ask.exists(_key(code))
            ask.hset(_key(code, "seats"), process, connections)
            for part in PARTS:
                ask.expire(_key(code, part), LIFETIME)
            ask.zadd(_ALL, {code: self.now() / 1e3 + LIFETIME}, xx=True)
            if publish:
                ask.publish(_CHANNEL.format(code), "seats")
            ask.time()
            exists, *_, moment = await ask.execute()
        self._set_clock(*moment)
        if not exists:
            raise no_class(code)

    async def connections(self, code: str) -> dict[str, str]:
        """As in `Store`."""
        async with _report_failures():
            return await self._texts(_key(code, "seats"))

    async def _texts(self, key: str) -> dict[str, str]:
        texts = await self._redis.hgetall(key)
        return {str(name): str(text) for name, text in texts.items()}


def _key(code: str, part: str = "") -> str:
    return f"clockface:{{{code}}}:{part}" if part else f"clockface:{{{code}}}"


def _at(record: LiveClass) -> str:
    return f"{record.life} {record.seq}"


def _pass_on(on_change: OnChange, code: str, message: str) -> None:
    """Pass a message on; raises UnreadableError for one of another version."""
    match message:
        case "answers" | "seats":
            on_change(code, message, None)
        case _:
            on_change(code, "shown", records.visible_state_from_text(message, code))


def _number(text: str) -> float | None:
    """An answer as `answer` has written it."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


@asynccontextmanager
async def _report_failures() -> AsyncIterator[None]:
    """Report a failure of Redis as LiveError."""
    try:
        yield
    except (RedisError, OSError, TimeoutError) as error:
        _LOG.warning("Redis does not answer: %s", type(error).__name__)
        message = "what keeps the classes does not answer; the class goes on when it does"
        raise LiveError("store", message) from None
