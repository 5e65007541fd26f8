"""Every room is accessible: contrast and labels, keyboard, small screens."""

from importlib.resources import files

import pytest

from core.teach.lesson import lessons
from pages.teach.lesson_way import link
from tests.browser.visit import MAIN, ROOMS, beyond_the_screen, drawn, go, settle

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
PLACES = [*ROOMS, link(lessons()["clock"], 2), "questions?card=swamp&revealed=true", "lessons?handout=order"]

PHONE = {"width": 390, "height": 844}

VIOLATIONS = """async (rules) => {
  const only = rules && { runOnly: { type: "rule", values: rules } };
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
  const grave = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  const told = ({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message}`;
  return grave.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${told(node)}`));
}"""

# Controls that the Tab key does not reach; members of a group that arrow keys walk through are exempt.
UNREACHED = """main => {
  const usable = "a[href], button, input, select, textarea, summary, canvas[tabindex], [role=slider], [role=tab]";
  const group = "[role=radiogroup], [role=tablist], [role=toolbar], [role=group], .modebar";
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      const hidden = !element.checkVisibility() || element.closest("[inert], [aria-hidden=true]");
      if (!element.matches(usable) || hidden || element.disabled) continue;
      const step = element.matches("[data-testid^=stNumberInputStep]"); // arrow keys do the same
      if (element.tabIndex < 0 && !step && !element.closest(group)) found.push(element.outerHTML.slice(0, 160));
    }
  };
  walk(document.querySelector(main));
  return found;
}"""

# Charts whose table is not the next stop of the Tab key.
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
    assert page.evaluate(VIOLATIONS, ["color-contrast", "link-in-text-block"]) == []  # what depends on colours
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
    assert [rule.split(":")[0] for rule in page.evaluate(VIOLATIONS, ["color-contrast"])] == ["color-contrast"]
