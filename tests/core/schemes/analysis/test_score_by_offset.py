"""Score by offset, against what each family computes itself."""

import numpy as np
import pytest

from core.schemes import SCHEMES
from core.schemes.alibi import slopes
from core.schemes.analysis.score_by_offset import MOST, Runs, offset_curve, offset_scores, runs_of_offsets
from core.schemes.learned import sample
from core.schemes.scheme import Family
from core.similarity import dot_product

K = np.arange(-20, 21)


def scores(name, offsets=K, d_model=64, **options):
    return offset_scores(SCHEMES[name], offsets, d_model=d_model, **options)


@pytest.mark.parametrize("name", SCHEMES)
def test_every_scheme_has_a_score_that_is_zero_at_offset_zero(name):
    result = scores(name).values
    assert result.shape == K.shape
    assert np.isfinite(result).all()
    assert result[20] == pytest.approx(0, abs=1e-12)


def test_bias_is_that_of_one_head():
    np.testing.assert_allclose(scores("ALiBi", heads=12, head=9).values, -slopes(12)[8] * np.abs(K))
    t5, shaw = SCHEMES["T5"].function, SCHEMES["Shaw"].function
    for name, function in (("T5", t5), ("Shaw", shaw)):
        bias = function([20], np.arange(41), 8)[2, 0]
        np.testing.assert_allclose(scores(name, head=3).values, bias - bias[20])


def test_fire_depends_on_the_query():
    near, far = scores("FIRE", query=1000).values, scores("FIRE", query=100_000).values
    assert np.abs(near - far).max() > 0.1


def test_a_table_gives_the_mean_over_its_rows_and_ends_with_them():
    table = sample()
    result = scores("learned", np.array([-300, -7, 0, 7, 255, 256]))
    assert result.features == table.shape[1]
    ahead = np.mean([table[p] @ table[p + 7] - table[p] @ table[p] for p in range(len(table) - 7)])
    back = np.mean([table[p] @ table[p - 7] - table[p] @ table[p] for p in range(7, len(table))])
    root = np.sqrt(table.shape[1])
    np.testing.assert_allclose(result.values[1:4], [back / root, 0, ahead / root], atol=1e-12)
    assert np.isnan(result.values).tolist() == [True, False, False, False, False, True]


def directly(scheme, offsets, d_model, **options):
    """Scores from the scheme's own function: rows of its table, or vectors of ones that it turns."""
    at = np.append(0, offsets)
    if scheme.family == Family.ADDITIVE:
        products = scheme.function(at, d_model, **options) @ scheme.function([0], d_model, **options)[0]
        return (products[1:] - products[0]) / np.sqrt(d_model)
    dim = max(2, d_model // 2 * 2)
    keys = (scheme.keys or scheme.function)(np.ones((len(at), dim)), at, **options)
    products = keys @ scheme.function(np.ones((1, dim)), [0], **options)[0]
    return (products[1:] - products[0]) / np.sqrt(dim)


TURNING = {name: scheme for name, scheme in SCHEMES.items() if scheme.family in {Family.ADDITIVE, Family.ROTARY}}


@pytest.mark.parametrize("name", [name for name, scheme in TURNING.items() if not scheme.table])
@pytest.mark.parametrize("d_model", [1, 2, 7, 64])
def test_the_product_by_offset_is_that_of_the_function(name, d_model):
    options = {"base": 500.0, "scale": 3.0}
    expected = directly(TURNING[name], K, d_model, **options)
    np.testing.assert_allclose(scores(name, d_model=d_model, **options).values, expected, atol=1e-11)


@pytest.mark.parametrize(("name", "layouts"), [(n, s.parameters) for n, s in TURNING.items() if s.offset_product])
def test_the_product_by_offset_is_the_same_in_every_layout(name, layouts):
    options = next(parameter.options for parameter in layouts if parameter.name == "layout")
    for layout in options:
        expected = directly(TURNING[name], K, 9, layout=layout)
        np.testing.assert_allclose(scores(name, d_model=9, layout=layout).values, expected, atol=1e-12)


@pytest.mark.parametrize("length", [1, 2, 128, 401, 402, 5000, 1_048_576])
def test_runs_are_symmetric_and_cover_the_offsets(length):
    runs = runs_of_offsets(length)
    np.testing.assert_array_equal(runs.middles, -runs.middles[::-1])
    assert (np.diff(runs.middles) == runs.run_length).all()
    assert runs.run_length % 2 == 1
    assert 0 in runs.middles
    assert len(runs.middles) <= MOST
    reached = runs.middles[-1] + runs.run_length // 2
    assert runs.last - runs.run_length < reached <= runs.last == length - 1
    assert runs.run_length == 1 or length > 401


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("covered", [1, 7])
def test_a_curve_is_the_mean_over_each_run_or_the_value_in_its_middle(name, covered):
    options = {"d_model": 12, "base": 30.0, "scale": 2.0}
    runs = Runs(covered * np.arange(-9, 10), covered, 9 * covered)
    curve = offset_curve(SCHEMES[name], runs, head=2, **options)
    within = np.arange(covered) - covered // 2 if SCHEMES[name].offset_product else np.zeros(1, int)
    each = scores(name, (runs.middles[:, None] + within).ravel(), head=2, query=runs.last, **options).values
    expected = each.reshape(len(runs.middles), -1).mean(axis=1)
    expected[9] = 0
    np.testing.assert_allclose(curve.values, expected, atol=1e-12)
    assert curve.is_mean == (len(within) > 1)


def test_a_curve_of_very_many_features_is_the_mean_over_each_run():  # by a Fourier transform
    runs = runs_of_offsets(2000)
    curve = offset_curve(SCHEMES["RoPE"], runs, d_model=2048).values
    at = runs.middles[[0, 3, 300, -1], None] + np.arange(runs.run_length) - runs.run_length // 2
    expected = 2 * (dot_product(at, 2048).mean(axis=1) - 1024) / np.sqrt(2048)
    np.testing.assert_allclose(curve[[0, 3, 300, -1]], expected, atol=1e-9)


def test_a_decay_read_backwards_ends_where_numbers_do():
    values = offset_curve(SCHEMES["xPos"], runs_of_offsets(1_048_576), d_model=64).values
    grown = np.isnan(values)
    assert not grown[: len(grown) // 2 + 1].any()
    assert grown[520:].all()
