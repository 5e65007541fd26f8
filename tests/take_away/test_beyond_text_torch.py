"""PyTorch code for positions beyond text computes what core computes; `make torch` runs these tests."""

from importlib.util import find_spec

import pytest

from core.beyond_text.prompt import prompt_positions
from tests.take_away.beyond_text_calls import compare

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed: `make torch` runs these")


def test_every_function_computes_what_core_computes():
    compare()


def test_positions_of_a_prompt_are_those_of_core():
    from take_away.beyond_text.mrope_torch import prompt_axes

    parts = [("text", 2), ("image", (1, 2, 5)), ("video", (6, 2, 3)), ("text", 2)]
    assert prompt_axes(parts).tolist() == prompt_positions(parts, merge=1, version="4.57.3").positions.tolist()


@pytest.mark.parametrize("name", ["rope_2d", "mrope"])
def test_heads_of_a_batch_turn_together_and_keep_their_dtype(name):
    import torch

    from take_away.beyond_text.directions_torch import rope_2d
    from take_away.beyond_text.mrope_torch import mrope

    positions = torch.randint(0, 9, (3, 6))
    calls = {"rope_2d": lambda v: rope_2d(v, 2, 3), "mrope": lambda v: mrope(v, positions, [2, 1, 1])}
    vectors = torch.randn(2, 3, 6, 8)  # (batch, heads, patches, head_dim)
    turned = calls[name](vectors)
    assert turned.dtype == torch.float32
    torch.testing.assert_close(turned[1, 2], calls[name](vectors[1, 2]))


def test_text_schemes_take_all_heads_of_a_batch_and_keep_their_dtype():
    import torch

    from take_away.beyond_text_torch import cope, forget_bias, stick_breaking

    scores, gates = torch.randn(2, 3, 6, 6), torch.rand(2, 3, 6)  # (batch, heads, …)
    queries, learned = torch.randn(2, 3, 6, 8), torch.randn(4, 8)
    calls = {
        "cope": lambda at: cope(queries[at], scores[at], learned),
        "fox": lambda at: forget_bias(gates[at]),
        "stick_breaking": lambda at: stick_breaking(scores[at]),
    }
    for name, call in calls.items():
        batch = call(slice(None))
        assert batch.dtype == torch.float32, name
        torch.testing.assert_close(batch[1, 2], call((1, 2)))
