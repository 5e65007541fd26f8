"""What `new_page` looks for in every test is noticed: violations of the headers, errors, requests elsewhere."""

import pytest

from tests.browser.visit import Witness, go

_FRAME = """(url) => new Promise((done) => {
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: url, onload: done });
  document.body.append(frame);
})"""
_SCRIPT = """() => {
  const script = document.createElement("script");
  script.textContent = "window.ran = true";
  document.body.append(script);
}"""


def test_a_script_in_the_page_is_refused_and_noticed(app, new_page):
    page = go(new_page(), f"{app}/")
    page.evaluate(_SCRIPT)
    page.wait_for_function("() => refused.includes('script-src-elem inline')")
    assert page.evaluate("window.ran") is None
    page.evaluate("() => { refused.length = 0 }")
    page.witness.complaints.clear()  # that it was refused


def test_no_other_site_may_frame_it(app, new_page):
    page, elsewhere = new_page(), "http://127.0.0.1:1"
    page.route(f"{elsewhere}/**", lambda route: route.fulfill(body="<body>", content_type="text/html"))
    for site, frame_address in ((app, f"{app}/"), (elsewhere, "chrome-error://chromewebdata/")):
        page.goto(f"{site}/_stcore/health")
        page.evaluate(_FRAME, f"{app}/")
        assert page.frames[1].url == frame_address
    page.witness.complaints.clear()  # that it was refused


@pytest.fixture
def stub_page(browser):
    """A page whose requests are all answered by the test."""
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(status=404 if route.request.resource_type == "fetch" else 200))
    page.witness = Witness(page)
    yield page
    page.close()


def test_requests_to_other_hosts_are_noticed(stub_page):
    urls = ["https://elsewhere.invalid/font.woff", "http://localhost/x", "http://127.0.0.1:8501/static/y"]
    for url in urls:
        stub_page.evaluate("url => fetch(url, {mode: 'no-cors'}).catch(() => {})", url)
    assert stub_page.witness.other_hosts() == urls[:2]


def test_errors_are_noticed(stub_page):
    with stub_page.expect_console_message():
        stub_page.evaluate("console.error('told')")
    with stub_page.expect_event("pageerror"):
        stub_page.evaluate("setTimeout(() => { throw new Error('thrown') })")
    assert [text.split(":")[0] for text in stub_page.witness.complaints] == ["console", "page error"]


def test_only_streamlits_search_for_its_base_path_may_fail(stub_page):
    stub_page.goto("http://127.0.0.1:8501/")
    stub_page.witness.complaints.clear()
    for path in ("/waves/_stcore/health", "/waves/_stcore/host-config", "/_stcore/health", "/waves/x.js"):
        with stub_page.expect_console_message():
            stub_page.evaluate("path => fetch(path)", path)
    assert ["/_stcore/health" in text for text in stub_page.witness.complaints] == [True, False]
