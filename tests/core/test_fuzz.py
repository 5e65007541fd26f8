"""The core takes whatever strangers send, or refuses it by name."""

from random import Random

import pytest
from hypothesis import given, settings

from tests.fuzz import CORE

EXAMPLES, DRAWN = 150, 2000
SEED = 18  # any; `python -m bench fuzz` draws others


@pytest.mark.parametrize("target", CORE, ids=lambda target: target.name)
def test_nothing_but_a_refusal_by_name(target):
    settings(max_examples=EXAMPLES)(given(target.inputs)(target.take))()


@pytest.mark.parametrize("target", [target for target in CORE if target.draw], ids=lambda target: target.name)
def test_nothing_but_a_refusal_by_name_for_real_inputs_with_changes(target):
    chance = Random(SEED)
    for _ in range(DRAWN):
        target.take(target.draw(chance))
