"""In a frame a page shows a picture alone, tells its height and hands on a presenter's keys; in app and folder."""

import json

import pytest
from playwright.sync_api import expect

from tests.folder import folder

HOST = """<!doctype html><title>Course</title><iframe src="%s" title="Clocks" width="900" height="300"></iframe>
<script>
window.heard = [];
addEventListener("message", ({ data, source }) => {
  heard.push(data);
  if (data.subject === "lti.frameResize") document.querySelector("iframe").style.height = `${data.height}px`;
});
</script>"""
KEYS = "() => heard.filter((data) => typeof data === 'string' && data.includes('triggerKey'))"
HEIGHTS = "() => heard.filter((data) => data.subject === 'lti.frameResize').map((data) => data.height)"


@pytest.fixture(params=["folder", "app"])
def framed(request, new_page, app, tmp_path):
    """A course's page around the room Clocks."""
    page = new_page()
    if request.param == "folder":
        course = tmp_path / "course.html"
        course.write_text(HOST % f"file://{folder()}/clocks.html?embed=true#base=100", "utf-8")
        page.goto(f"file://{course}")
    else:
        page.route(
            "**/course",
            lambda route: route.fulfill(body=HOST % "/clocks?base=100&embed=true", content_type="text/html"),
        )
        page.goto(f"{app}/course")
    frame = page.frame_locator("iframe")
    expect(frame.locator("canvas").first).to_have_attribute("aria-busy", "false")
    page.frames[1].wait_for_function("() => !document.querySelector('script[data-file]:not([data-started])')")
    return page, frame


def test_a_frame_shows_a_picture_as_high_as_it_is_and_hands_on_the_keys_of_a_clicker(framed):
    page, frame = framed
    expect(frame.locator(".st-key-base input[type=range], input[name=base]")).to_have_count(1)
    gone = frame.locator("h1, summary, a[href]:not([href='#stMain'], .help)")
    expect(gone.filter(visible=True)).to_have_count(0)
    expect(frame.get_by_text("turns once in").filter(visible=True)).to_have_count(0)
    page.wait_for_function(f"() => ({HEIGHTS})().at(-1) > 350")
    assert page.evaluate("() => heard.some((data) => data.context === 'h5p' && data.action === 'resize')")
    main = frame.locator("[data-testid=stMain], html").last
    page.frames[1].wait_for_function(
        "(main) => main.scrollHeight <= main.clientHeight + 1", arg=main.element_handle()
    )
    for key in ("ArrowRight", "PageDown", "PageUp", "Escape"):
        frame.locator("canvas").first.focus()  # a key that is handed on takes the focus along
        page.keyboard.press(key)
    page.wait_for_function(f"() => ({KEYS})().length >= 3")
    handed = [json.loads(data) for data in page.evaluate(KEYS)]
    assert handed == [{"method": "triggerKey", "args": [code]} for code in (34, 33, 27)]
