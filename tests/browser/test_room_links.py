"""Cards of Home: one click from every room."""

from playwright.sync_api import expect

from components.kit.files import START
from pages.shared.card import question
from pages.shared.words import read
from tests.browser.visit import MAIN, settle
from tests.house import ROOT
from tests.said import said

SHIFT = read(ROOT / "pages/shift.md")


def enter(page, stem):
    page.locator(f"{MAIN} .rooms a").filter(has=page.get_by_text(question(stem), exact=True)).click()
    title = read(ROOT / f"pages/{stem}.md")["Title"]
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)  # the script of the charts is large
    settle(page)


def test_why_sine_and_cosine_is_answered_within_two_clicks(open_room):
    page = open_room()
    enter(page, "shift")
    expect(page.get_by_text(said(SHIFT["Arrows"]))).to_be_visible()


def test_links_that_a_run_replaces_while_their_script_loads_start_nothing(open_room):
    page = open_room("similarity")
    page.evaluate(
        """async (text) => {
          const { file } = document.querySelector("script[data-file*=room_links]").dataset;
          const script = document.createElement("script");
          Object.assign(script.dataset, { file, given: "{}" });
          script.textContent = text;
          document.body.append(script);
          script.remove();
          await import(new URL("../../" + file, document.querySelector("script[type=module][src]").src));
        }""",
        START,
    )
    page.reload()
    assert not page.witness.complaints


def test_a_script_that_did_not_arrive_is_fetched_again(page, open_room):
    refused = []

    def once(route):
        if refused:
            return route.continue_()
        refused.append(route.request.url)
        return route.abort()

    page.route("**/controls/copy_link.js*", once)
    open_room("matrix")  # waits until every script has started
    assert len(refused) == 1
    page.witness.complaints.clear()  # the request that failed
