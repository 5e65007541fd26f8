"""xPos: RoPE with a decay that the offset alone decides."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.xpos import SCHEME, xpos
from tests.core.schemes.rotated import by_complex_numbers, evens, normal, seeds

positions = st.integers(-300, 300)
shapes = st.fixed_dictionaries(
    {
        "base": st.sampled_from([2, 10_000, 500_000]),
        "scale": st.sampled_from([1, 2, 8]),
        "layout": st.sampled_from(["half", "interleaved"]),
        "scale_base": st.floats(64, 2048),
    }
)


def sizes(positions, dim, sign, *, scale, scale_base):
    """ζ_i^{±p/512}, the size of the number that multiplies a pair."""
    zeta = (2 * np.arange(dim // 2) + 0.4 * dim) / (1.4 * dim)
    return zeta ** (sign * np.asarray(positions)[:, None] / scale / scale_base)


@given(seeds, st.lists(positions, max_size=4), evens, shapes, st.sampled_from([("query", 1), ("key", -1)]))
def test_turning_and_scaling_is_one_complex_number(seed, at, dim, shape, role):
    vectors, (name, sign) = normal(seed, len(at), dim), role
    actual, scale_base = xpos(vectors, at, role=name, **shape), shape.pop("scale_base")
    factors = sizes(at, dim, sign, scale=shape["scale"], scale_base=scale_base)
    np.testing.assert_allclose(actual, by_complex_numbers(vectors, at, factors, **shape), rtol=1e-11, atol=1e-12)


def test_the_record_knows_that_keys_are_treated_otherwise():
    vectors = normal(2, 3, 4)
    assert SCHEME.keys is not None
    np.testing.assert_array_equal(SCHEME.function(vectors, 3), xpos(vectors, 3, role="query"))
    np.testing.assert_array_equal(SCHEME.keys(vectors, 3, base=500), xpos(vectors, 3, base=500, role="key"))
