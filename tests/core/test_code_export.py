"""Exported scripts run in an interpreter that knows nothing of this project, and make what core makes."""

import ast
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import core.schemes
from core.code_export import Block, affordable, block, defined, needed, result, script, searched_divisors, written
from core.frequencies import inverse_frequencies
from core.inputs.parameter import Choice
from core.method import LANGUAGES
from core.scaling import RULES
from core.schemes import SCHEMES
from core.schemes.scheme import Family

RECORDS = RULES  # the code of schemes is in take_away
FOLDER = Path(core.schemes.__file__).parent  # where learned.npy is
SHAPES = [{"length": 20, "d_model": 64, "base": 10000, "scale": 1, "heads": 8},
          {"length": 33, "d_model": 7, "base": 500.5, "scale": 4, "heads": 5}]  # fmt: skip
STRETCHES = [{"original": 4096, "target": 32768, "factor": 8.0}, {"original": 512, "target": 512, "factor": 1.0}]
DIM = 128
CALLS = """
import contextlib, io, json, sys
import numpy as np
answers = []
for code, names in json.load(sys.stdin):
    space, said = {}, io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "script", "exec"), space)
    arrays = [np.asarray(space[name], float) for name in names]
    answers.append([[array.ravel().tolist(), array.shape] for array in arrays] + [bool(said.getvalue().strip())])
json.dump(answers, sys.stdout)
"""


def chosen(record):
    """No parameter, or each at its first and last stop or at every option."""
    yield {}
    for parameter in record.parameters:
        ends = parameter.options if isinstance(parameter, Choice) else (parameter.stops[0], parameter.stops[-1])
        yield from ({parameter.name: end} for end in ends)


def cases(record):
    if record.name in SCHEMES:
        shapes = SHAPES[:1] if record.name == "learned" else SHAPES
        return [{**shape, **own} for shape in shapes for own in chosen(record)]
    searched = searched_divisors(DIM // 2)
    return [{"base": 10000, "dim": DIM, **searched, **ends, **own} for ends in STRETCHES for own in chosen(record)]


def of_core(record, case):
    """What the function itself makes of a case, under the names that the code uses."""
    own = {parameter.name: case.get(parameter.name, record.default(parameter)) for parameter in record.parameters}
    if record.name in RULES:
        arguments = {**case, **own, "sequence_length": case["target"]}
        scaled = record.apply(inverse_frequencies(DIM, case["base"]), **arguments)
        return {"frequencies": scaled.inverse, "attention_factor": scaled.attention_factor}
    length, d_model = case["length"], case["d_model"]
    match record.family:
        case Family.BIAS:
            return {"bias": record.function(length, length, **({"heads": case["heads"]} | own))}
        case Family.ROTARY:
            ones = np.ones((length, d_model // 2 * 2))
            turned = {"turned": record.function(ones, length, **own)}
            return turned | {"turned_keys": (record.keys or record.function)(ones, length, **own)}
    return {"table": record.function(length, d_model, **own)}


def written_out(record, case, language="NumPy"):
    own = {name: value for name, value in case.items() if name != "heads" or record.name in SCHEMES}
    return script([block(record, language, own)], language, own, title=record.name, shows=result(record))


def run(interpreter, scripts):
    """What scripts leave under names, each in a namespace of its own; every one has to print something."""
    asked = json.dumps(scripts)
    done = subprocess.run(
        [*interpreter, "-c", CALLS], input=asked, capture_output=True, text=True, cwd=FOLDER, check=False
    )
    assert not done.returncode, done.stderr
    answers = json.loads(done.stdout)
    assert all(answer[-1] for answer in answers)
    return [[np.reshape(values, shape) for values, shape in answer[:-1]] for answer in answers]


def compare(record, language):
    every = cases(record)
    expected = [of_core(record, case) for case in every]
    scripts = [(written_out(record, case, language), list(own)) for case, own in zip(every, expected, strict=True)]
    for arrays, own in zip(run([sys.executable, "-I"], scripts), expected, strict=True):
        for array, values in zip(arrays, own.values(), strict=True):
            assert array.shape == np.shape(values)
            np.testing.assert_allclose(array, values, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_the_numpy_script_of_a_record_makes_what_core_makes(record):
    compare(record, "NumPy")


@pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="torch is not installed; its code is only parsed")
@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_the_pytorch_script_of_a_record_makes_what_core_makes(record):
    compare(record, "PyTorch")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_record_has_code_that_begins_from_its_parameters_and_leaves_its_array(record, language):
    code = record.code(language)
    ast.parse(code)
    inputs = {"positions", "queries", "keys", "vectors", "trained", "d_model", "length", "heads", "base"}
    inputs |= {"factor", "original", "target", "short_factor", "long_factor", "np", "torch"}
    assert set(needed(code)) <= inputs | {parameter.name for parameter in record.parameters}
    assert {parameter.name for parameter in record.parameters} <= set(needed(code))
    assert result(record) in defined(code)
    assert not defined(code) & inputs  # or a record that follows would begin from something else


def test_a_name_without_a_value_is_refused():
    with pytest.raises(ValueError, match=r"^code must use names that have a value, got unheard$"):
        script([Block("table = unheard + 1")], "NumPy", {}, title="", shows="table")


def test_a_head_cannot_leave_its_comment():
    code = script([Block("table = 1")], "NumPy", {}, title="one\nimport os", notes=["two\r\nraise"], shows="table")
    assert code.startswith("# one\n# import os\n# two\n# raise\n")


@pytest.mark.parametrize(
    "value",
    [3, 2.5, 1e300, "T5", "it's", 'a "word"', "\n# no", "\ud800", True, [1, 2.5, "x"], [*range(3, 40, 4)], [0] * 9],
)  # fmt: skip
def test_a_value_reads_back_as_it_was(value):
    assert eval(written(value)) == value
    assert len(written(value).splitlines()) == 1


def test_whole_floats_and_arrays_are_written_short():
    assert written(10_000.0) == "10000"
    assert written(np.arange(0, 50, 10)) == "list(range(0, 50, 10))"
    assert written(np.float64(0.1)) == "0.1"


def test_lengths_are_cut_where_an_array_would_not_fit():
    shape = {"length": 2**20, "d_model": 2**14, "heads": 8}
    assert affordable([SCHEMES["sinusoidal"]], **shape) == 2**10
    assert affordable([SCHEMES["ALiBi"]], **shape) == 1448
    assert affordable([RULES["YaRN"]], **shape) == 2**20
    assert affordable([SCHEMES["sinusoidal"], SCHEMES["ALiBi"]], length=128, d_model=512, heads=8) == 128
