"""Bytes of a first visit and of a change."""

import pytest
from playwright.sync_api import expect

from components.kit.files import VERSIONED
from tests.browser.traffic import Wire
from tests.browser.visit import CHART, MAIN, go, settle, slider

HOME = 3_000_000  # bytes
CHARTS = 2_050_000  # bytes, compressed as by a proxy


_SAVING = "Object.defineProperty(navigator.connection, 'saveData', { get: () => true })"


def test_home_is_light(app, new_page):
    page = new_page(fresh=True)
    page.add_init_script(_SAVING)
    received = Wire(page)
    go(page, f"{app}/")
    page.evaluate("() => document.fonts.ready.then(() => 0)")
    page.wait_for_load_state("networkidle")
    assert received.answers  # the room itself has come
    assert len(received.loaded) > 50  # and the scripts that show it
    assert received.bytes_received() <= HOME, received.largest()


def test_home_at_rest_loads_what_rooms_with_pictures_need(app, new_page):
    page = new_page(fresh=True)
    go(page, f"{app}/")
    page.wait_for_function("() => window.Plotly")
    received = Wire(page)
    page.locator(MAIN).get_by_role("link", name="Do near positions look alike?").click()
    page.wait_for_url("**/similarity*")
    settle(page)
    expect(page.locator(f"{CHART} .js-plotly-plot")).to_be_visible()
    scripts = [path for path in received.paths.values() if path.endswith(".js")]
    assert not [path for path in scripts if not VERSIONED.match(path)]  # the room's own are small


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
    received = Wire(page)
    with page.witness.run():
        slider(page, "base").press("ArrowRight")
    settle(page)
    assert 10_000 < max(received.answers) <= most  # a busy server may have answered twice
