"""The frame around every room: navigation, settings, addresses, links."""

from playwright.sync_api import expect

from core.inputs.settings import PARAMETERS, SETTINGS_PRESETS
from pages.shared import contents
from pages.shared.words import sections
from tests.browser.visit import (
    MAIN,
    ROOMS,
    change_room,
    expect_address,
    expect_changed,
    expect_settings,
    go,
    go_on,
    remember,
    settle,
    slider,
)
from tests.house import ROOT
from tests.patterns import page_words

OFFER = page_words("take_away/offer")
DEFAULTS = {"d_model": 512, "length": 128, "base": 10_000, "scale": 1}
LINK = {"d_model": 64, "length": 64, "base": 500_000, "scale": 4}
QUERY = "&".join(f"{name}={value}" for name, value in LINK.items())
HEADINGS = {stem: sections((ROOT / "pages" / f"{stem}.md").read_text("utf-8"))["Title"] for stem in ROOMS.values()}
SLIDERS = ".st-key-shared_settings"


def first_of(section):
    """Address of a section's first room."""
    return next(address for address, stem in ROOMS.items() if stem in contents.SECTIONS[section])


def expect_room(page, stem):
    """Wait until a room and its frame are complete, with a button where it has more sliders than are in sight."""
    room = contents.ROOMS[stem]
    expect(page.locator(f"{MAIN} h1")).to_have_text(HEADINGS[stem])
    settle(page)
    expect(page.get_by_test_id("stTopNav")).to_be_visible()
    expect(page.locator(SLIDERS).get_by_role("slider")).to_have_count(min(len(room.settings), room.in_sight))
    expect(page.locator("button.sheet")).to_be_visible(visible=len(room.settings) > room.in_sight)


def test_deep_link_is_the_first_request_of_a_fresh_server(serve, page):
    address = first_of("Long context")
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
    expect_address(page, **LINK)
    expect_address(page, **LINK)


def test_each_slider_on_offer_changes_room_and_address_and_the_others_are_hidden(app, new_page):
    page = go(new_page(reduced_motion="reduce"), f"{app}/")  # what plays would change by itself
    for stem in contents.SECTIONS["Sinusoidal"]:
        go_on(page, f"{app}/{stem}")
        for parameter in PARAMETERS:
            if parameter.name in contents.ROOMS[stem].settings:
                expect_change(page, stem, parameter)
            else:
                expect(slider(page, parameter.name)).to_be_hidden()


def expect_change(page, stem, parameter):
    """Move a slider by a key, and wait until the room and its address have changed."""
    handle, usual = slider(page, parameter.name), DEFAULTS[parameter.name]
    remember(page, graphics_only=stem == "matrix")
    handle.press("ArrowRight")
    expect(handle).to_be_focused()  # a key pressed on a hidden slider would move another one
    stop = parameter.stops[parameter.stops.index(usual) + 1]
    expect_settings(page, **{parameter.name: stop})
    expect_changed(page)
    expect_address(page, **{parameter.name: stop})
    page.wait_for_function("() => !Object.keys(window.clockfaceHand ?? {}).length")


def test_copy_link_copies_the_address_or_shows_it_selected_where_the_clipboard_is_refused(open_room):
    page = open_room(f"waves?{QUERY}")
    page.get_by_role("button", name=OFFER["Link"]).click()
    expect(page.get_by_role("button", name=OFFER["Copied"])).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    expect_address(page, **LINK)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')) }")
    page.get_by_role("button", name=OFFER["Link"]).click()
    expect(page.get_by_label(OFFER["Field"])).to_have_value(page.url)


def test_preset_and_reset_set_all_four_which_take_the_keyboard_in_their_order(open_room):
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
    settle(page)
    order = contents.ROOMS["waves"].settings
    slider(page, order[0]).focus()
    reached = []
    for _ in range(12):
        reached.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
        page.keyboard.press("Tab")
    assert [name for name in reached if name in DEFAULTS] == [*order]


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
    for step in (page.go_back, page.go_forward, page.go_back):  # each move of a slider is a step
        step()
        d_model = 768 if step == page.go_forward else 640
        expect_settings(page, d_model=d_model)
        expect_address(page, d_model=d_model)
        assert "/compare" in page.url
        settle(page)
    page.go_back()
    expect_room(page, "waves")
    expect_settings(page, d_model=640)
    expect_address(page, d_model=640)
    settle(page)
    slider(page, "d_model").press("ArrowRight")  # to the value of the room that was left
    expect_address(page, d_model=768)


def test_a_step_back_while_the_page_loads_anew_is_followed(open_room):
    page = open_room("waves")
    slider(page, "d_model").press("ArrowRight")
    expect_address(page, d_model=640)
    settle(page)
    page.reload(wait_until="commit")
    page.evaluate("() => history.back()")  # before the app has started
    page.wait_for_url(lambda url: "d_model" not in url)
    settle(page)
    expect_settings(page, d_model=512)


def test_back_to_an_address_beyond_the_stops_goes_to_the_nearest_again(open_room):
    page = open_room("clocks?d_model=100&position=1e400&length=99999999")
    nearest = {"d_model": 100, "length": 1_048_576}
    expect_address(page, **nearest)  # the second entry of the tab's history
    change_room(page, "Compare")
    expect_room(page, "compare")
    for entry in (1, 0):
        page.go_back()
        page.wait_for_function("entry => navigation.currentEntry.index === entry", arg=entry)
        expect_address(page, **nearest, position=None)
        expect_room(page, "clocks")
        expect_settings(page, **nearest)


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
