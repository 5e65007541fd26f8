"""Scaling rules in PyTorch compute what core computes; `make torch` installs it and runs these tests."""

from importlib.util import find_spec

import pytest

from core.scaling import RULES
from tests.take_away.rule_calls import compare

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed: `make torch` runs these")


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_computes_what_core_computes(rule):
    compare(rule, "torch")
