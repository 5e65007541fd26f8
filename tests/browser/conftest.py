"""A real Chromium and a real server; every page records errors, policy violations and requests to other hosts."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser import chromium
from tests.browser.server import serving
from tests.browser.visit import PATIENCE, Witness, go

LAPTOP = {"width": 1400, "height": 900}

# Violations of the server's Content-Security-Policy.
REFUSALS = """() => {
  window.refused = [];
  const note = ({ effectiveDirective, blockedURI }) => refused.push(`${effectiveDirective} ${blockedURI}`);
  addEventListener("securitypolicyviolation", note);
}"""
ATTEMPT = "script-src wasm-eval"  # protobuf tries WebAssembly for 64-bit numbers and works without

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def app():
    """Address of the deployed app on a server shared by all tests, ready as it is before it gets readers."""
    with serving("deploy/serve.py", path="ready") as url:
        yield url


@pytest.fixture
def serve():
    """Start a new server that has not served anyone yet: `serve()` returns its address."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(serving())


@pytest.fixture(scope="session")
def profile(tmp_path_factory, app):
    """A browser profile shared by tests, since fetching and compiling scripts takes seconds in a fresh one.

    It has drawn one picture: while Streamlit loads what mounts components for the first time, nothing in the page
    shows that a picture is still to come.
    """
    path = chromium.executable()
    assert path, chromium.NONE_FOUND
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=path,
            args=list(chromium.FLAGS),
            viewport=LAPTOP,
            permissions=["clipboard-read", "clipboard-write"],
        )
        first = launched.new_page()
        first.goto(f"{app}/waves", timeout=PATIENCE)
        first.locator("canvas[aria-busy=false]").first.wait_for(state="attached", timeout=PATIENCE)
        first.close()
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def browser(profile):
    return profile.browser


@pytest.fixture(scope="session")
def tabs():
    """Pages of the shared profile that tests left as they were; a new one takes twice as long to load a room."""
    return []


@pytest.fixture
def new_page(profile, browser, tabs, serve):  # depends on serve, so that servers end after their pages
    """Make pages: `new_page(color_scheme="dark")`; `page.witness` records what they do.

    They share only the profile's cache. A `fresh` page, or one with options that a page alone cannot have, gets a
    context of its own.
    """
    pages = []

    def make(*, fresh=False, viewport=LAPTOP, color_scheme="light", reduced_motion="no-preference", **options):
        media = {"color_scheme": color_scheme, "reduced_motion": reduced_motion}
        if fresh or options:
            page = _watched(browser.new_context(viewport=viewport, **media, **options).new_page())
        else:
            page = tabs.pop() if tabs else _watched(profile.new_page())
            page.emulate_media(media="null", **media)
            page.set_viewport_size(viewport)
            page.bring_to_front()  # a tab behind another draws once a second
        pages.append(page)
        return page

    yield make
    for page in pages:
        exceptions = page.get_by_test_id("stException").all_inner_texts()
        refused = page.evaluate("() => window.refused ?? []")
        complaints, other_hosts = [*page.witness.complaints], page.witness.other_hosts()
        if page.context is not profile:
            page.context.close()
        else:
            _forget(page)
            page.close() if page.is_altered else tabs.append(page)
        assert not complaints
        assert not other_hosts
        assert not exceptions
        assert set(refused) <= {ATTEMPT}


def _watched(page):
    """A page with a witness; `is_altered` once a test has changed what cannot be taken back."""
    page.set_default_timeout(PATIENCE)
    page.add_init_script(f"({REFUSALS})()")
    page.witness, page.is_altered = Witness(page), False

    def noting(change):
        def changes(*values, **options):
            page.is_altered = True
            return change(*values, **options)

        return changes

    for name in ("add_init_script", "on", "once", "route"):
        setattr(page, name, noting(getattr(page, name)))
    return page


def _forget(page):
    """Clear what the app has stored, and leave the page empty.

    Cached files stay, and the cookie that a tab still open would miss in its next upload: all tabs share it.
    """
    session = page.context.new_cdp_session(page)
    origin = page.evaluate("() => { if (origin !== 'null') sessionStorage.clear(); return origin; }")
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage,indexeddb"})
    session.detach()
    page.goto("about:blank")
    page.mouse.up()
    page.mouse.move(0, 0)
    page.witness.forget()


@pytest.fixture
def page(new_page):
    """A page of 1400 x 900."""
    return new_page()


@pytest.fixture
def open_room(app, page):
    """Open a room on the shared server: `open_room("matrix?d_model=64")` returns the page once it is complete."""
    return lambda path="": go(page, f"{app}/{path}")
