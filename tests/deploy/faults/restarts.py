"""Replicas that are killed, or restarted one after the other, while readers use them."""

import asyncio
import random
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.visit import MAIN, expect_address, expect_settings, go, settle, slider
from tests.deploy.faults.reader import Reader, act_until, reading
from tests.deploy.faults.replica import Replica
from tests.deploy.session import Run

PATIENCE = 90_000  # ms
CONNECTED = "[data-testid=stApp][data-test-connection-state=CONNECTED]"


@contextmanager
def browsing() -> Iterator[Page]:
    """A page in Chromium."""
    path = chromium.executable()
    assert path, chromium.NONE_FOUND
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(PATIENCE)
        yield page
        browser.close()


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


@dataclass(frozen=True)
class Life:
    """Runs and errors of one reader."""

    runs: Sequence[Run]
    returns: int  # websockets that broke and were opened again
    refusals: Sequence[str]  # pages that did not load

    @property
    def exceptions(self) -> list[str]:
        """Exceptions shown on the page."""
        return [text for run in self.runs for text in run.exceptions]


async def roll(replicas: Sequence[Replica], url: str, count: int, pause: float) -> list[Life]:
    """Restart each replica in turn while `count` readers act with pauses of `pause` seconds on average."""
    over = asyncio.Event()
    async with reading(url, count, "matrix") as readers, asyncio.TaskGroup() as group:
        lives = [group.create_task(_live(over, one, place, pause)) for place, one in enumerate(readers)]
        for replica in replicas:
            await asyncio.to_thread(_restart, replica)
        over.set()
    return [life.result() for life in lives]


async def _live(over: asyncio.Event, reader: Reader, place: int, pause: float) -> Life:
    runs = await act_until(over, reader, random.Random(place), pause)
    return Life(runs, reader.returns, reader.refusals)


def _restart(replica: Replica) -> None:
    replica.end()
    replica.start()
    replica.await_ready()
