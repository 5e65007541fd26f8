"""A slider shows what the address says and writes into it; whatever either says, it has a value that is allowed."""

import json

import pytest

from core.inputs.settings import PARAMETERS, Settings
from tests.support.rooms import visit
from tests.support.sliders import move, say, slider_text, sliders


def queried(app, name):
    """What the address says, as texts."""
    values = app.query_params.get(name, [])
    return values if isinstance(values, list) else [values]


@pytest.mark.parametrize(
    ("typed", "text", "said"),
    [
        ("100", "100", ["100"]),  # between the stops
        ("63", "63", ["63"]),
        ("300.4", "300", ["300"]),
        ("1e3", "1000", ["1000"]),
        ("512", "512", []),  # the default
        ("0", "1", ["1"]),
        ("-7", "1", ["1"]),
        ("1e308", "16384", ["16384"]),
        ("1e400", "512", []),
        ("nan", "512", []),
        ("", "512", []),
        ("<b>", "512", []),
        (None, "512", []),
        (["64", "128"], "128", ["128"]),
        ({"text": "64"}, "512", []),
        ("9" * 100_000, "512", []),
        (10**400, "512", []),
    ],
)
def test_a_setting_holds_what_its_law_allows_and_nothing_else(typed, text, said):
    app = move(visit("matrix", {}), "d_model", typed)
    assert slider_text(app, "d_model") == text
    assert queried(app, "d_model") == said


def test_a_base_may_have_a_fraction_and_a_room_s_own_slider_has_its_stops_alone():
    app = move(visit("clocks", {}), "base", "12345.5")
    assert queried(app, "base") == ["12345.5"]
    assert slider_text(move(app, "clocks_shown", "13"), "clocks_shown") == "12"


def test_two_thumbs_are_two_values_of_the_address():
    app = move(visit("stretch", {}), "context", ["2048", "65536"])
    assert queried(app, "context") == ["2048", "65536"]
    assert slider_text(app, "context") == ["2048", "65536"]
    for other in (["2048"], "2048", ["2048", "many"], [], None):
        assert slider_text(move(app, "context", other), "context") == ["4096", "32768"]
        assert queried(app, "context") == []


@pytest.mark.parametrize("rest", [None, 7, "text", [], {}, {"text": {}}, {"other": "64"}])
def test_a_report_that_is_none_leaves_the_default(rest):
    app = say(visit("matrix", {}), "d_model", json.dumps({"rest": rest}))
    assert slider_text(app, "d_model") == "512"


def test_a_slider_that_changes_nothing_is_not_drawn_and_its_setting_stays():
    app = visit("waves", {"view": "Binary counter", "length": "64", "base": "500"})
    assert "length" not in sliders(app)
    assert app.query_params["length"] == "64"


@pytest.mark.parametrize("parameter", PARAMETERS, ids=lambda each: each.name)
def test_what_a_slider_offers_is_what_its_parameter_says(parameter):
    data = sliders(visit("matrix", {}))[parameter.name]
    assert data["stops"] == [str(stop) for stop in parameter.stops]
    assert data["defaults"] == [str(getattr(Settings(), parameter.name))]
    assert data["help"] == parameter.meaning
