"""A whole class in Chromium: a teacher at a projector, three phones: one late, one asleep, one looking around.

Two replicas behind nginx serve it; one is killed in the middle, and at last Redis, which loses the class.
"""

import re

import pytest
from playwright.sync_api import expect

from bench.shared.served import scaled
from pages.shared.words import read
from tests.browser.visit import expect_address, expect_settings, go, settle
from tests.deploy import proxy
from tests.deploy.live import redis_process
from tests.house import ROOT

pytestmark = [
    pytest.mark.skipif(not proxy.executable(), reason=proxy.NO_NGINX),
    pytest.mark.skipif(not redis_process.executable(), reason=redis_process.NO_REDIS),
]
WORDS = read(ROOT / "pages/class.md").under("In class")
PROJECTOR, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
STRIP, BAND, SHEET = (f".clockface-class .{name}" for name in ("strip", "band", "sheet"))
FOLLOWED = "/waves?base=500&note=Look&keep=base"
CONNECTED = "[data-testid=stApp][data-test-connection-state=CONNECTED]"
FAULTS = re.compile(
    r"net::ERR_|disconnected from server|status of (410|50[234])|WebSocket connection to"
)  # what a page says of a broken line


@pytest.fixture
def redis():
    with redis_process.redis_server() as server:
        yield server


@pytest.fixture
def school(redis):
    """Two replicas with one Redis, and the address of the nginx in front of them."""
    with scaled(2, CLOCKFACE_REDIS_URL=redis.url) as (replicas, url):
        yield replicas, url


@pytest.fixture
def teacher(school, new_page):
    page = go(new_page(viewport=PROJECTOR, fresh=True), f"{school[1]}/class")
    press(page, WORDS["Start"])
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


def expect_count(teacher, count):
    expect(teacher.locator(f"{BAND} b")).to_have_text(count)


def through_a_lesson(teacher, phones):
    """Three steps, the second with a question; the phones are not shown large type."""
    teacher.locator(".class-room .lesson button").first.click()
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
    open_here(teacher, "/questions?card=swamp&class_view=true")
    for page, name in ((awake, "False"), (awake, "True"), (late, "False")):
        answer(page, name)
    expect_count(teacher, "2 of 3")
    (serving, _) = sorted(school[0], key=lambda replica: -replica.sessions)
    with teacher.expect_event("websocket"):
        serving.kill()
    expect(teacher.locator(CONNECTED)).to_have_count(1)
    answer(asleep, "True")
    expect_count(teacher, "3 of 3")
    expect(teacher.locator(f"{BAND} .answers")).to_have_count(0)
    teacher.keyboard.press("PageDown")
    expect(teacher.locator(f"{BAND} tr.right .count")).to_have_text("2")
    expect_address(asleep, revealed="true")
    expect(awake.locator(f"{SHEET} tr.right .marks")).to_have_text(f"{WORDS['Truth: mark']} · {WORDS['Own: mark']}")


def ask_of_ones_own(teacher, late, redis):
    """A question of the teacher's own outlives the store, which loses the class, and the teacher's device."""
    press(teacher, WORDS["Next"], BAND)
    ask_from_another_device(teacher)
    press(teacher, WORDS["Reveal"], BAND)
    press(teacher, WORDS["Next"], BAND)
    press(teacher, WORDS["To the room"])
    teacher.get_by_placeholder(WORDS["Claim"]).fill("<b>Pairs</b> of 64 features?")
    teacher.get_by_label(WORDS["Kind"]).select_option("number")
    teacher.locator("[name=truth]").fill("32")
    press(teacher, WORDS["Ask"])
    expect(late.locator(f"{SHEET} h2")).to_have_text("<b>Pairs</b> of 64 features?")
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
    """What another device of the teacher asks is known here with its truth."""
    page.evaluate(
        """async () => {
          const { code, secret } = JSON.parse(localStorage["clockface-class"]);
          const headers = { "Content-Type": "application/json", Authorization: `Bearer ${secret}` };
          const question = { text: "Half of 8?", unit: "", least: 0, most: 8, whole: true, right: 4 };
          await fetch(`/live/${code}/ask`, { method: "POST", headers, body: JSON.stringify(question) });
        }"""
    )
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


def test_a_class(school, redis, teacher, phone):
    expect(teacher.locator(".class-room .code")).to_be_visible()
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

    # what cannot be sent is told
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
        page.witness.complaints[:] = [each for each in page.witness.complaints if not FAULTS.search(each)]
