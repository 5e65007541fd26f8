"""A kernel that is clever computes what its plain twin computes."""

import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module

import numpy as np
import pytest

from core.numeric.twins import TWINS
from core.schemes import SCHEMES
from core.schemes.analysis.table import as_table
from core.words.probe import POSITIONS, draw_examples, random_embeddings
from core.words.transformer import Architecture, random_layers
from tests.house import ROOT

RNG = np.random.default_rng(0)
FREQUENCIES = RNG.uniform(0.001, 3, 40)
MANY = RNG.uniform(0.001, 3, 600)  # a Fourier transform takes over
WEIGHTS = RNG.standard_normal(40) + 1j * RNG.standard_normal(40)
DECAYS = 1j * FREQUENCIES - 0.01 * FREQUENCIES
LAYERS = random_layers(Architecture(2, 8, 2), RNG)
TABLE = RNG.standard_normal((40, 6)) * [9, 7, 5, 3, 2, 1]
ENERGY = [((50, 7), {"base": 500.5, "scale": 2.5}), ((1, 64), {}), ((300, 40), {"base": 1.5, "scale": 64.0})]
LENGTHS = (1, 5, *range(255, 262), 511, 513, 2049, 4099, 8192, *range(65_519, 65_522), 70_000)  # of few bits
CASES = {  # arguments and keyword arguments of each kernel
    "core.frequencies.geometric": [((1e4, np.arange(0, 64, 2), 64), {}), ((1.5, np.arange(7), 3), {})],
    "core.frequencies.inverse_frequencies": [((64,), {}), ((7, 5e5), {}), ((1,), {})],
    "core.beyond_text.timesteps.frequencies": [((8,), {}), ((9, 1, 500.5), {})],
    "core.numeric.sums.attenuation": [((FREQUENCIES, 1), {}), ((FREQUENCIES, 8), {}), ((FREQUENCIES, 1001), {})],
    "core.numeric.sums.cosine_sum": [
        ((np.ones(40), FREQUENCIES, -3.0, 2.0, 50), {}),
        ((WEIGHTS, FREQUENCIES, 0, 1, 1), {}),
        ((np.ones(600), MANY, 0, 1, 300), {}),
        ((np.ones(0), np.ones(0), 0, 1, 5), {}),
    ],
    "core.numeric.sums.exponential_sum": [((WEIGHTS, DECAYS, 1.0, 70), {}), ((np.ones(40), DECAYS, 3.0, 1), {})],
    "core.schemes.sinusoidal.sinusoidal": [
        ((np.arange(9.0), d_model), {"layout": layout, "base": 500.5, "scale": 2.5})
        for layout in ("interleaved", "concatenated", "tensor2tensor", "fairseq")
        for d_model in (1, 7, 64)
    ]
    + [((np.array([0.5, 7, 3]), 12), {})],
    "core.schemes.analysis.bias_weights.mass_columns": [
        ((SCHEMES["ALiBi"], 20_000, 8), {}),
        ((SCHEMES["KERPLE"], 300, 5), {"kernel": "power"}),
        ((SCHEMES["T5"], 40_000, 3), {"direction": "causal"}),
    ],
    "core.sinusoidal.block_means.block_means": [
        ((600, 67), {"rows": 50, "columns_": 9, "base": 500.5, "scale": 2.5}),
        ((13, 8), {"rows": 99, "columns_": 3, "layout": "tensor2tensor"}),
        ((100, 7), {"rows": 1, "columns_": 1, "layout": "fairseq"}),
    ],
    "core.schemes.analysis.spectrum.principal_components": [
        ((as_table(TABLE), 4), {}),
        ((as_table(TABLE.T), 9), {}),
    ],
    "core.words.transformer.states": [
        ((RNG.standard_normal((19, 5, 8)), LAYERS), {"causal": True}),
        ((RNG.standard_normal((4, 8)), LAYERS), {"residual": False}),
    ],
    "core.words.probe.fit_scores": [
        (
            (random_embeddings(width, RNG), RNG.standard_normal((POSITIONS, width)), draw_examples(3)),
            {"apart": apart},
        )
        for width in (8, 256)
        for apart in (True, False)
    ],
    "core.words.energy.variances": ENERGY,
    "core.long_context.dtypes.round_unchecked": [
        ((np.array([*FREQUENCIES, *1e4 * FREQUENCIES, -0.0, 257, 258, 1e-45]), dtype), {})
        for dtype in ("bfloat16", "float16", "float32", "float64")
    ],
    "core.long_context.dtypes.distinct_positions": [
        ((length, dtype), {}) for length in LENGTHS for dtype in ("bfloat16", "float16", "float32")
    ],
    "core.sinusoidal.gram.gram": [
        ((600, 67), {"base": 500.5, "scale": 2.5}),
        ((100, 64), {}),
        ((513, 1), {"cells": 10}),
        ((600, 1025), {"cells": 200}),  # a Fourier transform takes over
    ],
}


def arrays(result):
    if isinstance(result, dict):
        return [np.asarray(values) for values in result.values()]
    if is_dataclass(result):
        return [np.asarray(values) for values in vars(result).values()]
    return [np.asarray(each) for each in (result if isinstance(result, tuple | Iterator) else (result,))]


def modules():
    files = (each.relative_to(ROOT).with_suffix("") for each in (ROOT / "core").rglob("*.py"))
    return [import_module(".".join(each.parts).removesuffix(".__init__")) for each in files]


def test_every_kernel_with_a_plain_twin_has_cases():
    modules()
    missing = sorted(TWINS.keys() - CASES.keys())
    assert not missing, f"write arguments into CASES of {__file__} for {', '.join(missing)}"


@pytest.mark.parametrize(("name", "index"), [(name, i) for name, cases in CASES.items() for i in range(len(cases))])
def test_a_kernel_computes_what_its_plain_twin_computes(name, index):
    import_module(name.rpartition(".")[0])
    (kernel, plain, within), (args, options) = TWINS[name], CASES[name][index]
    actual, expected = kernel(*args, **options), plain(*args, **options)
    for one, other in zip(arrays(actual), arrays(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=within, atol=within * max(1, np.abs(other).max(initial=0)))


@pytest.mark.parametrize("name", CASES)
def test_both_take_the_same_arguments(name):
    import_module(name.rpartition(".")[0])
    kernel, plain, _ = TWINS[name]
    assert inspect.signature(kernel).parameters == inspect.signature(plain).parameters
