"""Violations of the security headers are noticed.

`new_page` fails every test in which the browser reports one; these tests cause some on purpose.
"""

from tests.browser.visit import go

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


def test_no_other_site_may_frame_it(app, serve, new_page):
    page = new_page()
    for site, shown in ((app, f"{app}/"), (serve(), "chrome-error://chromewebdata/")):
        page.goto(f"{site}/_stcore/health")
        page.evaluate(_FRAME, f"{app}/")
        assert page.frames[1].url == shown
    page.witness.complaints.clear()  # that it was refused
