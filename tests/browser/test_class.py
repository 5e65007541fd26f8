"""A whole class in Chromium: a teacher at a projector, three phones: one late, one asleep, one looking around.

Two replicas behind nginx serve it; one is killed in the middle, and at last Redis, which loses the class.
"""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from core.teach.lesson import lessons
from tests.browser.module import run_file
from tests.browser.visit import PHONE, expect_address, expect_settings, go, settle
from tests.deploy import proxy
from tests.deploy.faults.replica import start_all
from tests.deploy.faults.restarts import CONNECTED, recover
from tests.deploy.live import redis_process
from tests.deploy.local_app import scaled
from tests.house import ROOT
from tests.patterns import on_screen, page_words

pytestmark = [
    pytest.mark.skipif(not proxy.executable(), reason=proxy.NO_NGINX),
    pytest.mark.skipif(not redis_process.executable(), reason=redis_process.NO_REDIS),
]
WORDS = page_words("class").under("In class")
LESSON = next(iter(lessons().values())).title
PROJECTOR = {"width": 1280, "height": 720}
OPTIONS = ".st-key-class_view .choices li"
MAIN = "[data-testid=stMain]"
STRIP, BAND, SHEET = (f".clockface-class .{name}" for name in ("strip", "band", "sheet"))
FOLLOWED = "/waves?base=500&note=Look&keep=base"
SCENE = ROOT / "components/classroom/class_student/scene.js"
ELSEWHERE = """async ([route, content]) => { // what another device of the teacher says
  const { code, secret } = JSON.parse(localStorage["clockface-class"]);
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${secret}` };
  await fetch(`/live/${code}/${route}`, { method: "POST", headers, body: JSON.stringify(content) });
}"""
WATCHED = "window.scene = { destination: { runs: false } }; module.watchRuns(scene);"
FAULTS = re.compile(
    r"net::ERR_|disconnected from server|status of (410|50[234])|WebSocket connection to"
)  # the message about a lost connection


@pytest.fixture(scope="module")
def redis():
    with redis_process.redis_server() as server:
        yield server


@pytest.fixture(scope="module")
def _school(redis):
    with scaled(2, CLOCKFACE_REDIS_URL=redis.url) as replicas_and_url:
        yield replicas_and_url


@pytest.fixture
def school(_school):
    """Two replicas with one Redis, and the address of the nginx in front of them; a killed one is started again."""
    start_all(_school[0])
    return _school


@pytest.fixture
def teacher(school, new_page):
    page = go(new_page(viewport=PROJECTOR, fresh=True), f"{school[1]}/class")
    press(page, WORDS["Start"])
    expect(page.locator(".class-room .code")).to_be_visible()
    return page


@pytest.fixture
def phone(school, new_page, teacher):
    """A phone that has come by the short address; `beside` the teacher the same replica serves it."""

    def make(*, beside=False):
        code = teacher.evaluate("JSON.parse(localStorage['clockface-class']).code")
        page = new_page(viewport=PHONE, fresh=True)
        if beside:
            page.context.add_cookies([each for each in teacher.context.cookies() if each["name"] == "replica"])
        page.goto(f"{school[1]}/c/{code.lower()}")
        return page

    return make


def press(page, name, inside="body"):
    page.locator(inside).get_by_role("button", name=name, exact=True).click()


def open_here(page, address):
    """What a door of the page does."""
    page.evaluate(
        "href => { history.pushState({}, '', href); dispatchEvent(new PopStateEvent('popstate')); }", address
    )
    settle(page)


def answer(page, name):
    press(page, name, SHEET)
    expect(page.locator(SHEET)).to_contain_text(WORDS["Answer: sent"])


def expect_here(page):
    page.wait_for_url(f"**{FOLLOWED}")  # of several steps the one that is shown
    expect(page.locator(".note")).to_have_text("Look")
    settle(page)
    expect_settings(page, base=500)


def boxes(page):
    """Where the options of a question stand, and how far the page is scrolled."""
    return page.evaluate(
        """([options, main]) => [
          document.querySelector(main).scrollTop,
          ...[...document.querySelectorAll(options)].map((each) => each.getBoundingClientRect().toJSON()),
        ]""",
        [OPTIONS, MAIN],
    )


def expect_nothing_dead(page):
    """A question's page on a phone shows nothing that would look alive and do nothing."""
    kinds = (
        ".stButton",
        ".stButtonGroup",
        ".stNumberInput",
        ".stRadio",
        ".choose",
        "nav .way",
        ".st-key-class_bar",
    )
    expect(page.locator(", ".join(f"{MAIN} {kind}:visible" for kind in kinds))).to_have_count(0)


def expect_count(teacher, count):
    expect(teacher.locator(f"{BAND} b")).to_have_text(count)


def through_a_lesson(teacher, phones):
    """Three steps, the second with a question; phones are not shown large type. A key that comes early waits."""
    press(teacher, on_screen(WORDS["Lead: label"], title=LESSON))
    teacher.keyboard.press("PageDown")
    expect_address(teacher, step="order.1", unfolded="true")
    for step in (1, 2, 3):
        expect_address(teacher, step=f"order.{step}")
        for page in phones:
            expect_address(page, step=f"order.{step}", projector=None)
        settle(teacher)
        if step == 2:
            ask_of_the_step(teacher, phones[0])
        if step < 3:
            teacher.locator("nav.lesson-frame a[rel=next]").click()
    expect(phones[0].locator(SHEET)).to_have_count(0)


def ask_of_the_step(teacher, page):
    """Asked, closed, asked anew, revealed: the page shows the reasons, and once more hides them."""
    press(teacher, WORDS["Ask this"])
    answer(page, "True")
    expect_count(teacher, "1 of 2")
    press(teacher, WORDS["Close"], BAND)
    expect(page.locator(SHEET)).to_contain_text(WORDS["Closed"])
    press(teacher, WORDS["Reset"], BAND)
    expect_count(teacher, "0 of 2")
    answer(page, "False")
    press(teacher, WORDS["Reveal"], BAND)
    expect(page.locator(f"{SHEET} .marks").filter(has_text=WORDS["Own: mark"])).to_have_count(1)
    expect_address(page, unfolded="true")
    press(teacher, WORDS["Again"], BAND)
    expect_address(page, unfolded=None)
    expect_count(teacher, "0 of 2")
    settle(teacher)


def ask_of_the_app(school, teacher, awake, asleep, late):
    """Nothing but a count until it is revealed, by a key of a clicker. Before, the teacher's replica is killed."""
    open_here(teacher, "/questions")  # only the teacher sees it
    expect(teacher.locator(STRIP)).to_contain_text(WORDS["Alone"])
    open_here(teacher, "/questions?card=swamp&guess=true")
    press(teacher, WORDS["Ask this"])
    expect_address(awake, card="swamp", class_view="true")
    expect(teacher.locator(".class-join .code")).to_be_visible()
    for page, name in ((awake, "False"), (awake, "True"), (late, "False")):
        answer(page, name)
    expect_count(teacher, "2 of 3")
    (serving, _) = sorted(school[0], key=lambda replica: -replica.sessions)
    with teacher.expect_event("websocket"):
        serving.kill()
    expect(teacher.locator(CONNECTED)).to_have_count(1)
    answer(asleep, "True")
    expect_count(teacher, "3 of 3")
    expect(teacher.locator(OPTIONS).first).not_to_have_attribute("data-count", re.compile("."))
    before = boxes(teacher)
    teacher.keyboard.press("PageDown")
    expect(teacher.locator(f"{OPTIONS}[data-right=true]")).to_have_attribute("data-count", "2")
    settle(teacher)
    assert boxes(teacher) == before  # bars grow out of the options, which stay, at the top of the page
    assert before[0] == 0
    expect_nothing_dead(awake)
    expect_address(asleep, revealed="true")
    expect(awake.locator(f"{SHEET} .right .marks")).to_have_text(f"{WORDS['Truth: mark']} · {WORDS['Own: mark']}")


def ask_of_ones_own(teacher, late, redis):
    """A question of the teacher's own outlives the store, which loses the class, and the teacher's device."""
    press(teacher, WORDS["Next"], BAND)
    ask_from_another_device(teacher)
    press(teacher, WORDS["Reveal"], BAND)
    press(teacher, WORDS["Next"], BAND)
    press(teacher, WORDS["To the room"])
    teacher.get_by_role("tab", name=WORDS["Part: Ask"]).click()
    teacher.get_by_placeholder(WORDS["Claim"]).fill("<b>Pairs</b> of 64 features?")
    teacher.get_by_label(WORDS["Kind"]).select_option("number")
    teacher.locator("[name=truth]").fill("32")
    press(teacher, WORDS["Ask"])
    expect(late.locator(f"{SHEET} h2")).to_have_text("<b>Pairs</b> of 64 features?")
    expect(late.locator(f"{SHEET} h2")).to_have_css("unicode-bidi", "plaintext")  # may run from right to left
    late.get_by_label(WORDS["Your answer"]).fill("32")
    press(late, WORDS["Send"])
    expect_count(teacher, "1 of 3")
    as_on_another_device(teacher)
    settle(teacher)
    expect_count(teacher, "1 of 3")
    redis.kill()
    redis.start()
    expect(teacher.locator(STRIP)).to_contain_text(WORDS["Lost by the server"])
    expect_count(teacher, "1 of 3")
    teacher.reload()
    settle(teacher)
    expect(teacher.locator(f"{BAND} h2")).to_have_text("<b>Pairs</b> of 64 features?")
    expect_count(teacher, "1 of 3")
    teacher.keyboard.press("PageDown")
    expect(teacher.locator(BAND)).to_contain_text("1 of 1 right")
    teacher.keyboard.press("PageDown")


def ask_from_another_device(page):
    """A question asked on another device of the teacher is known here with its truth."""
    question = {"text": "Half of 8?", "unit": "", "least": 0, "most": 8, "whole": True, "right": 4}
    page.evaluate(ELSEWHERE, ["ask", question])
    page.wait_for_function("() => JSON.parse(localStorage['clockface-class']).asked?.right === 4")
    expect(page.locator(f"{BAND} h2")).to_have_text("Half of 8?")


def as_on_another_device(page):
    """Open the page with nothing but the secret, as the link for another device does."""
    page.evaluate(
        "const { secret } = JSON.parse(localStorage['clockface-class']);"
        "localStorage['clockface-class'] = JSON.stringify({ secret })"
    )
    page.reload()


def word(page, name):
    return page.locator(".orders .word").filter(has_text=name)


def drag_a_word(teacher, page):
    """Home's words follow while one is in hand, before the address has the order."""
    open_here(teacher, "/")
    page.wait_for_url(re.compile(r"//[^/]+/$"))
    settle(page)
    box, width = word(teacher, "cat").bounding_box(), teacher.locator(".orders .tiles").bounding_box()["width"]
    x, y = box["x"] + box["width"] / 2, box["y"] + 30
    teacher.mouse.move(x, y)
    teacher.mouse.down()
    teacher.mouse.move(x - 4 * width / 6, y)
    expect(word(page, "cat")).to_have_attribute("aria-valuenow", "1")
    assert "order" not in teacher.url
    teacher.mouse.up()
    expect_address(page, order="the-cat-sat-on-the-mat")


def forgive_faults(page):
    page.witness.complaints[:] = [each for each in page.witness.complaints if not FAULTS.search(each)]


def test_a_browser_whose_replica_is_killed_goes_on_at_the_other(school, new_page):
    page = new_page()
    recover(page, school[1], school[0])
    forgive_faults(page)


def test_a_class(school, redis, teacher, phone):
    awake, asleep = phone(beside=True), phone(beside=True)
    for page in (awake, asleep):
        expect(page.locator(STRIP)).to_contain_text(re.compile(WORDS["Waiting"].replace("{code}", "......")))
    expect(teacher.locator(STRIP)).to_contain_text("2 here · 2 follow")
    through_a_lesson(teacher, (awake, asleep))

    # one sleeps while the class goes on; one looks around; one comes late
    asleep.context.set_offline(True)
    expect(asleep.locator(STRIP)).to_contain_text(WORDS["Line: yours, student"])
    settle(awake)
    press(awake, WORDS["Look around"])
    open_here(teacher, "/waves?base=500&at=2&go=clocks&go=waves%3Fbase=500;note=Look;keep=base")
    expect(teacher.locator(STRIP)).to_contain_text("lines down: 1")
    late = phone()
    expect_here(late)
    assert "step=order.3" in awake.url
    press(awake, WORDS["Back"])
    asleep.context.set_offline(False)
    for page in (awake, asleep):
        expect_here(page)
    expect(teacher.locator(STRIP)).to_contain_text("3 here · 3 follow")

    ask_of_the_app(school, teacher, awake, asleep, late)
    ask_of_ones_own(teacher, late, redis)

    # the page says what could not be sent
    open_here(teacher, f"/waves?note={'a' * 1500}")
    expect(teacher.locator(STRIP)).to_contain_text(WORDS["Too long"])
    open_here(teacher, "/clocks")
    late.wait_for_url("**/clocks")

    drag_a_word(teacher, late)

    # the end
    press(teacher, WORDS["To the room"])
    expect(teacher.get_by_test_id("stSidebar")).to_be_hidden()
    press(teacher, WORDS["End"])
    press(teacher, WORDS["End: sure"])
    for page in (awake, asleep, late):
        expect(page.locator(STRIP)).to_contain_text(WORDS["Ended"])
    with teacher.expect_download() as saved:
        press(teacher, WORDS["Counts"])
    assert saved.value.path().read_text("utf-8").startswith("round,question")
    for page in (teacher, awake, asleep, late):
        forgive_faults(page)


def test_whoever_types_a_wrong_code_keeps_the_field_and_reads_what_to_do(school, new_page, teacher):
    code = teacher.evaluate("JSON.parse(localStorage['clockface-class']).code")
    page = new_page(viewport=PHONE, fresh=True)
    for typed in ("QQQQQQ", "QQQQ"):
        page.goto(f"{school[1]}/c/{typed}")
        expect(page.locator("h1:visible")).to_have_text(on_screen(WORDS["No class"], code=typed))
        expect(page.get_by_placeholder(WORDS["Code"])).to_have_value(typed)
        page.get_by_placeholder(WORDS["Code"]).fill("22222")
        press(page, WORDS["Join"])
        message = f"{WORDS['No class']} {WORDS['No class: do']}".format(code="22222")
        expect(page.get_by_role("alert")).to_have_text(message)
    page.get_by_placeholder(WORDS["Code"]).fill(code.lower())
    press(page, WORDS["Join"])
    expect(page.locator(STRIP)).to_contain_text(code)
    page.witness.complaints[:] = [each for each in page.witness.complaints if "status of 404" not in each]


def test_a_fold_that_is_opened_while_the_addresses_come_stays_open(school, new_page):
    page, held = new_page(viewport=PROJECTOR, fresh=True), []

    def hold(route):
        held.append(route)

    page.route(re.compile("/live$"), hold)
    page.add_init_script("addEventListener('toggle', event => event.stopImmediatePropagation(), true)")  # not told
    go(page, f"{school[1]}/class")
    page.locator(".class-room summary").click()
    held[0].continue_()
    expect(page.locator("datalist#places option")).not_to_have_count(0)
    expect(page.get_by_label(WORDS["Way: field"])).to_be_visible()


def test_the_address_for_phones_is_tried_and_changed_before_the_class(school, new_page):
    page = go(new_page(viewport=PROJECTOR, fresh=True), f"{school[1]}/class")
    page.locator(".class-room summary").click()
    field = page.get_by_label(WORDS["Way: field"])
    field.fill("no address")
    press(page, WORDS["Way: use"])
    expect(page.get_by_role("alert")).to_have_text(WORDS["Way: wrong"])
    field.fill("clock.school.example:81/class")
    press(page, WORDS["Way: use"])
    code = page.locator(".class-room img")
    tried = quote("http://clock.school.example:81/class?code=try", safe="")
    expect(code).to_have_attribute("src", re.compile(f"of={re.escape(tried)}$"))
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth > 20)")
    press(page, WORDS["Start"])
    expect(page.locator(".class-room .address")).to_have_text(re.compile(r"clock\.school\.example:81/c/\w{6}"))
    phone = go(new_page(viewport=PHONE, fresh=True), f"{school[1]}/class?code=try")
    expect(phone.locator("h1")).to_have_text("It works")
    expect(phone.get_by_placeholder(WORDS["Code"])).to_be_visible()


def test_a_question_of_a_teachers_link_is_asked_and_fills_the_screen(teacher, phone):
    page = phone()
    open_here(teacher, "/waves?keep=base&ask=Which+is+slow%3F&choice=First&choice=Last&right=2")
    page.wait_for_url("**ask=**")
    expect_nothing_dead(page)
    press(teacher, WORDS["Ask this"])
    expect(page.locator(STRIP)).to_contain_text(WORDS["You follow"])
    answer(page, "Last")
    expect_count(teacher, "1 of 1")
    first = "document.querySelector('.clockface-class').shadowRoot.querySelector('.answers li')"
    before = teacher.evaluate(f"{first}.getBoundingClientRect().toJSON()")
    press(teacher, WORDS["Reveal"], BAND)
    expect(teacher.locator(f"{BAND} .right .count")).to_have_text("1")
    assert teacher.evaluate(f"{first}.getBoundingClientRect().toJSON()") == before
    press(teacher, WORDS["Next"], BAND)
    expect_address(teacher, unfolded="true")
    open_here(teacher, "/?step=order.1")
    teacher.evaluate(ELSEWHERE, ["rules", {"pace": "own"}])
    expect(page.locator(STRIP)).to_contain_text(WORDS["Own pace"])
    expect_address(page, step="order.1")
    settle(page)
    page.locator("a[rel=next]").click()  # above the strip
    expect_address(page, step="order.2")


# ---- Streamlit may not report the state of a short run.


def test_each_run_is_noticed_however_short(open_room):
    page = open_room("questions")
    run_file(page, SCENE, WATCHED)
    for case in range(8):
        open_here(page, f"questions?case={case}")
        page.wait_for_function("() => scene.destination.runs")
        page.evaluate("() => { scene.destination.runs = false }")
