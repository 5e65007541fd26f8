"""Bytes of a first visit and of a change."""

from urllib.parse import urlsplit

import pytest

from tests.browser.visit import expect_changed, go, remember, slider

HOME = 3_000_000  # bytes


class Received:
    """Bytes of all responses and websocket frames, as reported by the Chrome DevTools Protocol."""

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
        self.answers[event["requestId"]] = event["encodedDataLength"]

    def _count_frame(self, event):
        self.frames += len(event["response"]["payloadData"]) * 3 // 4  # in base64

    def total(self):
        return sum(self.answers.values()) + self.frames

    def largest(self):
        """The largest responses by name, for the message of a failure."""
        named = {self.names.get(request, "?"): size for request, size in self.answers.items()}
        return sorted(named.items(), key=lambda item: -item[1])[:12]


def test_home_is_light(app, new_page):
    page = new_page(fresh=True)
    received = Received(page)
    go(page, f"{app}/")
    page.evaluate("() => document.fonts.ready.then(() => 0)")
    page.wait_for_load_state("networkidle")
    assert received.frames > 10_000  # the room itself has come
    assert len(received.answers) > 50  # and the scripts that show it
    assert received.total() <= HOME, received.largest()


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("matrix", 120_000),
        ("matrix?length=1048576&d_model=16384", 500_000),
        ("precision", 150_000),
        ("waves", 35_000),
    ],
)
def test_a_slider_costs_what_the_screen_shows(app, new_page, address, most):
    page = new_page()
    go(page, f"{app}/{address}")
    received = Received(page)
    remember(page, graphics_only=True)
    slider(page, "base").press("ArrowRight")
    expect_changed(page)
    assert 10_000 < received.total() <= most, received.largest()
