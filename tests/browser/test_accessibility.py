"""Every room is accessible: contrast, labels, keyboard and its ring, even rows; and shows one screen, one idea."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from core.schemes.sinusoidal import sinusoidal
from core.teach.lesson import lessons
from pages.shared import contents
from pages.shared.contents import SECTIONS
from pages.teach.lesson_way import link
from tests.browser.axe import load_axe, violations
from tests.browser.visit import (
    MAIN,
    PATIENCE,
    PHONE,
    ROOMS,
    Witness,
    await_drawing,
    beyond_the_screen,
    go,
    go_on,
    settle,
    show_in,
    upload,
)
from tests.pages.views import VIEWS
from tests.support.tables import npy

PLACES = [
    *ROOMS,
    link(lessons()["clock"], 2),
    f"{link(lessons()['clock'], 5)}&unfolded=true",
    "questions?card=swamp&revealed=true",
    "fourier_features?signal=drawn",
    "questions?card=direction&class_view=true",
    "lessons?handout=order",
    *(f"?move={number}" for number in (1, 3, 5, 6)),
]

COUNTED = [stem for stem in contents.ROOMS if stem not in ("lessons", "questions", "class", "verified")]
MOST = {"height": 1350, "words": 220, "elements": 26, "tabs": 3}  # at 1400 × 900
SCREENS = 3 * 844  # pixels of a phone
COUNT = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const block = document.querySelector("[data-testid=stMainBlockContainer]");
  const visible = (element) => element.getClientRects().length && element.getBoundingClientRect().height > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(visible);
  return {
    height: main.scrollHeight,
    words: block.innerText.split(/\\s+/).filter((word) => /[A-Za-z]{2}/.test(word)).length,
    elements: all("[data-testid=stElementContainer]").length,
    tabs: Math.max(all("[role=tab]").length, all("nav.views a").length),
  };
}"""
PICTURES = f"{MAIN} :is(.stBidiComponent:not(.st-key-preview, :has(.slider)), .orders)"
DOUBLED = {"width": 700, "height": 450}  # as 1400 x 900 at 200 %
FIXED = """all => all.map((one) => {
  const parents = (each) => (each ? [each, ...parents(each.parentElement)] : []);
  return parents(one).some((each) => ["fixed", "sticky"].includes(getComputedStyle(each).position));
})"""
NARROW = {"width": 320, "height": 844}  # as 1280 at 400 %: WCAG 2.2, 1.4.10

# Controls that the Tab key does not reach; members of a group that arrow keys walk through are exempt.
UNREACHED = """main => {
  const usable = "a[href], button, input, select, textarea, summary, canvas[tabindex], [role=slider], [role=tab]";
  const group = "[role=radiogroup], [role=tablist], [role=toolbar], [role=group], .modebar";
  const faults = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      const hidden = !element.checkVisibility() || element.closest("[inert], [aria-hidden=true]");
      if (!element.matches(usable) || hidden || element.disabled) continue;
      const step = element.matches("[data-testid^=stNumberInputStep]"); // arrow keys do the same
      if (element.tabIndex < 0 && !step && !element.closest(group)) faults.push(element.outerHTML.slice(0, 160));
    }
  };
  walk(document.querySelector(main));
  return faults;
}"""

# Links and buttons that show no ring when the keyboard focuses them; the Tab key has been pressed before.
RINGLESS = """() => {
  const faults = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (!element.matches("a[href], button, summary") || element.tabIndex < 0) continue;
      element.focus();
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const ring = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      if (element.matches(":focus-visible") && !ring) faults.push(element.outerHTML.slice(0, 160));
    }
  };
  walk(document);
  return faults;
}"""

# Rows of controls where the middles of two neighbours, or of their labels, differ in height.
UNEVEN = """main => {
  const control = [
    "[data-testid=stButtonGroup] [role=radio]", ".stButton button", ".stPopover button", ".stCheckbox p",
    ".stNumberInput input", ".stTextInput input", ".stSelectbox input", ".stMultiSelect input",
    ".slider .rail",
  ].join();
  const element = ".stElementContainer";
  const first = (child) => child.matches("[data-testid=stColumn]") ? child.querySelector(element) : child;
  const middle = ({ top, bottom }) => (top + bottom) / 2;
  const label = "[data-testid=stWidgetLabel]:not(.stCheckbox *), .slider .name";
  const uneven = (row, part) => {
    const all = [...row.children].map((child) => first(child)?.querySelector(part));
    const boxes = all.filter((one) => one?.checkVisibility()).map((one) => one.getBoundingClientRect());
    const beside = (box, other) => other.right <= box.left && other.top < box.bottom && box.top < other.bottom;
    const differ = (box, other) => beside(box, other) && Math.abs(middle(box) - middle(other)) > 1;
    return boxes.some((box, at) => at && differ(box, boxes[at - 1]));
  };
  const rows = [...document.querySelectorAll(`${main} [data-testid=stHorizontalBlock]`)];
  return rows.filter((row) => uneven(row, control) || uneven(row, label)).map((row) => row.innerText);
}"""


def too_much(page):
    """Counts in which a newly opened room exceeds one screen."""
    counts = page.evaluate(COUNT)
    return {name: f"{counts[name]} of {most}" for name, most in MOST.items() if counts[name] > most}


def expect_picture_first(page):
    """On a phone a room has three screens and its picture on the first; each picture is seen in its whole width."""
    page.locator("[data-testid=stMain]").evaluate("main => main.scrollTo(0, 0)")
    expect(page.locator(PICTURES).first).to_be_in_viewport()
    assert page.evaluate(COUNT)["height"] <= SCREENS
    ends = "all => all.flatMap((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])"
    for end in page.locator("figure.clockface-plot").evaluate_all(ends):
        assert 0 <= end <= PHONE["width"]


def expect_accessible(page, *, counted=False):
    """Axe finds nothing, the Tab key reaches all controls, rows are even; also in dark colours and on a phone."""
    assert violations(page) == []
    assert page.evaluate(UNREACHED, MAIN) == []
    charts, data = page.locator(f"{MAIN} figure.clockface-plot"), page.get_by_role("radio", name="Data", exact=True)
    assert not charts.count() or data.count() == ("step=" not in page.url)  # their tables; a step shows none
    assert page.evaluate(UNEVEN, MAIN) == []
    show_in(page, "dark")
    assert violations(page, "color-contrast", "link-in-text-block") == []  # what depends on colours
    wide = page.viewport_size
    for size in (NARROW, PHONE) if counted else (NARROW,):
        page.set_viewport_size(size)
        await_drawing(page)
        settle(page)
        assert beyond_the_screen(page) == []
    if counted:
        expect_picture_first(page)
    page.set_viewport_size(wide)


@pytest.fixture(scope="module")
def app_page(profile, app):
    """A page that goes from place to place, since loading app and axe anew for each takes seconds."""
    page = profile.new_page()
    page.set_default_timeout(PATIENCE)
    page.witness = Witness(page)
    page.emulate_media(reduced_motion="reduce")
    go(page, app)
    load_axe(page)
    yield page
    assert not page.witness.complaints
    assert not page.witness.other_hosts()
    page.close()


@pytest.fixture
def open_place(app_page, app):
    """Open a place in light colours: `open_place("matrix?d_model=64")`."""

    def open_address(address):
        show_in(app_page, "light")
        go_on(app_page, f"{app}/{address}")
        expect(app_page.get_by_test_id("stException")).to_have_count(0)
        return app_page

    return open_address


@pytest.mark.parametrize("address", PLACES)
def test_axe_finds_nothing_tab_reaches_all_and_each_screen_holds_what_it_may(address, open_place):
    page, counted = open_place(address), ROOMS.get(address) in COUNTED
    if counted:
        assert too_much(page) == {}
    expect_accessible(page, counted=counted)
    page.keyboard.press("Tab")  # at the end, for it opens tooltips
    assert page.evaluate(RINGLESS) == []
    page.evaluate("document.activeElement.blur()")


@pytest.mark.parametrize("room", SECTIONS["Beyond text"])
def test_so_are_the_further_views_of_images_prompts_time_and_signals(room, open_place):
    for view in (view for view in VIEWS[room] if any(name.endswith("_view") for name in view)):
        expect_accessible(open_place(f"{room}?{urlencode(view)}"))


@pytest.mark.parametrize("address", ["", "clocks", "images", "model", "matrix", link(lessons()["order"], 4)])
def test_at_200_percent_a_good_part_of_the_picture_is_in_sight(address, open_place):
    page = open_place(address)
    wide = page.viewport_size
    page.set_viewport_size(DOUBLED)
    await_drawing(page)
    settle(page)
    picture = page.locator(f"{MAIN} :is(.orders, figure.clockface-plot, canvas)").locator("visible=true").first
    box = picture.bounding_box()
    assert box["y"] <= DOUBLED["height"] - 120
    lowest = page.locator("button.sheet, nav.lesson-frame a[rel=next]").evaluate_all(FIXED)
    page.set_viewport_size(wide)
    assert not any(lowest)


def test_all_lessons_take_three_screens_of_a_phone(open_place):
    page = open_place("lessons")
    wide = page.viewport_size
    page.set_viewport_size(PHONE)
    await_drawing(page)
    settle(page)
    height = page.evaluate(COUNT)["height"]
    page.set_viewport_size(wide)
    assert height <= SCREENS


def test_axe_finds_what_is_wrong(page):
    page.set_content("<main><img src='data:,'><p style='color: #aaa; background: #fff'>pale</p></main>")
    load_axe(page)
    found = " ".join(violations(page))
    assert "image-alt" in found
    assert "color-contrast" in found
    assert [rule.split(":")[0] for rule in violations(page, "color-contrast")] == ["color-contrast"]


def test_a_readers_own_table_and_its_field_are_accessible(open_place):
    page = open_place("learned?table=own")
    expect(page.locator("input[type=file]")).to_have_count(1)  # the field is open
    assert violations(page) == []
    upload(page, "pe.npy", npy(sinusoidal(64, 48, base=100.0)))
    expect(page.get_by_test_id("stCode")).to_have_count(1)
    expect_accessible(page)


def test_what_the_finder_found_is_accessible(open_place):
    page = open_place("")
    page.get_by_test_id("stSelectbox").locator("input").fill("layout rope")
    page.keyboard.press("Enter")
    expect(page.locator(".found a").first).to_be_visible()
    expect_accessible(page)
