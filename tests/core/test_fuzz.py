"""The core takes whatever strangers send, or refuses it by name."""

import pytest

from tests.fuzz import CORE

INPUTS, SEED = 2000, 18  # any seed; `python -m bench fuzz` draws others


@pytest.mark.parametrize("target", CORE, ids=lambda target: target.name)
def test_nothing_but_a_refusal_by_name(target):
    target.attempt(INPUTS, SEED)
