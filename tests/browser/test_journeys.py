"""Journeys of a student and of a teacher."""

import re

from playwright.sync_api import expect

from core.teach.lesson import lessons
from tests.browser.visit import MAIN, expect_settings, go, settle, slider

CONTROLS = f"{MAIN} :is([data-testid=stSlider], [data-testid=stButtonGroup], [data-testid=stCheckbox])"
NOTE = "Guess first.\n<script>document.title = 'taken'</script> **then** move length."


def test_a_student_finds_why_sine_and_cosine_in_two_clicks_and_takes_number_and_picture(open_room, page):
    open_room()
    page.get_by_role("link", name="Shift").last.click()
    expect(page.locator(f"{MAIN} h1")).to_have_text("Shift")
    settle(page)
    without = page.get_by_test_id("stMetric").filter(has_text="sine").last  # without the cosines
    error = float(re.search(r"\d\.\d+", without.inner_text())[0])
    assert error > 0.1  # of values of size 0.7: what no matrix can mend
    page.get_by_text("Take it with you").click()
    settle(page)
    with page.expect_download() as taken:
        page.get_by_role("button", name="PNG").click()
    assert taken.value.suggested_filename.endswith(".png")
    assert taken.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_teacher_makes_a_link_with_few_controls_and_a_class_opens_it(app, new_page):
    teacher = new_page(permissions=["clipboard-read", "clipboard-write"])
    go(teacher, f"{app}/similarity?d_model=64&overlay=bases")
    teacher.get_by_text("Make a lesson link").click()
    form = teacher.locator(".lesson-link")
    form.get_by_label("Title").fill("Does it <b>always</b> fall?")
    form.get_by_label("Note").fill(NOTE)
    form.get_by_role("checkbox", name="length").check()
    form.get_by_role("checkbox", name="Overlay").check()
    form.get_by_role("checkbox", name="for a projector").check()
    form.get_by_role("button", name="Copy lesson link").click()
    expect(form.get_by_text("Copied")).to_be_visible()
    link = teacher.evaluate("navigator.clipboard.readText()")

    student = go(new_page(viewport={"width": 1280, "height": 720}), link)
    expect(student.get_by_role("heading", name="Does it <b>always</b> fall?")).to_be_visible()
    expect(student.locator(".note")).to_have_text(NOTE)
    assert student.title() == "Similarity · Clockface"
    shown = [control for control in student.locator(CONTROLS).all() if control.is_visible()]
    assert len(shown) == 2
    expect(student.get_by_test_id("stSidebar")).not_to_be_visible()
    assert student.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    expect(student.get_by_text("d_model / 2")).to_be_visible()
    student.get_by_role("slider", name="length").press("ArrowRight")
    expect(student.get_by_text(re.compile("from −160 to 160|160"))).not_to_have_count(0)
    settle(student)
    assert "length=160" in student.url
    assert "keep=overlay" in student.url  # the link is still one


def test_a_class_goes_through_five_steps_by_the_keys_of_a_presenter(app, new_page):
    lesson = lessons()["dot-product"]
    page = go(new_page(viewport={"width": 1280, "height": 720}), f"{app}/lessons?for_projector=true")
    page.get_by_role("link", name="Start").nth(list(lessons()).index(lesson.slug)).click()
    for number, step in enumerate(lesson.steps[:5], 1):
        expect(page.get_by_role("heading", name=step.title, exact=True)).to_be_visible()
        expect(page.get_by_text(f"Step {number} of {len(lesson.steps)}")).to_be_visible()
        settle(page)
        assert f"step={lesson.slug}.{number}" in page.url
        assert "projector=true" in page.url
        page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", name=lesson.steps[5].title, exact=True)).to_be_visible()
    page.keyboard.press("PageUp")
    expect(page.get_by_role("heading", name=lesson.steps[4].title, exact=True)).to_be_visible()
    settle(page)
    again = go(new_page(), page.url)  # resumed by its link
    expect(again.get_by_role("heading", name=lesson.steps[4].title, exact=True)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name=lesson.steps[5].title, exact=True)).to_be_visible()


def test_a_step_sets_what_it_needs_and_forgets_what_was_moved(app, new_page):
    lesson = lessons()["clock"]
    page = go(new_page(), f"{app}/waves?d_model=32&window=64")  # the reader's own
    page.get_by_role("button", name="Teach").click()
    page.get_by_role("menuitem", name="Lessons").click()
    page.get_by_role("link", name="Start").nth(1).click()
    expect(page.get_by_role("heading", name=lesson.steps[0].title, exact=True)).to_be_visible()
    settle(page)
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", name=lesson.steps[1].title, exact=True)).to_be_visible()
    settle(page)
    settings = {name: values[0] for name, values in lesson.steps[1].address.settings.items()}
    expect(slider(page, "d_model")).to_have_count(0)  # not in the sidebar
    assert page.url.count("d_model") == ("d_model" in settings)


def test_a_handout_is_one_file_that_needs_no_network(app, new_page):
    page = go(new_page(), f"{app}/lessons?handout=order")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as one HTML file").click()
    text = saved.value.path().read_text("utf-8")
    lesson = lessons()["order"]
    assert text.startswith("<!doctype html>")
    assert f"<title>{lesson.title}</title>" in text
    assert text.count('src="data:image/png;base64,') == len(lesson.steps)
    assert not re.search(r'src="(?!data:)|<script|<link', text)
    for number, step in enumerate(lesson.steps, 1):
        assert f"{number}. {step.title}" in text.replace("&amp;", "&")


def test_a_door_keeps_nothing_of_the_readers_settings(app, new_page):
    page = go(new_page(), f"{app}/matrix?base=100&scale=4")
    expect_settings(page, base=100, scale=4)
    page.get_by_role("button", name="Teach").click()
    page.get_by_role("menuitem", name="Lessons").click()
    page.get_by_role("link", name="Start").first.click()
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    settle(page)
    assert "base=100" not in page.url
