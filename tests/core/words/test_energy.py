import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.sinusoidal import sinusoidal
from core.words.energy import encoding_variance, leading_dimensions, mean_square, variances, vector_lengths


@given(st.integers(1, 300), st.integers(1, 40), st.floats(1.5, 1e6), st.floats(0.5, 64))
def test_the_closed_form_is_the_variance_of_the_table(length, d_model, base, scale):
    table = sinusoidal(length, d_model, base=base, scale=scale)
    found = variances(length, d_model, base=base, scale=scale)
    np.testing.assert_allclose(found, table.var(axis=0), atol=1e-12)


@given(st.integers(1, 300), st.integers(1, 40), st.floats(1.5, 1e6), st.floats(0.5, 64))
def test_the_mean_square_is_that_of_the_table(length, d_model, base, scale):
    table = sinusoidal(length, d_model, base=base, scale=scale)
    found = mean_square(length, d_model, base=base, scale=scale)
    assert found == pytest.approx((table**2).sum(axis=1).mean(), abs=1e-12)
    assert variances(length, d_model, base=base, scale=scale).sum() <= found + 1e-9


def test_over_very_many_positions_every_wave_varies_by_one_half():
    np.testing.assert_allclose(variances(1_048_576, 16, base=100), 0.5, atol=1e-4)


def test_one_position_does_not_vary():
    assert variances(1, 8).max() < 1e-15
    assert leading_dimensions(np.zeros(8)) == 0


def test_leading_dimensions_hold_the_share_and_one_fewer_do_not():
    energy = variances(50, 512)
    leading = leading_dimensions(energy)
    assert energy[:leading].sum() >= 0.9 * energy.sum() > energy[: leading - 1].sum()
    assert 0.25 < leading / 512 < 0.35  # about the first 30% over 50 tokens


def test_lengths_are_those_of_the_formulas():
    found = vector_lengths(128, 512)
    assert found.word == pytest.approx(1, abs=0.02)
    assert found.scaled_word == pytest.approx(math.sqrt(512), abs=0.5)  # 22.6
    assert found.encoding == pytest.approx(math.sqrt(512 / 2), rel=1e-12)  # 16
    assert found.cosine == pytest.approx(1 / math.sqrt(1 + 512 / 2), abs=0.03)
    assert found.scaled_cosine == pytest.approx(math.sqrt(2 / 3), abs=0.02)


@pytest.mark.parametrize(("d_model", "scale"), [(1, 1), (2, 1), (7, 5), (64, 1)])
def test_lengths_are_distributed_as_those_of_whole_vectors(d_model, scale):
    drawn = [vector_lengths(40, d_model, scale=scale, seed=seed) for seed in range(400)]  # 32 words each
    rng = np.random.default_rng(9)
    encoding = sinusoidal(np.linspace(0, 39, 32).round(), d_model, scale=scale)
    words = rng.standard_normal((400, 32, d_model)) / math.sqrt(d_model)
    for times, cosine in ((1, "cosine"), (math.sqrt(d_model), "scaled_cosine")):
        sums = times * words + encoding
        sizes = np.linalg.norm(words, axis=-1) * np.linalg.norm(sums, axis=-1)
        expected = ((words * sums).sum(axis=-1) / sizes).mean(axis=1)  # (400,)
        found = [getattr(each, cosine) for each in drawn]
        assert np.mean(found) == pytest.approx(expected.mean(), abs=5 * expected.std() / 14)
        assert np.std(found) == pytest.approx(expected.std(), rel=0.2)
    sizes = np.linalg.norm(words, axis=-1).mean(axis=1)
    assert np.mean([each.word for each in drawn]) == pytest.approx(sizes.mean(), abs=5 * sizes.std() / 14)
    assert np.std([each.word for each in drawn]) == pytest.approx(sizes.std(), rel=0.2)
    assert drawn[0].encoding == pytest.approx(np.linalg.norm(encoding, axis=1).mean(), rel=1e-12)


@given(st.integers(1, 10**6), st.integers(1, 300))
def test_lengths_are_finite_everywhere(length, d_model):
    found = vector_lengths(length, d_model)
    assert all(math.isfinite(value) for value in vars(found).values())
    assert abs(found.cosine) <= 1 + 1e-12
    assert abs(found.scaled_cosine) <= 1 + 1e-12


def test_they_are_reproducible_by_seed():
    assert vector_lengths(20, 64, seed=2) == vector_lengths(20, 64, seed=2) != vector_lengths(20, 64, seed=3)


def test_what_follows_from_the_variances():
    table = sinusoidal(20, 64)
    found = encoding_variance(20, 64)
    np.testing.assert_allclose(found.variances, table.var(axis=0), atol=1e-12)
    assert found.square == pytest.approx((table**2).sum(axis=1).mean(), rel=1e-12)
    assert found.varying == pytest.approx(table.var(axis=0).sum(), rel=1e-12)
    assert found.largest == pytest.approx(table.var(axis=0).max(), rel=1e-12)
    assert found.above == np.sum(table.var(axis=0) > 1 / 64)
    assert found.share == found.leading / 64
    assert table.var(axis=0)[: found.leading].sum() >= 0.9 * found.varying
