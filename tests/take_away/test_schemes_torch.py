"""Schemes in PyTorch compute what core computes; `make torch` installs it and runs these tests."""

import numpy as np
import pytest

from core.schemes import SCHEMES
from core.schemes.scheme import Family
from pages.take_away.export import stem_of
from tests.core.schemes.parameter_ends import parameter_ends
from tests.take_away.torch_code import call, functions, torch

POSITIONS = np.array([0.0, 1.0, 7.0, 20.0, 200.0])
VECTORS = np.random.default_rng(0).standard_normal((5, 12))


def calls(scheme):
    """Names in the file, functions of core, and what both are called with."""
    stem, function = stem_of(scheme), scheme.function
    match scheme.family:
        case Family.BIAS:
            yield stem, function, (POSITIONS[2:], POSITIONS)
        case Family.ROTARY:
            yield stem, function, (VECTORS, POSITIONS)
            if scheme.keys:
                yield f"{stem}_keys", scheme.keys, (VECTORS, POSITIONS)
        case _:
            yield from ((stem, function, (POSITIONS, width)) for width in ((64,) if scheme.table else (64, 7)))


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_a_scheme_computes_what_core_computes(scheme):
    code = functions(scheme)
    for options in parameter_ends(scheme):
        for name, function, inputs in calls(scheme):
            expected = function(*inputs, **options)
            actual = call(code[name], *inputs, **options)
            np.testing.assert_allclose(actual, expected, rtol=1e-11, atol=1e-11, strict=True)


@pytest.mark.parametrize("name", ["RoPE", "xPos"])
def test_heads_of_a_batch_turn_together_and_keep_their_dtype(name):
    from take_away.schemes_torch import rope, xpos

    turn = {"RoPE": rope, "xPos": xpos}[name]
    vectors = torch.randn(2, 3, 5, 8)  # (batch, heads, n, dim)
    turned = turn(vectors, torch.arange(5))
    assert turned.dtype == torch.float32
    torch.testing.assert_close(turned[1, 2], turn(vectors[1, 2], torch.arange(5)))
