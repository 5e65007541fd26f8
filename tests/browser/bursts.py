"""Rooms by the menu, keys and drags on sliders, steps in the history and reloads, faster than any hand."""

import random
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import Error, Page
from playwright.sync_api import TimeoutError as Overdue

from core.inputs.settings import PARAMETERS, Settings
from pages.shared.contents import SECTIONS
from tests.browser.visit import MAIN, go, grasp, settle

SECTION = "Sinusoidal"
TITLES = [room.title for room in SECTIONS[SECTION].values()]
TRIED = 1000  # ms for an element that may be redrawn at this moment
AGREED = 10_000  # ms until address and sliders must agree, once the room is complete
_LATE = """(delay) => { // every message of the server arrives later, in the same order
  window.WebSocket = class extends WebSocket {
    constructor(...parameters) {
      super(...parameters);
      this.addEventListener("message", (event) => { // before any other listener
        if (event.late) return;
        event.stopImmediatePropagation();
        const again = Object.assign(new MessageEvent("message", { data: event.data }), { late: true });
        setTimeout(() => this.dispatchEvent(again), delay);
      });
    }
  };
}"""
_AGREED = """(defaults) => {
  const query = new URLSearchParams(location.search);
  return !Object.keys(window.clockfaceHand ?? {}).length && Object.entries(defaults).every(([name, value]) => {
    const slider = document.querySelector(`.st-key-${name} input[type=range]`);
    return !slider || slider.dataset.text === (query.getAll(name).at(-1) ?? value);
  });
}"""
_STATE = """() => {
  const texts = [...document.querySelectorAll(".st-key-shared_settings input[type=range]")].map(
    (slider) => `${slider.getAttribute("aria-label")}=${slider.getAttribute("data-text")}`);
  return `${location.pathname}${location.search}: ${texts.join(" ")} ${JSON.stringify(window.clockfaceHand)}`;
}"""
_PICTURES = f"""() => {{ // what is drawn, without the faint lines of what was there before a drag
  const pictures = [];
  const lines = (plot) => plot.data.filter(({{ meta }}) => !meta?.ghost).map(({{ x, y }}) => [[...x], [...y]]);
  const walk = (root) => {{
    for (const element of root.querySelectorAll("*")) {{
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.matches(".js-plotly-plot")) pictures.push(JSON.stringify(lines(element)));
      if (!(element instanceof HTMLCanvasElement) || !element.width) continue;
      const {{ values }} = element.dataset; // of waves, which has such lines as well
      pictures.push(values ? values + element.ariaLabel : element.toDataURL());
    }}
  }};
  walk(document.querySelector("{MAIN}"));
  return pictures;
}}"""
_DEFAULTS = {parameter.name: str(getattr(Settings(), parameter.name)) for parameter in PARAMETERS}


@dataclass
class Bursts:
    """Outcome of a session."""

    burst_count: int
    parted: list[str]  # address, sliders and what is under the hand, where they differ after a burst
    stale: list[str]  # addresses whose pictures a fresh page draws otherwise
    ended: bool  # with a dialog or an exception; the remaining bursts are left out
    errors: list[str]  # of scripts in the page


def bursts(
    page: Page,  # that has not been opened yet
    app: str,  # address without a trailing slash
    *,
    count: int,
    moves: int,  # in each burst
    pause: float,  # ms between two moves
    delay: float,  # ms by which each message of the server is late
) -> Bursts:
    """Move by the menu, sliders and the history; after each burst, compare the room with a fresh page."""
    outcome, choice = Bursts(0, [], [], ended=False, errors=[]), random.Random(f"{pause} {delay}")
    fresh = page.context.new_page()
    fresh.set_viewport_size(page.viewport_size or {})
    for each in (page, fresh):
        each.emulate_media(reduced_motion="reduce")  # a picture at rest can be compared
    page.on("pageerror", lambda error: outcome.errors.append(str(error)))
    page.add_init_script(f"({_LATE})({delay})")
    go(page, f"{app}/matrix?d_model=64&length=64")
    for title in TITLES[:4]:
        _go_to(page, title)
        settle(page)
    while outcome.burst_count < count and not outcome.ended:
        for _ in range(moves):
            _move(page, choice)
            page.wait_for_timeout(pause)
        _press(page, "scale", "ArrowRight")
        outcome.burst_count += 1
        outcome.ended = not _lives(page)
        if not outcome.ended and not _agree(page):
            outcome.parted.append(page.evaluate(_STATE))
        elif not outcome.ended and not _same_pictures(page, fresh):
            outcome.stale.append(page.url)
    fresh.close()
    return outcome


def _move(page: Page, choice: random.Random) -> None:
    match choice.choice([*["room", "key", "key", "drag", "back", "forward"] * 3, "reload"]):
        case "room":
            _go_to(page, choice.choice(TITLES))
        case "key":
            _press(page, choice.choice(["base", "scale"]), choice.choice(["ArrowLeft", "ArrowRight"]))
        case "drag":
            _drag(page, choice.choice(["base", "scale"]), [choice.randint(-80, 80) for _ in range(3)])
        case "reload":
            with suppress(Error):  # of a document that goes
                page.reload(wait_until="commit")
        case step:
            with suppress(Error):  # of a document that goes
                page.evaluate(f"() => navigation.canGo{step.title()} && history.{step}()")  # stays in the app


def _go_to(page: Page, title: str) -> None:
    """Open a room by the menu, unless the menu is being redrawn."""
    try:
        page.get_by_test_id("stTopNav").get_by_role("button", name=SECTION).click(timeout=TRIED)
        page.get_by_role("menuitem", name=title, exact=True).click(timeout=TRIED)
    except Overdue:
        page.keyboard.press("Escape")


def _press(page: Page, name: str, key: str) -> None:
    """Move a slider by a key, unless it is being redrawn."""
    try:
        page.locator(f".st-key-{name} input[type=range]").first.press(key, timeout=TRIED)
    except Overdue:
        page.keyboard.press("Escape")


def _drag(page: Page, name: str, path: list[int]) -> None:
    """Drag a slider's thumb along points, unless it is being redrawn or a step away."""
    try:
        move = grasp(page, name, timeout=TRIED)
    except Error:  # late, or of a document that goes
        return
    for by in path:
        move(by)
    page.mouse.up()


def _lives(page: Page) -> bool:
    """Whether the room becomes complete, without a dialog or an exception."""
    try:
        settle(page)
    except AssertionError:
        return False
    return not (page.get_by_role("dialog").count() or page.get_by_test_id("stException").count())


def _agree(page: Page) -> bool:
    """Whether the address soon has the value of every slider."""
    try:
        page.wait_for_function(_AGREED, arg=_DEFAULTS, polling=100, timeout=AGREED)
    except Overdue:
        return False
    return True


def _same_pictures(page: Page, fresh: Page) -> bool:
    """Whether a fresh page with the same address shows the same pictures."""
    url = ""
    while url != page.url:  # it may be on its way into another room
        url = page.url
        go(fresh, url)
    drawn = fresh.evaluate(_PICTURES)
    page.bring_to_front()
    same = f"(drawn) => JSON.stringify(({_PICTURES})()) === JSON.stringify(drawn)"
    try:
        page.wait_for_function(same, arg=drawn, polling=100, timeout=AGREED)
    except Overdue:
        return False
    return True
