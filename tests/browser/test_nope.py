"""The room NoPE in Chromium: 1/t, and what a random transformer reveals about position."""

from playwright.sync_api import expect

from core.schemes.analysis.causal_probe import Experiment, permutation_gap, probe_positions
from pages.shared.words import read
from tests.browser.visit import CHART, MAIN, expect_address, settle, slider
from tests.house import ROOT
from tests.said import Known, said

MORE = read(ROOT / "pages/shared/room.md")["More"]
WORDS = read(ROOT / "pages/nope.md")


def main(page):
    return page.locator(MAIN)


def metric(page, label):
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def expect_explained(page, seed):
    """Wait until the text has the share that core measures for this seed."""
    masked = probe_positions(Experiment(True, True, seed))
    expect(main(page)).to_contain_text(said(WORDS["Transformer"], masked=masked))


def test_the_default_view_counts_to_the_readers_length(open_room):
    page = open_room("nope")
    expect(main(page)).to_contain_text(
        said(WORDS["Counting"], curve=Known(last=128, last_share=1 / 128, read_back=128))
    )
    expect(page.locator(CHART)).to_have_count(2)
    slider(page, "length").press("End")
    expect(main(page)).to_contain_text(
        said(WORDS["Counting"], curve=Known(last=2**20, last_share=2**-20, read_back=2**20))
    )


def test_a_random_transformer_shows_both_sides_of_the_mask(open_room):
    page = open_room("nope")
    page.get_by_text(MORE).click()
    page.get_by_role("link", name="Random transformer").click()
    expect_address(page, nope_view="Random transformer")
    expect_explained(page, 0)
    settle(page)
    assert permutation_gap(Experiment(False)) < 1e-12
    expect(metric(page, WORDS["Order, unmasked"])).to_contain_text("× 10⁻¹⁵")
    expect(metric(page, WORDS["Order, masked"])).to_have_text(f"{permutation_gap(Experiment(True)):.2g}")


def test_the_seed_stands_in_the_address_and_changes_the_measurement(open_room):
    page = open_room("nope?nope_view=Random+transformer&seed=5")
    expect_explained(page, 5)
    seed = page.get_by_label("Seed", exact=True)
    seed.fill("6")
    seed.press("Enter")
    expect_address(page, seed=6)
    expect_explained(page, 6)
    settle(page)
    expect(page.get_by_test_id("stProgress")).to_have_count(0)


def test_another_rooms_view_is_no_trouble_here(open_room):
    page = open_room("waves?view=Wavelengths")
    page.get_by_test_id("stTopNav").get_by_role("button", name="Schemes").click()
    page.get_by_role("menuitem", name=WORDS["Title"], exact=True).click()
    page.get_by_role("link", name=WORDS["Tab: Counting"], exact=True).click()
    settle(page)
    expect(main(page)).to_contain_text(said(WORDS["Counting"], curve=Known(last=128)))
