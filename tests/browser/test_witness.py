"""The witness of every page notices requests and errors."""

import pytest

from tests.browser.visit import Witness


@pytest.fixture
def watched(browser):
    """A page whose requests are all answered by the test."""
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(status=404 if route.request.resource_type == "fetch" else 200))
    page.witness = Witness(page)
    yield page
    page.close()


def test_requests_to_other_hosts_are_noticed(watched):
    asked = ["https://elsewhere.invalid/font.woff", "http://localhost/x", "http://127.0.0.1:8501/static/y"]
    for url in asked:
        watched.evaluate("url => fetch(url, {mode: 'no-cors'}).catch(() => {})", url)
    assert watched.witness.other_hosts() == asked[:2]


def test_errors_are_noticed(watched):
    with watched.expect_console_message():
        watched.evaluate("console.error('told')")
    with watched.expect_event("pageerror"):
        watched.evaluate("setTimeout(() => { throw new Error('thrown') })")
    assert [text.split(":")[0] for text in watched.witness.complaints] == ["console", "page error"]


def test_only_streamlits_search_for_its_base_path_may_fail(watched):
    watched.goto("http://127.0.0.1:8501/")
    watched.witness.complaints.clear()
    for path in ("/waves/_stcore/health", "/waves/_stcore/host-config", "/_stcore/health", "/waves/x.js"):
        with watched.expect_console_message():
            watched.evaluate("path => fetch(path)", path)
    assert ["/_stcore/health" in text for text in watched.witness.complaints] == [True, False]
