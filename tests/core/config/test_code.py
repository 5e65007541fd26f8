"""The code of a config computes the same frequencies as core."""

import ast
import importlib.util
import re
import subprocess
import sys

import numpy as np
import pytest

from core.config.code import comb_code, numpy_code
from core.config.lengths import first_target, lengthened
from core.config.pair_wavelengths import pair_wavelengths
from core.config.rewrite import lengthened_config
from tests.core.config.samples import CONFIGS, MORE, targets


def computed(code):
    names = {"print": lambda *_: None}
    exec(code, names)
    return names


def test_the_code_computes_what_the_core_does():
    for config in [*CONFIGS.values(), *MORE]:
        for target in targets(config):
            for kind in lengthened_config(config, target).layer_types:
                names, wanted = computed(numpy_code(kind, target)), kind.frequencies(target)
                np.testing.assert_allclose(names["frequencies"], wanted.inverse, rtol=1e-11)
                assert names["attention_factor"] == pytest.approx(wanted.attention_factor, rel=1e-12)


def test_the_code_runs_alone_in_a_fresh_interpreter(tmp_path):
    kind = lengthened_config(CONFIGS["Qwen2.5-7B"], 131_072).layer_types[0]
    code = numpy_code(kind, 131_072) + "\nprint(','.join(map(repr, frequencies.tolist())))"
    command = [sys.executable, "-I", "-c", code]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.splitlines()
    np.testing.assert_allclose(
        [float(text) for text in told[-1].split(",")], kind.frequencies().inverse, rtol=1e-12
    )
    assert float(told[-2]) == pytest.approx(1.138629436)  # 0.1 ln 4 + 1


def combs_of(config):
    """What stands in the room: in training, as the config stands, and as written for four times the length."""
    target = 4 * first_target(config)
    for kind in config.layer_types:
        own = pair_wavelengths(kind, target)
        after = pair_wavelengths(kind, target, rewritten=lengthened(kind, target))
        yield {"training": own.in_training, "now": own, "written": after}


def test_the_code_of_combs_makes_their_frequencies_and_lengths():
    for config in [*CONFIGS.values(), *MORE]:
        for combs in combs_of(config):
            made = computed("import numpy as np\n" + comb_code(combs, "NumPy"))["combs"]
            expect_combs(made, combs)


def expect_combs(made, combs):
    for (name, trained, used, seen, reached), (own_name, own) in zip(made, combs.items(), strict=True):
        assert (name, seen, reached) == (own_name, own.seen, own.reached)
        np.testing.assert_allclose(trained, own.trained, rtol=1e-11)
        np.testing.assert_allclose(used, own.used, rtol=1e-11)


@pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="torch is not installed; its code is only parsed")
def test_the_pytorch_code_of_combs_makes_the_same():
    for config in [*CONFIGS.values(), *MORE]:
        for combs in combs_of(config):
            made = computed("import numpy as np, torch\n" + comb_code(combs, "PyTorch"))["combs"]
            expect_combs(
                [[each.numpy() if hasattr(each, "numpy") else each for each in row] for row in made], combs
            )


def test_the_pytorch_code_of_combs_reads_as_python_without_numpy_s_arrays():
    for config in [*CONFIGS.values(), *MORE]:
        for combs in combs_of(config):
            code = comb_code(combs, "PyTorch")
            ast.parse(code)
            assert set(re.findall(r"np\.(\w+)", code)) <= {"log", "pi", "floor", "ceil"}  # of single numbers


def test_what_is_in_a_script_once_is_not_said_again():
    (combs,) = combs_of(CONFIGS["Llama-2-7B"])
    assert comb_code(combs, "NumPy").count("base, dim = ") == 1
    other = next(combs_of(CONFIGS["Qwen2.5-7B"]))
    assert comb_code(combs | {"other": other["now"]}, "NumPy").count("base, dim = ") == 2
