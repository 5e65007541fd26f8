"""What the room Longer than trained shows and says."""

import numpy as np
import pytest

from core.long_context.trained import curves, own_text
from core.long_context.trained.measurement import between
from core.long_context.trained.stored import LENGTH, held_out_text
from pages.shared.words import read
from tests.house import ROOT
from tests.pages.charts import charts
from tests.pages.test_rooms import text_of, visit

WORDS = read(ROOT / "pages/extrapolation.md")


def lines(app):
    return {trace["name"]: np.asarray(trace["y"]) for trace in charts(app)[0].spec["data"] if trace.get("name")}


def test_the_first_view_shows_that_encodings_part_at_the_trained_length():
    app = visit("extrapolation", {})
    shown = lines(app)
    assert {*curves.TEXT, "RoPE, seed 1", "RoPE, seed 2"} <= {*shown}
    for name in curves.TEXT:
        np.testing.assert_allclose(shown[name], curves.part("schemes")[name], rtol=1e-6)
    inside, beyond = (
        {name: between(shown[name], first, 2 * first) for name in ("RoPE", "sinusoidal", "ALiBi")}
        for first in (64, 256)
    )
    assert beyond["RoPE"] > inside["RoPE"] + 1
    assert beyond["sinusoidal"] > inside["sinusoidal"] + 1
    assert beyond["ALiBi"] < inside["ALiBi"] + 0.1
    said = {
        name: {"RoPE": between(shown["RoPE"], first, 2 * first)}
        for name, first in {"inside": 64, "twice": 128}.items()
    }
    assert f"{said['inside']['RoPE']:.2f} to **{said['twice']['RoPE']:.2f}**" in text_of(app)


def test_the_cliff_of_yarn_moves_with_the_wanted_length():
    found = []
    for wanted in (128, 256, 512):
        values = lines(visit("extrapolation", {"trained_view": "Rules", "wanted_length": str(wanted)}))["YaRN"]
        found.append(int(np.argmax(values > 2)))
    assert found[0] < found[1] < found[2]


def test_the_released_beta_does_not_fit_so_short_a_training():  # the released code keeps pair 0 all the same
    released, own = (
        lines(visit("extrapolation", {"trained_view": "Rules", "yarn_beta": beta})) for beta in ("32", "8")
    )
    assert between(released["NTK-by-parts"], 64, LENGTH) > between(own["NTK-by-parts"], 64, LENGTH) + 0.2
    assert abs(between(released["YaRN"], 64, LENGTH) - between(own["YaRN"], 64, LENGTH)) < 0.1


@pytest.mark.parametrize("steps", ["0", "50"])
def test_training_on_brings_every_rule_down(steps):
    shown = lines(visit("extrapolation", {"trained_view": "Trained further", "further_steps": steps}))
    assert (between(shown["Linear"], 256, 512) > 2) == (steps == "0")


@pytest.mark.parametrize("by", ["Length", "Place of the key"])
def test_rope_finds_again_under_yarn_what_it_does_not_as_it_is(by):
    asked = {"trained_view": "Retrieval", "retrieval_by": by}
    schemes, rules = (lines(visit("extrapolation", asked | {"retrieval_of": of})) for of in ("Encodings", "Rules"))
    np.testing.assert_array_equal(schemes["RoPE"], rules["Unscaled"])
    assert ("learned" in schemes) == (by == "Length")
    assert rules["YaRN"][2] > rules["Unscaled"][2] + 0.2  # twice the length; the last places of training


def test_a_readers_text_is_computed_once_and_only_its_beginning(monkeypatch):
    text = "And it came to pass. " * 60  # 1,260 characters
    assert len(own_text.losses_of(text, "RoPE")) == own_text.MOST - 1
    monkeypatch.setattr(own_text, "logits", lambda *_: pytest.fail("computed again"))
    own_text.losses_of(text, "RoPE")


def test_the_models_own_book_turns_dark_past_the_line_without_a_rule():
    text = held_out_text(3)[:512]
    found = {name: own_text.losses_of(text, name)[LENGTH:].mean() for name in own_text.MODELS}
    assert found["RoPE"] > found[own_text.WITH_YARN] + 0.5
    assert found["ALiBi"] < 2
