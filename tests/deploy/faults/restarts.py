"""Replicas that are killed, or restarted one after the other, while readers use them."""

import asyncio
import random
import re
import time
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests.browser.visit import MAIN, expect_address, expect_settings, go, settle, slider
from tests.deploy.faults.reader import Life, act_until, reading
from tests.deploy.faults.replica import Replica

CONNECTED = "[data-testid=stApp][data-test-connection-state=CONNECTED]"


def recover(page: Page, url: str, replicas: Sequence[Replica]) -> float:
    """Seconds from the kill until the page is connected to the other replica and shows its settings."""
    for replica in replicas:
        replica.await_rest()  # its own sessions would count
    go(page, f"{url}/matrix?length=256")
    (serving,) = [replica for replica in replicas if replica.sessions]
    (spare,) = [replica for replica in replicas if replica is not serving]
    slider(page, "d_model").press("ArrowRight")
    _expect_picture(page, "640")
    slider(page, "d_model").press("ArrowRight")
    serving.kill()  # before or while it answers
    killed = time.perf_counter()
    expect(page.locator(CONNECTED)).to_have_count(0)
    expect(page.locator(CONNECTED)).to_have_count(1)
    _expect_settings(page, "768")
    seconds = time.perf_counter() - killed
    assert spare.sessions == 1
    slider(page, "d_model").press("ArrowRight")
    _expect_settings(page, "896")
    _expect_picture(page, "896")
    return seconds


def _expect_settings(page: Page, d_model: str) -> None:
    """Wait until address and sliders have these values and the sliders are enabled."""
    expect_settings(page, d_model=d_model, length="256")
    expect_address(page, d_model=d_model, length="256")
    expect(slider(page, "d_model")).to_be_enabled()


def _expect_picture(page: Page, d_model: str) -> None:
    """Wait until the words beside the picture mention this `d_model`."""
    words = re.compile(rf"256 × {d_model} table")
    expect(page.locator(MAIN).get_by_text(words).first).to_be_visible()
    settle(page)


async def roll(replicas: Sequence[Replica], url: str, count: int, pause: float) -> list[Life]:
    """Restart each replica in turn while `count` readers act with pauses of `pause` seconds on average."""
    over = asyncio.Event()
    async with reading(url, count, "matrix") as readers, asyncio.TaskGroup() as group:
        lives = [
            group.create_task(act_until(over, one, random.Random(place), pause))
            for place, one in enumerate(readers)
        ]
        for replica in replicas:
            await asyncio.to_thread(_restart, replica)
        over.set()
    return [life.result() for life in lives]


def _restart(replica: Replica) -> None:
    replica.end()
    replica.start()
    replica.await_ready()
