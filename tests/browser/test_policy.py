"""The app as it is deployed: what its security headers forbid is nothing that it does."""

import pytest
from playwright.sync_api import expect

from tests.browser.server import serving
from tests.browser.visit import CHART, MAIN, go, settle

_WATCH = """() => {
  window.refused = [];
  const note = ({ effectiveDirective, blockedURI }) => refused.push(`${effectiveDirective} ${blockedURI}`);
  addEventListener("securitypolicyviolation", note);
}"""
ATTEMPT = ["script-src wasm-eval"]  # of protobuf, at WebAssembly for 64-bit numbers; it goes on without


@pytest.fixture(scope="module")
def deployed():
    with serving("deploy/serve.py") as url:
        yield url


@pytest.fixture
def visit(deployed, page):
    """Open a room; at the end nothing may have been refused."""
    page.add_init_script(f"({_WATCH})()")

    def visit(address):
        go(page, f"{deployed}/{address}")
        assert page.evaluate("refused") == ATTEMPT
        return page

    yield visit
    assert page.evaluate("refused") == ATTEMPT


def test_small_parts_in_the_page_run(visit):
    page = visit("")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".copy-link button").click()
    expect(page.locator(".copy-link button")).to_have_text("Copied")
    page.locator(".lesson-link summary").click()
    expect(page.locator(".lesson-link fieldset input")).not_to_have_count(0)


def test_components_charts_and_formulas_are_drawn(visit):
    page = visit("similarity")
    expect(page.locator(f"{CHART} svg.main-svg")).not_to_have_count(0)
    expect(page.locator(f"{MAIN} .katex")).not_to_have_count(0)


def test_canvases_are_drawn_and_files_made(visit):
    page = visit("matrix")
    for summary in page.locator(f"{MAIN} [data-testid=stExpander] summary").all():
        summary.click()
        settle(page)
    with page.expect_download() as download:
        page.locator(f"{MAIN} [data-testid=stDownloadButton] button").first.click()
    assert download.value.failure() is None


def test_a_lessons_step_is_shown(visit):
    page = visit("matrix?step=order.1")
    expect(page.locator(".st-key-guided")).to_be_visible()


_FRAME = """(url) => new Promise((done) => {
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: url, onload: done });
  document.body.append(frame);
})"""


def test_no_other_site_may_frame_it(app, deployed, new_page):
    page = new_page()
    for site, shown in ((deployed, f"{deployed}/"), (app, "chrome-error://chromewebdata/")):
        page.goto(f"{site}/_stcore/health")
        page.evaluate(_FRAME, f"{deployed}/")
        assert page.frames[1].url == shown
    page.witness.complaints.clear()  # that it was refused
