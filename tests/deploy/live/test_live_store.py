"""Stores and channels without a server: when a class is forgotten; what happens while a channel is being opened."""

import asyncio
import json
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest
from starlette.requests import Request

from core.teach.live.codes import keys_of, new_secret
from core.teach.live.question import read_question
from core.teach.live.record import new_class
from core.teach.live.untrusted import LiveError
from deploy.live.in_process import InProcess
from deploy.live.local_address import local_addresses
from deploy.live.presence import Connections, count_present
from deploy.live.routes import addresses_for_others
from deploy.live.store import LIFETIME
from deploy.live.streams import Intervals, Streams
from tests.deploy.live.conftest import NEEDS_REDIS

pytestmark = pytest.mark.anyio
OFTEN = Intervals(look=0.001)


def begun():
    return new_class(keys_of(new_secret()))


@asynccontextmanager
async def in_redis(redis):
    """A class in Redis: its store, its record and its code."""
    from deploy.live.in_redis import InRedis

    store, record = InRedis(redis.url), begun()
    assert await store.create(record)
    yield store, record, record.keys.code
    await store.close()


async def test_a_class_is_forgotten_twelve_hours_after_the_last_sign_of_life():
    now = 0.0
    store, record = InProcess(clock=lambda: now), begun()
    code = record.keys.code
    await store.create(record)
    for change in (
        lambda: store.change(code, lambda each: each.set_rules({"look": False})),
        lambda: store.save_connections(code, "here", Connections().to_json(0), publish=False),
    ):
        now += LIFETIME
        await change()
    now += LIFETIME
    assert (await store.read(code)).look is False
    now += 1
    with pytest.raises(LiveError, match="takes place now") as refused:
        await store.read(code)
    assert refused.value.kind == "code"
    assert await store.create(record), "its code is free again"
    assert LIFETIME == 12 * 60 * 60


async def test_answers_are_forgotten_when_their_question_closes():
    store, record = InProcess(), begun()
    code = record.keys.code
    await store.create(record)
    live_class = await store.change(code, lambda each: each.ask(read_question({"text": "How many?"})))
    await store.answer(code, live_class.open_number, "a participant", 2)
    await store.change(code, lambda each: each.close([2], 1))
    assert "a participant" not in repr(vars(store))


async def test_a_server_keeps_100_classes_at_a_time():
    store = InProcess()
    for _ in range(100):
        assert await store.create(begun())
    with pytest.raises(LiveError, match="classes at once must be at most 100, got one more"):
        await store.create(begun())


@NEEDS_REDIS
async def test_redis_forgets_all_of_a_class(redis):
    from redis import Redis

    async with in_redis(redis) as (store, _, code):
        await store.change(code, lambda each: each.ask(read_question({"text": "Which?", "options": ["a", "b"]})))
        await store.answer(code, 1, "participant", 1)
        await store.save_heartbeat(code, "participant", "follows ")
        await store.save_connections(code, "here", Connections().to_json(0), publish=True)
    with Redis.from_url(redis.url) as client:
        lifetimes = {key: client.ttl(key) for key in client.scan_iter(f"*{{{code}}}*")}
    assert len(lifetimes) == 5
    assert all(LIFETIME - 60 < seconds <= LIFETIME for seconds in lifetimes.values())


@NEEDS_REDIS
async def test_connections_of_before_a_restart_of_redis_refuse_nobody(redis):
    async with in_redis(redis) as (store, record, code):
        await asyncio.gather(*(store.read(code) for _ in range(8)))  # the same number of connections
        redis.kill()
        redis.start()
        for refusal in await asyncio.gather(*(store.read(code) for _ in range(8)), return_exceptions=True):
            assert refusal.kind == "code", refusal
        assert await store.create(record)


@NEEDS_REDIS
async def test_a_change_whose_answer_was_lost_is_made_once(redis):
    async with in_redis(redis) as (store, record, code):
        assert await store.create(record) is True
        assert await store.create(replace(record, life="another")) is False
        assert await store.read(code) == record


@pytest.mark.parametrize("kind", ["process", pytest.param("redis", marks=NEEDS_REDIS)])
async def test_a_clock_that_jumps_moves_no_picture_and_forgets_no_class(request, monkeypatch, kind):
    from deploy.live.in_redis import InRedis

    store = InRedis(request.getfixturevalue("redis").url) if kind == "redis" else InProcess()
    streams, record, others = Streams(store), begun(), begun()
    code = record.keys.code
    await store.create(record)
    moments, usual = [], time.time
    for jump in (0, 3600, -3600, 24 * 3600):
        monkeypatch.setattr(time, "time", lambda jump=jump: usual() + jump)
        channel = await streams.enter(code, "participant")
        await streams._count_once(channel)
        event = await anext(streams.stream(channel, teacher=False))
        moments.append(json.loads(event.partition(b"data: ")[2])["now"])
        streams.leave(channel, "participant")
    assert moments == sorted(moments)
    assert moments[-1] - moments[0] < 60_000
    await store.create(others)
    if kind == "redis":
        codes = await store._redis.zrange("clockface:classes", 0, -1)
        assert {code, others.keys.code} <= {*codes}
    assert streams.channels[code].present.dropouts == 0  # and 1 once the browser has been gone for a moment
    await streams._count_once(streams.channels[code])
    assert streams.channels[code].present.dropouts == 1
    streams.channels[code].counts.cancel()
    await store.close()


class Slow(InProcess):
    """A store that follows a class once the test lets it go on."""

    def __init__(self, failure=None):
        super().__init__()
        self.called, self.looked, self.goes_on = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._failure = failure

    async def follow(self, code):
        self.called.set()
        await self.goes_on.wait()
        if self._failure:
            raise self._failure
        await super().follow(code)

    async def save_connections(self, code, process, connections, *, publish):
        self.looked.set()
        await super().save_connections(code, process, connections, publish=publish)


async def test_streams_of_a_room_that_cannot_be_opened_end():
    store, record = Slow(LiveError("store", "what keeps the classes does not answer")), begun()
    await store.create(record)
    streams = Streams(store)
    first = asyncio.create_task(streams.enter(record.keys.code, "first"))
    await store.called.wait()
    channel = await streams.enter(record.keys.code, "second")
    store.goes_on.set()
    with pytest.raises(LiveError):
        await first
    async with asyncio.timeout(20):
        assert len([event async for event in streams.stream(channel, teacher=False)]) == 1
    assert not streams.channels


async def test_a_room_is_not_dropped_while_it_is_being_opened():
    store, record = Slow(), begun()
    await store.create(record)
    streams = Streams(store, OFTEN)
    await streams.open()
    async with asyncio.timeout(20):
        entering = asyncio.create_task(streams.enter(record.keys.code, "participant"))
        await store.looked.wait()
        store.goes_on.set()
        assert streams.channels == {record.keys.code: await entering}
    await streams.close()


@pytest.mark.parametrize(
    ("host", "client", "local"),
    [
        ("localhost:8501", "127.0.0.1", True),
        ("localhost:8501", "::ffff:127.0.0.1", True),
        ("[::1]:8501", "::1", True),
        ("localhost:8501", "203.0.113.7", False),  # a stranger learns nothing about the network behind the server
        ("localhost:8501", "172.18.0.1", False),  # as a container sees its host
        ("class.example.org", "127.0.0.1", False),
    ],
)
def test_addresses_of_the_machine_are_told_on_the_machine_alone(host, client, local):
    headers = [(b"host", host.encode())]
    request = Request({"type": "http", "headers": headers, "client": (client, 40_000)})
    assert addresses_for_others(request) == [f"http://{each}:8501" for each in local_addresses() if local]


# ---- Messages in Redis from another version, or from an intruder.

NONSENSE = ("garbage", "{}", "[]", "null", '{"life": 1}', "[" * 10**5, "\x00", b"\xff")


async def until(holds):
    """Wait for what another task does."""
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0.01)  # between two looks


@NEEDS_REDIS
async def test_a_message_that_cannot_be_read_ends_no_hearing_and_is_in_the_log(redis, caplog):
    heard = []
    async with in_redis(redis) as (store, _, code):
        await store.open(lambda *message: heard.append(message) or 1 / (len(heard) - 1))  # first a defect
        await store.follow(code)
        for message in NONSENSE:
            await store._redis.publish(f"clockface:{code}:told", message)
        for look in (False, True):
            await store.change(code, lambda each, look=look: each.set_rules({"look": look}))
        await until(lambda: len(heard) == 2)
    assert [(what, state["look"]) for _, what, state in heard] == [("shown", False), ("shown", True)]
    assert len([each for each in caplog.messages if each.startswith("a message about a class is not read")]) == 9


@NEEDS_REDIS
@pytest.mark.parametrize("stored", NONSENSE)
async def test_a_record_that_cannot_be_read_is_no_class_and_can_be_begun_anew(redis, stored):
    async with in_redis(redis) as (store, record, code):
        await store._redis.hset(f"clockface:{{{code}}}", "record", stored)
        streams = Streams(store)
        for ask in (store.read(code), store.change(code, lambda each: each), streams.enter(code, "")):
            with pytest.raises(LiveError) as refused:
                await ask
            assert refused.value.kind == "code"
        assert not streams.channels
        assert await store.create(record)
        assert await store.read(code) == record
        assert not await store.create(replace(record, life="another"))


@NEEDS_REDIS
async def test_seats_heartbeats_and_answers_that_cannot_be_read_are_not_counted(redis):
    async with in_redis(redis) as (store, _, code):
        await store.change(code, lambda each: each.ask(read_question({"text": "How many?"})))
        await store.answer(code, 1, "participant", 3)
        connections = Connections()
        connections.enter("participant")
        await store.save_connections(code, "here", connections.to_json(1000), publish=False)
        await store.save_heartbeat(code, "participant", "follows 2")
        for part in ("seats", "signs", "answers"):
            texts = {f"strange {number}": text for number, text in enumerate((*NONSENSE, "follows x", "1e999"))}
            await store._redis.hset(f"clockface:{{{code}}}:{part}", mapping=texts)
        present = count_present(await store.connections(code), await store.heartbeats(code), 1000)
        assert (present.here, present.steps) == (1, (0, 1))
        assert await store.stop(code, 1) == [3]


# ---- Streams.


async def test_three_classes_of_a_stranger_leave_room_for_others_for_teachers_and_for_who_comes_back():
    store = InProcess()
    streams = Streams(store)

    async def begin():
        record = begun()
        await store.create(record)
        return record.keys.code

    async def fill(code, participants):
        count = 0
        with suppress(LiveError):
            for participant in participants:
                await streams.enter(code, participant)
                count += 1
        return count

    async def crowd(code):
        for participant in range(500):
            await streams.enter(code, f"more {participant}")

    early = await begin()
    assert await fill(early, map(str, range(90))) == 90
    counts = [await fill(await begin(), (f"{number // 4}" for number in range(1600))) for _ in range(3)]
    assert counts[0] == 440
    late = await begin()
    assert await fill(late, map(str, range(100))) == 100
    streams.leave(streams.channels[early], "7")
    await fill(late, map(str, range(100, 200)))  # more than its share
    await streams.enter(early, "7")
    for _ in range(20):
        await streams.enter(await begin(), "")
    with pytest.raises(LiveError, match=r"pages of a class must be at most \d+ at this moment, got one more"):
        await crowd(late)
