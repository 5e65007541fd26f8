"""The core takes whatever strangers send, or refuses it by name."""

import pytest
from hypothesis import given, settings

from tests.fuzz import CORE

EXAMPLES = 150


@pytest.mark.parametrize("target", CORE, ids=lambda target: target.name)
def test_nothing_but_a_refusal_by_name(target):
    settings(max_examples=EXAMPLES)(given(target.inputs)(target.take))()
