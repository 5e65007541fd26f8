"""What the Fourier features room says and draws."""

import numpy as np
import pytest

from pages.beyond_text.fourier_features.learned import TIMES
from tests.pages.charts import charts
from tests.patterns import page_words, pattern
from tests.support.rooms import text_of, visit

WORDS = page_words("fourier_features")


@pytest.mark.parametrize(
    ("query", "verdict"),
    [
        ({}, "fit"),
        ({"sigma": "0.5"}, "blurred"),
        ({"learning_time": "0.01"}, "blurred"),
        ({"sigma": "100"}, "noise"),
        ({"signal": "steps", "sigma": "1"}, "blurred"),
        ({"signal": "steps", "sigma": "10"}, "fit"),
        ({"signal": "steps", "sigma": "30"}, "noise"),
    ],
)
def test_a_bandwidth_is_judged(query, verdict):
    app = visit("fourier_features", query)
    assert pattern(WORDS[f"Verdict: {verdict}"]).search(text_of(app))


@pytest.mark.parametrize("time", [TIMES[0], TIMES[-1]])
def test_the_line_at_the_learning_time_is_in_the_picture(time):
    layout = charts(visit("fourier_features", {"learning_time": str(time)}, more=True))[1].spec["layout"]
    low, high = layout["yaxis"]["range"]
    assert layout["shapes"][0]["y0"] == time
    assert 10**low < time < 10**high


def test_a_fast_wave_takes_619_times_as_long_without_features_and_28_times_with_a_little_bandwidth():
    app = visit("fourier_features", {"sigma": "3"}, more=True)
    assert WORDS(
        "Times",
        **dict.fromkeys(["plain_first", "plain_last", "last", "first", "slowest"], ""),
        plain_ratio=619,
        ratio=27.8,
        sigma=3.0,
    ).split("**")[1] in text_of(app)
    assert "**27.8 times**" in text_of(app)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ("5", "got 1"),
        ("1,2,3,nan", "nan"),
        ("1," * 30_000, "got 60,000"),
        ("0," * 300, "got 301"),
        ("<b>,2,3,[x](https://example.org)", "whole numbers"),
    ],
    ids=["one point", "not a number", "too long", "too many", "markup"],
)
@pytest.mark.parametrize("view", ["A signal", "Octaves or draws"])
def test_a_signal_that_cannot_be_learned_is_refused_by_name(view, points, message):
    app = visit("fourier_features", {"features_view": view, "signal": "drawn", "drawn": points})
    assert message in app.warning[0].value.replace("\\", "")
    assert "example.org)" not in app.warning[0].value
    assert charts(app)


@pytest.mark.parametrize("points", ["0,0,0,0", "100,100,100,100", "-100,100,-100,100", ",".join(["7", "-9"] * 128)])
def test_any_signal_of_four_to_256_values_is_learned(points):
    app = visit("fourier_features", {"signal": "drawn", "drawn": points}, more=True)
    assert len(charts(app)) == 3
    assert not app.warning
    for chart in charts(app):
        for trace in chart.spec["data"]:
            assert np.isfinite(np.asarray(trace["y"], float)).all()


@pytest.mark.parametrize("octaves", ["1", "8", "nan", "1e9"])
def test_octaves_double(octaves):
    app = visit("fourier_features", {"features_view": "Octaves or draws", "octaves": octaves})
    frequencies = charts(app)[0].spec["data"][0]["x"]
    np.testing.assert_array_equal(frequencies, 2.0 ** np.arange(len(frequencies)))
