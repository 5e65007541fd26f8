"""xPos: RoPE with a decay that the offset alone decides."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.rope import pairs, rope
from core.schemes.xpos import SCHEME, decay, xpos

LAYOUTS = ("half", "interleaved")

layouts = st.sampled_from(LAYOUTS)
evens = st.integers(1, 12).map(lambda count: 2 * count)
positions = st.integers(-300, 300)
scales = st.sampled_from([1, 2, 8])
bases = st.sampled_from([2, 10_000, 500_000])
scale_bases = st.floats(64, 2048)
seeds = st.integers(0, 2**32)


def normal(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape)


def by_complex_numbers(vectors, positions, sign, *, base, scale, layout, scale_base):
    """(ζ_i^{±p/512} e^{ipθ_i}) times every pair, read as a complex number."""
    dim = vectors.shape[1]
    i = np.arange(dim // 2)
    first, second = (i, i + dim // 2) if layout == "half" else (2 * i, 2 * i + 1)
    at = np.asarray(positions)[:, None] / scale
    zeta = (2 * i + 0.4 * dim) / (1.4 * dim)
    factors = zeta ** (sign * at / scale_base) * np.exp(1j * at * float(base) ** (-2 * i / dim))
    turned = (vectors[:, first] + 1j * vectors[:, second]) * factors
    result = np.empty_like(vectors)
    result[:, first], result[:, second] = turned.real, turned.imag
    return result


@given(
    seeds,
    st.lists(positions, max_size=4),
    evens,
    bases,
    scales,
    layouts,
    scale_bases,
    st.sampled_from([("query", 1), ("key", -1)]),
)
def test_turning_and_scaling_is_one_complex_number(seed, at, dim, base, scale, layout, scale_base, role):
    vectors, (name, sign) = normal(seed, len(at), dim), role
    shape = {"base": base, "scale": scale, "layout": layout, "scale_base": scale_base}
    np.testing.assert_allclose(
        xpos(vectors, at, role=name, **shape),
        by_complex_numbers(vectors, at, sign, **shape),
        rtol=1e-11,
        atol=1e-12,
    )


@given(seeds, positions, positions, positions, evens, bases, scales, layouts)
def test_a_score_depends_on_the_offset_alone(seed, m, n, move, dim, base, scale, layout):
    query, key = normal(seed, 2, 1, dim)
    turn = partial(xpos, base=base, scale=scale, layout=layout)

    def score(m, n):
        return (turn(query, [m], role="query") @ turn(key, [n], role="key").T).item()

    size = np.linalg.norm(query) * np.linalg.norm(key) * max(1.0, decay(dim)[0] ** ((m - n) / 512))
    assert score(m + move, n + move) == pytest.approx(score(m, n), abs=1e-12 * size)


@given(seeds, st.lists(positions, min_size=1, max_size=4), evens, scales, st.sampled_from(["query", "key"]))
def test_the_layouts_are_one_map_but_for_a_permutation(seed, at, dim, scale, role):
    vectors = normal(seed, len(at), dim)
    order = np.arange(dim).reshape(2, dim // 2).T.ravel()
    half = xpos(vectors, at, scale=scale, role=role)
    interleaved = xpos(vectors[:, order], at, scale=scale, role=role, layout="interleaved")
    np.testing.assert_array_equal(interleaved, half[:, order])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_keys_in_the_past_count_less_and_at_offset_0_nothing_is_lost(layout):
    query = normal(3, 1, 16)
    first, second = pairs(16, layout)
    turn = partial(xpos, query, layout=layout)
    for back, factor in ((0, 1.0), (512, decay(16)), (1024, decay(16) ** 2)):
        queries, keys = turn([back], role="query")[0], turn([0], role="key")[0]
        sizes = np.hypot(queries[first], queries[second]) * np.hypot(keys[first], keys[second])
        plain = np.hypot(query[0, first], query[0, second]) ** 2
        np.testing.assert_allclose(sizes, plain * factor, rtol=1e-13)


def test_an_endless_scale_base_is_rope():
    vectors = normal(1, 5, 8)
    np.testing.assert_allclose(xpos(vectors, 5, scale_base=1e300), rope(vectors, 5), rtol=1e-15)


def test_factors_of_four_pairs():
    # ζ_i = (2i/d + γ) / (1 + γ), γ = 0.4: Sun et al. 2022, section 3.1, https://arxiv.org/abs/2212.10554
    np.testing.assert_allclose(decay(8), [0.4 / 1.4, 0.65 / 1.4, 0.9 / 1.4, 1.15 / 1.4])


def test_the_record_knows_that_keys_are_treated_otherwise():
    vectors = normal(2, 3, 4)
    assert SCHEME.keys is not None
    np.testing.assert_array_equal(SCHEME.function(vectors, 3), xpos(vectors, 3, role="query"))
    np.testing.assert_array_equal(SCHEME.keys(vectors, 3, base=500), xpos(vectors, 3, base=500, role="key"))
