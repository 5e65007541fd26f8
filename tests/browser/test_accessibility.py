"""Every room for those who see little, use the keyboard alone or have a small screen."""

from importlib.resources import files

import pytest

from core.teach.lesson import lessons
from pages.shared import guide
from tests.browser.visit import MAIN, ROOMS, beyond_the_screen, drawn, go, settle

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
PLACES = [*ROOMS, guide.link(lessons()["clock"], 2), "questions?card=swamp&revealed=true", "lessons?handout=order"]

PHONE = {"width": 390, "height": 844}

VIOLATIONS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const grave = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  const told = ({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message}`;
  return grave.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${told(node)}`));
}"""

# What can be used but not reached: one of a group that arrow keys walk through is reached by its group.
UNREACHED = """main => {
  const usable = "a[href], button, input, select, textarea, summary, canvas[tabindex], [role=slider], [role=tab]";
  const group = "[role=radiogroup], [role=tablist], [role=toolbar], [role=group], .modebar";
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      const hidden = !element.checkVisibility() || element.closest("[inert], [aria-hidden=true]");
      if (!element.matches(usable) || hidden || element.disabled) continue;
      const step = element.matches("[data-testid^=stNumberInputStep]"); // arrow keys step within the field
      if (element.tabIndex < 0 && !step && !element.closest(group)) found.push(element.outerHTML.slice(0, 160));
    }
  };
  walk(document.querySelector(main));
  return found;
}"""

# Tables that do not follow their chart at once in the order of the Tab key.
FAR_TABLES = """main => {
  const all = (selector) => [...document.querySelector(main).querySelectorAll(selector)];
  const stops = all("a[href], button, input, summary, [tabindex='0']");
  const charts = all(".stBidiComponent:has(figure.clockface-plot)");
  const after = (chart) => stops.find((stop) =>
    !chart.contains(stop) && chart.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING);
  const far = charts.filter((chart) => !/table/.test(after(chart)?.textContent));
  return far.map((chart) => chart.innerText.slice(0, 80));
}"""


@pytest.mark.parametrize("address", PLACES)
def test_axe_finds_nothing_tab_reaches_all_and_a_phone_shows_all(address, app, new_page):
    page = go(new_page(reduced_motion="reduce"), f"{app}/{address}")
    page.evaluate(AXE)
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate(UNREACHED, MAIN) == []
    assert page.evaluate(FAR_TABLES, MAIN) == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => getComputedStyle(document.querySelector('.stApp')).colorScheme === 'dark'")
    settle(page)
    assert page.evaluate(VIOLATIONS) == []
    page.set_viewport_size(PHONE)
    drawn(page)
    settle(page)
    assert beyond_the_screen(page) == []


def test_axe_finds_what_is_wrong(page):
    page.set_content("<main><img src='data:,'><p style='color: #aaa; background: #fff'>pale</p></main>")
    page.evaluate(AXE)
    found = " ".join(page.evaluate(VIOLATIONS))
    assert "image-alt" in found
    assert "color-contrast" in found
