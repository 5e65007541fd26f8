"""Every room runs, whatever its address asks for."""

from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from core.inputs.settings import SETTINGS_PRESETS, Settings
from figures.spec import Figure
from pages.shared import contents
from pages.shared.glossary import explained
from pages.shared.words import sections
from tests.house import ROOT

ROOMS = [stem for rooms in contents.SECTIONS.values() for stem in rooms]
EXTREMES = {
    "default": {},
    "largest": {"d_model": "16384", "length": "1048576", "base": "10000000", "scale": "64"},
    "smallest": {"d_model": "1", "length": "1", "base": "2", "scale": "1"},
    "steepest": {"d_model": "16384", "length": "1048576", "base": "2"},
    "one feature, far": {"d_model": "1", "length": "1048576", "scale": "64"},
    "wide, one token": {"d_model": "16384", "length": "1"},
    "odd": {"d_model": "3", "length": "2"},
    "hostile": {"d_model": "-3", "length": "nan", "base": "1e999", "scale": "abc"},
}
TEXTS = {  # read before any room is asked
    "beyond": {"d_model": "1e18", "length": "-inf", "base": "1.0000001", "scale": "0"},
    "no text": {"d_model": "", "length": " ", "base": "0x10", "scale": "١٢"},
    "much text": {"d_model": "9" * 5000, "length": "1_000", "base": "<b>", "scale": "1;2"},
}


# Each run of an AppTest looks for components in all installed packages, 75 ms; a server does so once.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


def visit(stem, query, seconds=30, *, more=False):
    """A room at an address, after its first run; with its fold "More" open if asked for."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=seconds)
    app.session_state["more"] = more
    for name, value in query.items():
        app.query_params[name] = value
    return app.switch_page(f"pages/{stem}.py").run()


@pytest.mark.parametrize("query", EXTREMES.values(), ids=EXTREMES)
@pytest.mark.parametrize("stem", ROOMS)
def test_room_runs_and_says_its_point(stem, query):
    expect_point(visit(stem, query, more=True), stem)


@pytest.mark.parametrize("query", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("stem", ["home", "waves", "rope"])
def test_room_runs_whatever_the_address_says(stem, query):
    expect_point(visit(stem, query, more=True), stem)


@pytest.mark.parametrize("stem", ROOMS)
def test_no_room_has_plotly_check_its_figures(stem, monkeypatch):  # a third of the time of the run that does
    monkeypatch.setattr(Figure, "checked", property(lambda _: pytest.fail("Figure.checked is for tests")))
    assert not visit(stem, {}).exception


def expect_point(app, stem):
    words = sections((ROOT / "pages" / f"{stem}.md").read_text("utf-8"))
    assert not app.exception
    assert app.title[0].value == words["Title"]
    assert app.main.markdown[0].value == "**{}**".format(*explained(words["Takeaway"]))
    assert any("Common mistake" in text.value for text in app.main.markdown)
    assert any("Sources" in text.value for text in app.main.markdown)


@pytest.mark.parametrize(
    "name", [name for name in SETTINGS_PRESETS if name.startswith(("Small", "Near", "Stretched"))]
)
@pytest.mark.parametrize("stem", ROOMS)
def test_room_runs_at_every_preset(stem, name):
    preset = SETTINGS_PRESETS[name]
    query = {key: str(value) for key, value in vars(preset).items() if value != getattr(Settings(), key)}
    app = visit(stem, query)
    assert not app.exception
    assert {key: app.session_state[key] for key in vars(preset)} == vars(preset)


def test_hostile_address_is_clamped_or_replaced_by_the_default():
    app = visit("home", EXTREMES["hostile"])
    assert {key: app.session_state[key] for key in vars(Settings())} == vars(Settings(d_model=1))
    assert app.query_params == {"d_model": "1"}
