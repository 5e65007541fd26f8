"""The room NoPE in Chromium: 1/t, and what a random transformer reveals about position."""

from playwright.sync_api import expect

from core.schemes.analysis.causal_probe import Experiment, probe_positions
from pages.shared.words import read
from tests.browser.visit import MAIN, expect_address, settle
from tests.house import ROOT
from tests.said import said

WORDS = read(ROOT / "pages/nope.md")


def main(page):
    return page.locator(MAIN)


def expect_explained(page, seed):
    """Wait until the text has the share that core measures for this seed."""
    masked = probe_positions(Experiment(True, True, seed))
    expect(main(page)).to_contain_text(said(WORDS["Transformer"], masked=masked))


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
