"""Actions in quick succession are not lost if the server answers late.

The browser holds the server's messages back and releases them afterwards, so every message to the server has the
address from before.
"""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.visit import MAIN, change_room, expect_address, expect_settings, grasp, settle, slider
from tests.patterns import on_screen, page_words

WORDS, MATRIX = page_words("questions"), page_words("matrix")

_SLOW = """() => {
  const deliveries = [];
  window.messageCount = 0;
  window.askCount = 0; // of messages that ask for a run on the way
  window.holding = false;
  window.passing = 0;
  window.heldCount = () => deliveries.length;
  window.letSome = (count) => {
    passing = count;
    deliveries.splice(0, count).forEach((pass) => pass());
    passing = 0;
  };
  window.letThrough = () => { holding = false; letSome(Infinity); };
  window.WebSocket = class extends WebSocket {
    constructor(...parameters) {
      super(...parameters);
      this.addEventListener("message", (event) => { // before any other listener
        if (!holding || passing-- > 0) return;
        event.stopImmediatePropagation();
        deliveries.push(() => this.dispatchEvent(new MessageEvent("message", { data: event.data })));
      });
    }
    send(message) {
      super.send(message);
      messageCount++;
      askCount += new TextDecoder().decode(message).includes('"number":');
    }
  };
}"""


@pytest.fixture
def open_slow(page, open_room):
    """Open a room with a server that can be delayed."""
    page.add_init_script(f"({_SLOW})()")
    return open_room


def hold(page, *, after=0):
    """Hold the server's messages back, but for the first ones."""
    page.witness.heard.clear()
    page.evaluate("(after) => { holding = true; passing = after; messageCount = askCount = 0; }", after)


def await_messages(page, messages):
    """Wait until the browser has sent this number of messages since `hold`."""
    page.wait_for_function("(messages) => messageCount >= messages", arg=messages)


def await_asks(page, asks):
    """Wait until the browser has asked for this number of runs on the way since `hold`."""
    page.wait_for_function("(asks) => askCount >= asks", arg=asks)


def await_ends(page, runs):
    """Wait until the server has ended this number of runs since `hold`; returns how many messages are held."""
    heard = page.witness.heard
    if heard.count("script_finished") < runs:
        page.witness.socket.wait_for_event("framereceived", lambda _: heard.count("script_finished") >= runs)
    page.wait_for_function("(count) => heldCount() >= count", arg=len(heard))
    return page.evaluate("() => heldCount()")


def let_through(page, *, first=None):
    """Hand over the messages that are held: all, and those that follow, or only the first ones."""
    page.evaluate("(first) => first ? letSome(first) : letThrough()", first)


def test_a_guess_and_its_reveal(open_slow):
    page = open_slow("questions?card=first-dims")
    hold(page)
    page.get_by_label(WORDS("Number: unit", unit="dimensions"), exact=True).fill("150")
    page.keyboard.press("Tab")
    await_messages(page, 1)
    page.locator(MAIN).get_by_role("button", name=WORDS["Reveal"]).click()
    await_messages(page, 2)
    let_through(page)
    expect(page.locator(MAIN)).to_contain_text(on_screen(WORDS["Right"], guess="150 dimensions"))
    expect_address(page, card="first-dims", guess=150, revealed="true")


def test_a_cell_and_another_one_and_a_setting(open_slow):
    page = open_slow("matrix?d_model=64&length=64&position=4&dimension=6")
    canvas, output = page.locator("canvas"), page.locator(".st-key-matrix output").first
    hold(page)
    canvas.press("ArrowDown")
    await_messages(page, 1)
    canvas.press("ArrowDown")
    let_through(page)
    expect_address(page, position=6, dimension=6)
    expect(output).to_contain_text("position 6 · dimension 6")
    settle(page)
    hold(page)
    canvas.press("ArrowDown")
    await_messages(page, 1)
    slider(page, "scale").press("ArrowRight")
    await_messages(page, 2)
    let_through(page)
    expect_address(page, position=7, dimension=6, scale=2)
    expect_settings(page, scale=2)
    expect(output).to_contain_text("position 7 · dimension 6")
    expect(page.get_by_text(on_screen(MATRIX["Reading"], formula="sin((7 / 2) / 10000^(6/64))"))).to_be_visible()


def test_back_before_the_room_has_answered_and_forward(open_slow):
    page = open_slow("waves?length=256")
    change_room(page, "Compare")
    page.wait_for_url("**/compare?length=256")
    settle(page)
    hold(page)
    slider(page, "length").press("ArrowRight")
    await_messages(page, 1)
    page.go_back()
    await_messages(page, 2)
    let_through(page)
    page.wait_for_url("**/waves?length=256")
    settle(page)
    expect_settings(page, length=256)
    page.go_forward()
    page.wait_for_url("**/compare?length=256")  # Back has overtaken the change
    settle(page)
    expect_settings(page, length=256)


def test_back_into_another_room_keeps_its_address(open_slow):
    page = open_slow("model?model=Llama-3.1-8B")
    views = page.get_by_role("navigation", name="Views of this room")
    views.get_by_role("link", name="Rules", exact=True).click()
    page.wait_for_url("**/stretch?model=Llama-3.1-8B")
    settle(page)
    hold(page)
    page.get_by_test_id("stButtonGroup").get_by_text("NTK", exact=True).click()
    await_messages(page, 1)
    page.go_back()
    await_messages(page, 2)
    let_through(page)
    settle(page)
    expect_address(page, model="Llama-3.1-8B", rules=None)


def test_a_step_and_the_way_back(open_slow):
    page = open_slow("waves?position=37&dims=0-3")
    canvas, place = page.locator(f"{MAIN} canvas"), page.locator(f"{MAIN} .waves .place")
    canvas.press("ArrowRight")
    expect_address(page, position=38)
    hold(page)
    canvas.press("ArrowRight")
    await_messages(page, 1)
    page.go_back()
    await_messages(page, 2)
    let_through(page)
    expect_address(page, position=37)
    expect(place).to_have_text("37")
    canvas.press("ArrowRight")  # the same value as before going back
    expect_address(page, position=38)
    canvas.press("ArrowRight")
    expect_address(page, position=39)
    expect(place).to_have_text("39")


def test_of_a_drag_one_value_is_in_flight_and_then_the_newest(open_slow):
    page = open_slow("shift")
    drag = grasp(page, "base")
    hold(page)
    for step in range(1, 40):
        drag(-2 * step)
    await_messages(page, 1)
    newest = slider(page, "base").get_attribute("data-text")
    assert page.evaluate("() => messageCount") == 1
    let_through(page)
    await_messages(page, 2)
    page.mouse.up()
    expect_settings(page, base=newest)
    expect_address(page, base=newest)


def test_back_and_a_key_in_the_room_that_is_still_drawn(open_slow):
    """The key's run is that of the room that was left, and ends after the one that the way back asked for."""
    page = open_slow("waves?d_model=640")
    change_room(page, "Compare")
    page.wait_for_url("**/compare?d_model=640")
    settle(page)
    hold(page)
    page.go_back()
    await_messages(page, 1)
    slider(page, "length").press("ArrowRight")
    await_messages(page, 2)
    let_through(page)
    expect(page.locator(f"{MAIN} h1")).to_have_text(page_words("waves")["Title"])
    settle(page)
    assert urlsplit(page.url).path == "/waves"
    expect_settings(page, length=parse_qs(urlsplit(page.url).query).get("length", ["128"])[0])


def test_back_and_a_key_before_the_room_is_drawn(open_slow):
    page = open_slow("waves?length=256")
    change_room(page, "Compare")
    page.wait_for_url("**/compare?length=256")
    settle(page)
    hold(page, after=1)  # that the run has begun
    with page.witness.run():
        page.go_back()
    slider(page, "length").press("ArrowRight")
    await_messages(page, 2)
    let_through(page)
    expect(page.locator(f"{MAIN} h1")).to_have_text(page_words("waves")["Title"])
    expect_settings(page, length=320)
    expect_address(page, length=320)
    page.go_back()
    expect_address(page, length=256)
    expect_settings(page, length=256)


def test_back_before_the_room_of_the_menu_has_answered(open_slow):
    """Back leads to other settings of the room that was about to be left, which is still drawn."""
    page = open_slow("waves?length=256")
    slider(page, "length").press("ArrowRight")
    expect_address(page, length=320)
    settle(page)
    hold(page)
    change_room(page, "Compare")
    await_messages(page, 1)
    page.go_back()
    await_messages(page, 2)
    let_through(page)
    settle(page)
    expect(page.locator(f"{MAIN} h1")).to_have_text(page_words("waves")["Title"])
    expect_settings(page, length=256)
    expect_address(page, length=256)
    assert urlsplit(page.url).path == "/waves"


@pytest.mark.parametrize("acts", [False, True])
def test_back_and_forward_before_the_answer(open_slow, acts):
    """The answer to Back tells the settings that Forward has left again."""
    page = open_slow("waves?length=256")
    slider(page, "length").press("ArrowRight")
    expect_address(page, length=320)
    settle(page)
    hold(page)
    page.go_back()
    await_messages(page, 1)
    page.go_forward()
    await_messages(page, 2)
    if acts:
        slider(page, "length").press("ArrowRight")
    let_through(page)
    settle(page)
    expect_settings(page, length=384 if acts else 320)
    expect_address(page, length=384 if acts else 320)


@pytest.mark.parametrize("end", ["pointerup", "pointercancel"])
def test_a_position_id_that_is_let_go_before_an_earlier_answer(open_slow, end):
    """That answer has the browser ask for the newest values, with the menu as it was before the release."""
    page = open_slow("real_model")
    cell = page.locator(f"{MAIN} .ids b").nth(2)
    box = cell.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    hold(page)
    page.mouse.move(x, y - 16)
    await_asks(page, 1)
    of_the_way = await_ends(page, 1)
    page.mouse.move(x, y - 56)
    expect(cell).to_have_text("12")
    if end == "pointercancel":
        cell.dispatch_event("pointercancel")
    else:
        page.mouse.up()
    await_messages(page, 2)  # the report
    await_ends(page, 2)
    let_through(page, first=of_the_way)
    await_asks(page, 2)
    let_through(page)
    settle(page)
    expect_address(page, ids="0,1,12,3,4,5,6,7")
    expect(cell).to_have_text("12")


def test_two_changes_of_ids_before_they_are_answered(open_slow):
    page = open_slow("real_model")
    cells = page.locator(f"{MAIN} .ids b")
    hold(page)
    cells.nth(2).press("ArrowUp")
    await_asks(page, 1)
    await_ends(page, 1)
    cells.nth(3).press("PageUp")
    await_messages(page, 2)
    await_ends(page, 2)
    let_through(page)
    expect_address(page, ids="0,1,3,13,4,5,6,7")
    settle(page)
    expect(cells.nth(3)).to_have_text("13")
