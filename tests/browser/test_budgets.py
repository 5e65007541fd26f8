"""Bytes of a first visit and of a change."""

import base64
from unittest.mock import Mock

import pytest
from playwright.sync_api import expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import NewSession

from components.kit.files import VERSION_PATH
from tests.browser.traffic import Wire
from tests.browser.visit import CHART, MAIN, go, go_on, settle

HOME = 3_000_000  # bytes
CHARTS = 2_050_000  # bytes, compressed as by a proxy
SLIDER = ".slider"
SUCCESS = ForwardMsg.FINISHED_SUCCESSFULLY

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
    page.locator(MAIN).get_by_role("link", name="What does the base do?").click()
    page.wait_for_url("**/waves*")
    settle(page)
    expect(page.locator(f"{CHART} .js-plotly-plot")).to_be_visible()
    scripts = [path for path in received.paths.values() if path.endswith(".js")]
    assert not [path for path in scripts if not VERSION_PATH.match(path)]  # the room's own are small


@pytest.mark.parametrize("room", ["similarity", "learned"])
def test_a_room_with_charts_is_light(app, new_page, room):
    page = new_page(fresh=True)
    loaded = Wire(page)
    go(page, f"{app}/{room}")
    page.wait_for_load_state("networkidle")
    assert loaded.bytes_compressed() <= CHARTS


AFTER_A_SLIDER = {  # kB; scripts and styles are files, which the page has already
    "similarity": 25,
    "waves": 25,
    "compare": 30,
    "shift": 40,
    "biases": 45,
    "stretch?target_context=131072": 80,
    "matrix": 25,
    "matrix?length=524288&d_model=12288": 25,
    "precision": 182,
}


def test_a_slider_costs_what_the_screen_shows_and_no_script(app, open_room):
    page = open_room()
    received = Wire(page)
    for address, most in AFTER_A_SLIDER.items():
        go_on(page, f"{app}/{address}")
        sliders = page.locator(f"{SLIDER} input[type=range]:visible")
        if not sliders.count():
            page.locator("button.sheet").click()
        received.reset()
        sliders.first.press("ArrowRight")
        settle(page)
        assert 5 < max(received.answers) / 1000 <= most, address  # it may have run twice


def test_a_run_that_was_cut_short_is_no_answer():
    received, sizes = Wire(Mock()), []
    for message in (
        ForwardMsg(script_finished=SUCCESS),  # of a run that began before
        begin := ForwardMsg(new_session=NewSession(name="clockface")),
        ForwardMsg(script_finished=ForwardMsg.FINISHED_EARLY_FOR_RERUN),
        begin,
        ForwardMsg(script_finished=SUCCESS),
    ):
        data = message.SerializeToString()
        sizes.append(len(data))
        received._receive(
            {"timestamp": 0, "response": {"opcode": 2, "payloadData": base64.b64encode(data).decode()}}
        )
    assert received.answers == [sum(sizes[-2:])]
