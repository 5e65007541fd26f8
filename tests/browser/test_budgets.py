"""Bytes of a first visit and of a change."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from bench.browser import Wire
from tests.browser.visit import CHART, MAIN, go, settle, slider

HOME = 3_000_000  # bytes
CHARTS = 2_050_000  # bytes, compressed as by a proxy


class Received:
    """Bytes of websocket frames and of responses to what is requested from now on.

    As reported by the Chrome DevTools Protocol.
    """

    def __init__(self, page):
        self.names, self.answers, self.frames = {}, {}, 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._name)
        session.on("Network.loadingFinished", self._count)
        session.on("Network.webSocketFrameReceived", self._count_frame)

    def _name(self, event):
        self.names[event["requestId"]] = urlsplit(event["request"]["url"]).path.split("/")[-1]

    def _count(self, event):
        if event["requestId"] in self.names:
            self.answers[event["requestId"]] = event["encodedDataLength"]

    def _count_frame(self, event):
        self.frames += len(event["response"]["payloadData"]) * 3 // 4  # in base64

    def total(self):
        return sum(self.answers.values()) + self.frames

    def largest(self):
        """The largest responses by name, for the message of a failure."""
        named = {self.names[request]: size for request, size in self.answers.items()}
        return sorted(named.items(), key=lambda item: -item[1])[:12]


_SAVING = "Object.defineProperty(navigator.connection, 'saveData', { get: () => true })"


def test_home_is_light(app, new_page):
    page = new_page(fresh=True)
    page.add_init_script(_SAVING)
    received = Received(page)
    go(page, f"{app}/")
    page.evaluate("() => document.fonts.ready.then(() => 0)")
    page.wait_for_load_state("networkidle")
    assert received.frames > 10_000  # the room itself has come
    assert len(received.answers) > 50  # and the scripts that show it
    assert received.total() <= HOME, received.largest()


def test_home_at_rest_loads_what_rooms_with_pictures_need(app, new_page):
    page = new_page(fresh=True)
    go(page, f"{app}/")
    page.wait_for_function("() => window.Plotly")
    received = Received(page)
    page.locator(MAIN).get_by_role("link", name="Do near positions look alike?").click()
    page.wait_for_url("**/similarity*")
    settle(page)
    expect(page.locator(f"{CHART} .js-plotly-plot")).to_be_visible()
    assert not [name for name in received.names.values() if name.endswith(".js")]


@pytest.mark.parametrize("room", ["similarity", "learned"])
def test_a_room_with_charts_is_light(app, new_page, room):
    page = new_page(fresh=True)
    loaded = Wire(page)
    go(page, f"{app}/{room}")
    page.wait_for_load_state("networkidle")
    assert loaded.bytes_compressed() <= CHARTS


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("matrix", 135_000),
        ("matrix?length=1048576&d_model=16384", 500_000),
        ("precision", 182_000),
        ("waves", 70_000),
    ],
)
def test_a_slider_costs_what_the_screen_shows(app, new_page, address, most):
    page = new_page()
    go(page, f"{app}/{address}")
    received = Received(page)
    with page.witness.run():
        slider(page, "base").press("ArrowRight")
    settle(page)
    assert 10_000 < received.total() <= most, received.largest()
