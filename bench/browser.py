"""What a reader waits for in every room, in Chromium, beside the shortest app that shows the table.

`python -m bench.browser` prints a Markdown table, in about four minutes; `--rooms matrix,waves` measures
some rooms, `--check` ends with an error where a goal is missed. What is measured, and how:

painted
    From the key press on a slider to the end of the frame with the last change of a picture (in brackets
    of anything) in the room; a key sends what a released handle sends. A picture changes when a canvas is
    drawn on or the SVG of a Plotly chart is altered. The last change is the one that the server's run and
    300 ms without another one follow, so a chart that draws itself twice counts as late as it is right. A
    frame ends when this thread has styled, laid out and painted it; the compositor comes after it, unseen.
    Motion is reduced, so that only what the slider asks for is drawn (`bench/meter.js` takes the times).
slider
    The first shared one that alters a picture, else the first that alters a word. It goes through
    neighbouring stops, the default in the middle, and does not come back: neither the server nor the browser
    has seen any of the values.
last message
    From the message to the server to the last one from it. What it lacks to `painted` is the browser's.
received, sent, messages
    The payloads of the websocket's frames, and other answers, as Chromium's own protocol reports them.
first load
    In a browser that has seen nothing, on a server that has opened every room: bytes over the wire, and the
    time until the last change of anything.
zoom
    A part of the first Plotly chart that can be zoomed is dragged over and the slider moved: whether the
    axes keep their ranges.
frames
    How many frames a second redraw what plays, over ten seconds, and what is told the server meanwhile.

The other app runs with the same server settings, in the same browser.
"""

import argparse
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from core.settings import PARAMETERS, Settings
from deploy.serve import warm_up
from tests.browser import chromium
from tests.browser.server import serving
from tests.browser.visit import MAIN, ROOMS, go, remember, settle, slider
from tests.house import ROOT

CHANGES = 15
PLAYED = 10  # seconds
METER = Path(__file__).with_name("meter.js")
IMSHOW = "bench/apps/imshow.py"
ORDER = ("base", "d_model", "length", "scale")  # base first: it leaves the size of the table as it is
GOALS = {"matrix": 60, "others": 100, "load": 3e6, "frames": 59}  # ms, ms, bytes, frames a second

_RANGES = """chart => Object.entries(chart._fullLayout)
  .filter(([name]) => /^[xy]axis/.test(name)).flatMap(([, axis]) => axis.range)"""

Frame = tuple[float, int]
"""When it passed, in seconds, and its bytes."""


@dataclass(frozen=True)
class Change:
    """What one step of a slider made: milliseconds, bytes, messages."""

    picture: float | None
    anything: float | None
    answered: float  # ms from the message to the server to the last one from it
    received: int
    sent: int
    messages: int


@dataclass(frozen=True)
class Visit:
    """What was measured in a room; None where it has no such thing."""

    name: str
    loaded: int  # bytes
    load_time: float  # ms
    slider: str | None
    changes: tuple[Change, ...]
    zoom: str | None
    frames: float | None  # per second
    told: int | None  # messages to the server while playing

    @property
    def drawn(self) -> bool:
        """Whether the slider alters a picture."""
        return any(change.picture is not None for change in self.changes)

    def times(self, of: str = "") -> list[float]:
        """Milliseconds until the last change of a picture, or of anything where the room has none."""
        named = of or ("picture" if self.drawn else "anything")
        return [time for change in self.changes if (time := getattr(change, named)) is not None]


class Wire:
    """What a page and the server have sent each other since it was last forgotten."""

    def __init__(self, page: Page) -> None:
        self.received: list[Frame] = []
        self.sent: list[Frame] = []
        self.loaded: list[float] = []  # bytes of other answers
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.webSocketFrameReceived", lambda event: self.received.append(frame(event)))
        session.on("Network.webSocketFrameSent", lambda event: self.sent.append(frame(event)))
        session.on("Network.loadingFinished", lambda event: self.loaded.append(event["encodedDataLength"]))

    def forget(self) -> None:
        """Count from here."""
        for events in (self.received, self.sent, self.loaded):
            events.clear()

    def bytes_received(self) -> int:
        """Of frames and of other answers."""
        return sum(size for _, size in self.received) + int(sum(self.loaded))

    def answered(self) -> float:
        """Milliseconds from the first frame sent to the last one received; nan where nothing was said."""
        return 1000 * (self.received[-1][0] - self.sent[0][0]) if self.sent and self.received else float("nan")


def frame(event: dict[str, Any]) -> Frame:
    """Of a websocket; Chromium reports binary ones in base64."""
    text = event["response"]["payloadData"]
    binary = event["response"]["opcode"] == 2
    return event["timestamp"], len(text) * 3 // 4 - text[-2:].count("=") if binary else len(text.encode())


# ---- The other app.


@contextmanager
def serving_imshow() -> Iterator[str]:
    """Address of the shortest app; it finds the server settings where the rooms find them."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    options = [f"--server.port={port}", "--server.address=127.0.0.1"]
    command = [sys.executable, "-m", "streamlit", "run", IMSHOW, *options]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        await_health(f"http://127.0.0.1:{port}", time.monotonic() + 60)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


def await_health(url: str, deadline: float) -> None:
    while time.monotonic() < deadline:
        try:
            return urllib.request.urlopen(f"{url}/_stcore/health", timeout=5).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError(f"no answer from {url}")


# ---- One measurement each.


@contextmanager
def new_page(browser: Browser, motion: str = "reduce") -> Iterator[tuple[Page, Wire]]:
    """A page of a browser that has seen nothing, with the meter in it."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion=motion)
    context.add_init_script(path=METER)
    page = context.new_page()
    try:
        yield page, Wire(page)
    finally:
        context.close()


def load(page: Page, wire: Wire, url: str) -> tuple[int, float]:
    """Bytes and milliseconds of the first load."""
    settled = rested(go(page, url))
    return wire.bytes_received(), settled["anything"]


def rested(page: Page) -> dict[str, float]:
    settle(page)
    return page.evaluate("meter.settled()")


def reacting(page: Page) -> str | None:
    """The first shared setting that alters a picture, else a word; each is moved by a stop."""
    for graphics_only in (True, False):
        for name in ORDER:
            remember(page, graphics_only=graphics_only)
            slider(page, name).press("ArrowRight")
            rested(page)
            if page.evaluate("view() !== seen"):
                return name
    return None


def start_of(name: str) -> int:
    """The stop from which as many changes pass the default in their middle."""
    stops = next(parameter.stops for parameter in PARAMETERS if parameter.name == name)
    return stops[max(0, stops.index(getattr(Settings(), name)) - CHANGES // 2)]


def changed(page: Page, wire: Wire, handle: Locator, key: str = "ArrowRight") -> Change:
    handle.focus()
    wire.forget()
    handle.press(key)
    times = page.evaluate("meter.settled()")
    return Change(
        **times,
        answered=wire.answered(),
        received=wire.bytes_received(),
        sent=sum(size for _, size in wire.sent),
        messages=len(wire.received) + len(wire.sent),
    )


def zoom(page: Page, wire: Wire, handle: Locator) -> str | None:
    """Whether the ranges that a drag has set are kept when the slider moves; None where none can be set."""
    for chart in page.locator(f"{MAIN} .js-plotly-plot:has(.nsewdrag):visible").all():
        before = chart.evaluate(_RANGES)
        drag(page, chart.locator(".nsewdrag").first)
        dragged = chart.evaluate(_RANGES)
        if dragged != before:
            changed(page, wire, handle, "ArrowLeft")
            return "kept" if kept(before, dragged, chart.evaluate(_RANGES)) else "lost"
    return None


def drag(page: Page, area: Locator) -> None:
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    near, far = ((box["x"] + share * box["width"], box["y"] + share * box["height"]) for share in (0.3, 0.7))
    page.mouse.move(*near)
    page.mouse.down()
    page.mouse.move(*far, steps=5)
    page.mouse.up()
    page.mouse.move(0, 0)
    page.evaluate("meter.settled()")


def kept(before: list[float], dragged: list[float], after: list[float]) -> bool:
    """Whether all ends that have been moved are where they were moved to."""
    ends = [(new, now) for old, new, now in zip(before, dragged, after, strict=False) if new != old]
    return len(after) == len(dragged) and all(np.isclose(new, now) for new, now in ends)


def play(browser: Browser, url: str) -> tuple[float, int]:
    """Frames a second that redraw what plays, and messages to the server meanwhile."""
    with new_page(browser, motion="no-preference") as (page, wire):
        settle(go(page, url))
        if page.get_by_role("button", name="Play", exact=True).count():
            page.get_by_role("button", name="Play", exact=True).click()
        page.get_by_role("button", name="Pause", exact=True).wait_for()
        wire.forget()
        ends = page.evaluate(f"meter.watch({PLAYED})")
        return len(ends) / PLAYED, len(wire.sent)


# ---- All of a room.


def visit(browser: Browser, url: str, room: str) -> Visit:
    """A room's measurements; the address of the app ends in no slash."""
    with new_page(browser) as (page, wire):
        address = f"{url}/{'' if room == 'home' else room}"
        loaded, load_time = load(page, wire, address)
        found, animated = reacting(page), page.get_by_role("button", name="Play", exact=True).count()
        changes, zoomed = [], None
        if found:
            rested(go(page, f"{address}?{found}={start_of(found)}"))
            handle = slider(page, found)
            changes = [changed(page, wire, handle) for _ in range(CHANGES)]
            zoomed = zoom(page, wire, handle)
    frames, told = play(browser, address) if animated else (None, None)
    return Visit(room, loaded, load_time, found, tuple(changes), zoomed, frames, told)


def visit_imshow(browser: Browser, url: str) -> Visit:
    with new_page(browser) as (page, wire):
        load(page, wire, url)  # what a server does once
    with new_page(browser) as (page, wire):
        loaded, load_time = load(page, wire, url)
        handle = page.get_by_role("slider", name="d_model")
        changes = [changed(page, wire, handle) for _ in range(CHANGES)]
        return Visit("imshow", loaded, load_time, "d_model", tuple(changes), zoom(page, wire, handle), None, None)


def measure(rooms: Sequence[str] = ()) -> list[Visit]:
    """The shortest app first, then the rooms; all of them where none is named."""
    path = chromium.executable()
    expect.set_options(timeout=60_000)  # on a busy machine too
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        with serving_imshow() as url:
            visits = [visit_imshow(browser, url)]
        with serving() as url:
            warm_up(urlsplit(url).port)
            visits += [visit(browser, url, room) for room in rooms or ROOMS.values()]
        browser.close()
    return visits


# ---- What is told.

COLUMNS = (
    "room", "slider", "painted, median (ms)", "p95 (ms)", "imshow / room", "last message (ms)", "received (kB)",
    "sent (B)", "messages", "first load (MB)", "first load (s)", "zoom", "frames (1/s)", "sent while playing",
)  # fmt: skip


def markdown(visits: Sequence[Visit]) -> str:
    """The measurements as a table; ratios are against the first visit."""
    rows = [COLUMNS, ["---"] * len(COLUMNS), *(cells(one, visits[0]) for one in visits)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def cells(one: Visit, other: Visit) -> list[str]:
    speed = ["–"] * 7
    if one.changes:
        speed = [f"{f(one.times()):.0f} ({f(one.times('anything')):.0f})" for f in (np.median, p95)]
        speed += [f"{np.median(other.times()) / np.median(one.times()):.1f}"]
        speed += [f"{median(one, 'answered'):.0f}", f"{median(one, 'received') / 1000:.1f}"]
        speed += [f"{median(one, 'sent'):.0f}", f"{median(one, 'messages'):.0f}"]
    played = ["–", "–"] if one.frames is None else [f"{one.frames:.1f}", str(one.told)]
    first = [f"{one.loaded / 1e6:.2f}", f"{one.load_time / 1000:.1f}"]
    return [one.name, one.slider or "none", *speed, *first, one.zoom or "–", *played]


def p95(times: Sequence[float]) -> float:
    return float(np.percentile(times, 95))


def median(one: Visit, name: str) -> float:
    return float(np.median([getattr(change, name) for change in one.changes]))


def goals(visits: Sequence[Visit]) -> list[tuple[bool, str]]:
    """Whether each goal is met, and its sentence; words without a picture have none."""
    found = []
    for one in visits[1:]:
        bar = GOALS["matrix" if one.name == "matrix" else "others"]
        if one.changes and one.drawn:
            found.append((np.median(one.times()) <= bar, f"{one.name}: {np.median(one.times()):.0f} of {bar} ms"))
        if one.zoom:
            found.append((one.zoom == "kept", f"{one.name}: zoom {one.zoom}"))
        if one.frames is not None:
            steady = one.frames >= GOALS["frames"] and not one.told
            found.append((steady, f"{one.name}: {one.frames:.1f} of 60 frames a second, {one.told} messages"))
        if one.name == "home":
            found.append((one.loaded <= GOALS["load"], f"home: {one.loaded / 1e6:.2f} of 3 MB"))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", default="", help="names with commas between them; all where there are none")
    parser.add_argument("--check", action="store_true", help="end with an error where a goal is missed")
    asked = parser.parse_args()
    rooms = [room for room in asked.rooms.split(",") if room]
    if unknown := set(rooms) - set(ROOMS.values()):
        parser.error(f"no such room: {', '.join(sorted(unknown))}")
    visits = measure(rooms)
    print(f"{markdown(visits)}\n")
    results = goals(visits)
    for met, sentence in results:
        print(f"{'met   ' if met else 'missed'}  {sentence}")
    if asked.check and not all(met for met, _ in results):
        sys.exit("A goal is missed.")


if __name__ == "__main__":
    main()
