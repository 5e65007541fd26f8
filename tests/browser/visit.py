"""What a test does and sees as a reader: open a room, wait until it stands, read its settings."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.shared.contents import SECTIONS

ROOMS = {"" if stem == "home" else stem: stem for rooms in SECTIONS.values() for stem in rooms}
"""Address → file stem of every room."""

MAIN = "[data-testid=stMainBlockContainer]"
CHART = f"{MAIN} figure.clockface-plot"

# Streamlit looks for its own base path one folder up on a deep link; these two 404s are its search.
_BASE_PATH_SEARCH = re.compile(r"/[^/]+/_stcore/(health|host-config)")

_GRAPHICS = f"""() => {{
  const seen = [];
  const walk = (root) => {{
    for (const element of root.querySelectorAll("*")) {{
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element instanceof HTMLCanvasElement && element.width) seen.push(element.toDataURL());
      if (element.matches("svg.main-svg")) seen.push(element.innerHTML);
    }}
  }};
  walk(document.querySelector("{MAIN}"));
  return seen.join("\\n");
}}"""
_FOUND = """([x, y]) => {
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
  pen.fillText = function (...given) {
    const { a, b } = this.getTransform();
    sizes.add((parseFloat(this.font.match(/([\\d.]+)px/)[1]) * Math.hypot(a, b)) / devicePixelRatio);
    return write.apply(this, given);
  };
}"""
# What reaches beyond the screen, but for what a scrolling or clipping part of the page holds.
_TOO_WIDE = """main => {
  const found = [];
  const walk = (element) => {
    const box = element.getBoundingClientRect();
    const beyond = box.width > 1 && (box.right > innerWidth + 1 || box.left < -1);
    if (beyond) found.push(element.outerHTML.slice(0, 200));
    if (getComputedStyle(element).overflowX !== "visible") return;
    for (const child of [...element.children, ...(element.shadowRoot?.children ?? [])]) walk(child);
  };
  [...document.querySelector(main).children].forEach(walk);
  return found;
}"""
_VIEW = f"""() => document.querySelector("{MAIN}").innerText + ({_GRAPHICS})()"""


class Witness:
    """Everything a page asked for, told the server and complained about."""

    def __init__(self, page):
        self.requests, self.complaints, self.sent = [], [], []
        self._socket, self._unanswered = None, False
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("console", self._hear)

    def answered(self):
        """Wait until the server has begun to run what the page has asked for last."""
        if self._unanswered:
            self._socket.wait_for_event("framereceived", _begins_a_run)

    def _listen(self, socket):
        self._socket = socket
        self.requests.append(socket.url)
        socket.on("framesent", self._count)
        socket.on("framereceived", self._hear_server)

    def _count(self, frame):
        self.sent.append(frame)
        self._unanswered |= BackMsg.FromString(frame).WhichOneof("type") == "rerun_script"

    def _hear_server(self, frame):
        self._unanswered &= not _begins_a_run(frame)

    def _hear(self, message):
        if message.type != "error":
            return
        search = "404" in message.text and _BASE_PATH_SEARCH.fullmatch(urlsplit(message.location["url"]).path)
        if not search:
            self.complaints.append(f"console: {message.text} ({message.location['url']})")

    def other_hosts(self):
        """Addresses asked for beyond this machine; blob: and data: addresses never leave the page."""
        remote = ("http", "https", "ws", "wss")
        parts = [(urlsplit(url), url) for url in self.requests]
        return [url for part, url in parts if part.scheme in remote and part.hostname != "127.0.0.1"]


def go(page, url):
    """Open an address and wait until the room stands."""
    page.goto(url, wait_until="commit")
    settle(page)
    return page


def _begins_a_run(frame):
    return ForwardMsg.FromString(frame).WhichOneof("type") == "new_session"


def settle(page):
    """Wait until the server has run what was asked for and every picture is drawn."""
    if hasattr(page, "witness"):
        page.witness.answered()
    expect(page.locator(f"{MAIN} h1")).to_be_visible()
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.locator(f"{MAIN} [data-testid=stSkeleton], {MAIN} [data-stale=true]")).to_have_count(0)
    expect(page.locator(f"{CHART}:not([aria-busy=false]), {MAIN} canvas[aria-busy=true]")).to_have_count(0)


def drawn(page):
    """Wait until what a component was told before now is on the screen: it draws at the next frame."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def note_sizes(page):
    """Before a room is opened: note how large words are that are drawn on canvases, for `sizes`."""
    page.add_init_script(f"({_SIZES})()")


def sizes(page):
    """How large the words are that were drawn, CSS pixels; some perhaps before the page's style had come."""
    return {round(size, 6) for size in page.evaluate("() => [...sizes]")}


def beyond_the_screen(page):
    """What reaches beyond the screen on its right or left, but for what a scrolling part of the page holds."""
    whole = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return page.evaluate(_TOO_WIDE, MAIN) + ([f"the page, by {whole} pixels"] if whole > 0 else [])


def click_in_chart(page, x, y):
    """Click where the chart has found what lies under the pointer.

    Plotly looks for that at most every 50 ms, also in a click, and till then clicks what was there before.
    """
    page.mouse.move(x, y)
    page.wait_for_function(_FOUND, arg=[x, y])
    page.mouse.click(x, y)


def slider(page, name):
    """A shared setting's slider, which takes the keyboard."""
    return page.locator(f"[data-testid=stSidebar] input[type=range][aria-label='{name}']")


def expect_settings(page, **values):
    """Wait until the sidebar shows these values."""
    for name, value in values.items():
        expect(slider(page, name)).to_have_attribute("aria-valuetext", str(value))


def expect_address(page, **values):
    """Wait until the address asks for these values; None where it is to be silent."""
    wanted = {name: [str(value)] for name, value in values.items() if value is not None}
    page.wait_for_url(lambda url: _asked(url, values) == wanted)


def change_room(page, title):
    """Go to a room by the navigation at the top and wait until it stands."""
    navigation = page.get_by_test_id("stTopNav")
    for section, rooms in SECTIONS.items():
        if title in rooms.values() and section:
            navigation.get_by_role("button", name=section).click()
            page.get_by_role("menuitem", name=title, exact=True).click()
        elif title in rooms.values():
            navigation.get_by_role("link", name=title, exact=True).click()


def remember(page, *, graphics_only=False):
    """Keep what the room shows, for `expect_changed`."""
    page.evaluate(f"() => {{ window.view = {_GRAPHICS if graphics_only else _VIEW}; window.seen = view(); }}")


def expect_changed(page):
    """Wait until the room shows something else, and still does when it stands."""
    page.wait_for_function("() => view() !== seen")
    settle(page)
    assert page.evaluate("() => view() !== seen")


def _asked(url, names):
    return {name: values for name, values in parse_qs(urlsplit(url).query).items() if name in names}
