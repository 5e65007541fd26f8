"""Dragged pictures follow the pointer in every frame; server and address get the value on release."""

import re

import pytest
from playwright.sync_api import expect

from core.schemes.sinusoidal import sinusoidal
from tests.browser.visit import MAIN, drawn, expect_address, settle

# Room → element, path of the pointer as shares of its width and height, name of the value in the address.
SCRUB = [(share, 0.5) for share in (0.3, 0.5, 0.7, 0.85)]
DRAGS = {
    "matrix?d_model=64&length=64": ("canvas", [(0.2, 0.2), (0.3, 0.3), (0.4, 0.4), (0.5, 0.5)], "position"),
    "waves": (".waves canvas", SCRUB, "position"),
    "clocks?position=0": (".clocks .scrub", SCRUB, "position"),
    "rope": (".rotation .query input", SCRUB, "m"),
}


def pictures(page):
    """All canvases two frames later."""
    drawn(page)
    seen = page.locator(f"{MAIN} canvas").evaluate_all("all => all.map((canvas) => canvas.toDataURL())")
    return "\n".join(seen)


def point(page, selector, across, down):
    box = page.locator(f"{MAIN} {selector}").first.bounding_box()
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


@pytest.mark.parametrize("room", DRAGS)
def test_every_step_is_drawn_and_only_the_last_is_told(open_room, room):
    selector, (start, *steps), name = DRAGS[room]
    page = open_room(room)
    asked = re.search(rf"{name}=(\d+)", page.url)
    page.mouse.move(*point(page, selector, *start))
    page.mouse.down()
    sent, seen = len(page.witness.sent), {pictures(page)}
    for step in steps:
        page.mouse.move(*point(page, selector, *step))
        seen.add(pictures(page))
    assert len(seen) == 1 + len(steps)
    assert len(page.witness.sent) == sent
    page.mouse.up()
    page.wait_for_url(lambda url: (told := re.search(rf"\b{name}=(\d+)", url)) and told[1] != (asked and asked[1]))
    assert len(page.witness.sent) > sent


def test_the_table_reads_every_cell_that_the_pointer_crosses(open_room):
    page = open_room("matrix?d_model=64&length=64")
    output = page.locator(".st-key-matrix output").first
    page.mouse.move(*point(page, "canvas", 0.15, 0.2))
    page.mouse.down()
    for share in (0.25, 0.4, 0.55):
        page.mouse.move(*point(page, "canvas", share, 0.3))
        drawn(page)
        read = re.match(r"position (\d+) · dimension (\d+): (?:sin|cos)\(.*\) = (−?[\d.]+)$", output.inner_text())
        position, dimension = int(read[1]), int(read[2])
        shown = float(read[3].replace("−", "-"))
        assert shown == pytest.approx(sinusoidal([position], 64)[0, dimension], abs=5.1e-5)  # four decimals
    page.mouse.up()
    expect_address(page, position=position, dimension=dimension)


def test_a_held_key_is_told_when_it_is_let_go(open_room):
    page = open_room("matrix?d_model=64&length=64&position=5&dimension=6")
    page.locator(f"{MAIN} canvas").first.focus()
    sent = len(page.witness.sent)
    for _ in range(9):
        page.keyboard.down("ArrowDown")
    expect(page.locator(".st-key-matrix output").first).to_contain_text("position 14 ")
    assert len(page.witness.sent) == sent
    page.keyboard.up("ArrowDown")
    expect_address(page, position=14, dimension=6)
    settle(page)
