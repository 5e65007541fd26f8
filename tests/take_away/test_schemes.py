"""Schemes that readers take away compute what core computes, in a clean interpreter."""

import ast
from pathlib import Path

import numpy as np
import pytest

import take_away.schemes
from core.schemes import SCHEMES
from tests.take_away.calling import Call, results, run_as_scripts
from tests.take_away.scheme_calls import compare, stem

FOLDER = Path(take_away.schemes.__file__).parent
every = pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
both = pytest.mark.parametrize("ending", [".py", "_torch.py"])


def top_level(path):
    """Names of functions and of the values assigned outside of them."""
    body = ast.parse(path.read_text("utf-8")).body
    functions = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    values = {node.targets[0].id: node.value for node in body if isinstance(node, ast.Assign)}
    return functions, values


def test_every_scheme_can_be_taken_away():
    names = {name: stem(scheme) for name, scheme in SCHEMES.items()}
    missing = sorted(
        f"{n}{end}" for n in names.values() for end in (".py", "_torch.py") if not (FOLDER / f"{n}{end}").is_file()
    )
    assert not missing, f"add take_away/schemes/{', '.join(missing)}"
    records = {name: take_away.schemes.SCHEMES[name] for name in names}
    assert {name: record["function"].__name__ for name, record in records.items()} == names


@every
def test_a_record_says_what_core_says(scheme):
    record = take_away.schemes.SCHEMES[scheme.name]
    assert record["family"] == scheme.family
    optional = {name for name in ("keys", "table", "groups") if getattr(scheme, name)}
    assert record.keys() == {"name", "family", "function"} | optional


@both
@every
def test_the_first_paragraph_holds_every_parameter_at_its_default(scheme, ending):
    _, values = top_level(FOLDER / f"{stem(scheme)}{ending}")
    for parameter in scheme.parameters:
        assert ast.literal_eval(values[parameter.name]) == scheme.default(parameter)


@both
def test_no_two_files_define_a_function_of_one_name(ending):
    """An export puts the files of several schemes into one."""
    defined = {}
    for scheme in SCHEMES.values():
        functions, _ = top_level(FOLDER / f"{stem(scheme)}{ending}")
        for function in functions - {"draw"}:
            assert function not in defined, f"{function} stands in {stem(scheme)}{ending} and {defined[function]}"
            defined[function] = f"{stem(scheme)}{ending}"


@every
def test_a_scheme_computes_what_core_computes(scheme):
    compare(scheme, "numpy")


@pytest.mark.parametrize("name", [name for name, scheme in SCHEMES.items() if scheme.groups])
def test_groups_of_offsets_are_those_of_core(name):
    scheme = SCHEMES[name]
    offsets = np.arange(-300, 301)
    record = take_away.schemes.SCHEMES[name]
    call = Call(f"take_away.schemes.{stem(scheme)}", record["groups"].__name__, (offsets.tolist(),))
    np.testing.assert_array_equal(results([call])[0], scheme.groups(offsets))


def test_a_table_has_no_row_past_its_end():
    learned = take_away.schemes.SCHEMES["learned"]["function"]
    for positions in ([256], [-1], [0.5]):
        with pytest.raises(ValueError, match=r"^positions must be rows 0 … 255$"):
            learned(positions)


def test_each_file_runs_as_it_stands(tmp_path):
    names = [stem(scheme) for scheme in SCHEMES.values()]
    run_as_scripts([FOLDER / f"{name}.py" for name in names], tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == set(names)
