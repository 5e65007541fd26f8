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


_TAKEN_AWAY = """async (text) => {
  const { file: other } = document.querySelector("script[data-file]").dataset;
  const file = other.replace(/(links|page)\\/.*/, "links/doors/doors.js"); // which listens to its parent
  const script = Object.assign(document.createElement("script"), { textContent: text });
  Object.assign(script.dataset, { file, given: "{}" });
  document.body.appendChild(script);
  script.remove();
  await import(new URL(`../../${file}`, document.querySelector("script[type=module][src]").src));
  await new Promise(requestAnimationFrame);
}"""


def test_a_part_that_is_taken_away_before_its_script_has_come_ends_in_peace(open_room):
    open_room("matrix").evaluate(_TAKEN_AWAY, START)  # the page's witness would note an error
