"""The folder works from a disk: pictures follow sliders, the hash keeps them, a lesson is used to its end."""

import pytest
from playwright.sync_api import expect

from core.teach.lesson import lessons
from pages.folder.room_page import lesson_file
from tests.browser import keyboard
from tests.browser.axe import load_axe, violations
from tests.browser.stand_alone import GRAPHICS, PICTURES_READY
from tests.browser.visit import PHONE, beyond_the_screen, go, go_on, show_in
from tests.folder import folder

# A ghost line may remain behind it.
BACK = f"(before) => {{ const now = new Set(({GRAPHICS})()); return before.every((part) => now.has(part)); }}"
LIVE = {"matrix": "base", "waves": "base", "clocks": "base", "similarity": "base", "rope": "base"}
GHOSTS = {"waves", "similarity"}  # a drag leaves a thin line of the values before, an address does not


@pytest.fixture
def open_page(new_page):
    """Open a page of the folder from the disk: `open_page("clocks.html#base=100")`."""

    def open_address(address, **options):
        page = options.pop("page", None) or new_page(**options)
        page.emulate_media(color_scheme=options.get("color_scheme", "light"))
        page.bring_to_front()
        page.goto("about:blank")
        page.goto(f"file://{folder()}/{address}")
        page.wait_for_function(PICTURES_READY)
        return page

    return open_address


def graphics(page):
    page.wait_for_function(PICTURES_READY)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate(GRAPHICS)


@pytest.mark.parametrize("name", LIVE)
def test_a_picture_follows_its_slider_and_the_address_keeps_it(name, open_page):
    page = open_page(f"{name}.html")
    before, slider = graphics(page), page.locator(f"input[name={LIVE[name]}]")
    slider.focus()
    page.keyboard.press("Home")
    after = graphics(page)
    assert after != before
    expect(slider).to_have_attribute("data-text", "2")
    expect(page.locator(".moved")).to_be_visible()
    assert page.url.endswith("#base=2")
    assert page.locator("a.app").get_attribute("href").endswith(f"{name}?base=2")
    again = open_page(f"{name}.html#base=2")
    assert (graphics(again) == after) is (name not in GHOSTS)
    again.get_by_role("button", name="Reset").click()
    again.wait_for_function("() => !location.hash.slice(1)")
    again.wait_for_function(BACK, arg=before, polling=100)


SAME = {
    "index": "",
    "matrix": "base=101&d_model=100",  # no stops
    "waves": "base=101&position=20",
    "clocks": "base=100&position=20&offset=5",
    "similarity": "",  # at other settings landmarks come from the server
    "rope": "base=101&head_dim=32",
    "sentence": "sentence_view=One+pair",
    "images": "",
}
DEEP = """() => {
  const inside = ({ shadowRoot }) => (shadowRoot ? under(shadowRoot) : []);
  const under = (root) => [...root.querySelectorAll("*")].flatMap((one) => [one, ...inside(one)]);
  const main = document.querySelector("[data-testid=stMain], main");
  return under(main).filter((one) => one.matches("canvas, .orders svg path, figure svg path, [role=img] path"));
}"""
PIXELS = f"() => ({DEEP})().map((one) => one.matches('canvas') ? one.toDataURL() : one.getAttribute('d'))"
WIDTH = "(host) => host.getBoundingClientRect().width"


@pytest.mark.parametrize("name", SAME)
def test_app_and_folder_draw_the_same_pixels(name, app, new_page, open_page):
    address, page = f"{app}/{'' if name == 'index' else name}?{SAME[name]}", None
    app_page = go(new_page(), address)
    hosts = app_page.locator(
        "[data-testid=stMain] :is(.stBidiComponent:not(.st-key-preview, :has(.slider)), .orders)"
    )
    file = "sentence.one-pair" if name == "sentence" else name
    for scheme in ("light", "dark"):
        show_in(app_page, scheme)
        go_on(app_page, address)  # some colours come from the server
        page = open_page(f"{file}.html#{SAME[name]}", page=page, color_scheme=scheme)
        page.locator(".scene").evaluate(
            "(scene, width) => scene.style.width = `${width}px`", hosts.first.evaluate(WIDTH)
        )
        same = f"(pixels) => `${{({PIXELS})()}}` === `${{pixels}}`"
        page.wait_for_function(same, arg=app_page.evaluate(PIXELS), polling=100)
        assert page.evaluate(PIXELS)


def test_a_drag_moves_the_picture_at_every_step(open_page):
    page = open_page("clocks.html")
    box = page.locator("input[name=length]").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    page.mouse.down()
    pictures = set()
    for share in (0.45, 0.6, 0.75, 0.9):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
        pictures.add(str(graphics(page)))
    page.mouse.up()
    assert len(pictures) == 4


HANDLES = {  # what is dragged, and by which shares of the screen's width
    "index": (".orders .word", 0.3),
    "matrix": ("canvas", 0.15),
    "waves": ("canvas", 0.15),
    "clocks": ("input[type=range]:not([name])", 0.15),
    "similarity": ("input[name=base]", 0.15),
    "sentence.one-pair": (".handle", -0.25),
    "rope": (".handle", 0.05),
    "images": ("canvas", 0.05),
}


@pytest.mark.parametrize("way", ["pointer", "touch"])
@pytest.mark.parametrize("name", HANDLES)
def test_each_live_picture_is_dragged(name, way, open_page):
    page = open_page(f"{name}.html", **({"viewport": PHONE, "has_touch": True} if way == "touch" else {}))
    selector, share = HANDLES[name]
    handle = page.locator(selector).first
    handle.scroll_into_view_if_needed()
    box, before = handle.bounding_box(), graphics(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.3
    points = [(x + page.viewport_size["width"] * share * part / 4, y) for part in range(5)]
    (by_finger if way == "touch" else by_mouse)(page, points)
    assert graphics(page) != before


def by_mouse(page, points):
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point)
    page.mouse.up()


def by_finger(page, points):
    session = page.context.new_cdp_session(page)
    for kind, (x, y) in zip(["touchStart", *["touchMove"] * 4], points, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_what_rests_in_a_picture_stands_in_the_address(open_page):
    page = open_page("clocks.html#position=20&offset=5")
    assert (
        page.locator(".picture").evaluate("(host) => host.shadowRoot.querySelector('.readout output').textContent")
        == "20"
    )
    page.get_by_role("button", name="On to the next position").click()
    page.wait_for_function("() => location.hash.includes('position=21')")


def test_home_changes_words_by_keys_and_keeps_them(open_page):
    page = open_page("index.html")
    expect(page.locator(".orders output")).to_have_text("0")
    page.get_by_role("switch", name="Position").click()
    expect(page.locator(".orders output")).to_have_text("1.55")
    page.get_by_role("slider", name="sat").press("ArrowLeft")
    assert page.url.endswith("#positions=on&order=the-sat-mat-on-the-cat")
    again = open_page(page.url.rpartition("/")[2])
    expect(again.get_by_role("slider", name="sat")).to_have_attribute("aria-valuenow", "1")
    expect(again.get_by_role("switch", name="Position")).to_have_attribute("aria-checked", "true")


@pytest.mark.parametrize(
    "name", ["index", "clocks", "similarity", "learned", "sentence.one-pair", "questions", "order"]
)
def test_a_page_is_accessible_in_light_and_dark_and_fits(name, open_page):
    page = None
    for scheme in ("light", "dark"):
        page = open_page(f"{name}.html", page=page, color_scheme=scheme)
        load_axe(page)
        assert violations(page, preload=False) == []
    page.set_viewport_size(PHONE)
    page.reload()
    page.locator(".sliders, .picture, .question").first.wait_for()
    assert beyond_the_screen(page, "main") == []


def test_a_page_turns_dark_with_the_system(open_page):
    page = open_page("matrix.html")
    before = graphics(page)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"(before) => `${{({GRAPHICS})()}}` !== `${{before}}`", arg=before)


@pytest.mark.parametrize("way", ["pointer", "keyboard", "touch"])
def test_the_first_lesson_is_used_to_its_end(way, open_page):
    lesson = lessons()["order"]
    page = open_page(lesson_file("order"), **({"viewport": PHONE, "has_touch": True} if way == "touch" else {}))
    for number, step in enumerate(lesson.steps, 1):
        expect(page.get_by_role("heading", level=2)).to_have_text(f"{number}. {step.title}")
        if step.question:
            answer = page.locator("section:not([hidden]) details.answer summary")
            answer.press("Enter") if way == "keyboard" else answer.tap() if way == "touch" else answer.click()
        picture = page.locator("section:not([hidden]) .picture").first
        picture.scroll_into_view_if_needed()
        expect(picture.locator("svg, canvas, .orders").first).to_be_visible()
        on = page.locator("section:not([hidden]) a[rel=next]")
        page.keyboard.press("PageDown") if way == "keyboard" else on.tap() if way == "touch" else on.click()
    expect(page.get_by_role("heading", level=2)).to_have_text("In short")
    assert page.url.endswith(f"#step={len(lesson.steps) + 1}")


KINDS = (
    "index.html",
    "clocks.html",
    "sentence.one-pair.html",
    "images.html",
    "questions.html",
    lesson_file("order"),
)


def test_tab_goes_through_a_page_of_each_kind(open_page):
    page = None
    for name in KINDS:
        page = open_page(name, page=page)
        assert keyboard.faults(page) == [], name
