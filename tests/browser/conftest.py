"""A real Chromium against a real server; every page watches for errors and for requests elsewhere."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser import chromium
from tests.browser.server import serving
from tests.browser.visit import Witness, go

expect.set_options(timeout=90_000)  # conditions come true when they do; a busy machine is no failure


@pytest.fixture(scope="session")
def app():
    """Address of the server that tests share."""
    with serving() as url:
        yield url


@pytest.fixture
def serve():
    """Start a process of one's own, which has served no one yet: `serve()` gives its address."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(serving())


@pytest.fixture(scope="session")
def browser():
    path = chromium.executable()
    assert path, chromium.NONE_FOUND
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def new_page(browser, serve):  # serve: a server ends after the pages that talk to it
    """Make pages in contexts of their own: `new_page(color_scheme="dark")`; `page.witness` tells on them."""
    pages = []

    def make(**options):
        context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **options})
        page = context.new_page()
        page.witness = Witness(page)
        pages.append(page)
        return page

    yield make
    for page in pages:
        exceptions = page.get_by_test_id("stException").all_inner_texts()
        page.context.close()
        assert not page.witness.complaints
        assert not page.witness.other_hosts()
        assert not exceptions


@pytest.fixture
def page(new_page):
    """A page of 1400 x 900."""
    return new_page()


@pytest.fixture
def open_room(app, page):
    """Open a room on the shared server: `open_room("matrix?d_model=64")` gives the page once it stands."""
    return lambda path="": go(page, f"{app}/{path}")
