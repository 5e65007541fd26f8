import json

import pytest

from pages.shared import room
from tests.house import ROOT
from tests.pages.test_rooms import visit

WORDS = room.sections((ROOT / "pages" / "waves.md").read_text("utf-8"))


def said(app):
    return "\n".join(element.value for element in (*app.main.markdown, *app.main.caption))


@pytest.mark.parametrize(
    "query",
    [
        {"dims": "1e400, -9e99", "window": "-9e99"},
        {"dims": "9" * 199, "view": "nonsense"},
        {"dims": "<b>0</b>", "window": "1e5", "length": "1048576"},
        {"dims": "0-99999", "d_model": "16384", "length": "1048576"},
        *({"view": view, "d_model": "1"} for view in ("Wavelengths", "Binary counter")),
        *({"view": view, "scale": "64", "base": "2"} for view in ("Wavelengths", "Binary counter")),
        *({"view": view, "d_model": "16384", "base": "10000000"} for view in ("Wavelengths", "Binary counter")),
    ],
)
def test_no_address_breaks_it(query):
    assert not visit("waves", query).exception


def test_curves_show_the_dimensions_asked_for():
    app = visit("waves", {"dims": "78, 511", "window": "64"})
    (chart,) = app.get("plotly_chart")
    names = {trace["name"] for trace in json.loads(chart.proto.spec)["data"]}
    assert names == {"dim 78 · sin", "dim 511 · cos"}
    assert "25.6 tokens" in said(app)  # 2π · 10000^(78/512) = 25.56
    assert "25.6 tokens" in chart.proto.alt


def test_long_windows_say_what_they_leave_out():
    told = said(visit("waves", {"length": "1048576", "window": "4096"}))
    assert "first 4,096 of 1,048,576 positions" in told
    assert "grey band" in told


def test_wavelengths_count_the_pairs_that_complete_a_turn():
    assert "**84 of 256 pairs** complete a turn within 128 tokens" in said(visit("waves", {"view": "Wavelengths"}))
    assert "60,611 tokens" in said(visit("waves", {"view": "Wavelengths"}))  # not 2π · 10000 = 62,832


def test_counter_names_the_pair_of_each_bit():
    app = visit("waves", {"view": "Binary counter"})
    assert len(app.get("plotly_chart")) == 3
    assert "bit 4 and pair 45 (31.7 tokens) agree at 32 of 32 positions" in said(app)
    assert "half an octave of bit 1, bit 0" in said(app)


def test_one_sine_without_cosine_makes_no_pair():
    assert visit("waves", {"view": "Wavelengths", "d_model": "1"}).info[0].value == WORDS["No pair"]
