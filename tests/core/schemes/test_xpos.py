"""xPos: RoPE with a decay that the offset alone decides."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.rope import rope
from core.schemes.xpos import SCHEME, xpos

evens = st.integers(1, 12).map(lambda count: 2 * count)
positions = st.integers(-300, 300)
seeds = st.integers(0, 2**32)
shapes = st.fixed_dictionaries(
    {
        "base": st.sampled_from([2, 10_000, 500_000]),
        "scale": st.sampled_from([1, 2, 8]),
        "layout": st.sampled_from(["half", "interleaved"]),
        "scale_base": st.floats(64, 2048),
    }
)


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


@given(seeds, st.lists(positions, max_size=4), evens, shapes, st.sampled_from([("query", 1), ("key", -1)]))
def test_turning_and_scaling_is_one_complex_number(seed, at, dim, shape, role):
    vectors, (name, sign) = normal(seed, len(at), dim), role
    expected = by_complex_numbers(vectors, at, sign, **shape)
    np.testing.assert_allclose(xpos(vectors, at, role=name, **shape), expected, rtol=1e-11, atol=1e-12)


def test_an_endless_scale_base_is_rope():
    vectors = normal(1, 5, 8)
    np.testing.assert_allclose(xpos(vectors, 5, scale_base=1e300), rope(vectors, 5), rtol=1e-15)


def test_the_record_knows_that_keys_are_treated_otherwise():
    vectors = normal(2, 3, 4)
    assert SCHEME.keys is not None
    np.testing.assert_array_equal(SCHEME.function(vectors, 3), xpos(vectors, 3, role="query"))
    np.testing.assert_array_equal(SCHEME.keys(vectors, 3, base=500), xpos(vectors, 3, base=500, role="key"))
