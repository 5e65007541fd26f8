"""What strangers send, beside readers who notice nothing."""

import asyncio
import random
from contextlib import AsyncExitStack

from tests.deploy.faults.attacks import ATTACKS, Stranger, wrong_origin
from tests.deploy.faults.siege import besiege

COUNT = 12 * len(ATTACKS)


def test_readers_go_on_beside_hostile_requests(replica):
    siege = asyncio.run(besiege(replica, replica.url, COUNT, readers=3, warm_up=10))
    assert siege.surprises == []
    assert sum(found.total() for found in siege.outcomes.values()) == COUNT
    assert siege.exceptions == []
    assert siege.returns == 0
    assert siege.most <= 1.5 * siege.before


def test_no_origin_makes_the_server_ask_elsewhere(replica, elsewhere):
    async def ask():
        async with AsyncExitStack() as held:
            return await wrong_origin(Stranger("127.0.0.1", replica.port, random.Random(0), held))

    before = elsewhere.asked
    assert asyncio.run(ask()) == "403"
    assert elsewhere.asked == before
