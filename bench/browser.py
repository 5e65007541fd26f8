"""Waiting times in every room in Chromium, compared with a minimal app that shows the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from bench.section import Cell, Goal, Section, Table
from core.inputs.settings import PARAMETERS, Settings
from pages.shared.contents import ROOMS as RECORDS
from pages.shared.contents import SECTIONS, is_in_menu
from tests.browser import chromium
from tests.browser.server import serving
from tests.browser.traffic import Wire
from tests.browser.visit import CHART, ROOMS, go, settle, slider
from tests.deploy.local_app import single_server
from tests.deploy.machine import peak_memory, reset_peak_memory

CHANGES = 15
LAPTOP = {"width": 1400, "height": 900}  # pixels
METER = Path(__file__).with_name("meter.js")
IMSHOW = "bench/apps/imshow.py"
ORDER = ("base", "d_model", "length", "scale")  # base first: it does not change the size of the table
LARGEST = {"length": 1_048_576, "d_model": 16_384}
QUICKER = 1.5  # imshow / room, medians
LOAD, COMPRESSED, CHARTS = 3, 1.2, 2.0  # MB; Home, the same with gzip, rooms with charts with gzip
ENTERED = 1  # s, from Home
GROWTH = 1.5  # largest / default size
MEMORY = 4 * LARGEST["length"] * LARGEST["d_model"] / 1e6 / 1000  # MB, a thousandth of that table in float32


@dataclass(frozen=True)
class Change:
    """Measurements of one step of a slider."""

    picture: float  # ms until the last change of a picture; nan if none changed
    answered: float  # ms from the message to the server to the last message from it
    received: int  # bytes
    bytes_sent: int  # bytes
    messages: int


@dataclass(frozen=True)
class Visit:
    """Measurements of a room."""

    name: str
    received: int  # bytes of the first load
    compressed: int  # bytes
    seconds: float  # of the first load
    entered: float | None = None  # s, from Home into a room with charts that the menu names
    slider: str | None = None
    changes: tuple[Change, ...] = ()  # none where no shared slider changes a picture

    def median(self, what: str) -> float:
        """Median of the changes."""
        return float(np.median([getattr(change, what) for change in self.changes]))


@dataclass(frozen=True)
class Size:
    """The room Matrix at one size."""

    name: str
    painted: Sequence[float]  # ms
    peak: float  # MB, of the server


@contextmanager
def launched() -> Iterator[Browser]:
    """A Chromium."""
    expect.set_options(timeout=60_000)  # ms; enough for a busy machine
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        yield browser
        browser.close()


@contextmanager
def new_page(browser: Browser) -> Iterator[tuple[Page, Wire]]:
    """A page with the meter in a fresh browser context."""
    context = browser.new_context(viewport=LAPTOP, reduced_motion="reduce")
    context.add_init_script(path=METER)
    page = context.new_page()
    try:
        yield page, Wire(page)
    finally:
        context.close()


def rested(page: Page) -> dict[str, Any]:
    settle(page)
    return page.evaluate("meter.timesAtRest()")


def load(page: Page, wire: Wire, url: str) -> tuple[int, int, float]:
    settled = rested(go(page, url))
    return wire.bytes_received(), wire.bytes_compressed(), settled["anything"] / 1000


def entered(browser: Browser, url: str, room: str) -> float:
    """Seconds from Home at rest to the pictures of a room with charts."""
    with new_page(browser) as (page, _):
        go(page, url).wait_for_function("() => window.Plotly")
        rested(page)
        section, title = next((name, rooms[room].title) for name, rooms in SECTIONS.items() if room in rooms)
        page.get_by_test_id("stTopNav").get_by_role("button", name=section).click()
        page.get_by_role("menuitem", name=title, exact=True).press("Enter")
        page.wait_for_url(f"**/{room}*")
        return rested(page)["picture"] / 1000


def start_of(name: str) -> int:
    """The stop to start from, so that the default is in the middle of the changes."""
    stops = next(parameter.stops for parameter in PARAMETERS if parameter.name == name)
    return stops[max(0, stops.index(getattr(Settings(), name)) - CHANGES // 2)]


def changed(page: Page, wire: Wire, handle: Locator) -> Change:
    handle.focus()
    wire.reset()
    handle.press("ArrowRight")
    picture, bytes_sent = page.evaluate("meter.timesAtRest()")["picture"], sum(size for _, size in wire.outgoing)
    traffic = wire.answered(), wire.bytes_received(), bytes_sent, len(wire.incoming) + len(wire.outgoing)
    return Change(np.nan if picture is None else picture, *traffic)


def visit(browser: Browser, url: str, room: str) -> Visit:
    """All measurements of a room; `url` has no trailing slash."""
    with new_page(browser) as (page, wire):
        address, changes = f"{url}/{'' if room == 'home' else room}", []
        loaded = load(page, wire, address)
        charts = page.locator(CHART).count()
        setting = next((name for name in ORDER if name in RECORDS[room].settings), None)
        if setting:
            rested(go(page, f"{address}?{setting}={start_of(setting)}"))
            changes = [changed(page, wire, slider(page, setting)) for _ in range(CHANGES)]
    visible = tuple(change for change in changes if not np.isnan(change.picture))
    from_home = entered(browser, url, room) if charts and is_in_menu(room) else None
    return Visit(room, *loaded, from_home, setting, visible)


def visit_imshow(browser: Browser) -> Visit:
    """The same of the minimal app, whose server is warmed up by a first visit."""
    with serving("-m", "streamlit", "run", "bench/apps/imshow.py") as url:
        for _ in range(2):
            with new_page(browser) as (page, wire):
                loaded = load(page, wire, url)
                handle = page.get_by_role("slider", name="d_model")
                changes = [changed(page, wire, handle) for _ in range(CHANGES)]
        return Visit("imshow", *loaded, None, "d_model", tuple(changes))


def sized(browser: Browser, url: str, shape: Mapping[str, int]) -> Size:
    """Measure the room Matrix at a size while its base is moved."""
    reset_peak_memory("deploy/serve.py")
    with new_page(browser) as (page, wire):
        rested(go(page, f"{url}/matrix?{urlencode({'base': start_of('base'), **shape})}"))
        painted = [changed(page, wire, slider(page, "base")).picture for _ in range(CHANGES)]
    length, d_model = ({"length": Settings().length, "d_model": Settings().d_model} | dict(shape)).values()
    return Size(f"{length:,} × {d_model:,}", painted, peak_memory("deploy/serve.py"))


# ---- Report.

SLIDER_HEAD = (
    "room | slider | painted, median (ms) | p95 (ms) | imshow / room | last message (ms) | received (kB) | "
    "sent (B) | messages"
).split(" | ")
LOAD_HEAD = ("room", "first load (MB)", "with gzip (MB)", "first load (s)", "from Home (s)")
SIZE_HEAD = ("Matrix", "painted, median (ms)", "p95 (ms)", "times the smaller", "server's peak memory (MB)")


def section(rooms: Sequence[str] = ()) -> Section:
    """Measurements of the named rooms, by default all; with Matrix also its sizes."""
    with launched() as browser:
        other, name = visit_imshow(browser), f"Chromium {browser.version}."
        with single_server() as url:
            visits = [visit(browser, url, room) for room in rooms or ROOMS.values()]
            shapes = ({}, LARGEST) if "matrix" in (rooms or ROOMS.values()) else ()
            sizes = [sized(browser, url, shape) for shape in shapes]
    changes = [slider_cells(one, other) for one in (other, *visits) if one.changes]
    loads = [
        [one.name, one.received / 1e6, one.compressed / 1e6, one.seconds, one.entered] for one in (other, *visits)
    ]
    tables = [Table(SLIDER_HEAD, changes), Table(LOAD_HEAD, loads)]
    if sizes:
        tables.append(Table(SIZE_HEAD, [size_cells(one, sizes[0]) for one in sizes]))
    return Section(tables, tuple(goals(other, visits, sizes)), name)


def slider_cells(one: Visit, other: Visit) -> list[Cell]:
    times = one.median("picture"), p95([change.picture for change in one.changes]), quicker(other, one)
    kilobytes = one.median("received") / 1000
    traffic = one.median("answered"), kilobytes, one.median("bytes_sent"), one.median("messages")
    return [one.name, one.slider, *times, *traffic]


def size_cells(one: Size, first: Size) -> list[Cell]:
    return [one.name, float(np.median(one.painted)), p95(one.painted), grown(one, first), one.peak]


def p95(times: Sequence[float]) -> float:
    return float(np.percentile(times, 95))


def quicker(other: Visit, one: Visit) -> float:
    """How many times as long the minimal app takes."""
    return other.median("picture") / one.median("picture")


def grown(large: Size, small: Size) -> float:
    return float(np.median(large.painted) / np.median(small.painted))


def goals(other: Visit, visits: Sequence[Visit], sizes: Sequence[Size]) -> Iterator[Goal]:
    """Goals for which there are measurements."""
    if ratios := {one.name: quicker(other, one) for one in visits if one.changes}:
        slowest = min(ratios, key=lambda name: ratios[name])
        what = f"painted after a slider, imshow / room, the slowest, {slowest}"
        yield Goal(what, ratios[slowest], QUICKER, least=True)
        slower = sum(ratio < QUICKER for ratio in ratios.values())
        yield Goal(f"rooms of {len(ratios)} with less than {QUICKER}", slower, 0)
    if sizes:
        small, large = sizes
        yield Goal(f"Matrix painted at {large.name} / at {small.name}", grown(large, small), GROWTH)
        what = "server's peak memory at the larger size beyond that at the other"
        yield Goal(what, large.peak - small.peak, MEMORY, "MB")
    for one in visits:
        if one.name == "home":
            yield Goal("first load of Home", one.received / 1e6, LOAD, "MB")
            yield Goal("first load of Home with gzip", one.compressed / 1e6, COMPRESSED, "MB")
    if charts := {one: one.entered for one in visits if one.entered is not None}:
        heaviest, slow = max(charts, key=lambda one: one.compressed), max(charts, key=lambda one: charts[one])
        what = f"heaviest first load with charts, {heaviest.name}, with gzip"
        yield Goal(what, heaviest.compressed / 1e6, CHARTS, "MB")
        yield Goal(f"slowest way from Home at rest, into {slow.name}", charts[slow], ENTERED, "s")
