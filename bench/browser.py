"""Waiting times in every room in Chromium, compared with a minimal app that shows the table.

`python -m bench.browser` prints Markdown in about seven minutes; `--rooms matrix,waves` measures some rooms only;
`--check` exits with an error if a goal is missed. Definitions:

painted
    From a key press on a slider to the end of the frame with the last change of a picture in the room (in
    brackets: of anything). A key sends the same message as a released handle. A picture changes when something is
    drawn on a canvas or the SVG of a Plotly chart is modified. The last change is followed by the end of the
    server's run and 300 ms without a change. A frame ends when the main thread has styled, laid out and painted
    it; the compositor's work after that is not measured. Reduced motion is on, so nothing else is drawn.
    `bench/meter.js` takes the times.
slider
    The first shared setting that changes a picture, else the first that changes a word. It moves through
    neighbouring stops around its default, each used once, so neither server nor browser can have cached a value.
last message
    From the message to the server to the last message from it. The rest of `painted` is the browser's time.
received, sent, messages
    Payloads of websocket frames and of other responses, as reported by the Chrome DevTools Protocol.
anew
    Plotly charts removed or emptied and created again, per change. That flashes, is slow, and loses the zoom.
zoom
    Whether the axes of the first chart that can be zoomed keep a dragged range when the slider moves.
pictures
    Parts of the room with a canvas or a chart, on the screen or not.
first load
    In a fresh browser profile, on a server that has opened every room: bytes received, the same with every response
    compressed by gzip (level 6) as a proxy would send it, and the time until the last change of anything.
from Home
    In a fresh browser profile, once Home is at rest and has fetched what rooms with charts need: from the key press
    on such a room in the menu to the last change of a picture in it.
frames
    Frames a second in which an animation is redrawn, over ten seconds, and messages to the server meanwhile.
largest
    The room Matrix at its largest size compared with its default size, moving `base` as above; and the server's
    peak memory meanwhile.

The minimal app runs with the same server settings and in the same browser.
"""

import argparse
import base64
import gzip
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
from playwright.sync_api import Browser, Error, Locator, Page, expect, sync_playwright

from bench.shared.machine import peak_memory, reset_peak_memory
from bench.shared.section import Goal, Section, number, show, table
from bench.shared.served import served
from core.inputs.settings import PARAMETERS, Settings
from pages.shared.contents import SECTIONS
from tests.browser import chromium
from tests.browser.visit import CHART, MAIN, ROOMS, go, remember, settle, slider
from tests.house import ROOT

CHANGES = 15
PLAYED = 10  # seconds
LAPTOP = {"width": 1400, "height": 900}  # pixels
METER = Path(__file__).with_name("meter.js")
IMSHOW = "bench/apps/imshow.py"
APP = "deploy/serve.py"
ORDER = ("base", "d_model", "length", "scale")  # base first: it does not change the size of the table
LARGEST = {"length": 1_048_576, "d_model": 16_384}
FEW = 2  # pictures
QUICKER = {True: 2.2, False: 1.3}  # few pictures or more → imshow / room, medians
LOAD, COMPRESSED, CHARTS = 3, 1.2, 2.0  # MB; Home, the same with gzip, rooms with charts with gzip
ENTERED = 1  # s, from Home
FRAMES = 59  # a second, on a 60 Hz screen
GROWTH = 1.5  # largest / default size
MEMORY = 4 * LARGEST["length"] * LARGEST["d_model"] / 1e6 / 1000  # MB, a thousandth of that table in float32
BUFFERS = {
    "maxTotalBufferSize": 2**28,
    "maxResourceBufferSize": 2**26,
}  # bytes; responses are kept to compress them

_PICTURES = """(all) => {
  const inside = (part) => [part, ...part.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const drawn = (root) => root.querySelector("canvas, figure.clockface-plot");
  return all.filter((part) => [part, ...inside(part)].some(drawn)).length;
}"""
_RANGES = """chart => Object.entries(chart._fullLayout)
  .filter(([name]) => /^[xy]axis/.test(name)).flatMap(([, axis]) => axis.range)"""

Frame = tuple[float, int]
"""Time in seconds, and bytes."""
Response = tuple[str, int]
"""The browser's id of the request, and bytes received."""


@dataclass(frozen=True)
class Change:
    """Measurements of one step of a slider."""

    picture: float | None  # ms until the last change of a picture
    anything: float | None  # ms until the last change
    anew: int  # charts
    answered: float  # ms from the message to the server to the last message from it
    received: int  # bytes
    sent: int  # bytes
    messages: int


@dataclass(frozen=True)
class Load:
    """The first load of a room."""

    received: int  # bytes
    compressed: int  # bytes
    time: float  # ms


@dataclass(frozen=True)
class Visit:
    """Measurements of a room; None if the room has nothing to be measured."""

    name: str
    load: Load
    pictures: int
    entered: float | None  # ms, from Home into a room with charts
    slider: str | None
    changes: tuple[Change, ...]
    zoom: str | None
    frames: float | None  # per second
    sent_while_playing: int | None  # messages to the server

    @property
    def drawn(self) -> bool:
        """Whether the slider changes a picture."""
        return any(change.picture is not None for change in self.changes)

    def times(self, of: str = "") -> list[float]:
        """Milliseconds until the last change of a picture, or of anything if the room has no picture."""
        named = of or ("picture" if self.drawn else "anything")
        return [time for change in self.changes if (time := getattr(change, named)) is not None]


@dataclass(frozen=True)
class Size:
    """The room Matrix at one size."""

    name: str
    painted: Sequence[float]  # ms
    peak: float  # MB, of the server


@dataclass(frozen=True)
class Measured:
    """All measurements; `other` is the minimal app."""

    browser: str
    other: Visit
    visits: Sequence[Visit]
    sizes: Sequence[Size]  # two, the smaller first, or none


class Wire:
    """Traffic between a page and the server since `reset`."""

    def __init__(self, page: Page) -> None:
        self.received: list[Frame] = []
        self.sent: list[Frame] = []
        self.loaded: list[Response] = []
        self._session = page.context.new_cdp_session(page)
        self._session.send("Network.enable", BUFFERS)
        self._session.on("Network.webSocketFrameReceived", lambda event: self.received.append(frame(event)))
        self._session.on("Network.webSocketFrameSent", lambda event: self.sent.append(frame(event)))
        self._session.on("Network.loadingFinished", lambda event: self.loaded.append(response(event)))

    def reset(self) -> None:
        """Count from now on."""
        for events in (self.received, self.sent, self.loaded):
            events.clear()

    def bytes_received(self) -> int:
        """Bytes of websocket frames and of other responses."""
        return self._framed() + sum(size for _, size in self.loaded)

    def bytes_compressed(self) -> int:
        """The same with every response compressed, unless that makes it longer; frames are not compressed."""
        return self._framed() + sum(min(size, self._zipped(name, size)) for name, size in self.loaded)

    def _framed(self) -> int:
        return sum(size for _, size in self.received)

    def _zipped(self, name: str, size: int) -> int:
        try:
            found = self._session.send("Network.getResponseBody", {"requestId": name})
        except Error:  # a response without a body
            return size
        body = found["body"]
        return len(gzip.compress(base64.b64decode(body) if found["base64Encoded"] else body.encode(), 6))

    def answered(self) -> float:
        """Milliseconds from the first frame sent to the last one received; nan if there were none."""
        return 1000 * (self.received[-1][0] - self.sent[0][0]) if self.sent and self.received else float("nan")


def response(event: dict[str, Any]) -> Response:
    return event["requestId"], int(event["encodedDataLength"])


def frame(event: dict[str, Any]) -> Frame:
    """A websocket frame; Chromium reports binary payloads in base64."""
    text = event["response"]["payloadData"]
    binary = event["response"]["opcode"] == 2
    return event["timestamp"], len(text) * 3 // 4 - text[-2:].count("=") if binary else len(text.encode())


# ---- Browser and servers.


@contextmanager
def launched() -> Iterator[Browser]:
    """A Chromium."""
    expect.set_options(timeout=60_000)  # ms; enough for a busy machine
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        yield browser
        browser.close()


@contextmanager
def serving_imshow() -> Iterator[str]:
    """Address of the minimal app, which reads the same server settings as the rooms."""
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


# ---- Single measurements.


@contextmanager
def new_page(browser: Browser, motion: str = "reduce", **options: Any) -> Iterator[tuple[Page, Wire]]:
    """A page with the meter in a fresh browser context; options of Playwright's may set another screen."""
    context = browser.new_context(**{"viewport": LAPTOP, "reduced_motion": motion} | options)
    context.add_init_script(path=METER)
    page = context.new_page()
    try:
        yield page, Wire(page)
    finally:
        context.close()


def load(page: Page, wire: Wire, url: str) -> Load:
    settled = rested(go(page, url))
    return Load(wire.bytes_received(), wire.bytes_compressed(), settled["anything"])


def pictures(page: Page) -> int:
    return page.locator(f"{MAIN} .stBidiComponent").evaluate_all(_PICTURES)


def entered(browser: Browser, url: str, room: str) -> float:
    """Milliseconds from Home at rest to the pictures of a room with charts."""
    with new_page(browser) as (page, _):
        go(page, url).wait_for_function("() => window.Plotly")
        rested(page)
        section, title = next((name, rooms[room].title) for name, rooms in SECTIONS.items() if room in rooms)
        page.get_by_test_id("stTopNav").get_by_role("button", name=section).click()
        page.get_by_role("menuitem", name=title, exact=True).press("Enter")
        page.wait_for_url(f"**/{room}*")
        return rested(page)["picture"]


def rested(page: Page) -> dict[str, float]:
    settle(page)
    return page.evaluate("meter.settled()")


def reacting(page: Page) -> str | None:
    """The first shared setting that changes a picture, else a word; each is tried by moving it one stop."""
    for graphics_only in (True, False):
        for name in filter(lambda name: slider(page, name).is_visible(), ORDER):
            remember(page, graphics_only=graphics_only)
            slider(page, name).press("ArrowRight")
            rested(page)
            if page.evaluate("view() !== seen"):
                return name
    return None


def start_of(name: str) -> int:
    """The stop to start from, so that the default is in the middle of the changes."""
    stops = next(parameter.stops for parameter in PARAMETERS if parameter.name == name)
    return stops[max(0, stops.index(getattr(Settings(), name)) - CHANGES // 2)]


def changed(page: Page, wire: Wire, handle: Locator, key: str = "ArrowRight") -> Change:
    handle.focus()
    wire.reset()
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
    """Whether a range set by dragging is kept when the slider moves; None if no range can be set."""
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
    """Whether all range ends that the drag has changed still have their new values."""
    ends = [(new, now) for old, new, now in zip(before, dragged, after, strict=False) if new != old]
    return len(after) == len(dragged) and all(np.isclose(new, now) for new, now in ends)


def play(browser: Browser, url: str) -> tuple[float, int]:
    """Frames a second in which an animation is redrawn, and messages to the server meanwhile."""
    with new_page(browser, motion="no-preference") as (page, wire):
        settle(go(page, url))
        if page.get_by_role("button", name="Play", exact=True).count():
            page.get_by_role("button", name="Play", exact=True).click()
        page.get_by_role("button", name="Pause", exact=True).wait_for()
        wire.reset()
        ends = page.evaluate(f"meter.watch({PLAYED})")
        return len(ends) / PLAYED, len(wire.sent)


# ---- Rooms.


def visit(browser: Browser, url: str, room: str) -> Visit:
    """All measurements of a room; `url` has no trailing slash."""
    with new_page(browser) as (page, wire):
        address = f"{url}/{'' if room == 'home' else room}"
        loaded, count = load(page, wire, address), pictures(page)
        charts = page.locator(CHART).count()
        found, animated = reacting(page), page.get_by_role("button", name="Play", exact=True).count()
        changes, zoomed = [], None
        if found:
            rested(go(page, f"{address}?{found}={start_of(found)}"))
            handle = slider(page, found)
            changes = [changed(page, wire, handle) for _ in range(CHANGES)]
            zoomed = zoom(page, wire, handle)
    frames, told = play(browser, address) if animated else (None, None)
    came = entered(browser, url, room) if charts else None
    return Visit(room, loaded, count, came, found, tuple(changes), zoomed, frames, told)


def visit_imshow(browser: Browser, url: str) -> Visit:
    with new_page(browser) as (page, wire):
        load(page, wire, url)  # warm up the server
    with new_page(browser) as (page, wire):
        loaded = load(page, wire, url)
        handle = page.get_by_role("slider", name="d_model")
        changes = [changed(page, wire, handle) for _ in range(CHANGES)]
        return Visit("imshow", loaded, 1, None, "d_model", tuple(changes), zoom(page, wire, handle), None, None)


def sized(browser: Browser, url: str, shape: Mapping[str, int]) -> Size:
    """Measure the room Matrix at a size while its base is moved."""
    reset_peak_memory(APP)
    asked = urlencode({"base": start_of("base"), **shape})
    with new_page(browser) as (page, wire):
        rested(go(page, f"{url}/matrix?{asked}"))
        painted = [changed(page, wire, slider(page, "base")).picture for _ in range(CHANGES)]
    length, d_model = ({"length": Settings().length, "d_model": Settings().d_model} | dict(shape)).values()
    return Size(f"{length:,} × {d_model:,}", [time for time in painted if time is not None], peak_memory(APP))


def measure(rooms: Sequence[str] = ()) -> Measured:
    """Measure the named rooms, by default all; with Matrix also its sizes."""
    with launched() as browser:
        with serving_imshow() as url:
            other = visit_imshow(browser, url)
        with served() as url:
            visits = [visit(browser, url, room) for room in rooms or ROOMS.values()]
            shapes = ({}, LARGEST) if "matrix" in (rooms or ROOMS.values()) else ()
            sizes = [sized(browser, url, shape) for shape in shapes]
        return Measured(f"Chromium {browser.version}", other, visits, sizes)


# ---- Report.

SLIDER_HEAD = (
    "room | slider | painted, median (ms) | p95 (ms) | imshow / room | last message (ms) | received (kB) | "
    "sent (B) | messages | anew | zoom"
).split(" | ")
LOAD_HEAD = (
    "room | pictures | first load (MB) | with gzip (MB) | first load (s) | from Home (s) | frames (1/s) | "
    "sent while playing"
).split(" | ")
SIZE_HEAD = ("Matrix", "painted, median (ms)", "p95 (ms)", "times the smaller", "server's peak memory (MB)")


def section(rooms: Sequence[str] = ()) -> Section:
    """Measurements of the named rooms, by default all."""
    found = measure(rooms)
    visits = [found.other, *found.visits]
    tables = [
        table(SLIDER_HEAD, [slider_cells(one, found.other) for one in visits if one.changes]),
        table(LOAD_HEAD, [load_cells(one) for one in visits]),
    ]
    if found.sizes:
        tables.append(table(SIZE_HEAD, [size_cells(one, found.sizes[0]) for one in found.sizes]))
    return Section("browser", "\n".join([f"{found.browser}.\n", *tables]), goals(found))


def slider_cells(one: Visit, other: Visit) -> list[str]:
    return [
        one.name,
        one.slider or "none",
        *(f"{f(one.times()):.0f} ({f(one.times('anything')):.0f})" for f in (np.median, p95)),
        f"{quicker(other, one):.1f}",
        number(median(one, "answered"), 0),
        number(median(one, "received") / 1000, 1),
        *(number(median(one, name), 0) for name in ("sent", "messages", "anew")),
        one.zoom or "–",
    ]


def load_cells(one: Visit) -> list[str]:
    played = ["–", "–"] if one.frames is None else [f"{one.frames:.1f}", str(one.sent_while_playing)]
    sizes = (number(size / 1e6, 2) for size in (one.load.received, one.load.compressed))
    times = (number(ms / 1000, 1) for ms in (one.load.time, one.entered or np.nan))
    return [one.name, number(one.pictures), *sizes, *times, *played]


def size_cells(one: Size, first: Size) -> list[str]:
    times = number(np.median(one.painted) / np.median(first.painted), 2)
    return [one.name, *(number(f(one.painted), 0) for f in (np.median, p95)), times, number(one.peak, 0)]


def p95(times: Sequence[float]) -> float:
    return float(np.percentile(times, 95))


def median(one: Visit, name: str) -> float:
    return float(np.median([getattr(change, name) for change in one.changes]))


def goals(found: Measured) -> tuple[Goal, ...]:
    """Goals for which there are measurements."""
    return tuple(goal for part in (slider_goals, size_goals, motion_goals, load_goals) for goal in part(found))


def slider_goals(found: Measured) -> Iterator[Goal]:
    """Goals for times after a slider, charts created again and lost zooms."""
    drawn = [one for one in found.visits if one.drawn]
    for few, rooms in ((True, "rooms of one or two pictures"), (False, "rooms of more")):
        ratios = {one.name: quicker(found.other, one) for one in drawn if (one.pictures <= FEW) is few}
        if ratios:
            slowest, least = min(ratios, key=lambda name: ratios[name]), QUICKER[few]
            what = "painted after a slider, imshow / room"
            yield Goal(f"{rooms}, slowest, {slowest}: {what}", ratios[slowest], least, least=True)
            slower = sum(ratio < least for ratio in ratios.values())
            yield Goal(f"{rooms}: of {len(ratios)}, with less than {least}", slower, 0)
    if drawn:
        anew = sum(any(change.anew for change in one.changes) for one in found.visits)
        yield Goal("rooms where a chart is created again after a slider", anew, 0)
    if zooms := [one.zoom for one in found.visits if one.zoom]:
        yield Goal(f"rooms of {len(zooms)} that lose the zoom", zooms.count("lost"), 0)


def quicker(other: Visit, one: Visit) -> float:
    """How many times as long the minimal app takes."""
    return float(np.median(other.times()) / np.median(one.times()))


def size_goals(found: Measured) -> Iterator[Goal]:
    """Goals for the largest table compared with the default one."""
    if found.sizes:
        small, large = found.sizes
        ratio = float(np.median(large.painted) / np.median(small.painted))
        yield Goal(f"Matrix painted at {large.name} / at {small.name}", ratio, GROWTH)
        yield Goal(
            "server's peak memory at the larger size beyond that at the other",
            large.peak - small.peak,
            MEMORY,
            "MB",
        )


def motion_goals(found: Measured) -> Iterator[Goal]:
    """Goals for animations."""
    if played := [one for one in found.visits if one.frames is not None]:
        slowest = min(played, key=lambda one: one.frames)
        yield Goal(f"frames a second where one plays, {slowest.name}", slowest.frames, FRAMES, least=True)
        yield Goal("messages to the server while playing", sum(one.sent_while_playing for one in played), 0)


def load_goals(found: Measured) -> Iterator[Goal]:
    """Goals for the first load of Home and of rooms with charts, and for the way from one to the other."""
    for one in found.visits:
        if one.name == "home":
            yield Goal("first load of Home", one.load.received / 1e6, LOAD, "MB")
            yield Goal("first load of Home with gzip", one.load.compressed / 1e6, COMPRESSED, "MB")
    if charts := [one for one in found.visits if one.entered is not None]:
        heaviest = max(charts, key=lambda one: one.load.compressed)
        yield Goal(
            f"heaviest first load with charts, {heaviest.name}, with gzip",
            heaviest.load.compressed / 1e6,
            CHARTS,
            "MB",
        )
        slowest = max(charts, key=lambda one: one.entered or 0)
        yield Goal(
            f"slowest way from Home at rest, into {slowest.name}", (slowest.entered or 0) / 1e3, ENTERED, "s"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", default="", help="names separated by commas; default: all")
    parser.add_argument("--check", action="store_true", help="exit with an error if a goal is missed")
    asked = parser.parse_args()
    show(section(named_rooms(parser, asked.rooms)), check=asked.check)


def named_rooms(parser: argparse.ArgumentParser, text: str) -> list[str]:
    """Rooms named with commas between them; ends the program if there is no such room."""
    rooms = [room for room in text.split(",") if room]
    if unknown := set(rooms) - set(ROOMS.values()):
        parser.error(f"no such room: {', '.join(sorted(unknown))}")
    return rooms


if __name__ == "__main__":
    main()
