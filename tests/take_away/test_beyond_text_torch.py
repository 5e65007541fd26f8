"""PyTorch code for positions beyond text computes what core computes; `make torch` runs these tests."""

import numpy as np
import pytest

from core.beyond_text.contents import METHODS
from core.beyond_text.coordinates import grid_coordinates
from core.beyond_text.cope import cope
from core.beyond_text.detr import detr_sine
from core.beyond_text.directions import axial, golden, mixed_start
from core.beyond_text.fourier import gaussian_features, nerf_features
from core.beyond_text.fox import forget_bias
from core.beyond_text.mrope import mrope
from core.beyond_text.prompt import prompt_positions
from core.beyond_text.resampling import GRID_RULES, resample
from core.beyond_text.rotation import rotation
from core.beyond_text.sincos_grid import mae_grid, timm_grid
from core.beyond_text.stick_breaking import stick_breaking
from core.beyond_text.swin import continuous_bias, swin_index
from core.beyond_text.timesteps import TIMESTEP_PRESETS, timestep_embedding
from pages.take_away.export import stem_of
from tests.take_away.torch_code import call, functions, torch

BY_STEM = {stem_of(method): method for method in METHODS.values()}
RNG = np.random.default_rng(0)
VECTORS = RNG.standard_normal((15, 16))
POSITIONS = RNG.integers(0, 40, (3, 15))
POINTS, DIRECTIONS = RNG.standard_normal((4, 2)), RNG.standard_normal((5, 2))
TIMES = [0, 0.25, 17, 999]
TABLE = RNG.standard_normal((3, 5, 2))
MASK = np.array([[1, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]])
SCORES, QUERIES, LEARNED = RNG.standard_normal((6, 6)), RNG.standard_normal((6, 4)), RNG.standard_normal((3, 4))
GATES = RNG.uniform(0.1, 1, 6)


def case(stem, function, *inputs, **options):
    """A file, its function, and what it is called with."""
    return stem, function, inputs, options


def cases():
    """Calls, and what core gives."""
    grids = {"mae": mae_grid(3, 5, 16, base=50), "timm": timm_grid(3, 5, 16, base=50)}
    grids["transformers"] = mae_grid(3, 5, 16, base=50, first="y")
    for order, table in grids.items():
        yield case("sincos_grid", "sincos_grid", 3, 5, 16, base=50, order=order), table
    heads = {"axial": axial(16, 50), "golden": golden(16, 50), "mixed": mixed_start(1, 16, 50)[0]}
    for kind, arrows in heads.items():
        for layout in ("half", "interleaved"):
            turned = rotation(grid_coordinates(3, 5), arrows, layout).turn(VECTORS)
            yield case("directions", "rope_2d", VECTORS, 3, 5, base=50, kind=kind, layout=layout), turned
    for arrangement, sections in (("chunked", [2, 3, 3]), ("interleaved", [4, 2, 2])):
        turned = mrope(POSITIONS, 16, sections, base=5e6, arrangement=arrangement).turn(VECTORS)
        arguments = VECTORS, POSITIONS, sections
        yield case("mrope", "mrope", *arguments, arrangement=arrangement, base=5e6), turned
    for preset in TIMESTEP_PRESETS.values():
        switches = {name: getattr(preset, name) for name in ("shift", "cosines_first", "scale", "max_period")}
        for dim in (8, 9):
            table = timestep_embedding(TIMES, dim, **switches)
            yield case("timesteps", "timestep_embedding", TIMES, dim, **switches), table
    for with_pi in (True, False):
        features = nerf_features(POINTS, 4, with_pi=with_pi, include_input=False)
        yield case("fourier", "octave_features", POINTS, 4, with_pi=with_pi), features
    features = gaussian_features(POINTS, DIRECTIONS)
    yield case("fourier", "random_features", POINTS, DIRECTIONS), features
    yield from of_grids()
    yield from of_texts()


def of_grids():
    for options in ({"base": 20}, {"normalize": False}, {"scale": 3.0}):
        yield case("detr", "detr_sine", MASK, 6, **options), detr_sine(MASK, 6, **options)
    for rule in GRID_RULES:
        for size in ((4, 9), (2, 3), (1, 5)):
            table = resample(TABLE, *size, rule=rule)
            yield case("resampling", "resample", TABLE, *size, rule=rule), table
    bias = RNG.standard_normal((2 * 3 - 1) * (2 * 4 - 1))[:, np.newaxis]
    yield case("swin", "swin_bias", bias, 3, 4), bias[swin_index((3, 4))].transpose(2, 0, 1)
    weights, shift, heads = RNG.standard_normal((5, 2)), RNG.standard_normal(5), RNG.standard_normal((2, 5))
    network = weights, shift, heads
    for switches, pretrained in (({}, (0, 0)), ({"pretrained_window": [6, 3]}, (6, 3))):
        expected = continuous_bias((3, 4), (weights, shift), heads, pretrained_window=pretrained)
        yield case("swin", "continuous_bias", 3, 4, *network, **switches), expected


def of_texts():
    added = cope(QUERIES, SCORES, LEARNED)
    yield case("cope", "cope", QUERIES, SCORES, LEARNED), added
    yield case("fox", "forget_bias", GATES), forget_bias(GATES)
    yield case("stick_breaking", "stick_breaking", SCORES), stick_breaking(SCORES)


def test_every_function_computes_what_core_computes():
    files = {stem: functions(method) for stem, method in BY_STEM.items()}
    for (stem, name, inputs, options), expected in cases():
        actual = call(files[stem][name], *inputs, **options)
        np.testing.assert_allclose(actual, expected, rtol=1e-11, atol=1e-11, err_msg=f"{name} {options}")


def test_positions_of_a_prompt_are_those_of_core():
    from take_away.beyond_text.mrope_torch import prompt_axes

    parts = [("text", 2), ("image", (1, 2, 5)), ("video", (6, 2, 3)), ("text", 2)]
    assert prompt_axes(parts).tolist() == prompt_positions(parts, merge=1, version="4.57.3").positions.tolist()


@pytest.mark.parametrize("name", ["rope_2d", "mrope"])
def test_heads_of_a_batch_turn_together_and_keep_their_dtype(name):
    from take_away.beyond_text.directions_torch import rope_2d
    from take_away.beyond_text.mrope_torch import mrope

    positions = torch.randint(0, 9, (3, 6))
    calls = {"rope_2d": lambda v: rope_2d(v, 2, 3), "mrope": lambda v: mrope(v, positions, [2, 1, 1])}
    vectors = torch.randn(2, 3, 6, 8)  # (batch, heads, patches, head_dim)
    turned = calls[name](vectors)
    assert turned.dtype == torch.float32
    torch.testing.assert_close(turned[1, 2], calls[name](vectors[1, 2]))


def test_text_schemes_take_all_heads_of_a_batch_and_keep_their_dtype():
    from take_away.beyond_text_torch import cope, forget_bias, stick_breaking

    scores, gates = torch.randn(2, 3, 6, 6), torch.rand(2, 3, 6)  # (batch, heads, …)
    queries, learned = torch.randn(2, 3, 6, 8), torch.randn(4, 8)
    calls = {
        "cope": lambda at: cope(queries[at], scores[at], learned),
        "fox": lambda at: forget_bias(gates[at]),
        "stick_breaking": lambda at: stick_breaking(scores[at]),
    }
    for name, added in calls.items():
        batch = added(slice(None))
        assert batch.dtype == torch.float32, name
        torch.testing.assert_close(batch[1, 2], added((1, 2)))
