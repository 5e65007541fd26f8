"""Scaling rules in PyTorch compute what core computes; `make torch` installs it and runs these tests."""

from importlib.util import find_spec

import pytest

from core.scaling import RULES
from tests.take_away.calling import ROOT, run_as_scripts
from tests.take_away.rule_calls import compare, stem

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed: `make torch` runs these")


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_computes_what_core_computes(rule):
    compare(rule, "torch")


def test_each_file_runs_as_it_stands(tmp_path):
    names = [stem(rule) for rule in RULES.values()]
    run_as_scripts([ROOT / f"take_away/scaling/{name}_torch.py" for name in names], tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == set(names)
