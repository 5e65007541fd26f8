"""The room Verified in Chromium: choosing a case, and its link."""

from playwright.sync_api import expect

from core.teach.verified import checks
from tests.browser.visit import MAIN, settle


def test_a_case_is_chosen_and_stays_in_the_link(open_room):
    page = open_room("verified")
    expect(page.get_by_text(f"{len(checks())} of {len(checks())} cases agree")).to_be_visible()
    page.get_by_role("combobox").fill("causal")
    page.get_by_role("option", name="T5 buckets · causal, offsets −300 to 300").click()
    verdict = page.locator(MAIN).get_by_text("601 values, largest absolute difference 0, allowed 0.")
    expect(verdict).to_be_visible()
    page.wait_for_url("**/verified?case=T5*")
    page.reload()
    settle(page)
    expect(verdict).to_be_visible()
