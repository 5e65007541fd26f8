"""What the Precision room says and draws."""

import re

import numpy as np

from core.long_context.dtypes import Dtypes
from core.long_context.rotation_errors import rotation_errors
from tests.pages.charts import charts
from tests.patterns import page_words, pattern
from tests.support.rooms import text_of, visit

WORDS = page_words("precision")
EFFECT = "Effect on q · k"
PARTS = ["all four steps", "position", "inverse frequency", "angle", "cos and sin"]


def metrics(app):
    return {metric.label: (metric.value, metric.delta) for metric in app.metric}


def test_the_default_view_shows_the_collision():
    app = visit("precision", {}, more=True)
    assert metrics(app)[WORDS["Metric: counts"]] == ("256", WORDS("Metric: next", next=257, collision=256))
    assert metrics(app)[WORDS["Metric: different"]] == ("897", WORDS("Metric: of", length=8192))
    assert metrics(app)[WORDS["Metric: error"]] == ("2.00", WORDS("Metric: largest", last=8191))
    stairs, cells = (chart.spec for chart in charts(app))
    assert "257 → 256" in stairs["data"][-1]["text"]
    assert [note["text"] for note in cells["layout"]["annotations"]] == ["256 = 257"]
    facts = {"position": 257, "dtype": "bfloat16", "number": "256", "first": 256, "end": 257}
    assert WORDS("Collided: two", **facts) in text_of(app)
    assert (cells["data"][-1]["x"], cells["data"][0]["x"][-1]) == ([257], 8192)


def test_the_advice_has_its_number():
    app = visit("precision", {"d_model": "128"}, more=True)
    error = metrics(app)[WORDS["Metric: at the end"]][0]
    cast = Dtypes("float32", "float32", "float32", "bfloat16")
    true = rotation_errors(8192, 128, cast).max()
    assert 0.9 * true < float(error) < 1.05 * true
    assert pattern(WORDS["Advice"], small="bfloat16", cast=error).search(text_of(app))


def test_the_formula_has_the_reader_s_numbers():
    app = visit("precision", {"d_model": "64", "followed": "4001", "rounding": "position"}, more=True)
    text = text_of(app)
    assert r"\tilde p &= \text{bfloat16}(4001) = 4000" in text
    errors = rotation_errors([4001], 64, Dtypes(position="bfloat16"))[0]
    assert pattern(WORDS["Formula"], pair=errors.argmax(), pairs=32).search(text)
    assert r"\text{float64}(10{,}000^{0}) = 1" in text
    assert WORDS("Outcome: wrong", turn=-1.0, missed=f"{errors.max():.2f}") in text
    assert pattern(WORDS["Collided: many"], position=4001, count=17, first=3992, end=4008).search(text)


def test_an_overflow_is_said_and_drawn():
    query = {"dtype": "float16", "followed": "70000"}
    app = visit("precision", query, more=True)
    assert WORDS("Collided: infinite", position=70_000, dtype="float16", first=65_520) in text_of(app)
    assert WORDS["Outcome: none"] in text_of(app)
    assert metrics(app)[WORDS["Metric: error"]][1] == WORDS["Metric: overflow"]
    stairs, cells = (chart.spec for chart in charts(app))
    assert "65,520 → ∞" in stairs["data"][-1]["text"]
    assert WORDS["Gap"] in [note["text"] for note in cells["layout"]["annotations"]]
    app = visit("precision", query | {"precision_view": EFFECT}, more=True)
    assert WORDS["Scores: overflow"] in text_of(app)


def test_float64_loses_nothing():
    app = visit("precision", {"dtype": "float64"}, more=True)
    assert WORDS("Largest: none", last=8191) in text_of(app)
    assert WORDS["Outcome: right"] in text_of(app)
    assert metrics(app)[WORDS["Metric: error"]][0] == "0"
    assert metrics(app)[WORDS["Metric: counts"]][0] == "any position"


def test_a_followed_position_beyond_the_map_makes_it_longer():
    stairs, cells = (chart.spec for chart in charts(visit("precision", {"followed": "100000"})))
    assert stairs["data"][0]["x"][0] < 100_000 < stairs["data"][0]["x"][-1]
    assert cells["data"][0]["x"][-1] == 100_001


def test_steps_and_dtypes_are_compared():
    query = {"rounding": "inverse frequency", "d_model": "128"}
    app = visit("precision", query, more=True)
    table, formats = (frame.value for frame in app.table)
    assert table["rounded"].tolist() == PARTS
    assert table["bfloat16"].tolist()[1].endswith(" (257)")
    assert not table["float16"].tolist()[4].endswith(")")
    assert table["float32"].tolist()[1] == "0"  # whole numbers below 2**24 are exact
    assert formats["counts exactly to"].tolist()[:3] == ["256", "2,048", "16,777,216"]
    assert formats["infinite from"].tolist() == ["–", "65,520", "–", "–"]
    assert formats.iloc[:, 2].tolist() == ["897", "4,097", "8,192", "8,192"]


def test_each_step_has_a_dtype_of_its_own():
    query = {"rounding": "each its own", "position_dtype": "float32", "frequency_dtype": "float32"}
    query |= {"angle_dtype": "float32", "cos_sin_dtype": "float16"}
    values = metrics(visit("precision", query, more=True))
    assert values[WORDS["Metric: error"]][0] == values[WORDS["Metric: at the end"]][0]


def test_the_score_of_neighbours_depends_on_where_they_are():
    app = visit("precision", {"precision_view": EFFECT, "rounding": "position", "d_model": "128"})
    text = text_of(app)
    exact = np.cos(10_000.0 ** (-np.arange(64) / 64)).mean()
    jump = np.cos(32 * 10_000.0 ** (-np.arange(64) / 64)).mean()  # beyond 4,096 numbers are 32 apart
    assert pattern(WORDS["Scores"], exact=exact, low=jump, high=1.0).search(text)


def test_rounded_frequencies_alone_leave_a_score_to_the_offset():
    text = text_of(visit("precision", {"precision_view": EFFECT, "rounding": "inverse frequency"}))
    assert WORDS["Scores: other"] in text
    low, high = re.search(r"found between \*\*(.+?)\*\* and\s\*\*(.+?)\*\*", text).groups()
    assert low == high
    assert WORDS["Scores: steady"] in text_of(
        visit("precision", {"precision_view": EFFECT, "rounding": "cos and sin"})
    )


def test_the_number_in_common_mistake_is_true():
    errors = rotation_errors([2047], 128, Dtypes(inverse_frequency="bfloat16"))[0]
    stated = re.search(r"pair (\d+) of position ([\d,]+) by ([\d.]+)", WORDS["Common mistake"])
    assert stated.groups() == (f"{errors.argmax()}", "2,047", f"{errors.max():.2f}")
