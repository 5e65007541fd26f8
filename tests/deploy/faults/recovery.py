"""A replica that is killed while a reader moves a slider in Chromium."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.visit import MAIN, expect_address, expect_settings, go, settle, slider
from tests.deploy.faults.replica import Replica

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
