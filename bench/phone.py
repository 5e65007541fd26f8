"""A student's phone in Chromium: when its picture shows what the teacher has moved."""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Page, async_playwright

from tests.browser import chromium

_HERE = Path(__file__).parent
_SIZE = {"width": 390, "height": 844}
_ENTERED = """(room) => new Promise((done) => {
  const find = (selector) => document.querySelector(selector), heading = () => find("h1")?.textContent;
  const before = heading();
  const look = () => {
    const rests = find("[data-testid=stApp][data-test-script-state=notRunning]") && !find("[data-stale=true]");
    const inside = [document, ...[...document.querySelectorAll("*")].flatMap((part) => part.shadowRoot ?? [])];
    const painted = inside.some((root) => root.querySelector("figure[aria-busy=false], canvas[aria-busy=false]"));
    if (rests && painted && heading() !== before && location.pathname === `/${room}`) done(Date.now());
    else requestAnimationFrame(look);
  };
  look();
})"""


@asynccontextmanager
async def phone(url: str, code: str, ready: str = "") -> AsyncIterator[Page]:
    """A page that has come by the short address, and stands where the class stands."""
    async with async_playwright() as playwright:
        path = chromium.executable()
        browser = await playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        page = await browser.new_page(viewport=_SIZE)
        for script in ("meter.js", "phone.js"):
            await page.add_init_script(path=_HERE / script)
        await page.goto(f"{url}/c/{code}")
        if ready:
            await page.locator(ready).first.wait_for(timeout=90_000)
        else:
            await page.wait_for_function("() => paintedFrames.length", timeout=90_000)
        yield page
        await browser.close()


async def painted(
    page: Page,  # of `phone`
    sent_at: Mapping[int, float],  # when each value, of values that grow, was sent: seconds of `time.perf_counter`
) -> list[float]:  # infinite for what is not shown
    """Milliseconds from each move to the end of the first frame that shows it or a newer one."""
    frames = await page.evaluate("() => paintedFrames")
    began = time.time() - time.perf_counter()  # of the counter, seconds since 1970
    return [
        min((at for value, at in frames if value >= base), default=float("inf")) - 1e3 * (began + at_sent)
        for base, at_sent in sent_at.items()
    ]


async def entered(page: Page, room: str) -> float:
    """When a phone stands in a room with its first picture painted: seconds of `time.perf_counter`."""
    at = await page.evaluate(_ENTERED, room)
    return at / 1e3 - time.time() + time.perf_counter()
