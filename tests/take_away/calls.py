"""The calls by which code to take away is compared with core: schemes, rules and methods beyond text."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from core.beyond_text.coordinates import grid_coordinates
from core.beyond_text.cope import cope
from core.beyond_text.detr import detr_sine
from core.beyond_text.directions import axial, golden, mixed_start
from core.beyond_text.fourier import gaussian_features, nerf_features
from core.beyond_text.fox import forget_bias
from core.beyond_text.mrope import mrope
from core.beyond_text.resampling import GRID_RULES, resample
from core.beyond_text.rotation import rotation
from core.beyond_text.sincos_grid import mae_grid, timm_grid
from core.beyond_text.stick_breaking import stick_breaking
from core.beyond_text.swin import continuous_bias, swin_index
from core.beyond_text.timesteps import TIMESTEP_PRESETS, timestep_embedding
from core.frequencies import inverse_frequencies
from core.inputs.parameter import Choice
from core.scaling.rule import Rule
from core.schemes.scheme import Family, Scheme
from pages.take_away.export import stem_of
from tests.take_away.calling import ROOT, Call, program, results

# ---- The calls by which schemes of take_away are compared with those of core.

POSITIONS = [0.0, 1.0, 7.0, 20.0, 200.0]


def compare_scheme(scheme: Scheme, library: str) -> None:
    """Every setting of a scheme, called in a clean interpreter, gives what core gives."""
    cases = [
        case for settings in _settings_of_scheme(scheme) for case in _cases_of_scheme(scheme, library, settings)
    ]
    for result, (_, wanted) in zip(results([call for call, _ in cases], library), cases, strict=True):
        assert result.shape == wanted.shape
        np.testing.assert_allclose(result, wanted, rtol=1e-11, atol=1e-11)


def _settings_of_scheme(scheme: Scheme) -> Iterator[dict[str, Any]]:
    """The defaults, then each parameter at its first and last stop or at every option."""
    yield {}
    for parameter in scheme.parameters:
        ends = parameter.options if isinstance(parameter, Choice) else (parameter.stops[0], parameter.stops[-1])
        yield from ({parameter.name: end} for end in ends)


def _cases_of_scheme(scheme: Scheme, library: str, settings: dict[str, Any]) -> Iterator[tuple[Call, np.ndarray]]:
    module = f"take_away.schemes.{stem_of(scheme)}{'_torch' if library == 'torch' else ''}"
    function = scheme.function
    match scheme.family:
        case Family.BIAS:
            inputs = (POSITIONS[2:], POSITIONS)
        case Family.ROTARY:
            inputs = (np.random.default_rng(0).standard_normal((5, 12)).tolist(), POSITIONS)
            if scheme.keys:
                yield (
                    Call(module, f"{stem_of(scheme)}_keys", inputs, settings),
                    scheme.keys(*inputs, **settings),
                )
        case _:
            inputs = (POSITIONS, 64)
            if not scheme.table:
                yield (
                    Call(module, stem_of(scheme), (POSITIONS, 7), settings),
                    function(POSITIONS, 7, **settings),
                )
    yield Call(module, stem_of(scheme), inputs, settings), function(*inputs, **settings)


# ---- The calls by which scaling rules of take_away are compared with those of core.

PAIRS = 16
LISTS = {"short_factor": np.linspace(1, 2, PAIRS).tolist(), "long_factor": np.geomspace(1, 9, PAIRS).tolist()}

MODELS = [
    {"base": 10_000.0, "original": 4096, "factor": 8.0, "sequence_length": 32_768},
    {"base": 500_000.0, "original": 512, "factor": 1.5, "sequence_length": 300},
]


def compare_rule(rule: Rule, library: str) -> None:
    """Every setting of a rule, called in a clean interpreter, gives what core gives."""
    cases = [
        case
        for model in MODELS
        for own in _settings_of_rule(rule)
        for case in _cases_of_rule(rule, library, model, own)
    ]
    for result, (_, wanted) in zip(results([call for call, _ in cases], library), cases, strict=True):
        np.testing.assert_allclose(result, wanted, rtol=1e-11, atol=1e-15)


def _settings_of_rule(rule: Rule) -> Iterator[dict[str, Any]]:
    """The defaults, then each parameter at its first and last stop, and other arguments of the functions."""
    yield LISTS if "short_factor" in inspect.signature(rule.function).parameters else {}
    for parameter in rule.parameters:
        yield from ({parameter.name: end} for end in (0.5, parameter.stops[-1]))
    if "truncate" in inspect.signature(rule.function).parameters:
        yield {"truncate": False}


def _cases_of_rule(
    rule: Rule, library: str, model: dict[str, float], own: dict[str, Any]
) -> Iterator[tuple[Call, np.ndarray]]:
    trained = inverse_frequencies(2 * PAIRS, model["base"])
    scaled = rule.apply(trained, **model, **own)
    module = f"take_away.scaling.{stem_of(rule)}{'_torch' if library == 'torch' else ''}"
    parameters = _parameters(module, stem_of(rule))
    options = {name: value for name, value in (model | own).items() if name in parameters}
    yield Call(module, stem_of(rule), (trained.tolist(),), options), scaled.inverse
    if rule.attention and "attention_factor" not in own:
        name = rule.attention.__name__
        options = {name: value for name, value in model.items() if name in ("factor", "original")}
        options = {key: options[key] for key in _parameters(module, name) if key in options}
        yield Call(module, name, (), options), np.array(scaled.attention_factor)


def _parameters(module: str, function: str) -> set[str]:
    """Names of the arguments of a function in an exported file."""
    nodes = ast.parse(program(module)).body
    [result] = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == function]
    return {each.arg for each in [*result.args.args, *result.args.kwonlyargs]}


# ---- The calls by which code for positions beyond text is compared with core; prompts are compared apart.

FOLDER = ROOT / "take_away/beyond_text"
RNG = np.random.default_rng(0)
VECTORS = RNG.standard_normal((15, 16))
AXES = RNG.integers(0, 40, (3, 15))
POINTS, DIRECTIONS = RNG.standard_normal((4, 2)), RNG.standard_normal((5, 2))
TIMES = [0, 0.25, 17, 999]
TABLE = RNG.standard_normal((3, 5, 2))
MASK = np.array([[1, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]])
SCORES, QUERIES, LEARNED = RNG.standard_normal((6, 6)), RNG.standard_normal((6, 4)), RNG.standard_normal((3, 4))
GATES = RNG.uniform(0.1, 1, 6)


def compare_beyond_text(library: str) -> None:
    """Every function at settings of every kind, called in a clean interpreter, gives what core gives."""
    cases = [case for case in _cases("_torch" if library == "torch" else "") if _is_by_hand(case[0])]
    for result, (call, wanted) in zip(results([call for call, _ in cases], library), cases, strict=True):
        np.testing.assert_allclose(
            result, wanted, rtol=1e-11, atol=1e-11, err_msg=f"{call.function} {call.options}"
        )


def _is_by_hand(call: Call) -> bool:
    return call.module.endswith("_torch") or (ROOT / f"{call.module.replace('.', '/')}.py").exists()


def _cases(ending: str) -> Iterator[tuple[Call, np.ndarray]]:
    def call(stem, function, *inputs, **options):
        return Call(f"take_away.beyond_text.{stem}{ending}", function, inputs, options)

    grids = {"mae": mae_grid(3, 5, 16, base=50), "timm": timm_grid(3, 5, 16, base=50)}
    grids["transformers"] = mae_grid(3, 5, 16, base=50, first="y")
    for order, table in grids.items():
        yield call("sincos_grid", "sincos_grid", 3, 5, 16, base=50, order=order), table
    heads = {"axial": axial(16, 50), "golden": golden(16, 50), "mixed": mixed_start(1, 16, 50)[0]}
    for kind, arrows in heads.items():
        for layout in ("half", "interleaved"):
            turned = rotation(grid_coordinates(3, 5), arrows, layout).turn(VECTORS)
            yield call("directions", "rope_2d", VECTORS.tolist(), 3, 5, base=50, kind=kind, layout=layout), turned
    for arrangement, sections in (("chunked", [2, 3, 3]), ("interleaved", [4, 2, 2])):
        turned = mrope(AXES, 16, sections, base=5e6, arrangement=arrangement).turn(VECTORS)
        given = VECTORS.tolist(), AXES.tolist(), sections
        yield call("mrope", "mrope", *given, arrangement=arrangement, base=5e6), turned
    for preset in TIMESTEP_PRESETS.values():
        switches = {name: getattr(preset, name) for name in ("shift", "cosines_first", "scale", "max_period")}
        for dim in (8, 9):
            table = timestep_embedding(TIMES, dim, **switches)
            yield call("timesteps", "timestep_embedding", TIMES, dim, **switches), table
    for with_pi in (True, False):
        features = nerf_features(POINTS, 4, with_pi=with_pi, include_input=False)
        yield call("fourier", "octave_features", POINTS.tolist(), 4, with_pi=with_pi), features
    features = gaussian_features(POINTS, DIRECTIONS)
    yield call("fourier", "random_features", POINTS.tolist(), DIRECTIONS.tolist()), features
    yield from _of_grids(call)
    yield from _of_texts(call)


def _of_grids(call: Callable[..., Call]) -> Iterator[tuple[Call, np.ndarray]]:
    for options in ({"base": 20}, {"normalize": False}, {"scale": 3.0}):
        yield call("detr", "detr_sine", MASK.tolist(), 6, **options), detr_sine(MASK, 6, **options)
    for rule in GRID_RULES:
        for size in ((4, 9), (2, 3), (1, 5)):
            table = resample(TABLE, *size, rule=rule)
            yield call("resampling", "resample", TABLE.tolist(), *size, rule=rule), table
    bias = RNG.standard_normal((2 * 3 - 1) * (2 * 4 - 1))[:, np.newaxis]
    yield call("swin", "swin_bias", bias.tolist(), 3, 4), bias[swin_index((3, 4))].transpose(2, 0, 1)
    weights, shift, heads = RNG.standard_normal((5, 2)), RNG.standard_normal(5), RNG.standard_normal((2, 5))
    network = weights.tolist(), shift.tolist(), heads.tolist()
    for given, pretrained in (({}, (0, 0)), ({"pretrained": [6, 3]}, (6, 3))):
        wanted = continuous_bias((3, 4), (weights, shift), heads, pretrained_window=pretrained)
        yield call("swin", "continuous_bias", 3, 4, *network, **given), wanted


def _of_texts(call: Callable[..., Call]) -> Iterator[tuple[Call, np.ndarray]]:
    added = cope(QUERIES, SCORES, LEARNED)
    yield call("cope", "cope", QUERIES.tolist(), SCORES.tolist(), LEARNED.tolist()), added
    yield call("fox", "forget_bias", GATES.tolist()), forget_bias(GATES)
    yield call("stick_breaking", "stick_breaking", SCORES.tolist()), stick_breaking(SCORES)
