"""The room Verified in Chromium: choosing a case, and its link."""

from playwright.sync_api import expect

from core.teach.verified import checks
from pages.shared.words import read
from tests.browser.visit import MAIN, settle
from tests.house import ROOT
from tests.said import Known, said

WORDS = read(ROOT / "pages/verified.md")


def test_a_case_is_chosen_and_stays_in_the_link(open_room):
    page, cases = open_room("verified"), len(checks())
    expect(page.get_by_text(said(WORDS["Count"], found=Known(passed=cases, cases=cases)))).to_be_visible()
    page.get_by_role("combobox").fill("causal")
    page.get_by_role("option", name="T5 buckets · causal, offsets −300 to 300").click()
    verdict = page.locator(MAIN).get_by_text(
        said(WORDS["Case"], values=601, kind="absolute", largest="0", allowed="0")
    )
    expect(verdict).to_be_visible()
    page.wait_for_url("**/verified?case=T5*")
    page.reload()
    settle(page)
    expect(verdict).to_be_visible()
