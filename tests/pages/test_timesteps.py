"""What the Timesteps room says and draws."""

import numpy as np
import pytest

from core.beyond_text.time_slips import PRESET, SLIP
from tests.pages.charts import charts
from tests.patterns import Known, page_words, pattern
from tests.support.rooms import text_of, visit

WORDS = page_words("timesteps")


def line(app, name):
    return next(trace for trace in charts(app)[0].spec["data"] if trace["name"] == name)


@pytest.mark.parametrize("slip", SLIP.options)
def test_every_slip_is_said_and_drawn(slip):
    app = visit("timesteps", {"switches": PRESET.options[-1], "slip": slip, "d_model": "5", "base": "2"})
    assert pattern(WORDS[f"Slip: {slip}"], preset=PRESET.options[-1]).search(text_of(app))
    tables = [rows["z"] for rows in charts(app)[1].spec["data"]]
    assert len(tables) == len(charts(app)[0].spec["data"]) - 1 == (1 if slip == "none" else 2)  # and a ring
    assert slip == "none" or not np.array_equal(*tables)


def test_a_button_says_more_than_the_word_of_the_address():
    app = visit("timesteps", {})
    app.segmented_control(key="slip").select("order").run()
    assert app.query_params["slip"] == "order"
    assert pattern(WORDS["Slip: order"]).search(text_of(app))
    app.segmented_control(key="slip").select("not × 1000").run()
    assert "slip" not in app.query_params


def test_without_the_factor_all_rows_are_alike():  # of 320 features, t = 1 and t = 0: 0.972, measured independently
    app = visit("timesteps", {"d_model": "320", "time": "1000"})
    assert pattern(WORDS["Found: step 0"], wrong=0.973).search(text_of(app))
    assert line(app, WORDS["Line: mistake"])["y"].min() > 0.97
    assert line(app, WORDS["Line: learned"])["y"].min() < 0.2


def test_shift_parts_by_the_measured_numbers():
    app = visit("timesteps", {"d_model": "320", "slip": "shift"}, more=True)
    assert pattern(WORDS["Slip: sizes"], reading=Known(largest=1.8199, share=0.48)).search(text_of(app))
    likeness = line(app, WORDS["Line: mistake"])
    assert likeness["x"][np.flatnonzero(likeness["y"] < 0.9)[0]] == 450  # of every fifth step; the first is 448
    np.testing.assert_array_equal(line(app, WORDS["Line: learned"])["y"], 1)


def test_four_models_are_two_kinds():
    app = visit("timesteps", {"time_view": "Four models", "time": "250"}, more=True)
    table = app.main.dataframe[0].value.set_index("model")
    assert table["shift"].to_dict() == {"DDPM": "1", "Stable Diffusion, DiT": "0", "FLUX": "0", "fairseq": "1"}
    assert [*table["first half"]] == ["sines", "cosines", "cosines", "sines"]
