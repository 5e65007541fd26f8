"""What the room Longer than trained shows and says."""

import numpy as np
import pytest

from core.long_context.trained import curves, own_text
from core.long_context.trained.curves import between
from core.long_context.trained.stored import LENGTH, held_out
from pages.long_context.extrapolation import your_text
from tests.house import ROOT
from tests.pages.charts import charts
from tests.pages.test_rooms import text_of, visit
from tests.take_away.running import outputs

RULES = {"trained_view": "Rules"}


def lines(settings):
    app = visit("extrapolation", settings)
    return {trace["name"]: np.asarray(trace["y"]) for trace in charts(app)[0].spec["data"] if trace.get("name")}


def test_the_first_view_shows_that_encodings_part_at_the_trained_length():
    curve_of, words = lines({}), text_of(visit("extrapolation", {}))
    assert {*curve_of} == {*curves.TEXT}
    inside, twice, beyond = ({name: between(y, n, 2 * n) for name, y in curve_of.items()} for n in (64, 128, 256))
    assert min(beyond[name] - inside[name] for name in ("RoPE", "sinusoidal")) > 1
    assert beyond["ALiBi"] < inside["ALiBi"] + 0.1
    assert f"{inside['RoPE']:.2f} to **{twice['RoPE']:.2f}**" in words
    assert "RoPE {:.2f} to {:.2f}".format(*curves.loss_range("RoPE", 128, 256)) in words


def test_the_cliff_of_yarn_moves_with_the_wanted_length_and_the_released_beta_does_not_fit():
    places = [int(np.argmax(lines(RULES | {"wanted_length": n})["YaRN"] > 2)) for n in ("128", "256", "512")]
    assert places[0] < places[1] < places[2]
    released, ours = (lines(RULES | {"yarn_beta": beta}) for beta in ("32", "8"))
    risen = {name: between(released[name] - ours[name], 64, LENGTH) for name in ours}
    assert risen["NTK-by-parts"] > 0.2
    assert abs(risen["YaRN"]) < 0.1  # the released code keeps pair 0 all the same


def test_with_the_last_128_characters_only_no_rule_has_a_cliff_and_none_helps():
    for name, loss in lines(RULES | {"text_window": "true", "wanted_length": "2048"}).items():
        inside, far = between(loss, 64, LENGTH), between(loss, 1024, 2048)
        assert far < inside + 0.15, name
        assert far > between(curves.part("rules")[curves.WINDOW], 1024, 2048) - 1e-6, name


def test_training_on_teaches_a_model_under_linear_its_neighbours_again():
    views = ({"trained_view": "Trained further", "further_steps": steps} for steps in ("0", "50"))
    before, after = (between(lines(view)["Linear"], 256, 512) for view in views)
    assert before > 2 > after


@pytest.mark.parametrize("by", ["Length", "Place of the key"])
def test_rope_finds_again_under_yarn_what_it_does_not_as_it_is(by):
    query = {"trained_view": "Retrieval", "retrieval_by": by}
    schemes, rules = (lines(query | {"retrieval_of": of}) for of in ("Encodings", "Rules"))
    np.testing.assert_array_equal(schemes["RoPE"], rules["Unscaled"])
    assert ("learned" in schemes) == (by == "Length")
    assert rules["YaRN"][2] > rules["Unscaled"][2] + 0.2  # twice the length; the last places of training


def test_a_readers_text_is_computed_once_and_only_its_beginning(monkeypatch):
    text = "And it came to pass. " * 60  # 1,260 characters
    assert len(own_text.losses_of(text, "RoPE")) == own_text.MOST - 1
    assert len(own_text.written_on(text, "RoPE")) == own_text.TAIL
    for name in ("losses", "read_on"):
        monkeypatch.setattr(own_text, name, lambda *_: pytest.fail("computed again"))
    own_text.losses_of(text, "RoPE")
    own_text.written_on(text, "RoPE")


def test_past_its_training_a_model_reads_badly_and_writes_syllables_unless_a_rule_helps():
    book = {word for text in held_out() for word in text.split()}

    def words(place, name):
        """Share of whole words that the held-out texts have too."""
        continuation = own_text.written_on(held_out()[1][:place], name).split()[1:-1]
        return np.mean([word in book for word in continuation])

    assert words(32, "RoPE") > words(512, "RoPE") + 0.3
    assert words(512, "RoPE, YaRN") > words(512, "RoPE") + 0.1
    assert words(512, "ALiBi") > words(512, "RoPE") + 0.3
    compared = ("RoPE", "RoPE, YaRN", "ALiBi")
    losses = {name: own_text.losses_of(held_out()[3][:512], name)[LENGTH:].mean() for name in compared}
    assert losses["RoPE"] > losses["RoPE, YaRN"] + 0.5
    assert losses["ALiBi"] < 2
    app = visit("extrapolation", {"trained_view": "Your text", "write_from": "32"})
    assert " ".join(own_text.written_on(held_out()[0][:32], "RoPE").split()) in app.main.text[0].value


def test_the_first_lesson_says_what_shuffled_words_cost_a_model_with_and_without_position():
    lesson = (ROOT / "lessons/order.md").read_text("utf-8")
    shuffled = "God house the servants king of came the unto of the."
    ordered = "the servants of the king came unto the house of God."
    assert shuffled.replace(" ", "+") in lesson
    assert ordered in lesson
    for name in ("RoPE", "NoPE"):
        before, after = (own_text.losses_of(text, name).mean() for text in (shuffled, ordered))
        assert f"from {before:.2f} to {after:.2f}" in lesson


def test_a_script_of_120_lines_prints_what_the_picture_shows():
    text = held_out()[1][:300]
    codes = {name: your_text.code(name, text) for name in own_text.MODELS}
    programs = {name: code.program({}, title="") for name, code in codes.items()}
    files = {file for code in codes.values() for file in code.reads}
    for name, printed in zip(programs, outputs([*programs.values()], files=files), strict=True):
        losses = [float(line.split()[0]) for line in printed.splitlines()]
        np.testing.assert_allclose(losses, own_text.losses_of(text, name), atol=6e-3, err_msg=name)
        assert len(programs[name].splitlines()) <= 120
