"""Labels in pictures neither touch nor are cut off, on a phone, a small window and a laptop."""

import pytest

from core.teach.lesson import lessons
from core.teach.lesson_link import MOVES
from core.teach.questions import CARDS
from pages.shared.contents import SECTIONS
from pages.teach import moves
from pages.teach.lesson_way import link
from tests.browser import labels
from tests.browser.visit import MAIN, await_drawing, go, go_on, settle
from tests.pages.views import addresses

WIDTHS = (1400, 720, 390)
HEIGHT = 2700  # pixels; a chart is drawn when the reader comes near, so all of a room is


IN_LESSONS = {slug for lesson in lessons().values() for slug in lesson.questions}  # in a narrower column there
PLACES = {section: addresses(stem for stem in stems if stem != "questions") for section, stems in SECTIONS.items()}
PLACES["questions"] = [f"questions?card={slug}&revealed=true" for slug in CARDS if slug not in IN_LESSONS]
PLACES["moves"] = [moves.address(number) for number in range(1, MOVES + 2)]
for slug, lesson in lessons().items():
    PLACES[slug] = [f"{link(lesson, step)}&unfolded=true" for step in range(1, len(lesson.steps) + 1)]


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
def test_labels_neither_touch_nor_are_cut_off(places, app, new_page):
    """In light colours alone: a theme changes no font and no place."""
    page, faults = new_page(viewport={"width": WIDTHS[0], "height": HEIGHT}, reduced_motion="reduce"), {}
    labels.record_texts(page)
    go(page, f"{app}/verified")
    for place in places:
        page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})  # readers do not resize while they go on
        settle(page)
        go_on(page, f"{app}/{place}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            await_drawing(page)
            settle(page)
            faults[place, width] = labels.faults(page, MAIN)
    assert not any(faults.values()), {place: found for place, found in faults.items() if found}


CHART = """<div class="js-plotly-plot" style="position: relative; width: 200px; height: 100px">
<div class="nsewdrag" style="position: absolute; inset: 0"></div>
<svg class="main-svg" style="width: 200px; height: 100px; font: 14px sans-serif"><g class="shapelayer">
<path d="M100,0V100" stroke="black"/></g>{texts}</svg></div>"""


def test_labels_that_touch_are_cut_off_or_lie_on_a_line_are_found(page):
    labels.record_texts(page)

    def found(*texts, style=""):
        drawn = "".join(f'<text x="{x}" y="{y}" style="{style}">{text}</text>' for x, y, text in texts)
        page.set_content(f"<main>{CHART.format(texts=drawn)}</main>")
        return labels.faults(page, "main")

    assert found((10, 20, "one"), (10, 40, "two")) == []
    assert found((10, 20, "one"), (20, 22, "two")) == ["“one” touches “two”"]
    assert found((190, 20, "one")) == ["“one” is cut off"]
    assert found((95, 20, "one")) == ["“one” lies on a line"]
    assert found((95, 20, "one"), style="paint-order: stroke; stroke: white") == []
    page.goto("about:blank")
    page.set_content("<main><canvas width=100 height=50></canvas></main>")
    page.evaluate("""() => {
      const pen = document.querySelector("canvas").getContext("2d");
      for (const [text, x, y] of [["gone", 5, 20], ["one", 5, 20], ["two", 15, 22], ["three", 90, 45]]) {
        if (text === "one") pen.clearRect(0, 0, 100, 50);
        pen.fillText(text, x, y);
      }
    }""")
    assert labels.faults(page, "main") == ["“one” touches “two”", "“three” is cut off"]
