import numpy as np
import pytest

from core.words.embedding import embed
from core.words.tokens import tokens

DEFAULT = "I am playing with the brown ball and my brother is playing with the red ball"


@pytest.mark.parametrize(("one", "other"), [("The", "the"), ("STRASSE", "straße"), ("é", "e\u0301"), ("Σ", "ς")])
def test_spelling_and_capitals_do_not_change_the_row(one, other):
    np.testing.assert_array_equal(*embed([one, other], 8))


def test_a_word_has_the_same_row_in_every_sentence_and_another_row_for_another_seed():
    rows = embed(tokens(DEFAULT), 64)
    np.testing.assert_array_equal(rows[2], rows[11])
    np.testing.assert_array_equal(rows[2], embed(["playing"], 64)[0])
    assert np.abs(rows[2] - embed(["playing"], 64, seed=1)[0]).max() > 0.1
    distinct = embed(sorted(set(tokens(DEFAULT))), 64)
    assert len(np.unique(distinct, axis=0)) == len(distinct)


def test_the_first_dimensions_are_those_of_the_whole_row():
    whole = embed(["ball", "猫", "👍🏽"], 1000, scaled=False)
    np.testing.assert_array_equal(embed(["ball", "猫", "👍🏽"], 1000, scaled=False, dimensions=64), whole[:, :64])


def test_entries_have_variance_one_over_d_model_and_one_once_multiplied():  # Vaswani et al. 2017, section 3.4
    rows = embed([f"word{i}" for i in range(100)], 400, scaled=False)
    assert rows.mean() == pytest.approx(0, abs=5 / np.sqrt(400 * rows.size))  # five standard errors
    assert 400 * rows.var() == pytest.approx(1, abs=5 * np.sqrt(2 / rows.size))
    np.testing.assert_allclose(embed(["word0"], 400)[0], 20 * rows[0], rtol=1e-14)


def test_no_words_have_no_rows():
    assert embed([], 5).shape == (0, 5)


def test_hostile_words_have_a_row():
    assert np.isfinite(embed(["\ud800", "<b>", "a\u0301" * 1000], 4)).all()
