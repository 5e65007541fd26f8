"""A figure that is updated in place keeps what a reader has done with it."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import CHART, drawn, expect_changed, remember, slider

RANGES = "chart => ['xaxis', 'yaxis'].flatMap((name) => chart._fullLayout[name].range)"


def drag(page, area):
    box = area.bounding_box()
    (left, top), (right, bottom) = (
        (box["x"] + share * box["width"], box["y"] + share * box["height"]) for share in (0.3, 0.7)
    )
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(right, bottom, steps=4)
    page.mouse.up()
    page.mouse.move(0, 0)


@pytest.mark.parametrize(
    "room", ["similarity", "shift"], ids=["ranges that follow the data", "ranges that the figure sets"]
)
def test_another_figure_is_drawn_in_place_and_keeps_the_zoom(open_room, room):
    page = open_room(room)
    chart = page.locator(f"{CHART} .js-plotly-plot").first
    chart.scroll_into_view_if_needed()
    chart.evaluate("chart => { chart.dataset.same = 'yes'; }")
    whole = chart.evaluate(RANGES)
    drag(page, chart.locator(".nsewdrag").first)
    drawn(page)
    zoomed = chart.evaluate(RANGES)
    assert zoomed != whole
    remember(page, graphics_only=True)
    slider(page, "base").press("ArrowRight")
    expect_changed(page)
    assert chart.evaluate(RANGES) == pytest.approx(zoomed)
    expect(chart).to_have_attribute("data-same", "yes")
    chart.locator(".nsewdrag").first.dblclick()
    page.wait_for_function("([chart, zoomed]) => chart._fullLayout.xaxis.range[0] !== zoomed[0]",
                           arg=[chart.element_handle(), zoomed])  # fmt: skip


def test_a_chart_fills_the_screen_and_offers_to_send_nothing(open_room):
    page = open_room("similarity")
    chart = page.locator(f"{CHART} .js-plotly-plot").first
    chart.hover()
    buttons = chart.locator(".modebar-btn")
    names = {button.get_attribute("aria-label") or button.get_attribute("data-title") for button in buttons.all()}
    assert {"Download plot", "Zoom", "Pan", "Reset axes", "Fullscreen"} <= names
    assert not {"Share chart...", "Box Select", "Lasso Select"} & names
    before = chart.bounding_box()
    buttons.last.click()
    page.wait_for_function("chart => chart.clientHeight === innerHeight", arg=chart.element_handle())
    page.evaluate("document.exitFullscreen()")
    page.wait_for_function("([chart, height]) => chart.clientHeight === height",
                           arg=[chart.element_handle(), before["height"]])  # fmt: skip
