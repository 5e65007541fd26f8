"""Schemes in PyTorch compute what core computes; `make torch` installs it and runs these tests."""

from importlib.util import find_spec

import pytest

from core.schemes import SCHEMES
from tests.take_away.scheme_calls import compare

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed: `make torch` runs these")


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_a_scheme_computes_what_core_computes(scheme):
    compare(scheme, "torch")


@pytest.mark.parametrize("name", ["RoPE", "xPos"])
def test_heads_of_a_batch_turn_together_and_keep_their_dtype(name):
    import torch

    from take_away.schemes_torch import rope, xpos

    turn = {"RoPE": rope, "xPos": xpos}[name]
    vectors = torch.randn(2, 3, 5, 8)  # (batch, heads, n, dim)
    turned = turn(vectors, torch.arange(5))
    assert turned.dtype == torch.float32
    torch.testing.assert_close(turned[1, 2], turn(vectors[1, 2], torch.arange(5)))
