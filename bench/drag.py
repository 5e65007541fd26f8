"""What moves while a slider is dragged: every slider of every room, in Chromium."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Locator, Page, WebSocket

from bench.browser import launched, new_page, p95, rested
from bench.section import Cell, Goal, Section, Table
from components.kit.streamlit_internals import BackMsg, ForwardMsg
from core.inputs.settings import Settings
from tests.browser.visit import MAIN, ROOMS, go
from tests.deploy.local_app import single_server
from tests.deploy.session import ended

SECONDS, MOVES = 2.0, 60  # of a drag; pointer moves a second
LIVE = ("matrix", "waves", "clocks", "similarity", "rope")  # drawn in the browser
MEDIAN, LATE = 33, 60  # ms at no more than 128 × 512, median and p95
PACE = 6  # pictures a second in other rooms
BUSY = {2: 2.0, 8: 0.5}  # processes that compute all the time → pictures a second in other rooms
SIZE = {name: getattr(Settings(), name) for name in ("d_model", "length")}
RECORDER = Path(__file__).with_name("drag.js")
_SLIDERS = """all => [...new Set(all.filter((input) => input.checkVisibility())
  .map((input) => input.closest("[class*=st-key-]").className.match(/st-key-(\\S+)/)[1]))]"""
_PATH = """(input) => { // of the thumb, from where it stands to the highest stop
  const { left, right, top, height } = input.getBoundingClientRect(), thumb = 16;
  const at = (share) => left + thumb / 2 + share * (right - left - thumb);
  return [at(input.value / input.max), at(1), top + height / 2];
}"""


@dataclass(frozen=True)
class Step:
    """A move that changed the slider."""

    moved: float  # ms, time of the move
    at: float  # ms, when the slider had changed
    place: float  # index of the stop
    text: str


@dataclass(frozen=True)
class Picture:
    """A frame with a changed picture."""

    began: float  # ms
    at: float  # ms, end of the frame
    known: float  # ms, last request whose answer had begun; 0 for none


@dataclass(frozen=True, eq=False)
class Drag:
    """Measurements of one drag."""

    room: str
    slider: str
    steps: Sequence[Step]
    pictures: Sequence[Picture]
    messages: int  # messages to the server
    asks: int  # messages with values on the way
    flying: int  # the most without a complete answer at a time
    has_picture: bool  # whether a picture is another one after the drag than before

    @property
    def live(self) -> bool:
        """Whether the room is one that the browser draws."""
        return self.room in LIVE

    @property
    def jumps(self) -> int:
        """Steps against the direction."""
        return sum(b.place < a.place for a, b in zip(self.steps, self.steps[1:], strict=False))

    def waits(self, *, small: bool = False) -> list[float]:
        """Milliseconds from each step to the picture that shows it; perhaps only steps at 128 × 512 or less."""
        most = SIZE.get(self.slider, np.inf) if small else np.inf
        every = (self._wait(step) for step in self.steps if most == np.inf or float(step.text) <= most)
        return [wait for wait in every if wait is not None]

    @property
    def steps_a_second(self) -> float:
        """From the first step to the last; nan if there were none."""
        return len(self.steps) / self._seconds_to(self.steps[-1].at) if self.steps else np.nan

    @property
    def pictures_a_second(self) -> float:
        """From the first step to the last picture."""
        moments = {picture.known if self.asks else picture.at for picture in self.pictures}
        return len(moments) / self._seconds_to(self.pictures[-1].at) if self.steps and moments else 0.0

    def _seconds_to(self, end: float) -> float:
        return (end - self.steps[0].moved) / 1e3

    def _wait(self, step: Step) -> float | None:
        moments = (one.at for one in self.pictures if (one.known if self.asks else one.began) >= step.at)
        return next((at - step.moved for at in moments), None)


@dataclass
class Traffic:
    """Messages to the server since the last `reset`."""

    messages: int = 0
    asks: int = 0  # with values on the way
    flying: int = 0  # without a complete answer
    most: int = 0  # of these at a time

    def reset(self) -> None:
        """Count from now on."""
        self.messages = self.asks = self.flying = self.most = 0

    def listen(self, socket: WebSocket) -> None:
        """Count what passes here too."""
        socket.on("framesent", self._send)
        socket.on("framereceived", self._receive)

    def _send(self, frame: bytes) -> None:
        states = BackMsg.FromString(frame).rerun_script.widget_states.widgets
        self.messages += 1
        self.asks += any(state.HasField("json_trigger_value") for state in states)
        self.flying += 1
        self.most = max(self.most, self.flying)

    def _receive(self, frame: bytes) -> None:
        if ended(ForwardMsg.FromString(frame)):
            self.flying = max(0, self.flying - 1)


# ---- Moving a thumb.


def sweep(page: Page, handle: Locator) -> None:
    """Press the thumb and move it over the whole slider."""
    start, end, y = handle.evaluate(_PATH)
    page.mouse.move(start, y)
    page.mouse.down()
    for share in ticks(MOVES):
        page.mouse.move(start + share * (end - start), y)


def ticks(rate: float) -> Iterator[float]:
    """Shares of `SECONDS` that have passed, at most `rate` a second; the last one is 1."""
    begun, share = time.perf_counter(), 0.0
    while share < 1:
        due = time.perf_counter() + 1 / rate
        share = min(1, (time.perf_counter() - begun) / SECONDS)
        yield share
        time.sleep(max(0, due - time.perf_counter()))


def dragged(page: Page, traffic: Traffic, room: str, name: str) -> Drag:
    """Drag a slider of an open room from its second to its highest stop."""
    handle = page.locator(f".st-key-{name} input[type=range]").first
    for key in ("Home", "ArrowRight"):
        handle.press(key)
        rested(page)
    for place in (page.locator(f"{MAIN} :is(canvas, .js-plotly-plot)"), handle):
        if place.count():
            place.first.scroll_into_view_if_needed()
    handle.evaluate("(input) => meter.follow(input)")
    traffic.reset()
    sweep(page, handle)
    page.evaluate("meter.timesAtRest()")
    counts = replace(traffic)
    page.mouse.up()
    report = page.evaluate("meter.report()")
    steps = [Step(**step) for step in report["steps"]]
    pictures = [Picture(**one) for one in report["frames"]]
    return Drag(room, name, steps, pictures, counts.messages, counts.asks, counts.most, report["hasChanged"])


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Processes beside this one that compute all the time."""
    children = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for one in children:
            one.kill()
            one.wait()


def drags(browser: Browser, url: str, room: str, sliders: Sequence[str] = (), processes: int = 0) -> Iterator[Drag]:
    """Drag sliders of a room, by default all, each with all others at their defaults."""
    address = f"{url}/{'' if room == 'home' else room}"
    with new_page(browser) as (page, _):
        page.context.add_init_script(path=RECORDER)
        traffic = Traffic()
        page.on("websocket", traffic.listen)
        rested(go(page, address))
        offered = page.locator(".slider input[type=range]").evaluate_all(_SLIDERS)
        for name in sliders or offered:
            rested(go(page, address))
            with busy(processes):
                yield dragged(page, traffic, room, name)


# ---- Report.

DRAG_HEAD = (
    "room | slider | steps (1/s) | pictures (1/s) | painted, median (ms) | p95 (ms) | sent | on the way | "
    "in flight | jumps"
).split(" | ")
BUSY_HEAD = ["room", "slider", *(f"pictures (1/s) with {count} busy processes" for count in (0, *BUSY))]


def section(rooms: Sequence[str] = ()) -> Section:
    """Measurements of the named rooms, by default all."""
    with launched() as browser, single_server() as url:
        all_drags = [drag for room in rooms or ROOMS.values() for drag in drags(browser, url, room)]
        first = {drag.room: drag for drag in reversed(all_drags) if drag.has_picture and not drag.live}
        beside = {
            count: [drag for one in first.values() for drag in drags(browser, url, one.room, [one.slider], count)]
            for count in BUSY
        }
    rows = [
        [quiet.room, quiet.slider, *(one.pictures_a_second for one in row)]
        for row in zip(first.values(), *beside.values(), strict=True)
        for quiet in row[:1]
    ]
    tables = [Table(DRAG_HEAD, [*map(cells, all_drags)]), Table(BUSY_HEAD, rows)]
    return Section(tables, (*goals(all_drags), *busy_goals(beside)))


def busy_goals(beside: Mapping[int, Sequence[Drag]]) -> Iterator[Goal]:
    """The slowest room beside each number of busy processes."""
    for count, row in beside.items():
        if row:
            worst = min(row, key=lambda one: one.pictures_a_second)
            what = f"{label(worst)}, the slowest beside {count} busy processes: pictures a second"
            yield Goal(what, worst.pictures_a_second, BUSY[count], least=True)


def cells(drag: Drag) -> list[Cell]:
    painted = (float(f(drag.waits())) if drag.waits() else None for f in (np.median, p95))
    pace = [drag.pictures_a_second, *painted] if drag.has_picture else ["no picture", None, None]
    return [drag.room, drag.slider, drag.steps_a_second, *pace, drag.messages, drag.asks, drag.flying, drag.jumps]


def goals(all_drags: Sequence[Drag]) -> Iterator[Goal]:
    """Goals for which there are measurements; a picture that never follows waits for the whole drag."""
    live = [drag for drag in all_drags if drag.live]
    others = [drag for drag in all_drags if not drag.live]
    for what, statistic, most in (("median", np.median, MEDIAN), ("p95", p95, LATE)):
        waits = {one: float(statistic(one.waits(small=True) or [SECONDS * 1e3])) for one in live if one.has_picture}
        if waits:
            worst = max(waits, key=lambda one: waits[one])
            yield Goal(f"{label(worst)}, the slowest at 128 × 512: painted, {what}", waits[worst], most, "ms")
    if live:
        yield Goal("messages during a drag where the browser draws", sum(one.messages for one in live), 0)
    paces = {one: one.pictures_a_second for one in others if one.has_picture and not one.steps_a_second < PACE}
    if paces:
        worst = min(paces, key=lambda one: paces[one])
        yield Goal(f"{label(worst)}, the slowest elsewhere: pictures a second", paces[worst], PACE, least=True)
    if others:
        yield Goal("requests in flight elsewhere, most", max(one.flying for one in others), 1)
    yield Goal("jumps of a thumb", sum(one.jumps for one in all_drags), 0)


def label(drag: Drag) -> str:
    return f"{drag.room}, {drag.slider}"
