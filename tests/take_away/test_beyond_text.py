"""Code for positions beyond text computes what core computes, in a clean interpreter."""

import numpy as np
import pytest

from core.beyond_text.contents import METHODS
from core.beyond_text.prompt import prompt_positions
from pages.take_away.code import Code
from take_away.beyond_text.mrope import prompt_axes
from tests.take_away.beyond_text_calls import compare


def test_every_function_computes_what_core_computes():
    compare("numpy")


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [("text", 3)],
        [("text", 3), ("image", (1, 2, 5)), ("text", 2)],
        [("image", (1, 4, 2)), ("video", (6, 2, 3)), ("text", 2)],
    ],
)
def test_positions_of_a_prompt_are_those_of_core(parts):
    expected = prompt_positions(parts, merge=1, version="4.57.3").positions
    np.testing.assert_array_equal(prompt_axes(parts), expected)


def test_every_method_offers_its_pytorch_code():
    assert all(Code("", cites=[record]).torch() for record in METHODS.values())
