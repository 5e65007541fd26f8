"""What moves while a slider is dragged: every slider of every room, in Chromium.

`python -m bench.drag` prints Markdown in about eight minutes; `--rooms matrix,waves` measures some rooms only;
`--check` exits with an error if a goal is missed. Definitions:

drag
    The slider is set to its second stop (with one feature there is no pair to draw) and the picture scrolled into
    sight. Then the pointer drags the thumb to the other end in two seconds, with real pointer moves: at most 60 a
    second, each to where the clock says, the next one once the page has taken the last. It rests at the end until
    nothing changes, then lets go. With keys, an arrow key is held and repeats 30 times a second; with a finger, the
    slider in the sheet of a phone is dragged.
step
    A move that changes the slider's text, as assistive technology reads it. It belongs to the last move before it.
picture
    A frame in which the pixels of a canvas or the content of a chart's SVG differ from before; drawing the same
    again does not count. Where the server draws, all frames of one answer are one picture.
painted
    From a step's move to the end of the first frame that shows its value or a newer one. A frame ends as in
    `bench.browser`: when the main thread has styled, laid out and painted it. Comparing pixels comes after that and
    costs some milliseconds of the frame that follows. What a frame shows is not read from the picture: if no
    values on the way were sent to the server, it is the value at the frame's beginning, else the value with the
    last request whose answer had begun.
steps, pictures a second
    From the first step to the last one, and to the last picture. The goal for pictures does not take sliders that
    made fewer steps.
sent, on the way, in flight
    Messages to the server before the thumb is let go; how many of them bring values on the way; and the most that
    had no complete answer at a time. A held key is committed by Streamlit itself, so goals leave its messages out.
jumps
    Steps against the direction of the drag.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from playwright.sync_api import Browser, Locator, Page, WebSocket

from bench.browser import launched, named_rooms, new_page, p95, rested
from bench.shared.section import Goal, Section, number, show, table
from bench.shared.served import served
from bench.shared.session import ended
from components.kit.streamlit_internals import BackMsg, ForwardMsg
from core.inputs.settings import Settings
from tests.browser.visit import MAIN, ROOMS, go

SECONDS, MOVES, REPEATS = 2.0, 60, 30  # of a drag; pointer moves and repeats of a key a second
LIVE = ("matrix", "waves", "clocks", "similarity", "rope")  # drawn in the browser
MEDIAN, LATE = 33, 60  # ms at no more than 128 × 512, median and p95
PACE = 4  # pictures a second in other rooms
SIZE = {name: getattr(Settings(), name) for name in ("d_model", "length")}
RECORDER = Path(__file__).with_name("drag.js")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BY_HAND = "matrix"  # the room that keys and a finger drag too
_SLIDERS = """all => [...new Set(all.filter((input) => input.checkVisibility())
  .map((input) => input.closest("[class*=st-key-]").className.match(/st-key-(\\S+)/)[1]))]"""
_PATH = """(input) => { // of the thumb, from where it stands to the highest stop; the input is a hidden point in it
  const { left: x, top: y } = input.parentElement.getBoundingClientRect(), share = input.value / input.max;
  let track = input.parentElement;
  while (track.clientWidth < 100) track = track.parentElement;
  const { left, right } = track.getBoundingClientRect();
  // both ends of the way are as far from the ends of the track; from its middle alone that tells nothing
  const low = share === 0.5 ? left : (x - share * (left + right)) / (1 - 2 * share);
  return [x, left + right - low, y];
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
    by: str  # "pointer", "keys" or "finger"
    steps: Sequence[Step]
    pictures: Sequence[Picture]
    sent: int  # messages to the server
    asked: int  # messages with values on the way
    flying: int  # the most without a complete answer at a time
    drawn: bool  # whether a picture is another one after the drag than before

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
        found = (self._wait(step) for step in self.steps if most == np.inf or float(step.text) <= most)
        return [wait for wait in found if wait is not None]

    @property
    def steps_a_second(self) -> float:
        """From the first step to the last; nan if there were none."""
        return len(self.steps) / self._seconds_to(self.steps[-1].at) if self.steps else np.nan

    @property
    def pictures_a_second(self) -> float:
        """From the first step to the last picture."""
        shown = {picture.known if self.asked else picture.at for picture in self.pictures}
        return len(shown) / self._seconds_to(self.pictures[-1].at) if self.steps and shown else 0.0

    def _seconds_to(self, end: float) -> float:
        return (end - self.steps[0].moved) / 1e3

    def _wait(self, step: Step) -> float | None:
        shown = (one.at for one in self.pictures if (one.known if self.asked else one.began) >= step.at)
        return next((at - step.moved for at in shown), None)


@dataclass
class Traffic:
    """Messages to the server since the last `reset`."""

    sent: int = 0
    asked: int = 0  # with values on the way
    flying: int = 0  # without a complete answer
    most: int = 0  # of these at a time

    def reset(self) -> None:
        """Count from now on."""
        self.sent = self.asked = self.flying = self.most = 0

    def listen(self, socket: WebSocket) -> None:
        """Count what passes here too."""
        socket.on("framesent", self._send)
        socket.on("framereceived", self._receive)

    def _send(self, frame: bytes) -> None:
        states = BackMsg.FromString(frame).rerun_script.widget_states.widgets
        self.sent += 1
        self.asked += any(state.HasField("json_trigger_value") for state in states)
        self.flying += 1
        self.most = max(self.most, self.flying)

    def _receive(self, frame: bytes) -> None:
        if ended(ForwardMsg.FromString(frame)):
            self.flying = max(0, self.flying - 1)


# ---- Ways to move a thumb. Each takes the slider, lets the page measure, and returns what has been measured.


class Hand(Protocol):
    """A pointer or a finger on the screen, in pixels."""

    def press(self, x: float, y: float) -> None: ...  # noqa: D102
    def move(self, x: float, y: float) -> None: ...  # noqa: D102
    def release(self) -> None: ...  # noqa: D102


class Pointer:
    """The mouse."""

    def __init__(self, page: Page) -> None:
        self._mouse = page.mouse

    def press(self, x: float, y: float) -> None:
        """Press on a place."""
        self._mouse.move(x, y)
        self._mouse.down()

    def move(self, x: float, y: float) -> None:
        """Move to a place; returns once the page has taken it."""
        self._mouse.move(x, y)

    def release(self) -> None:
        """Let go."""
        self._mouse.up()


class Finger:
    """One finger on a touch screen."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def press(self, x: float, y: float) -> None:
        """Touch a place."""
        self._touch("touchStart", x, y)

    def move(self, x: float, y: float) -> None:
        """Move to a place; returns once the page has taken it."""
        self._touch("touchMove", x, y)

    def release(self) -> None:
        """Lift."""
        self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _touch(self, kind: str, x: float, y: float) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})


def sweep(handle: Locator, hand: Hand) -> None:
    """Press the thumb and move it over the whole slider."""
    start, end, y = handle.evaluate(_PATH)
    hand.press(start, y)
    for share in ticks(MOVES):
        hand.move(start + share * (end - start), y)


def hold(page: Page, handle: Locator) -> None:
    """Hold an arrow key."""
    handle.focus()
    for _ in ticks(REPEATS):
        page.keyboard.down("ArrowRight")


def ticks(rate: float) -> Iterator[float]:
    """Shares of `SECONDS` that have passed, at most `rate` a second; the last one is 1."""
    begun, share = time.perf_counter(), 0.0
    while share < 1:
        due = time.perf_counter() + 1 / rate
        share = min(1, (time.perf_counter() - begun) / SECONDS)
        yield share
        time.sleep(max(0, due - time.perf_counter()))


def dragged(page: Page, traffic: Traffic, room: str, name: str, by: str) -> Drag:
    """Drag a slider of an open room from its second to its highest stop."""
    handle = page.locator(f".st-key-{name} input[type=range]").first
    for key in ("Home", "ArrowRight"):
        handle.press(key)
        rested(page)
    in_sight(page, handle)
    handle.evaluate("(input) => meter.follow(input)")
    traffic.reset()
    let_go = moving(page, handle, by)
    page.evaluate("meter.settled()")
    told = replace(traffic)
    let_go()
    found = page.evaluate("meter.followed()")
    steps = [Step(**step) for step in found["steps"]]
    pictures = [Picture(**one) for one in found["painted"]]
    return Drag(room, name, by, steps, pictures, told.sent, told.asked, told.most, found["changed"])


def moving(page: Page, handle: Locator, by: str) -> Callable[[], object]:
    """Move the thumb over the whole slider; returns what lets it go."""
    if by == "keys":
        hold(page, handle)
        return lambda: page.keyboard.up("ArrowRight")
    hand = Pointer(page) if by == "pointer" else Finger(page)
    sweep(handle, hand)
    return hand.release


def in_sight(page: Page, handle: Locator) -> None:
    """Scroll the first picture and the slider into sight."""
    for place in (page.locator(f"{MAIN} :is(canvas, .js-plotly-plot)"), handle):
        if place.count():
            place.first.scroll_into_view_if_needed()


# ---- Rooms.


@contextmanager
def opened(browser: Browser, url: str, **options: Any) -> Iterator[tuple[Page, Traffic]]:
    """A room with everything that measures a drag."""
    with new_page(browser, **options) as (page, _):
        page.context.add_init_script(path=RECORDER)
        traffic = Traffic()
        page.on("websocket", traffic.listen)
        rested(go(page, url))
        yield page, traffic


def drags(browser: Browser, url: str, room: str) -> Iterator[Drag]:
    """Drag every slider of a room, each with all others at their defaults."""
    address = f"{url}/{'' if room == 'home' else room}"
    with opened(browser, address) as (page, traffic):
        for name in page.locator("[data-testid=stSlider] input[type=range]").evaluate_all(_SLIDERS):
            rested(go(page, address))
            yield dragged(page, traffic, room, name, "pointer")


def other_ways(browser: Browser, url: str) -> Iterator[Drag]:
    """Move a slider with keys, and on a phone with a finger."""
    with opened(browser, f"{url}/{BY_HAND}") as (page, traffic):
        yield dragged(page, traffic, BY_HAND, "base", "keys")
    with opened(browser, f"{url}/{BY_HAND}", **PHONE) as (page, traffic):
        page.locator("button.sheet").tap()
        yield dragged(page, traffic, BY_HAND, "base", "finger")


def measure(rooms: Sequence[str] = ()) -> list[Drag]:
    """Drag in the named rooms, by default in all."""
    with launched() as browser, served() as url:
        found = [drag for room in rooms or ROOMS.values() for drag in drags(browser, url, room)]
        return found + (list(other_ways(browser, url)) if BY_HAND in (rooms or ROOMS.values()) else [])


# ---- Report.

DRAG_HEAD = (
    "room | slider | by | steps (1/s) | pictures (1/s) | painted, median (ms) | p95 (ms) | sent | on the way | "
    "in flight | jumps"
).split(" | ")


def section(rooms: Sequence[str] = ()) -> Section:
    """Measurements of the named rooms, by default all."""
    found = measure(rooms)
    return Section("drag", table(DRAG_HEAD, map(cells, found)), goals(found))


def cells(drag: Drag) -> list[str]:
    painted = (number(f(drag.waits()) if drag.waits() else np.nan, 0) for f in (np.median, p95))
    shown = [number(drag.pictures_a_second, 1), *painted] if drag.drawn else ["no picture", "–", "–"]
    counts = (number(value) for value in (drag.sent, drag.asked, drag.flying, drag.jumps))
    return [drag.room, drag.slider, drag.by, number(drag.steps_a_second, 1), *shown, *counts]


def goals(found: Sequence[Drag]) -> tuple[Goal, ...]:
    """Goals for which there are measurements."""
    live = [drag for drag in found if drag.live]
    others = [drag for drag in found if not drag.live]
    return (*live_goals(live), *server_goals(others), Goal("jumps of a thumb", sum(one.jumps for one in found), 0))


def live_goals(found: Sequence[Drag]) -> Iterator[Goal]:
    """Goals where the browser draws; a picture that never follows waits for the whole drag."""
    for what, measured, most in (("median", np.median, MEDIAN), ("p95", p95, LATE)):
        waits = {one: float(measured(one.waits(small=True) or [SECONDS * 1e3])) for one in found if one.drawn}
        if waits:
            worst = max(waits, key=lambda one: waits[one])
            yield Goal(f"{named(worst)}, the slowest at 128 × 512: painted, {what}", waits[worst], most, "ms")
    if found:
        sent = sum(one.sent for one in found if one.by != "keys")
        yield Goal("messages during a drag where the browser draws", sent, 0)


def server_goals(found: Sequence[Drag]) -> Iterator[Goal]:
    """Goals where the server draws."""
    paces = {one: one.pictures_a_second for one in found if one.drawn and not one.steps_a_second < PACE}
    if paces:
        worst = min(paces, key=lambda one: paces[one])
        yield Goal(f"{named(worst)}, the slowest elsewhere: pictures a second", paces[worst], PACE, least=True)
    if found:
        yield Goal("requests in flight elsewhere, most", max(one.flying for one in found), 1)


def named(drag: Drag) -> str:
    return f"{drag.room}, {drag.slider} by {drag.by}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", default="", help="names separated by commas; default: all")
    parser.add_argument("--check", action="store_true", help="exit with an error if a goal is missed")
    asked = parser.parse_args()
    show(section(named_rooms(parser, asked.rooms)), check=asked.check)


if __name__ == "__main__":
    main()
