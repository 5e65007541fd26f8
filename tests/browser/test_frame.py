"""The frame around every room: navigation, settings, addresses, links."""

import pytest
from playwright.sync_api import expect

from core.inputs.settings import PARAMETERS, SETTINGS_PRESETS
from pages.shared import contents
from pages.shared.words import read, sections
from tests.browser.visit import (
    MAIN,
    ROOMS,
    beyond_the_screen,
    change_room,
    expect_address,
    expect_changed,
    expect_settings,
    go,
    remember,
    settle,
    slider,
)
from tests.house import ROOT

OFFER = read(ROOT / "pages/take_away/offer.md")
DEFAULTS = {"d_model": 512, "length": 128, "base": 10_000, "scale": 1}
LINK = {"d_model": 64, "length": 64, "base": 500_000, "scale": 4}
QUERY = "&".join(f"{name}={value}" for name, value in LINK.items())
HEADINGS = {stem: sections((ROOT / "pages" / f"{stem}.md").read_text("utf-8"))["Title"] for stem in ROOMS.values()}
SLIDERS = ".st-key-shared_settings"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

HOSTILE = "d_model=-3&length=nan&base=1e999&scale=abc"


def first_of(section):
    """Address of a section's first room."""
    return next(address for address, stem in ROOMS.items() if stem in contents.SECTIONS[section])


def expect_room(page, stem):
    """Wait until a room and its frame are complete."""
    expect(page.locator(f"{MAIN} h1")).to_have_text(HEADINGS[stem])
    settle(page)
    expect(page.get_by_test_id("stTopNav")).to_be_visible()
    expect(page.locator(SLIDERS).get_by_role("slider")).to_have_count(len(contents.ROOMS[stem].settings))


def expect_background(page, scheme):
    """Check the background of the theme, and that there were no requests to other hosts."""
    assert len(page.witness.requests) > 5
    assert not page.witness.other_hosts()
    background = page.get_by_test_id("stApp").evaluate("app => getComputedStyle(app).backgroundColor")
    brightness = max(int(channel) for channel in background.removeprefix("rgb(").rstrip(")").split(","))
    assert brightness < 64 if scheme == "dark" else brightness > 192, background


@pytest.mark.parametrize("section", ["", "Long context"], ids=["Start", "later"])
def test_deep_link_is_the_first_request_of_a_fresh_server(section, serve, page):
    address = first_of(section)
    stems = list(ROOMS.values())
    following = stems[(stems.index(ROOMS[address]) + 1) % len(stems)]
    url = serve()
    go(page, f"{url}/{address}?{QUERY}")
    expect_room(page, ROOMS[address])
    if contents.ROOMS[ROOMS[address]].settings:
        expect_settings(page, **LINK)
    expect_address(page, **LINK)
    expect(page.get_by_role("dialog")).to_have_count(0)  # "Page not found"
    change_room(page, contents.ROOMS[following].title)
    expect_room(page, following)
    expect_settings(page, **LINK)
    expect_address(page, **LINK)


@pytest.mark.parametrize(("name", "key"), list(zip(DEFAULTS, ["ArrowRight", "ArrowLeft"] * 2, strict=True)))
def test_slider_changes_the_matrix_and_the_address(name, key, open_room):
    page = open_room("matrix?scale=2")
    remember(page, graphics_only=True)
    slider(page, name).press(key)
    expect_changed(page)
    parameter = next(p for p in PARAMETERS if p.name == name)
    start = (DEFAULTS | {"scale": 2})[name]
    stop = parameter.stops[parameter.stops.index(start) + (1 if key == "ArrowRight" else -1)]
    expect_settings(page, **{name: stop})
    expect_address(page, **{name: None if stop == DEFAULTS[name] else stop})


@pytest.mark.parametrize("stem", [stem for stem in contents.SECTIONS["Sinusoidal"] if stem != "matrix"])
def test_each_slider_that_is_offered_changes_its_room_and_the_others_are_hidden(stem, app, new_page):
    page = new_page(reduced_motion="reduce")  # what plays would change by itself
    go(page, f"{app}/{stem}")
    for parameter in PARAMETERS:
        handle, usual = slider(page, parameter.name), DEFAULTS[parameter.name]
        if parameter.name not in contents.ROOMS[stem].settings:
            expect(handle).to_be_hidden()
            continue
        remember(page)
        handle.press("ArrowRight")
        # A key pressed on a hidden slider would move the one that has the focus.
        expect_settings(page, **{parameter.name: parameter.stops[parameter.stops.index(usual) + 1]})
        expect_changed(page)


def test_address_between_and_beyond_the_stops_goes_to_the_nearest(open_room):
    page = open_room("waves?d_model=100&length=99999999999&base=0&scale=1e300")
    nearest = {"d_model": 96, "length": 1_048_576, "base": 2, "scale": 64}
    expect_room(page, "waves")
    expect_settings(page, **nearest)
    expect_address(page, **nearest)


@pytest.mark.parametrize("address", ["matrix", "rope", "model"])
def test_room_opens_on_a_phone_in_the_dark_whatever_the_address_says(address, app, new_page):
    page = go(new_page(color_scheme="dark", **PHONE), f"{app}/{address}?{HOSTILE}")
    expect(page.locator(f"{MAIN} h1")).to_have_text(HEADINGS[ROOMS[address]])
    expect_address(page, d_model=1, length=None, base=None, scale=None)
    expect_background(page, "dark")
    assert beyond_the_screen(page) == []


def test_room_opens_at_an_address_of_100_kb_and_says_what_it_leaves_out(open_room):
    page = open_room(f"matrix?d_model=64&title=Short&note={'n' * 100_000}")
    expect_settings(page, d_model=64)
    expect(page.get_by_text("note: of 100,000 characters the first 1,000 are shown.")).to_be_visible()
    expect(page.get_by_role("heading", name="Short")).to_be_visible()


def test_copy_link_copies_the_address(app, new_page):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    go(page, f"{app}/waves?{QUERY}")
    page.get_by_role("button", name=OFFER["Link"]).click()
    expect(page.get_by_role("button", name=OFFER["Copied"])).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    expect_address(page, **LINK)


def test_refused_clipboard_shows_the_link_selected(app, new_page):
    page = new_page()
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))")
    go(page, f"{app}/waves?{QUERY}")
    page.get_by_role("button", name=OFFER["Link"]).click()
    expect(page.get_by_label(OFFER["Field"])).to_have_value(page.url)


def test_preset_and_reset_set_all_four(open_room):
    page = open_room("waves?scale=3")
    name, preset = next((n, p) for n, p in SETTINGS_PRESETS.items() if n.startswith("Stretched"))
    values = {parameter.name: getattr(preset, parameter.name) for parameter in PARAMETERS}
    page.get_by_role("button", name="Presets").click()
    page.get_by_role("menuitem", name=name).click()
    expect_settings(page, **values)
    expect_address(page, d_model=128, length=4096, base=None, scale=8)
    page.get_by_role("button", name="Presets").click()
    page.get_by_role("menuitem", name="Reset").click()
    expect_settings(page, **DEFAULTS)
    expect_address(page, **dict.fromkeys(DEFAULTS))


def test_back_and_forward_restore_room_and_settings(open_room):
    page = open_room("waves")
    slider(page, "d_model").press("ArrowRight")
    expect_address(page, d_model=640)
    settle(page)
    change_room(page, "Compare")
    expect_room(page, "compare")
    slider(page, "d_model").press("ArrowRight")
    expect_address(page, d_model=768)
    settle(page)
    page.go_back()
    expect_room(page, "waves")
    expect_settings(page, d_model=640)
    expect_address(page, d_model=640)
    settle(page)
    page.go_forward()
    expect_room(page, "compare")
    expect_settings(page, d_model=768)
    expect_address(page, d_model=768)


def test_back_to_an_address_between_the_stops_goes_to_the_nearest_again(open_room):
    page = open_room("clocks?d_model=100&position=1e400&length=99999999")
    nearest = {"d_model": 96, "length": 1_048_576}
    expect_address(page, **nearest)  # the second entry of the tab's history
    change_room(page, "Compare")
    expect_room(page, "compare")
    for entry in (1, 0):
        page.go_back()
        page.wait_for_function("entry => navigation.currentEntry.index === entry", arg=entry)
        expect_address(page, **nearest, position=None)
        expect_room(page, "clocks")
        expect_settings(page, **nearest)


def test_settings_take_the_keyboard_in_their_order(open_room):
    page = open_room("waves")
    slider(page, "d_model").focus()
    reached = []
    for _ in range(12):
        reached.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
        page.keyboard.press("Tab")
    assert [name for name in reached if name in DEFAULTS] == list(DEFAULTS)


def test_words_from_right_to_left_begin_at_the_right(open_room):
    page = open_room("similarity?title=מה קורה?&note=הזיזו את base.&keep=base")
    title, note = page.get_by_role("heading", name="מה קורה?"), page.get_by_text("הזיזו את base.")
    place = "element => { const range = document.createRange(); range.selectNodeContents(element.firstChild);"
    for words in (title, note):
        gap = words.evaluate(
            f"{place} const {{right}} = range.getBoundingClientRect();"
            "return element.getBoundingClientRect().right - right; }"
        )
        assert gap < 40
    assert title.evaluate("element => getComputedStyle(element).unicodeBidi") == "plaintext"
