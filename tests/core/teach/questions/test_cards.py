"""What holds for every card, and how guesses are read and judged."""

from functools import cache

import numpy as np
import pytest

from core.inputs.settings import PARAMETERS, Settings
from core.teach.questions import CARDS
from core.teach.questions.card import Claim, Number, Shape

settled = cache(lambda slug: CARDS[slug].settle())
HOSTILE = ["", "nan", "1e400", "-inf", "<script>", "0x10", "True ", "9" * 100_000, "1e-400x", "None"]
SHAPED = {slug: card for slug, card in CARDS.items() if isinstance(card.asks, Shape)}
NUMBERED = {slug: card for slug, card in CARDS.items() if isinstance(card.asks, Number)}


@pytest.mark.parametrize("slug", CARDS)
def test_evidence_is_finite_and_its_point_lies_within_the_picture(slug):
    picture = settled(slug).evidence
    for series in picture.series:
        x, y = np.asarray(series.x, float), np.asarray(series.y, float)
        assert x.shape == y.shape
        assert x.ndim == 1
        assert np.isfinite([x, y]).all()
        assert not picture.log_x or (x > 0).all()
        assert not picture.log_y or (y > 0).all()
    across = picture.strip.x if picture.strip else np.concatenate([np.asarray(s.x, float) for s in picture.series])
    upward = picture.strip.y if picture.strip else np.concatenate([np.asarray(s.y, float) for s in picture.series])
    assert across.min() <= picture.point.x <= across.max()
    assert upward.min() <= picture.point.y <= upward.max()
    assert picture.x
    assert picture.y
    assert picture.point.label


@pytest.mark.parametrize("slug", CARDS)
def test_the_truth_can_be_guessed_and_is_judged_right(slug):
    card = CARDS[slug]
    truth = settled(slug).truth
    guess = round(truth) if isinstance(card.asks, Number) and card.asks.whole else truth
    assert card.asks.read(str(guess).lower() if isinstance(guess, bool) else str(guess)) == guess
    assert card.asks.judge(guess, truth)
    assert isinstance(truth, {Claim: bool, Number: (int, float), Shape: str}[type(card.asks)])


@pytest.mark.parametrize("slug", CARDS)
def test_two_computations_agree(slug):
    first, second = CARDS[slug].settle(), settled(slug)
    assert first.truth == second.truth
    assert first.facts == second.facts


@pytest.mark.parametrize("slug", CARDS)
def test_text_that_is_not_a_guess_is_not_read(slug):
    assert [text for text in HOSTILE if CARDS[slug].asks.read(text) is not None] == []


@pytest.mark.parametrize("slug", CARDS)
def test_shared_settings_of_an_address_are_stops_of_the_sliders(slug):
    address = CARDS[slug].address
    settings = {each.name: address.settings[each.name] for each in PARAMETERS if each.name in address.settings}
    assert settings == {name: (str(getattr(address.shared_settings, name)),) for name in settings}
    assert not address.own_settings.keys() & vars(Settings())


@pytest.mark.parametrize("slug", NUMBERED)
def test_a_number_is_right_within_its_factor(slug):
    asks, truth = NUMBERED[slug].asks, settled(slug).truth
    assert asks.least <= truth <= asks.most
    assert asks.judge(truth * asks.factor, truth)
    assert asks.judge(truth / asks.factor, truth)
    assert not asks.judge(truth * asks.factor * 1.01, truth)
    assert not asks.judge(truth / asks.factor / 1.01, truth)


def test_numbers_outside_the_range_or_with_a_fraction_are_not_read():
    whole, real = Number("tokens", 1, 100, 2, "x"), Number("", 0.5, 2, 1.5, "y", whole=False)
    assert [whole.read(text) for text in ("1", "100", "7.0", "0", "101", "7.5")] == [1, 100, 7, None, None, None]
    assert [real.read(text) for text in ("0.5", "1.25", "2.01")] == [0.5, 1.25, None]


@pytest.mark.parametrize("slug", SHAPED)
def test_curves_to_choose_from_differ_and_share_their_places(slug):
    asks = SHAPED[slug].asks
    x, curves = asks.draw()
    assert 3 <= len(curves) <= 4
    for name, curve in curves.items():
        assert curve.shape == x.shape
        others = asks.distances(curve)
        assert others.pop(name) == 0
        assert min(others.values()) > 0.05 * np.ptp(list(curves.values()))
        assert asks.nearest(curve) == name
        np.testing.assert_array_equal(asks.mark(name, "you").curve, curve)


def test_a_guess_is_marked_where_the_picture_has_it():
    assert Claim().mark(True, "you: true").axis is None
    mark = Number("tokens", 1, 100, 2, "x").mark(7, "you: 7")
    assert (mark.label, mark.axis, mark.at, mark.curve) == ("you: 7", "x", 7, None)
