"""Widgets of notebooks, in a host that follows the protocol of anywidget: sliders and traits set each other."""

import pytest
from playwright.sync_api import expect

from clockface.widgets import Clocks, Home, Images, Matrix, RoPE, Sentence, Similarity, Waves
from tests.browser import keyboard
from tests.browser.stand_alone import GRAPHICS, PICTURES_READY

HOST = """async ({ module, traits }) => {
  const { default: widget } = await import(URL.createObjectURL(new Blob([module], { type: "text/javascript" })));
  const values = { ...traits }, heard = {}, el = document.body.appendChild(document.createElement("div"));
  const model = {
    saved: {},
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      for (const listener of heard[`change:${name}`] ?? []) listener();
    },
    on: (kind, listener) => (heard[kind] ??= new Set()).add(listener),
    off: (kind, listener) => heard[kind].delete(listener),
    save_changes() { this.saved = { ...values }; if (values.alone) throw new Error("as the model of MyST"); },
  };
  (window.hosts ??= []).push({ model, el, end: await widget.render({ model, el }), heard });
}"""
TRAITS = {
    Home: set(),
    Matrix: {"d_model", "length", "base", "scale"},
    Waves: {"d_model", "length", "base", "scale", "window"},
    Clocks: {"d_model", "length", "base", "scale", "clocks_shown"},
    Similarity: {"d_model", "length", "base", "scale"},
    RoPE: {"head_dim", "length", "base", "scale"},
    Sentence: set(),
    Images: set(),
}


@pytest.fixture
def host(new_page):
    """Show widgets in one page, as a notebook does: `host(widget, …)`."""

    def show(*widgets, **options):
        page = new_page(**options)
        page.set_content('<!doctype html><html style="font-size: 14px"><body></body></html>')  # as in marimo
        for widget in widgets:
            traits = {
                name: getattr(widget, name)
                for kind, names in TRAITS.items()
                if isinstance(widget, kind)
                for name in names
            }
            page.evaluate(HOST, {"module": widget._esm, "traits": traits | {"rest": {}}})
            page.evaluate("hosts.at(-1).el.scrollIntoView()")  # a chart is drawn when the reader comes near
            page.wait_for_function(PICTURES_READY)
        return page

    return show


def graphics(page, number):
    page.wait_for_function(PICTURES_READY)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    script = GRAPHICS.replace("document.", f"hosts[{number}].el.")
    return page.evaluate(script)


def test_every_widget_is_drawn_with_a_trait_for_each_slider(host):
    page = host(*(kind() for kind in TRAITS))
    for number, (kind, names) in enumerate(TRAITS.items()):
        inputs = page.evaluate(
            f"[...hosts[{number}].el.querySelectorAll('.sliders input[type=range]')].map((each) => each.name)"
        )
        assert set(inputs) == names, kind
        assert all(kind().has_trait(name) for name in names)
        assert graphics(page, number), kind


def test_slider_and_trait_set_each_other_and_no_other_widget(host):
    page = host(Clocks(d_model=64, base=10_000), Clocks(d_model=64, base=10_000))
    before = graphics(page, 0), graphics(page, 1)
    slider = page.locator("input[name=base]").first
    slider.focus()
    page.keyboard.press("Home")
    assert page.evaluate("hosts[0].model.saved.base") == 2
    after = graphics(page, 0)
    assert after != before[0]
    assert graphics(page, 1) == before[1]
    page.evaluate("hosts[1].model.set('base', 2)")
    assert graphics(page, 1) == after
    assert page.locator("input[name=base]").last.get_attribute("data-text") == "2"
    page.evaluate("hosts[0].model.set('base', 9999)")  # which no slider offers
    assert slider.get_attribute("data-text") == "9999"
    page.get_by_role("button", name="Reset").first.click()
    page.wait_for_function("hosts[0].model.saved.base === 10000")
    assert graphics(page, 0) == before[0]
    page.evaluate("hosts[0].end()")
    assert page.evaluate("Object.values(hosts[0].heard).every((each) => !each.size)")


def test_where_a_picture_rests_is_a_trait(host):
    page = host(Clocks(position=20, offset=5))
    page.get_by_role("button", name="On to the next position").click()
    page.wait_for_function("hosts[0].model.saved.rest?.position === 21")
    page.evaluate("hosts[0].model.set('rest', { position: 3 })")
    expect(page.locator(".clocks .readout output")).to_have_text("3")


def test_home_is_dragged_where_no_python_listens(host):
    page = host()
    traits = {"alone": True, "rest": {"order": "sat-cat-the-on-the-mat"}}
    page.evaluate(HOST, {"module": Home()._esm, "traits": traits})
    expect(page.get_by_role("slider", name="sat")).to_have_attribute("aria-valuenow", "0")
    page.get_by_role("switch", name="Position").click()
    expect(page.locator(".orders output")).not_to_have_text("0")
    assert page.evaluate("hosts[0].model.get('rest')") == traits["rest"] | {"positions": "on", "mask": None}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_widget_has_the_colours_of_its_notebook(scheme, host):
    page = host()
    page.evaluate(
        "(scheme) => (document.body.style.color = scheme === 'dark' ? 'oklch(0.95 0 0)' : '#222')", scheme
    )
    page.evaluate(HOST, {"module": Matrix()._esm, "traits": {}})
    page.wait_for_function(PICTURES_READY)
    assert page.locator(".clockface").get_attribute("class") == f"clockface {scheme}"


def test_tab_goes_through_every_widget(host):
    assert keyboard.faults(host(*(kind() for kind in TRAITS))) == []
