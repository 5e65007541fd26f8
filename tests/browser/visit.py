"""Actions and observations of a reader: open a room, wait until it is complete, read its settings."""

import re
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import TimeoutError as Overdue
from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.shared.contents import SECTIONS
from tests.patterns import page_words

ROOMS = {"" if stem == "home" else stem: stem for rooms in SECTIONS.values() for stem in rooms}
"""Address → file stem of every room."""

PATIENCE = 90_000  # ms; a busy machine is not a failure
MAIN = "[data-testid=stMainBlockContainer]"
PHONE = {"width": 390, "height": 844}
TOUCH_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}  # options of a page
UPLOAD, _MODEL = page_words("learned")["Upload"], page_words("model")
CHART = f"{MAIN} figure.clockface-plot"

# On a deep link Streamlit searches for its base path one folder up, which gives these two 404s.
_BASE_PATH_SEARCH = re.compile(r"/[^/]+/_stcore/(health|host-config)")

_GRAPHICS = f"""() => {{
  const images = [];
  const walk = (root) => {{
    for (const element of root.querySelectorAll("*")) {{
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element instanceof HTMLCanvasElement && element.width) images.push(element.toDataURL());
      if (element.matches("svg.main-svg")) images.push(element.innerHTML);
    }}
  }};
  walk(document.querySelector("{MAIN}"));
  return images.join("\\n");
}}"""
_UNDER_POINTER = """([x, y]) => {
  const chart = document.elementFromPoint(x, y)?.closest(".js-plotly-plot");
  if (!chart) return false;
  const { left, top } = chart.getBoundingClientRect(), across = chart._fullLayout.hovermode.startsWith("x");
  const within = (low, at, high) => low - 20 <= at && at <= high + 20; // pixels, as far as Plotly looks
  return (chart._hoverdata ?? []).some(({ bbox }) =>
    within(left + bbox.x0, x, left + bbox.x1) && (across || within(top + bbox.y0, y, top + bbox.y1)));
}"""
_SIZES = """() => {
  window.sizes = new Set();
  const pen = CanvasRenderingContext2D.prototype, write = pen.fillText;
  pen.fillText = function (...parameters) {
    const { a, b } = this.getTransform();
    sizes.add((parseFloat(this.font.match(/([\\d.]+)px/)[1]) * Math.hypot(a, b)) / devicePixelRatio);
    return write.apply(this, parameters);
  };
}"""
# Elements that reach beyond the screen, except inside scrolling or clipping parts of the page.
_TOO_WIDE = """main => {
  const wide = [];
  const walk = (element) => {
    const box = element.getBoundingClientRect();
    const beyond = box.width > 1 && (box.right > innerWidth + 1 || box.left < -1);
    if (beyond) wide.push(element.outerHTML.slice(0, 200));
    if (getComputedStyle(element).overflowX !== "visible") return;
    for (const child of [...element.children, ...(element.shadowRoot?.children ?? [])]) walk(child);
  };
  [...document.querySelector(main).children].forEach(walk);
  return wide;
}"""
_SLIDER = ".st-key-{} input[type=range]"
_THUMB = """(input) => { // the middle of its thumb
  const { left, top, width, height } = input.getBoundingClientRect(), thumb = 16;
  return [left + thumb / 2 + (input.value / input.max) * (width - thumb), top + height / 2];
}"""
# True once the page has executed its pending tasks.
_TURN = "() => new Promise((done) => setTimeout(() => setTimeout(done, 0, true)))"
# What is missing until a room is complete, in the order in which it comes; null once nothing is.
_MISSING = f"""(isHeld) => {{
  const main = document.querySelector("{MAIN}");
  if (!main?.querySelector("h1")?.checkVisibility()) return "a visible heading";
  const app = document.querySelector("[data-testid=stApp]");
  if (app?.dataset.testScriptState !== "notRunning") return "the end of the run";
  if (!isHeld && Object.keys(window.clockfaceHeld ?? {{}}).length) return "the answer to a slider";
  if (main.querySelector("[data-testid=stSkeleton], [data-stale=true]")) return "fresh elements";
  if ([...main.querySelectorAll("details")].some((fold) => fold.style.height)) return "the end of an unfolding";
  const regular = [...main.querySelectorAll("[data-testid=stBidiComponentRegular]")];
  const inside = [...main.querySelectorAll("[data-testid=stBidiComponentIsolated]")].map((part) => part.shadowRoot);
  if ([...regular, ...inside].some((part) => !part?.childElementCount)) return "mounted components";
  const pictures = "figure.clockface-plot:not([aria-busy=false]), canvas[aria-busy=true]";
  const waiting = [main, ...inside].flatMap((root) => [...root.querySelectorAll(pictures)]);
  const picture = waiting.find((each) => each.checkVisibility());
  if (picture) return `a drawn picture: ${{picture.outerHTML.slice(0, 300)}}`;
  const script = document.querySelector("script[data-file]:not([data-started])");
  return script ? `a started script: ${{script.dataset.file}}` : null;
}}"""
_GO_ON = """(url) => {
  history.pushState(null, "", url);
  history.pushState(null, "", url);
  history.back();
}"""
_VIEW = f"""() => document.querySelector("{MAIN}").innerText + ({_GRAPHICS})()"""


class Witness:
    """Records requests, messages to the server and errors of a page."""

    def __init__(self, page):
        self.forget()
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("requestfailed", lambda request: self.failed.append(f"{request.url}: {request.failure}"))
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("console", self._hear)

    def forget(self):
        """Begin anew, for a page that is empty."""
        self.requests, self.complaints, self.messages, self.failed, self.heard = [], [], [], [], []
        self.socket, self._unanswered = None, False
        self._unasked, self._begun = (
            False,
            False,
        )  # of `run`: the step's message is still to be sent; its run has begun

    def answered(self):
        """Wait until the server has started the run that the page requested last."""
        if self._unanswered:
            self.socket.wait_for_event("framereceived", _begins_a_run)

    @contextmanager
    def run(self):
        """A context for a step in the history, which ends when the server's run for it has arrived in full."""
        self._unasked, self._begun = True, False

        def ends(frame):  # an earlier run may end first, as that for another theme
            self._begun |= not self._unasked and _begins_a_run(frame)
            return self._begun and _ends_a_run(frame)

        with self.socket.expect_event("framereceived", ends, timeout=PATIENCE):
            yield

    def _listen(self, socket):
        self.socket = socket
        self.requests.append(socket.url)
        socket.on("framesent", self._count)
        socket.on("framereceived", self._hear_server)

    def _count(self, frame):
        self.messages.append(frame)
        message = BackMsg.FromString(frame)
        self._unanswered |= message.WhichOneof("type") == "rerun_script"
        self._unasked &= not message.rerun_script.is_history_navigation

    def _hear_server(self, frame):
        self.heard.append(ForwardMsg.FromString(frame).WhichOneof("type"))
        self._unanswered &= not _begins_a_run(frame)

    def _hear(self, message):
        if message.type != "error":
            return
        search = "404" in message.text and _BASE_PATH_SEARCH.fullmatch(urlsplit(message.location["url"]).path)
        if not search:
            self.complaints.append(f"console: {message.text} ({message.location['url']})")

    def report(self, loaded):  # addresses of the requests that have ended
        """What led to a room that is not complete, for the message of a failure."""
        waiting = sorted({*self.requests} - {*loaded})
        return f"{waiting=}, {self.failed=}, {self.complaints=}, {self.heard[-20:]=}, {len(self.messages)=}"

    def other_hosts(self):
        """Requested addresses on other hosts; blob: and data: addresses never leave the page."""
        remote = ("http", "https", "ws", "wss")
        parts = [(urlsplit(url), url) for url in self.requests]
        return [url for part, url in parts if part.scheme in remote and part.hostname != "127.0.0.1"]


def go(page, url):
    """Open an address, before other tabs, and wait until the room is complete."""
    page.bring_to_front()
    page.goto(url, wait_until="commit")
    settle(page)
    return page


def go_on(page, url):
    """Open another address of the app in the same page, as Back does, and wait until the room is complete."""
    page.bring_to_front()
    with page.witness.run():
        page.evaluate(_GO_ON, url)
    settle(page)


def _asks_for_a_run(frame):
    return BackMsg.FromString(frame).WhichOneof("type") == "rerun_script"


def _begins_a_run(frame):
    return ForwardMsg.FromString(frame).WhichOneof("type") == "new_session"


def _ends_a_run(frame):
    message = ForwardMsg.FromString(frame)
    ended = message.WhichOneof("type") == "script_finished"
    return ended and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY  # not for another run to begin


def settle(page, *, is_held=False):  # is_held: whether a thumb is, which else has its answer
    """Wait until the server has run and every picture is drawn.

    All conditions are checked in the page, every 50 ms: `expect` would wait up to a second between two checks.
    """
    if hasattr(page, "witness"):
        page.wait_for_function(_TURN, polling=50)  # the witness records what the page is sending
        page.witness.answered()
        page.wait_for_function(_TURN, polling=50)  # the page handles what the witness has received
    try:
        page.wait_for_function(f"(isHeld) => !({_MISSING})(isHeld)", arg=is_held, polling=50, timeout=PATIENCE)
    except Overdue as error:
        loaded = page.evaluate("() => performance.getEntriesByType('resource').map((each) => each.name)")
        witnessed = page.witness.report(loaded) if hasattr(page, "witness") else ""
        shown = f"{page.evaluate('document.readyState')}: {page.inner_text('body')[:500]}"
        raise AssertionError(f"the room lacks {page.evaluate(_MISSING, is_held)}; {witnessed}; {shown}") from error


def show_in(page, scheme):
    """Change to a colour scheme, and wait until all is drawn in it."""
    page.bring_to_front()
    page.emulate_media(color_scheme=scheme)
    theme = "scheme => getComputedStyle(document.querySelector('.stApp')).colorScheme === scheme"
    page.wait_for_function(theme, arg=scheme)
    settle(page)


def await_drawing(page):
    """Wait until components have drawn what they received so far, which they do in the next frame."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def coarse_frames(page):
    """Before a room is opened: give all frames of 0.2 s the same time, as a busy browser gives some."""
    coarse = "window.requestAnimationFrame = frame => exact(now => frame(200 * Math.floor(now / 200)))"
    page.add_init_script(f"const exact = requestAnimationFrame.bind(window); {coarse};")


def note_sizes(page):
    """Before a room is opened: record the font sizes of text drawn on canvases, for `sizes`."""
    page.add_init_script(f"({_SIZES})()")


def sizes(page):
    """Font sizes of text drawn on canvases in CSS pixels, perhaps some from before the style was loaded."""
    return {round(size, 6) for size in page.evaluate("() => [...sizes]")}


def beyond_the_screen(page, main=MAIN):
    """Elements that reach beyond the screen to the right or left, except inside scrolling parts of the page."""
    whole = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return page.evaluate(_TOO_WIDE, main) + ([f"the page, by {whole} pixels"] if whole > 0 else [])


def click_in_chart(page, x, y):
    """Click a point of a chart once the chart has found it under the pointer.

    Plotly searches at most every 50 ms; a click before that hits the previous point.
    """
    page.mouse.move(x, y)
    page.wait_for_function(_UNDER_POINTER, arg=[x, y])
    page.mouse.click(x, y)


@contextmanager
def dragging(page, x, y):
    """Hold the pointer down at a point until the block ends; nothing is sent to the server before."""
    page.mouse.move(x, y)
    page.mouse.down()
    message_count = len(page.witness.messages)
    yield
    assert len(page.witness.messages) == message_count
    page.mouse.up()


def swipe(page, points):
    """Drag a finger along points."""
    session = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def slider(page, name):
    """The slider of a shared setting, which can be moved by keys; hidden where it changes nothing.

    One that is a step away is brought by the button beside the first.
    """
    found, button = _slider(page, name), page.locator("button.sheet[aria-expanded=false]")
    if found.is_hidden() and button.is_visible():
        button.click()
    return found


def _slider(page, name):
    return page.locator(_SLIDER.format(name))


def grasp(page, name, *, timeout=None):
    """Press the pointer on a slider's thumb; returns a function that moves it by a number of pixels."""
    x, y = slider(page, name).evaluate(_THUMB, timeout=timeout)
    page.mouse.move(x, y)
    page.mouse.down()
    return lambda by: page.mouse.move(x + by, y)


def typed(page, name):
    """The field of a slider's value."""
    return page.locator(f".st-key-{name} .typed").first


def expect_settings(page, **values):
    """Wait until those of the sliders that the room has show these values; it has one of them at least."""
    page.locator(", ".join(map(_SLIDER.format, values))).first.wait_for(state="attached")
    shown = {name: value for name, value in values.items() if _slider(page, name).count()}
    for name, value in shown.items():
        expect(_slider(page, name)).to_have_attribute("data-text", str(value))


def expect_address(page, **values):
    """Wait until the address has these values; None for names that it must not have."""
    expected = {name: [str(value)] for name, value in values.items() if value is not None}
    page.wait_for_url(lambda url: _query(url, values) == expected)


def change_room(page, title):
    """Go to a room by the navigation at the top."""
    navigation = page.get_by_test_id("stTopNav")
    section = next(section for section, rooms in SECTIONS.items() for room in rooms.values() if room.title == title)
    if section:
        navigation.get_by_role("button", name=section).click()
        page.get_by_role("menuitem", name=title, exact=True).click()
    else:
        navigation.get_by_role("link", name=title, exact=True).click()


def open_more(page):
    """Open the room's fold "More"."""
    page.locator(".st-key-more summary").click()
    settle(page)


def upload(page, name, content):
    """Upload a file in Learned, and wait until the room is complete and the uploader is closed."""
    field = page.locator("input[type=file]")
    if not field.count():
        page.get_by_role("button", name=UPLOAD).click()
    remember(page)
    # the clocks play, so that a picture that changes does not tell that the file has arrived
    with page.witness.socket.expect_event("framesent", _asks_for_a_run, timeout=PATIENCE):
        field.set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})
    expect_changed(page)
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)


def config_field(page):
    """The field in Model for a config or a command."""
    return page.get_by_role("textbox", name=_MODEL["Paste: label"])


def paste(page, text):
    """In Model, open the field where it is closed, fill it, press its button and wait until the room changes."""
    if not config_field(page).is_visible():
        page.get_by_role("button", name=_MODEL["Paste: pasted"]).click()
    config_field(page).fill(text)
    remember(page)
    page.get_by_role("button", name=_MODEL["Paste: read"]).click()
    expect_changed(page)


def remember(page, *, graphics_only=False):
    """Record what the room shows, for `expect_changed`."""
    page.evaluate(f"() => {{ window.view = {_GRAPHICS if graphics_only else _VIEW}; window.viewBefore = view(); }}")


def expect_changed(page):
    """Wait until the room is complete and shows something else than at `remember`.

    Comparing encodes all pictures, which takes many milliseconds: not in every frame.
    """
    page.wait_for_function("() => view() !== viewBefore", polling=100, timeout=PATIENCE)
    settle(page)
    assert page.evaluate("() => view() !== viewBefore")


def _query(url, names):
    return {name: values for name, values in parse_qs(urlsplit(url).query).items() if name in names}
