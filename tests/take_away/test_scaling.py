"""Scaling rules that readers take away compute what core computes, in a clean interpreter."""

import ast
from pathlib import Path

import numpy as np
import pytest

import take_away.scaling
from core.scaling import RULES, yarn
from core.scaling.longrope import phi3_divisors
from tests.take_away.calling import Call, results, run_as_scripts
from tests.take_away.rule_calls import compare, stem

FOLDER = Path(take_away.scaling.__file__).parent
every = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
both = pytest.mark.parametrize("ending", [".py", "_torch.py"])


def test_every_rule_can_be_taken_away():
    names = {name: stem(rule) for name, rule in RULES.items()}
    missing = sorted(
        f"{n}{end}" for n in names.values() for end in (".py", "_torch.py") if not (FOLDER / f"{n}{end}").is_file()
    )
    assert not missing, f"add take_away/scaling/{', '.join(missing)}"
    found = {name: record["function"].__name__ for name, record in take_away.scaling.RULES.items()}
    assert found == names


@both
@every
def test_the_first_paragraph_holds_every_parameter_at_its_default(rule, ending):
    body = ast.parse((FOLDER / f"{stem(rule)}{ending}").read_text("utf-8")).body
    values = {node.targets[0].id: node.value for node in body if isinstance(node, ast.Assign)}
    for parameter in rule.parameters:
        assert ast.literal_eval(values[parameter.name]) == rule.default(parameter)


@both
def test_no_two_files_define_a_function_of_one_name(ending):
    """An export puts the files of several rules into one."""
    defined = {}
    for rule in RULES.values():
        body = ast.parse((FOLDER / f"{stem(rule)}{ending}").read_text("utf-8")).body
        for function in {node.name for node in body if isinstance(node, ast.FunctionDef)} - {"draw"}:
            assert function not in defined, f"{function} stands in {stem(rule)}{ending} and {defined[function]}"
            defined[function] = f"{stem(rule)}{ending}"


@every
def test_a_rule_computes_what_core_computes(rule):
    compare(rule, "numpy")


@pytest.mark.parametrize(
    "given",
    [{"attention_factor": 1.5}, {"mscale": 1.0, "mscale_all_dim": 0.5}, {"mscale": 1.0}],
)
def test_entries_of_a_config_change_the_attention_factor(given):
    call = Call("take_away.scaling.yarn", "yarn_attention", (), {"factor": 40, **given})
    assert results([call])[0] == pytest.approx(yarn.yarn_attention(40, **given), rel=1e-14)


def test_without_lists_the_divisors_are_those_that_core_shows():
    rule, pairs = RULES["LongRoPE"], 64
    for length in (4096, 131_072):
        options = {"original": 4096, "sequence_length": length}
        call = Call("take_away.scaling.longrope", "longrope", ([1.0] * pairs,), options)
        wanted = rule.apply(np.ones(pairs), factor=1, **options, **phi3_divisors(pairs)).inverse
        np.testing.assert_allclose(results([call])[0], wanted, rtol=1e-12)


def test_each_file_runs_as_it_stands(tmp_path):
    names = [stem(rule) for rule in RULES.values()]
    run_as_scripts([FOLDER / f"{name}.py" for name in names], tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == set(names)
