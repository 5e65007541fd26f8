"""Journeys of a student and of a teacher."""

import re

import segno
from playwright.sync_api import expect

from core.teach.lesson import lessons
from core.teach.lesson_link import MOST_STEPS
from core.teach.live.question import Question
from core.teach.own_step import OwnStep
from core.teach.room_address import RoomAddress
from pages.shared.glossary import terms
from pages.teach import handout, own_handout
from pages.teach.lesson_way import link
from tests.browser.visit import (
    MAIN,
    PHONE,
    change_room,
    expect_address,
    expect_settings,
    go,
    open_more,
    settle,
    slider,
)
from tests.patterns import on_screen, page_words

FORM, CLASS = page_words("shared/lesson_link"), page_words("class")
LESSONS, FRAME, QUESTIONS = (page_words(page) for page in ("lessons", "teach/lesson_frame", "questions"))
CONTROLS = f"{MAIN} :is(.slider, [data-testid=stButtonGroup], [data-testid=stCheckbox])"
OWN_STEP = OwnStep(
    note="Move the length and look at the slow waves on the right. Which completes a turn, and where?",
    asks=Question("choices", text="What do all of them have in common?", options=tuple("abcd"), truth=1),
    address=RoomAddress("waves", {}),
)
NOTE = "Guess first.\n<script>document.title = 'taken'</script> **then** move length."


def test_a_student_finds_why_sine_and_cosine_in_two_clicks_and_takes_number_and_picture(open_room, page):
    open_room()
    page.get_by_role("link", name=page_words("shift")["Card: question"]).click()
    expect(page.locator(f"{MAIN} h1")).to_have_text("Two positions")
    settle(page)
    answer = page.get_by_text(on_screen(page_words("shift")["Arrows"])).inner_text().replace("−", "-")
    rising, falling = map(float, re.findall(r"-?\d\.\d\d", answer))
    assert abs(rising - falling) > 0.1  # two answers for one sine
    page.get_by_role("radio", name="Picture").click()
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="PNG").click()
    assert download.value.suggested_filename.endswith(".png")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_teacher_makes_a_link_with_few_controls_and_a_class_opens_it(app, new_page):
    teacher = new_page()
    go(teacher, f"{app}/similarity?d_model=64&overlay=bases")
    form = link_form(teacher)
    form.get_by_label("Title").fill("Does it <b>always</b> fall?")
    form.get_by_label("Note").fill(NOTE)
    expect(form.locator(".preview")).to_contain_text(NOTE)
    expect(form.get_by_role("button", name=FORM["QR: large"])).to_be_visible()  # before anything is copied
    expect(form.locator(".controls")).to_be_hidden()
    form.get_by_text(FORM["More"]).click()
    form.get_by_role("checkbox", name="length").check()
    form.get_by_role("checkbox", name="base").evaluate("box => box.parentElement.remove()")  # as if it came later
    teacher.mouse.move(0, 0)
    form.get_by_label("Title").hover()
    expect(form.get_by_role("checkbox", name="base")).to_have_count(1)
    form.get_by_role("checkbox", name="Overlay").check()
    expect(form.get_by_role("checkbox", name="length")).to_be_checked()
    form.get_by_role("checkbox", name=LESSONS["Projector"]).check()
    form.get_by_role("button", name=FORM["Copy"]).click()
    expect(form.get_by_text(FORM["Copied"])).to_be_visible()
    link = teacher.evaluate("navigator.clipboard.readText()")
    of_two_steps = link_of_two_steps(teacher, form)
    several = changed_title(new_page(), of_two_steps)

    student = go(new_page(viewport={"width": 1280, "height": 720}), link)
    expect(student.get_by_role("heading", name="Does it <b>always</b> fall?")).to_be_visible()
    expect(student.locator(".note")).to_have_text(NOTE)
    assert student.title() == "Two positions · Clockface"
    visible_controls = [control for control in student.locator(CONTROLS).all() if control.is_visible()]
    assert len(visible_controls) == 2
    expect(student.get_by_test_id("stSidebar")).not_to_be_visible()
    assert student.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    expect(student.locator(".st-key-overlay [role=radio][aria-checked=true]")).to_have_text("bases")
    student.get_by_role("slider", name="length").press("ArrowRight")
    expect_settings(student, length=160)
    settle(student)
    assert "length=160" in student.url
    assert "keep=overlay" in student.url  # it is still such a link

    go(student, several)
    expect(student.get_by_text("Which one?")).to_be_visible()
    student.keyboard.press("PageDown")
    expect_address(student, unfolded="true")  # revealed first
    expect(student.get_by_text(on_screen(QUESTIONS["Answer: number"], truth="the second; 50 %"))).to_be_visible()
    settle(student)
    student.keyboard.press("PageDown")
    expect(student.get_by_role("heading", name="Hands")).to_be_visible()
    settle(student)
    student.keyboard.press("PageUp")
    expect(student.get_by_role("heading", name="Does it <b>always</b> fall?")).to_be_visible()


def link_form(page):
    if page.locator(".st-key-more").count():  # a link of several steps has the form alone
        open_more(page)
    page.get_by_text(FORM["Make"]).click()
    settle(page)
    form = page.locator(".lesson-link")
    expect(form.locator(".controls input")).not_to_have_count(0)  # its script lists them: buttons act from then on
    return form


def changed_title(teacher, link):
    """Open a link, give its second step a title with the form, copy the link, and look at its handout."""
    go(teacher, link)
    form = link_form(teacher)
    expect(form.locator(".steps li")).to_have_count(2)
    form.get_by_role("button", name=on_screen(FORM["Change"], step="clocks")).click()
    form.get_by_label(FORM["Title"]).fill("Hands")
    form.get_by_role("button", name=on_screen(FORM["Changed"], step="clocks")).click()
    form.get_by_role("button", name=on_screen(FORM["Copy: several"], count=2)).click()
    expect(form.get_by_text(FORM["Copied"])).to_be_visible()
    link = teacher.evaluate("navigator.clipboard.readText()")
    go(teacher, form.get_by_role("link", name=FORM["Handout"]).get_attribute("href"))
    for sheet in (teacher.frame_locator(".save-page iframe").nth(number) for number in (0, 1)):
        expect(sheet.get_by_text("☐ the first")).to_be_visible()
    expect(sheet.get_by_text("☑ the second; 50 %")).to_be_visible()
    return link


def link_of_two_steps(teacher, form):
    """Add a question to what the form says, then the room Clocks; look at the link's QR code."""
    form.get_by_text(FORM["Ask"]).click()
    form.get_by_label(CLASS["In class: Claim"]).fill("Which one?")
    expect(form.locator(".option:visible")).to_have_count(2)
    for number, choice in enumerate(("the first", "the second; 50 %"), 1):
        form.get_by_label(on_screen(CLASS["In class: Option"], number=number)).first.fill(choice)
    form.get_by_role("button", name=FORM["Add"]).click()
    expect(form.get_by_text(FORM["Half"])).to_be_visible()  # the right option is not revealed
    form.get_by_role("radio").nth(1).check()
    form.get_by_role("button", name=FORM["Add"]).click()
    expect(form.get_by_text(FORM["Added"])).to_be_visible()
    change_room(teacher, "Clocks")
    expect(teacher.locator(f"{MAIN} h1")).to_have_text("Clocks")
    settle(teacher)
    form = link_form(teacher)
    form.get_by_role("button", name=FORM["Add"]).click()
    form.get_by_role("button", name=on_screen(FORM["Copy: several"], count=2)).click()
    expect(form.get_by_text(FORM["Copied"])).to_be_visible()
    link = teacher.evaluate("navigator.clipboard.readText()")
    wide = segno.make(link, micro=False).symbol_size(border=4)[0]
    expect(form.locator(".near img")).to_have_js_property("naturalWidth", wide)
    form.get_by_role("button", name=FORM["QR: large"]).click()
    code = form.get_by_role("img", name=FORM["QR: alt"])
    expect(code).to_be_visible()
    width, modules = code.evaluate("image => [image.width, image.naturalWidth]")
    assert width % modules == 0  # whole pixels a module
    assert width > 0.85 * teacher.viewport_size["height"]
    assert modules == wide
    return link


def test_a_class_goes_through_five_steps_by_the_keys_of_a_presenter(app, new_page):
    lesson = lessons()["dot-product"]
    page = go(new_page(viewport={"width": 1280, "height": 720}), f"{app}/lessons?for_projector=true")
    page.get_by_role("link", name=LESSONS["Start"]).nth(list(lessons()).index(lesson.slug)).click()
    for number, step in enumerate(lesson.steps[:5], 1):
        expect(page.get_by_role("heading", name=step.title, exact=True)).to_be_visible()
        expect(page.get_by_text(FRAME("Place", number=number, last=len(lesson.steps)))).to_be_visible()
        settle(page)
        assert f"step={lesson.slug}.{number}" in page.url
        assert "projector=true" in page.url
        page.keyboard.press("PageDown")
        expect(page.get_by_text(step.why.split(". ")[0].replace("*", "")).first).to_be_visible()  # revealed first
        settle(page)
        page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", name=lesson.steps[5].title, exact=True)).to_be_visible()
    settle(page)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name=lesson.steps[4].title, exact=True)).to_be_visible()
    settle(page)
    again = go(new_page(), page.url)  # resumed by its link
    expect(again.get_by_role("heading", name=lesson.steps[4].title, exact=True)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name=lesson.steps[5].title, exact=True)).to_be_visible()


def test_a_step_sets_what_it_needs_and_forgets_what_was_moved(app, new_page):
    lesson = lessons()["clock"]
    page = go(new_page(), f"{app}/waves?d_model=32&window=64&base=100")  # the reader's own
    page.get_by_role("button", name="Teach").click()
    page.get_by_role("menuitem", name="Lessons").click()
    page.get_by_role("link", name=LESSONS["Start"]).nth(1).click()
    expect(page.get_by_role("heading", name=lesson.steps[0].title, exact=True)).to_be_visible()
    settle(page)
    expect(page.get_by_test_id("stSidebar")).not_to_be_visible()  # the one of the room before stays in the page
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", name=lesson.steps[1].title, exact=True)).to_be_visible()
    settle(page)
    settings = {name: values[0] for name, values in lesson.steps[1].address.settings.items()}
    expect(slider(page, "d_model")).to_be_hidden()
    assert page.url.count("d_model") == ("d_model" in settings)
    assert "base=100" not in page.url


def test_a_handout_is_two_pages_a_student_in_a_file_that_needs_no_network(app, new_page):
    page = go(new_page(), f"{app}/lessons?handout=order")
    for number, kind in enumerate(("", "-answers")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=LESSONS["Handout: save"]).nth(number).click()
        assert saved.value.suggested_filename == f"clockface-order{kind}.html"
        text = saved.value.path().read_text("utf-8")
        assert text.startswith("<!doctype html>")
        assert not re.search(r"src=|<script|<link", text)
    page.set_viewport_size(PHONE)
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible()  # the way to all rooms
    paper = new_page()
    for lesson in lessons().values():
        for sheet in (handout.sheet, handout.answers):
            paper.set_content(sheet(lesson, LESSONS))
            assert sheets_of_paper(paper) <= 2
    paper.set_content(own_handout.own_sheet([OWN_STEP] * MOST_STEPS, LESSONS))
    assert sheets_of_paper(paper) == 2


def test_a_room_is_printed_as_its_pictures_and_words_in_light_colours(app, new_page):
    page = go(new_page(color_scheme="dark"), f"{app}/waves?view=Wavelengths")
    page.evaluate("addEventListener('beforeprint', () => (window.marks = { ...document.documentElement.dataset }))")
    assert sheets_of_paper(page) <= 3
    assert page.evaluate("marks.printed") == "dark"
    handout = go(new_page(), f"{app}/lessons?handout=order")
    expect(handout.locator(".save-page iframe")).to_have_count(2)
    assert sheets_of_paper(handout) == 4  # two of questions, two of answers
    page.emulate_media(media="print")
    hidden = [page.get_by_test_id(name) for name in ("stSidebar", "stHeader")]
    assert not any(each.is_visible() for each in [*hidden, *page.locator("button").all()])
    expect(page.locator(f"{MAIN} figure.clockface-plot")).to_be_visible()
    expect(page.locator(f"{MAIN} h1")).to_be_visible()


def sheets_of_paper(page):
    """How many pages Chromium prints."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(prefer_css_page_size=True)))


def test_a_term_is_explained_on_hover_focus_and_tap(app, new_page):
    page = go(new_page(viewport=PHONE), f"{app}/{link(lessons()['words'], 5)}")
    term, meaning = page.get_by_role("link", name="probe").first, page.get_by_role("tooltip")
    expect(term).to_have_attribute("title", terms()["probe"].meaning)
    expect(meaning).to_be_hidden()
    for ask in (term.hover, term.focus, term.click):
        ask()
        expect(meaning).to_have_text(terms()["probe"].meaning)
        page.keyboard.press("Escape")
        expect(meaning).to_be_hidden()
        page.mouse.move(0, 0)
        term.blur()
    assert "#term" not in page.url


def test_a_presenters_keys_leave_texts_and_sliders_alone(app, new_page):
    page = go(new_page(viewport={"width": 1280, "height": 720}), f"{app}/{link(lessons()['dot-product'], 2)}")
    guess, moved = page.get_by_role("spinbutton").first, page.get_by_role("slider", name="d_model")
    for target, keys in ((guess, ("PageDown", "ArrowRight", " ")), (moved, ("ArrowRight", " "))):
        target.focus()
        for key in keys:
            page.keyboard.press(key)
    settle(page)
    assert "unfolded" not in page.url
    expect(moved).to_have_attribute("data-text", "80")  # the slider's own key
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    expect(page.locator(".st-key-lesson_why")).to_be_visible()
    assert "unfolded=true" in page.url
