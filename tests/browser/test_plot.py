"""Charts: updated in place, drawn when near, and what stays while a slider moves."""

from functools import partial
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from components.kit.wire import pack
from components.pictures.plot import _apart
from figures import theme
from tests.browser.hand import HOLD_HAND, MOVE_HAND
from tests.browser.module import run
from tests.browser.visit import (
    CHART,
    PHONE,
    Witness,
    await_drawing,
    expect_changed,
    go,
    go_on,
    remember,
    settle,
    slider,
)

RANGES = "chart => ['xaxis', 'yaxis'].flatMap((name) => chart._fullLayout[name].range)"


def drag(page, area):
    box = area.bounding_box()
    (left, top), (right, bottom) = (
        (box["x"] + share * box["width"], box["y"] + share * box["height"]) for share in (0.4, 0.7)
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
    await_drawing(page)
    zoomed = chart.evaluate(RANGES)
    assert zoomed != whole
    remember(page, graphics_only=True)
    slider(page, "base").press("ArrowRight")
    expect_changed(page)
    settle(page)  # two clicks, with a drawing between them, are not one double click
    assert chart.evaluate(RANGES) == pytest.approx(zoomed)
    expect(chart).to_have_attribute("data-same", "yes")
    chart.locator(".nsewdrag").first.dblclick()
    page.wait_for_function(
        "([chart, zoomed]) => chart._fullLayout.xaxis.range[0] !== zoomed[0]", arg=[chart.element_handle(), zoomed]
    )


def test_a_chart_fills_the_screen_and_has_two_buttons(open_room):
    page = open_room("similarity")
    chart = page.locator(f"{CHART} .js-plotly-plot").first
    chart.hover()
    buttons = chart.locator(".modebar-btn")
    assert [button.get_attribute("data-title") for button in buttons.all()] == ["Download picture", "Fullscreen"]
    assert (
        chart.locator(".modebar-group").evaluate("bar => getComputedStyle(bar).backgroundColor")
        == "rgba(0, 0, 0, 0)"
    )
    before = chart.bounding_box()
    buttons.last.click()
    page.wait_for_function("chart => chart.clientHeight === innerHeight", arg=chart.element_handle())
    page.evaluate("document.exitFullscreen()")
    page.wait_for_function(
        "([chart, height]) => chart.clientHeight === height", arg=[chart.element_handle(), before["height"]]
    )


# ---- The component by itself, in a corner of a room that has loaded Plotly.

_MOUNT = """
  for (const end of window.ends ?? []) end();
  document.getElementById("mounted")?.remove();
  const root = document.body.appendChild(Object.assign(document.createElement("div"), { id: "mounted" }));
  root.innerHTML = "<figure class='clockface-plot' style='width: 500px'><div></div></figure>";
  root.style.cssText = `position: fixed; left: 0; top: ${inputs.top}px; background: white`;
  const figure = root.firstChild, chart = figure.firstChild;
  const context = { parentElement: root, setTriggerValue() {} };
  const show = (bytes) => {
    window.ends = [module.default({ ...context, data: new Uint8Array(bytes) })];
  };
  const frame = () => new Promise(requestAnimationFrame);
  const frames = async (count) => { for (let i = 0; i < count; i++) await frame(); };
  const drawn = async () => {
    await frames(2);
    while (figure.getAttribute("aria-busy") !== "false") await frame();
    await frames(2);
  };
  const hand = (values) => {
    window.clockfaceHand = values;
    dispatchEvent(new CustomEvent("clockface-hand"));
  };
  hand({});
  const range = () => chart._fullLayout.yaxis.range.map((end) => Math.round(100 * end) / 100);
  const ghosts = () => chart.data.filter(({ meta }) => meta?.ghost);
"""


@pytest.fixture(scope="module")
def plotly_page(profile, app):
    """A room that has loaded Plotly, for all charts mounted below."""
    page = profile.new_page()
    page.witness = Witness(page)
    yield go(page, f"{app}/similarity")
    assert not page.witness.complaints
    page.close()


@pytest.fixture
def mount(plotly_page):
    """Run a body with charts of these heights: `mount(body, [0, 1], [0, 5])`; their bytes are `inputs.bytes`."""
    return lambda body, *heights, top=0, **layout: run(
        plotly_page, "plot", _MOUNT + body, top=top, bytes=[figure_bytes(y, **layout) for y in heights]
    )


def figure_bytes(y, **layout):
    lines = [{"type": "scatter", "mode": "lines", "x": list(range(len(y))), "y": y, "line": {"color": "#123456"}}]
    figure = {"data": lines, "layout": {"height": 300, "font": {"size": 14}, "yaxis": {}, **layout}}
    header = {"figure": _apart(figure, {}), "alt": "", "name": "one", "picks": False, "ghost": True, "live": None}
    return list(pack(header, {}))


def test_a_chart_that_is_taken_away_at_once_ends_in_peace(mount):
    # Plotly goes on after `react` has returned; the page's witness would note an error.
    body = """
      show(inputs.bytes[0]);
      await drawn();
      show(inputs.bytes[1]);
      window.ends.pop()();
      await frames(5);
      return chart.childElementCount;"""
    assert mount(body, [0, 1], [0, 2]) == 0


def test_the_end_of_an_earlier_call_does_not_end_a_chart_that_was_called_again(mount):
    body = """
      show(inputs.bytes[0]);
      const [end] = window.ends;
      show(inputs.bytes[0]);
      end();
      await drawn();
      show(inputs.bytes[1]);
      await drawn();
      return chart.data[0].y[1];"""
    assert mount(body, [0, 1], [0, 2]) == 2


def test_a_chart_off_the_screen_waits_with_its_height_until_the_reader_comes_near(mount):
    body = """
      show(inputs.bytes[0]);
      await frames(3);
      const waiting = [figure.getAttribute("aria-busy"), chart.childElementCount, chart.clientHeight];
      root.style.top = "0";
      await drawn();
      const near = [chart.data[0].y[1], chart.clientHeight];
      root.style.top = `${inputs.top}px`;
      await frames(3);
      show(inputs.bytes[1]);
      await frames(3);
      const away = chart.data[0].y[1];
      root.style.top = "0";
      await drawn();
      return [waiting, near, away, chart.data[0].y[1]];"""
    assert mount(body, [0, 1], [0, 2], top=5000) == [["false", 0, 300], [1, 300], 1, 2]


@pytest.mark.parametrize("act", ["await figure.whole()", "dispatchEvent(new Event('beforeprint'))"])
def test_a_chart_off_the_screen_is_drawn_to_be_saved_or_printed(mount, act):
    assert mount(f"show(inputs.bytes[0]); await frames(3); {act}; return chart.data.length;", [0, 1], top=5000) == 1


def test_what_is_measured_keeps_its_range_under_the_hand_and_takes_the_new_one_at_rest(mount):
    body = """
      show(inputs.bytes[0]);
      await drawn();
      hand({ base: 500 });
      show(inputs.bytes[1]);
      await drawn();
      const ranges = [range()];
      hand({});
      await drawn();
      while (range()[1] < 9) await frame(); // it glides
      return [...ranges, range()];"""
    range_in_drag, range_at_rest = mount(body, [0, 1], [0, 9])
    assert range_in_drag[1] < 2
    assert range_at_rest[1] > 9


def test_an_axis_that_the_figure_says_follows_a_slider_follows_it(mount):
    body = """
      show(inputs.bytes[0]);
      await drawn();
      const before = range();
      hand({ d_model: 64 });
      show(inputs.bytes[1]);
      await drawn();
      const followed = range();
      hand({ base: 5 });
      return [before, followed];"""
    before, followed = mount(body, [0, 1], [0, 9], meta={"follows": {"yaxis": ["d_model"]}})
    assert before[1] < 2
    assert followed[1] > 9


def test_the_lines_from_before_stay_behind_until_another_control_changes(mount):
    body = """
      show(inputs.bytes[0]);
      await drawn();
      hand({ base: 500 });
      show(inputs.bytes[1]);
      await drawn();
      hand({});
      await drawn();
      const [ghost] = ghosts(), { width } = ghost.line, { data } = await figure.whole();
      const before = [[...ghost.y], chart.data.length, data.length, ghost.showlegend, ghost.hoverinfo, width < 2];
      show(inputs.bytes[1]);
      await drawn();
      const same = ghosts().length;
      show(inputs.bytes[2]);
      await drawn();
      return [...before, same, ghosts().length];"""
    assert mount(body, [0, 1], [0, 2], [0, 3]) == [[0, 1], 2, 1, False, "skip", True, 1, 0]


# ---- Charts that the browser computes while a shared slider moves.

_PLOTTED = "chart => chart._fullLayout._size"
_ONLY = ".annotation, .x2y2, .scatterlayer .trace:not(.tracelive) { display: none }"  # no landmarks, no ghosts
LIVE = {"curve": "similarity", "gram": "similarity?picture=Gram+matrix", "normalised": "similarity?normalised=true"}
MOVES = {"base": 500, "scale": 4, "length": 64, "d_model": 64}


def between_axes(page):
    """The pixels between the axes of the first chart, (height, width, 3)."""
    chart = page.locator(f"{CHART} .js-plotly-plot").first
    chart.scroll_into_view_if_needed()
    page.add_style_tag(content=_ONLY)
    await_drawing(page)
    box, size = chart.bounding_box(), chart.evaluate(_PLOTTED)
    clip = {"x": box["x"] + size["l"], "y": box["y"] + size["t"], "width": size["w"], "height": size["h"]}
    return np.asarray(Image.open(BytesIO(page.screenshot(clip=clip))).convert("RGB")).astype(int)


@pytest.mark.parametrize("room", LIVE.values(), ids=LIVE)
def test_the_last_picture_of_a_drag_is_the_servers(open_room, app, room):
    page = open_room(room)
    before, message_count, under_the_hand = between_axes(page), len(page.witness.messages), {}
    page.evaluate(HOLD_HAND, {})
    for name, value in MOVES.items():
        page.evaluate(MOVE_HAND, {name: value})
        under_the_hand[name] = between_axes(page)
        assert not page.locator(f"{CHART} .x2y2 .js-line").count()  # the magnified part is updated at rest
    assert len(page.witness.messages) == message_count
    page = open_room(room)
    for name, value in MOVES.items():
        go_on(page, f"{app}/{room}{'&' if '?' in room else '?'}{name}={value}")
        server = between_axes(page)
        assert (np.abs(under_the_hand[name] - server).max(axis=2) > 2).mean() < 0.001, name
        assert (np.abs(under_the_hand[name] - before).max(axis=2) > 2).mean() > 0.005, name


def test_hover_labels_write_numbers_as_the_text_does_after_each_drawing(mount):
    labels = mount(
        """
        const write = (form, number) => chart._fullLayout._d3locale.numberFormat(form)(number), labels = [];
        for (const bytes of inputs.bytes) {
          show(bytes);
          await drawn();
          labels.push([write(",.4~r", -34520), write(".3~g", 0.000000345), write(",.2f", -0.5), write(",", 1234)]);
        }
        return labels;
        """,
        [0, 1],
        [0, 5],
    )
    assert labels == [["−34,520", "3.45 × 10⁻⁷", "−0.50", "1,234"]] * 2


@pytest.mark.parametrize("room", ["similarity", "learned", "precision"], ids=["a fill", "bars", "a map and labels"])
def test_plotly_answers_as_it_does_without_its_memory(open_room, room):
    page = open_room(room)
    slider(page, "base").press("ArrowRight")
    await_drawing(page)
    count, differing = page.evaluate("""async () => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      const script = frame.contentDocument.createElement("script");
      const loaded = new Promise((resolve) => (script.onload = resolve));
      script.src = document.querySelector("script[src*=plotly-cartesian]").src;
      frame.contentDocument.body.append(script);
      await loaded;
      const { findArrayAttributes } = frame.contentWindow.Plotly.PlotSchema;
      const traces = [...document.querySelectorAll(".js-plotly-plot")].flatMap((chart) => chart._fullData);
      const pairs = traces.map((trace) => [`${trace._arrayAttrs}`, `${findArrayAttributes(trace)}`]);
      return [pairs.length, pairs.filter(([remembered, anew]) => remembered !== anew)];
    }""")
    assert count
    assert not differing


@pytest.mark.parametrize("choose", ["in the menu", "in the system"])
def test_a_chart_has_the_colours_of_the_theme_that_a_reader_chooses(open_room, choose):
    page = open_room("compare")
    page.locator(f"{CHART} .js-plotly-plot").first.wait_for()
    if choose == "in the menu":
        page.get_by_test_id("stMainMenu").get_by_role("button").click()
        page.get_by_role("menuitemradio", name="Dark").click()
    else:
        page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "(ink) => document.querySelector('.js-plotly-plot')._fullLayout.font.color === ink", arg=theme.DARK.text
    )


def test_a_number_that_is_touched_lights_up_its_line_until_it_is_left(open_room):
    page = open_room("biases")
    number, chart = page.locator("a[href='#mark-head-1']"), page.locator("[data-lit]")
    lit = chart.locator(".scatterlayer .trace.lit")
    expect(chart).to_have_count(0)
    address = page.url
    number.hover()
    expect(lit).to_have_count(1)
    expect(chart.locator("g.annotation.lit")).to_have_text("head 1")
    number.click()
    assert page.url == address
    page.mouse.move(0, 0)
    page.locator("h1").click()
    number.focus()
    expect(lit).to_have_css("opacity", "1")
    number.blur()
    expect(chart).to_have_count(0)


def test_a_thumb_that_begins_on_a_chart_scrolls_the_page(new_page, app):
    page = go(new_page(viewport=PHONE, has_touch=True, is_mobile=True, fresh=True), f"{app}/shift")
    chart = page.locator(f"{CHART} .js-plotly-plot").first
    await_drawing(page)
    whole, box = chart.evaluate(RANGES), chart.bounding_box()
    touch = partial(page.context.new_cdp_session(page).send, "Input.dispatchTouchEvent")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    touch({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for up in range(20, 220, 20):
        touch({"type": "touchMove", "touchPoints": [{"x": x, "y": y - up}]})
    touch({"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("() => document.querySelector('[data-testid=stMain]').scrollTop > 100")
    assert chart.evaluate(RANGES) == whole
