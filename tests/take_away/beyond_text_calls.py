"""The calls by which code for positions beyond text is compared with core; prompts are compared separately."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
from tests.take_away.calling import Call, results

RNG = np.random.default_rng(0)
VECTORS = RNG.standard_normal((15, 16))
POSITIONS = RNG.integers(0, 40, (3, 15))
POINTS, DIRECTIONS = RNG.standard_normal((4, 2)), RNG.standard_normal((5, 2))
TIMES = [0, 0.25, 17, 999]
TABLE = RNG.standard_normal((3, 5, 2))
MASK = np.array([[1, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]])
SCORES, QUERIES, LEARNED = RNG.standard_normal((6, 6)), RNG.standard_normal((6, 4)), RNG.standard_normal((3, 4))
GATES = RNG.uniform(0.1, 1, 6)


def compare() -> None:
    """Every function at settings of every kind, called in a clean interpreter, gives what core gives."""
    cases = list(_cases())
    for actual, (call, expected) in zip(results([call for call, _ in cases], "torch"), cases, strict=True):
        np.testing.assert_allclose(
            actual, expected, rtol=1e-11, atol=1e-11, err_msg=f"{call.function} {call.options}"
        )


def _cases() -> Iterator[tuple[Call, np.ndarray]]:
    def call(stem, function, *inputs, **options):
        return Call(f"take_away.beyond_text.{stem}_torch", function, inputs, options)

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
        turned = mrope(POSITIONS, 16, sections, base=5e6, arrangement=arrangement).turn(VECTORS)
        arguments = VECTORS.tolist(), POSITIONS.tolist(), sections
        yield call("mrope", "mrope", *arguments, arrangement=arrangement, base=5e6), turned
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
    for switches, pretrained in (({}, (0, 0)), ({"pretrained": [6, 3]}, (6, 3))):
        expected = continuous_bias((3, 4), (weights, shift), heads, pretrained_window=pretrained)
        yield call("swin", "continuous_bias", 3, 4, *network, **switches), expected


def _of_texts(call: Callable[..., Call]) -> Iterator[tuple[Call, np.ndarray]]:
    added = cope(QUERIES, SCORES, LEARNED)
    yield call("cope", "cope", QUERIES.tolist(), SCORES.tolist(), LEARNED.tolist()), added
    yield call("fox", "forget_bias", GATES.tolist()), forget_bias(GATES)
    yield call("stick_breaking", "stick_breaking", SCORES.tolist()), stick_breaking(SCORES)
