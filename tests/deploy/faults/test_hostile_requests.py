"""Hostile requests do not affect readers."""

import random
import re
from contextlib import AsyncExitStack

import pytest

from tests.deploy.faults.attacks import ATTACKS, Stranger, besiege, wrong_origin
from tests.deploy.faults.reader import reading

pytestmark = pytest.mark.anyio
COUNT = 12 * len(ATTACKS)


async def test_readers_go_on_beside_hostile_requests(replica):
    siege = await besiege(replica, replica.url, COUNT, readers=3, warm_up=10)
    assert siege.surprises == []
    assert sum(counts.total() for counts in siege.outcomes.values()) == COUNT
    assert [text for life in siege.lives for text in life.exceptions] == []
    assert sum(life.returns for life in siege.lives) == 0
    assert siege.peak <= 1.5 * siege.before


FORGED = {"99999999": 16384, "-1": 1, "0.5": 1} | dict.fromkeys(["1e400", "nan", "<b>", "", "9" * 10_000], 512)


async def test_what_no_slider_offers_becomes_its_nearest_stop_or_its_default(replica):
    async with reading(replica.url, room="waves") as (reader,):
        for forged, stop in FORGED.items():
            await reader.move("d_model", "64")
            assert not (await reader.move("d_model", forged)).exceptions
            text = " ".join(reader.answer.texts.values())
            assert max(map(int, re.findall(r"[Dd]imension (\d+)", text))) + 1 == stop, forged


async def test_no_origin_makes_the_server_ask_elsewhere(replica, elsewhere):
    before = elsewhere.connections
    async with AsyncExitStack() as stack:
        assert await wrong_origin(Stranger(replica.url, random.Random(0), stack)) == "403"
    assert elsewhere.connections == before
