"""What only a browser shows of single rooms: labels under the pointer, clicks in charts, files, haste."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from core.schemes import SCHEMES
from core.words.read_back import Way, read_back
from tests.browser.visit import (
    CHART,
    MAIN,
    click_in_chart,
    expect_address,
    expect_changed,
    open_more,
    remember,
    settle,
    upload,
)
from tests.patterns import on_screen, page_words

LEARNED = page_words("learned")
STRETCH = page_words("stretch")
BY_FAMILY = [  # points of the timeline stand in the order of their families
    scheme.name
    for family in dict.fromkeys(scheme.family for scheme in SCHEMES.values())
    for scheme in SCHEMES.values()
    if scheme.family == family
]


def test_precision_names_positions_and_errors_under_the_pointer(open_room):
    page = open_room("precision")
    expect(page.locator(f"{MAIN} .main-svg").get_by_text("257 → 256")).to_be_visible()
    cells = page.locator(CHART).nth(1).locator(".nsewdrag").first
    cells.hover(position={"x": 0.8 * cells.bounding_box()["width"], "y": 40})
    expect(page.locator(".hoverlayer").get_by_text("positions")).to_contain_text(": 1.")  # far, and a fast pair


def test_compare_opens_a_lesson_by_a_click_on_the_timeline_and_by_keys(open_room):
    page = open_room("compare?compare_view=Timeline")

    def expect_lesson(name):
        expect(page.get_by_role("heading", name=f"{name}, {SCHEMES[name].year}")).to_be_visible()

    expect_lesson("RoPE")
    for name in ("Shaw", "sinusoidal"):
        points = page.locator(CHART).first.locator(".scatterlayer .point")
        expect(points).to_have_count(len(SCHEMES))
        point = points.nth(BY_FAMILY.index(name))
        point.scroll_into_view_if_needed()
        box = point.bounding_box()
        click_in_chart(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect_address(page, lesson=name)
        expect_lesson(name)
        settle(page)
    page.get_by_role("combobox", name="Explain").fill("ALiBi")
    page.keyboard.press("Enter")
    expect_address(page, lesson="ALiBi")
    expect_lesson("ALiBi")


def test_stretch_adds_a_rule_and_goes_from_a_cell_or_a_curve_down_to_one_pair(open_room):
    page = open_room("stretch")
    for index, across, down, pairs in (  # in the strip of Unscaled; in the panel of ratios
        (0, 0.95, 0.13, r"at_pair=(5[3-9]|6\d)"),
        (1, 0.25, 0.25, r"at_pair=1?\d(&|$)"),
    ):
        chart = page.locator(CHART).nth(index)
        chart.scroll_into_view_if_needed()
        box = chart.bounding_box()
        click_in_chart(page, box["x"] + across * box["width"], box["y"] + down * box["height"])
        page.wait_for_url(re.compile(pairs))
        settle(page)
    page.get_by_test_id("stButtonGroup").filter(has_text="Unscaled").get_by_text("Dynamic NTK").click()
    strips = page.locator(f"{MAIN} .annotation-text").filter(has_text=on_screen(STRETCH["Strip"]))
    expect(strips).to_have_count(5)
    page.wait_for_url(re.compile(r"rules=Dynamic"))
    remember(page, graphics_only=True)
    page.get_by_role("slider", name="context length").last.press("ArrowRight")
    expect(page.get_by_text(on_screen(STRETCH["Linked"], target=65_536))).to_be_visible()
    expect_changed(page)
    page.wait_for_url(re.compile(r"context=65536"))
    pair = parse_qs(urlsplit(page.url).query)["at_pair"][0]
    open_more(page)
    further = page.get_by_role("navigation", name="Further views")
    further.get_by_role("link", name="One pair", exact=True).click()
    settle(page)
    expect(page.get_by_text(on_screen(STRETCH["One pair: whole"], pair=pair, pairs=64))).to_be_visible()


def test_a_new_choice_while_one_computes_wins(open_room):
    page = open_room("concatenate")
    seed = page.get_by_label("Seed", exact=True)
    for number in (901, 902, 903):
        seed.fill(str(number))
        seed.press("Enter")
    expect_address(page, seed=903)
    shares = on_screen(page_words("concatenate")["Read back"], added_8=read_back(Way.ADDED, 8, seed=903))
    expect(page.locator(MAIN)).to_contain_text(shares)
    settle(page)
    expect(page.locator(MAIN)).to_contain_text(shares)
    expect(page.get_by_test_id("stProgress")).to_have_count(0)


def test_learned_reads_a_file_and_refuses_one_beyond_the_limit_before_it_is_sent(open_room, tmp_path):
    page = open_room("learned?learned_view=Table")
    for title, labels in zip(page.locator(".xtitle").all(), page.locator(".xaxislayer-above").all(), strict=True):
        label = labels.locator("text").first.bounding_box()
        assert title.bounding_box()["y"] >= label["y"] + label["height"] - 2  # not among the numbers
    upload(page, "table.csv", b"1,2,4\n8,16,32\n")
    expect(page.locator(MAIN)).to_contain_text(on_screen(LEARNED["Upload: read"], length=2, d_model=3))
    large = tmp_path / "large.npy"
    with large.open("wb") as file:
        file.truncate(21_000_000)
    page.get_by_role("button", name=LEARNED["Upload"]).click()
    page.locator("input[type=file]").set_input_files(large)
    expect(page.get_by_test_id("stFileUploader")).to_contain_text("20.0MB or smaller")
    page.keyboard.press("Escape")
    expect(page.locator(MAIN)).to_contain_text(on_screen(LEARNED["Upload: read"], length=2, d_model=3))
