import json
import math

import pytest

from core.sinusoidal.counter import Match
from tests.pages.charts import charts
from tests.pages.looks import mounted
from tests.patterns import page_words, pattern
from tests.support.rooms import text_of, visit

WORDS = page_words("waves")


def wave_values(app):
    """The values from which the waves are drawn."""
    return next(part for part in map(json.loads, mounted(app)) if "rows" in part)


def test_curves_show_the_dimensions_asked_for():
    app = visit("waves", {"dims": "78, 79, 511", "window": "64", "scale": "2", "position": "9"})
    data = wave_values(app)
    curves = [[(wave["dimension"], wave["cosine"]) for wave in row] for row in data["rows"]]
    assert curves == [[(78, False), (79, True)], [(511, True)]]
    frequencies = [wave["frequency"] for row in data["rows"] for wave in row]
    assert frequencies == pytest.approx([10_000 ** (-2 * pair / 512) / 2 for pair in (39, 39, 255)], rel=1e-15)
    assert (data["window"], data["view"]) == (64, {"position": 9})
    assert data["settings"] == {
        **{"length": 128, "d_model": 512, "base": 10_000, "scale": 2, "window": 64},
        "dims": [78, 79, 511],
    }
    assert "51.1 tokens" in text_of(app)  # 4π · 10000^(78/512)
    assert "51.1 tokens" in data["alt"]


def test_words_read_the_position_of_the_line():
    text = text_of(visit("waves", {"position": "12"}))
    assert pattern(WORDS["Curves: all"], position=12).search(text)
    assert pattern(WORDS["Curves: all"], position=15).search(
        text_of(visit("waves", {"position": "500", "window": "16"}))
    )
    a_third = text_of(visit("waves", {"position": "1e400"}))
    assert pattern(WORDS["Curves: all"], position=42).search(a_third)
    formula = text_of(visit("waves", {"position": "12"}, more=True))
    facts = {"position": 12, "formula": "sin(12 / 10000^(0/512))", "value": math.sin(12)}
    assert pattern(WORDS["Curves: formula"], **facts).search(formula)


def test_wavelengths_count_the_pairs_that_complete_a_turn():
    text = text_of(visit("waves", {"view": "Wavelengths"}))
    slowest = "60,611 tokens"
    assert WORDS("Wavelengths", slowest=slowest, fastest="6.3 tokens", complete=84, pairs=256, length=128) in text
    assert slowest in text  # not 2π · 10000 = 62,832


def test_counter_names_the_pair_of_each_bit():
    app = visit("waves", {"view": "Binary counter"}, more=True)
    titles = [note["text"] for note in charts(app)[0].spec["layout"]["annotations"]]
    assert [title.count("pair") for title in titles] == [1] * 5
    assert titles[-1] == WORDS("Counter: alone", match=Match(0, None, math.nan, 0))
    match = Match(bit=4, pair=45, wavelength=31.7, agreement=32)
    assert WORDS("Counter: matched", match=match, wavelength="31.7 tokens", count=32) in text_of(app)
    assert WORDS("Counter: unmatched", unmatched="bit 1, bit 0") in text_of(app)
