"""Classes in Redis, for replicas: a state is written first, then published to all of them.

A class is a few keys that are forgotten together; nothing is written to disk as `deploy/compose.scale.yaml` starts
Redis. Where one step must see and change several keys, a script does it inside Redis.
"""

from __future__ import annotations

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
from core.teach.live.wire import LiveError
from deploy.live.store import (
    FORGOTTEN,
    MOST_ANSWERS,
    MOST_CLASSES,
    MOST_SIGNS,
    Heard,
    no_class,
    not_open,
    too_many_answers,
    too_many_classes,
)

TIMEOUT = 2  # seconds
ATTEMPTS = 20  # when others change the class at the same time
PARTS = ("", "open", "answers", "signs", "seats")  # keys of a class
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
# Keys: open question, answers. Arguments: number, chair, answer, most, channel, seconds.
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
# Keys: signs. Arguments: chair, sign, most, channel, seconds.
_SIGN = """
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
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            # After a restart the pool holds broken connections, which it finds by using them; `from_url` alone
            # retries nothing. What is sent twice changes nothing.
            retry=Retry(NoBackoff(), 1, (BrokenConnection,)),
        )
        self._replace = self._redis.register_script(_REPLACE)
        self._answer = self._redis.register_script(_ANSWER)
        self._stop = self._redis.register_script(_STOP)
        self._sign = self._redis.register_script(_SIGN)
        self._told = self._redis.pubsub(ignore_subscribe_messages=True)
        self._listens: asyncio.Task[None] | None = None

    # ---- What others change.

    async def open(self, heard: Heard) -> None:
        """As in `Store`."""
        self._listens = asyncio.create_task(self._listen(heard))

    async def close(self) -> None:
        """As in `Store`."""
        if self._listens:
            self._listens.cancel()
            with suppress(asyncio.CancelledError):
                await self._listens
        with suppress(RedisError, OSError):
            await self._told.aclose()  # type: ignore[no-untyped-call]
            await self._redis.aclose()

    async def _listen(self, heard: Heard) -> None:
        """Hear for ever; after a failure the library subscribes again, and `deploy.live.streams` asks anew."""
        while True:
            try:
                if not self._told.subscribed:
                    await self._told.subscribe(_CHANNEL.format(""))
                told = await self._told.get_message(timeout=10)
                if told:
                    _hear(heard, told["channel"].split(":")[1], told["data"])
            except UnreadableError as error:  # of another version, whose state the next look finds
                _LOG.warning("a message about a class is not read: %s", error)
            except (RedisError, OSError) as error:
                _LOG.warning("Redis does not answer: %s", type(error).__name__)
                await asyncio.sleep(0.5)

    async def follow(self, code: str) -> None:
        """As in `Store`."""
        async with _answering():
            await self._told.subscribe(_CHANNEL.format(code))

    async def leave(self, code: str) -> None:
        """As in `Store`."""
        async with _answering():
            await self._told.unsubscribe(_CHANNEL.format(code))

    # ---- The class.

    async def create(self, record: LiveClass) -> bool:
        """As in `Store`."""
        code, now = record.keys.code, time.time()
        async with _answering(), self._redis.pipeline(transaction=True) as ask:
            ask.zremrangebyscore(_ALL, 0, now)
            ask.zcard(_ALL)
            ask.zscore(_ALL, code)
            _, many, known = await ask.execute()
            if many >= MOST_CLASSES and known is None:
                raise too_many_classes()
            made = await self._write("", record)
            if not made and await self._is_unreadable(code):
                await self._redis.delete(*(_key(code, part) for part in PARTS))
                made = await self._write("", record)
            if made:
                await self._redis.zadd(_ALL, {code: now + FORGOTTEN})
            return made

    async def read(self, code: str) -> LiveClass:
        """As in `Store`."""
        async with _answering():
            kept = await self._redis.hget(_key(code), "record")
        if kept is None:
            raise no_class(code)
        try:
            return records.from_text(str(kept), code)
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
            changed = change(record)
            if changed is record:
                return record
            async with _answering():
                if await self._write(_at(record), changed):
                    return changed
        raise LiveError("busy", "this class is being changed from several sides; try again")

    async def _write(self, expected: str, record: LiveClass) -> bool:
        code, number = record.keys.code, record.open_number
        kept, shown = json.dumps(records.to_json(record)), json.dumps(record.shown())
        opened = "" if number is None else str(number)
        arguments: list[str | float] = [
            expected,
            _at(record),
            kept,
            opened,
            _CHANNEL.format(code),
            shown,
            FORGOTTEN,
        ]
        keys = [_key(code), _key(code, "open"), _key(code, "answers")]
        return bool(await self._replace(keys=keys, args=arguments))

    # ---- Answers.

    async def answer(self, code: str, number: int, chair: str, answer: float) -> None:
        """As in `Store`."""
        keys = [_key(code, "open"), _key(code, "answers")]
        arguments: list[str | float] = [number, chair, repr(answer), MOST_ANSWERS, _CHANNEL.format(code), FORGOTTEN]
        async with _answering():
            outcome = await self._answer(keys=keys, args=arguments)
        if outcome != "kept":
            raise not_open(number) if outcome == "closed" else too_many_answers()

    async def stop(self, code: str, number: int) -> list[float]:
        """As in `Store`."""
        async with _answering():
            given = await self._stop(keys=[_key(code, "open"), _key(code, "answers")], args=[number])
        return [answer for each in given if (answer := _number(each)) is not None]

    async def count(self, code: str, number: int) -> int:
        """As in `Store`."""
        async with _answering():
            return int(await self._redis.hlen(_key(code, "answers")))

    # ---- Seats.

    async def sign(self, code: str, chair: str, sign: str) -> None:
        """As in `Store`."""
        arguments: list[str | float] = [chair, sign, MOST_SIGNS, _CHANNEL.format(code), FORGOTTEN]
        async with _answering():
            await self._sign(keys=[_key(code, "signs")], args=arguments)

    async def signs(self, code: str) -> dict[str, str]:
        """As in `Store`."""
        async with _answering():
            return await self._texts(_key(code, "signs"))

    async def seat(self, code: str, process: str, seats: str, *, tell: bool) -> None:
        """As in `Store`."""
        async with _answering(), self._redis.pipeline(transaction=False) as ask:
            ask.exists(_key(code))
            ask.hset(_key(code, "seats"), process, seats)
            for part in PARTS:
                ask.expire(_key(code, part), FORGOTTEN)
            ask.zadd(_ALL, {code: time.time() + FORGOTTEN}, xx=True)
            if tell:
                ask.publish(_CHANNEL.format(code), "seats")
            known, *_ = await ask.execute()
        if not known:
            raise no_class(code)

    async def seats(self, code: str) -> dict[str, str]:
        """As in `Store`."""
        async with _answering():
            return await self._texts(_key(code, "seats"))

    async def _texts(self, key: str) -> dict[str, str]:
        found = await self._redis.hgetall(key)
        return {str(name): str(text) for name, text in found.items()}


def _key(code: str, part: str = "") -> str:
    return f"clockface:{{{code}}}:{part}" if part else f"clockface:{{{code}}}"


def _at(record: LiveClass) -> str:
    return f"{record.life} {record.seq}"


def _hear(heard: Heard, code: str, told: str) -> None:
    """Pass a message on; raises UnreadableError for one of another version."""
    match told:
        case "answers" | "seats":
            heard(code, told, None)
        case _:
            heard(code, "shown", records.shown_from_text(told, code))


def _number(text: str) -> float | None:
    """An answer as `answer` has written it."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


@asynccontextmanager
async def _answering() -> AsyncIterator[None]:
    """Report a failure of Redis as LiveError."""
    try:
        yield
    except (RedisError, OSError, TimeoutError) as error:
        _LOG.warning("Redis does not answer: %s", type(error).__name__)
        message = "what keeps the classes does not answer; the class goes on when it does"
        raise LiveError("store", message) from None
