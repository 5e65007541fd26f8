"""Methods beyond text keep the promises of their records; bad values are refused by name."""

import inspect
import re
from functools import partial

import numpy as np
import pytest

from core.beyond_text import directions, fourier, resampling, swin, timesteps
from core.beyond_text.contents import METHODS
from core.beyond_text.coordinates import merged_blocks
from core.beyond_text.cope import cope, counted_distances
from core.beyond_text.detr import detr_learned, detr_sine
from core.beyond_text.fox import forget_bias
from core.beyond_text.learning import halving_times, learn_signal, learner
from core.beyond_text.mrope import axis_of_pair, axis_steps, mrope, xdrope_turn
from core.beyond_text.picture import MAX_PATCHES, landscape
from core.beyond_text.prompt import prompt_positions
from core.beyond_text.resampling import axis_weights, grid_edge
from core.beyond_text.rotation import rotation
from core.beyond_text.signal_fit import read_signal, signal_fit
from core.beyond_text.sincos_grid import diffusers_grid, diffusers_video, mae_grid, timm_grid
from core.beyond_text.stick_breaking import stick_breaking
from core.beyond_text.time_slips import time_slip
from tests.golden import newer_text
from tests.golden.image_rope import IMAGE_ROPES, cogvideox_rope, flux_rope, vjepa2_turn

# ---- Bad values of every argument are refused by name.

every = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)

VALID = {  # a value of every argument
    "Sines and cosines on a grid": {
        "height": 2,
        "width": 3,
        "dim": 8,
        "base": 100.0,
        "first": "y",
        "class_token": True,
    },
    "DETR": {"mask": np.ones((2, 3)), "num_pos_feats": 4, "base": 20.0, "normalize": True, "scale": 3.0},
    "Learned grid": {"table": np.ones((2, 3, 4)), "height": 5, "width": 1, "rule": "nearest"},
    "2-D RoPE": {"head_dim": 8, "base": 100.0, "order": (1, 0)},
    "Swin": {"window": (2, 3), "class_token": True},
    "M-RoPE": {"positions": [[0], [1], [2]], "head_dim": 8, "sections": (2, 1, 1), "base": 100.0}
    | {"arrangement": "chunked", "layout": "half"},
    "Timesteps": {"times": [1.0], "dim": 8, "shift": 1, "cosines_first": False, "scale": 2.0, "max_period": 100.0},
    "Fourier features": {"points": [[0.5]], "directions": [[1.0]], "cosines_first": True},
    "CoPE": {"queries": [[1.0]], "logits": [[0.0]], "positions": [[1.0]]},
    "Stick-breaking": {"logits": np.zeros((3, 3))},
    "FoX": {"gates": [0.5, 1.0]},
}


@every
@pytest.mark.parametrize("bad", ["nonsense", None, float("nan"), {"a": 1}, [[1], [1, 2]], 2j])
def test_a_bad_value_of_every_argument_is_refused_by_name(method, bad):
    valid = VALID[method.name]
    method.function(**valid)
    assert valid.keys() == inspect.signature(method.function).parameters.keys()
    for name in valid:
        with pytest.raises(ValueError, match=rf"^{name} must be "):
            method.function(**valid | {name: bad})


# ---- Every message: argument, rule, value received.

nan, inf = float("nan"), float("inf")
DRAWN = "drawn must hold whole numbers from -100 to 100, got"
SIDE = "must be a whole number from 1 to 4096, got"
QWEN = IMAGE_ROPES["Qwen2-VL"]
GRIDS = (mae_grid, timm_grid, diffusers_grid, QWEN.rotation)


CASES = [
    *[(partial(call, 0, 4, 16), f"height {SIDE} 0") for call in GRIDS],
    *[(partial(call, 4, 4_097, 16), f"width {SIDE} 4097") for call in GRIDS],
    (lambda: timm_grid(2, 2, 8, base=nan), "base must be a finite number greater than 1, got nan"),
    (lambda: directions.golden(8, 1), "base must be a finite number greater than 1, got 1"),
    (lambda: newer_text.polar([[1.0]], [0], base=1), "base must be a finite number greater than 1, got 1"),
    (lambda: axis_weights(0, 4), f"size {SIDE} 0"),
    (lambda: axis_weights(4, 2.0), f"new_size {SIDE} 2.0"),
    (lambda: landscape().patches(2.5), f"along must be a whole number from 1 to {MAX_PATCHES}, got 2.5"),
    (lambda: mae_grid(2, 2, 6), "dim must be divisible by 4, got 6"),
    (lambda: mae_grid(2, 2, 20_000), "dim must be a whole number from 4 to 16384, got 20000"),
    (lambda: mae_grid(2, 2, 8, first="z"), "first must be one of x, y, got 'z'"),
    (lambda: mae_grid(2, 2, 8, class_token=1), "class_token must be True or False, got 1"),
    (lambda: mae_grid(4_096, 4_096, 8), "height · width must be at most 1,048,576 tokens, got 16,777,216"),
    (lambda: mae_grid(1_024, 1_024, 1_024), "height · width must be at most 65,536 tokens, got 1,048,576"),
    (lambda: diffusers_grid(2, 2, 8, base_size=0), "base_size must be a finite number greater than 0, got 0"),
    (lambda: diffusers_grid(2, 2, 8, interpolation_scale=-1), "interpolation_scale must be a finite number greate"),
    (lambda: diffusers_video(2, 2, 2, 24), "dim must be divisible by 16, got 24"),
    (lambda: diffusers_video(0, 2, 2, 16), f"frames {SIDE} 0"),
    (lambda: diffusers_video(2, 2, 2, 16, temporal_scale=0), "temporal_scale must be a finite number greater than"),
    (lambda: detr_sine([[1, 2]], 4), "mask must be 0 or 1, got 2.0"),
    (lambda: detr_sine([1, 1], 4), "mask must be of shape (any, any), got (2,)"),
    (lambda: detr_sine([[nan]], 4), "mask must be finite, got nan"),
    (lambda: detr_sine("picture", 4), "mask must be real numbers, got 'picture'"),
    (lambda: detr_sine([[1]], 5), "num_pos_feats must be divisible by 2, got 5"),
    (lambda: detr_sine([[1]], 4, scale=0), "scale must be a finite number greater than 0, got 0"),
    (lambda: detr_sine(np.zeros((0, 3)), 4), f"height {SIDE} 0"),
    (lambda: detr_learned([[1]], [1]), "col_embed must be of shape (any, any), got (1,)"),
    (lambda: resampling.resample([[1.0]], 2, 2, rule="cubic"), "rule must be one of bicubic, bicubic antialiased,"),
    (lambda: resampling.resample([1.0], 2, 2), "table must be of shape (any, any), got (1,)"),
    (lambda: resampling.resample([[1.0]], 0, 2), f"height {SIDE} 0"),
    (lambda: merged_blocks(4, 5, 2), "width must be divisible by merge = 2, got 5"),
    (lambda: QWEN.rotation(2, 2, 6), "head_dim must be divisible by 4, got 6"),
    (lambda: QWEN.rotation(2, 2, 8).turn([1, 2]), "vectors must be of shape (8), got (2,)"),
    (lambda: QWEN.rotation(2, 2, 8).turn(np.ones((3, 8))), "vectors must be of shape (4, 8), got (3, 8)"),
    (lambda: QWEN.rotation(1_000, 1_000, 16_384), "tokens · pairs must be at most 67,108,864, got 8,192,000,000"),
    (lambda: directions.axial(8, order=(0, 0)), "order must be (0, 1) or (1, 0), got (0, 0)"),
    (lambda: directions.mixed_arrows([[1]]), "frequencies must be of shape (2, any, any), got (1, 1)"),
    (lambda: directions.mixed_start(0, 8), "heads must be a whole number from 1 to 1024, got 0"),
    (lambda: directions.per_axis([]), "dims must be a list of 1 to 8 axes, got []"),
    (lambda: directions.per_axis([4, 3]), "dims must be divisible by 2, got 3"),
    (lambda: rotation(np.zeros((2, 2)), directions.axial(8), "thirds"), "layout must be one of half, interleaved"),
    (lambda: flux_rope([[1, 2]], (4, 4, 4)), "ids must be of shape (any, 3), got (1, 2)"),
    (lambda: flux_rope([[1e300, 2]], (4, 4)), "ids must be at most 2**40 in size, got 1e+300"),
    (lambda: cogvideox_rope(2, 2, 2, 20), "head_dim must be divisible by 16, got 20"),
    (lambda: cogvideox_rope(2, 2, 2, 16, crop=[1, 2]), "crop must be of shape (2, 2), got (2,)"),
    (lambda: vjepa2_turn([1, 2, 3], [0]), "dim must be divisible by 2, got 3"),
    (lambda: axis_of_pair((1, 2)), "sections must be from 3 to 64 numbers of pairs, got (1, 2)"),
    (lambda: axis_of_pair((0, 0, 0)), "sections must sum to a number from 1 to 8,192, got 0"),
    (lambda: axis_of_pair((1, 2, 3), pairs=7), "sections must sum to the 7 pairs that turn, got 6"),
    (lambda: axis_of_pair((1, 2, 3), "mixed"), "arrangement must be one of chunked, interleaved, alternating"),
    (lambda: axis_of_pair((1, 2, 3, 4), "interleaved"), "sections must be 3 numbers where interleaved, got 4"),
    (lambda: mrope([[0], [0]], 8, (2, 1, 1)), "positions must be of shape (3, any), got (2, 1)"),
    (lambda: mrope([[0], [0], [0]], 7, (2, 1, 1)), "head_dim must be divisible by 2, got 7"),
    (lambda: xdrope_turn([1, 2], [[0]], (2,)), "vectors must be of shape (4), got (2,)"),
    (lambda: prompt_positions([("audio", 3)]), "parts must be pairs of text, image or video and a size, got ('aud"),
    (lambda: prompt_positions([("text", -1)]), "text must be a whole number from 0 to 1048576, got -1"),
    (lambda: prompt_positions([("image", 7)]), "image must have frames, rows and columns, got 7"),
    (lambda: prompt_positions([("image", (1, 3, 4))]), "image must have sides divisible by merge = 2, got 3"),
    (lambda: prompt_positions([("video", (0, 4, 4))]), "video must be a whole number from 1 to 262144, got 0"),
    (lambda: prompt_positions([("video", (10**5, 10**4, 10**4))]), "video must be at most 1,048,576 tokens, got"),
    (lambda: prompt_positions([], model="Qwen"), "model must be one of Qwen2-VL, Qwen2.5-VL, Qwen3-VL, got 'Qwen'"),
    (lambda: prompt_positions([], version="4"), "version must be one of 5.23.0, 4.57.3, got '4'"),
    (lambda: prompt_positions([], merge=0), "merge must be a whole number from 1 to 64, got 0"),
    (lambda: prompt_positions([], seconds=[1]), "seconds must be 0 numbers, one a video, got [1]"),
    (
        lambda: prompt_positions([("video", (1, 2, 2))], seconds=[1e9]),
        "seconds must be a number above 0, at most 86,400, got 1000000000.0",
    ),
    (
        lambda: prompt_positions([], model="Qwen2.5-VL", tokens_per_second=0),
        "tokens_per_second must be a number above 0, at most 1,000, got 0",
    ),
    (lambda: directions.per_axis(8), "dims must be a list of 1 to 8 axes, got 8"),
    (lambda: swin.continuous_bias((2, 2), 5, [[1]]), "first must be weights and a bias, got 5"),
    (lambda: time_slip("late"), "slip must be one of none, shift"),
    (lambda: time_slip("none", preset="FLUX", last=1e12), "last must be a number above 0, at most 2**40 / 1e+06"),
    (lambda: grid_edge(wave=4), "wave must be a number from 0 to π, got 4"),
    (lambda: axis_steps(steps=nan), "steps must be a finite number, got nan"),
    (lambda: swin.swin_index(3), "window must be a height and a width, got 3"),
    (lambda: swin.swin_index((0, 3)), f"window {SIDE} 0"),
    (lambda: swin.swin_index((200, 200)), "window must have at most 8,191 patches, got 40,000"),
    (lambda: swin.offsets((2, 2), (1, 4)), "pretrained_window must be at least 2 a side, got 1"),
    (lambda: swin.continuous_bias((2, 2), ([[1, 2]], [0, 0]), [[1]]), "first must be of shape (1), got (2,)"),
    (lambda: timesteps.timestep_embedding([nan], 8), "times must be finite, got nan"),
    (lambda: timesteps.timestep_embedding(3, 8), "times must be of shape (any), got ()"),
    (lambda: timesteps.timestep_embedding([1], 0), "dim must be a whole number from 1 to 16384, got 0"),
    (lambda: timesteps.timestep_embedding([1], 2, shift=1), "shift must be a finite number less than dim // 2 = 1"),
    (lambda: timesteps.timestep_embedding([1], 8, scale=inf), "scale must be a finite number, got inf"),
    (lambda: timesteps.timestep_embedding([1], 8, scale=1e300), "scale · times must be at most 2**40 in size"),
    (lambda: timesteps.timestep_embedding([1], 8, max_period=1), "max_period must be a finite number greater than"),
    (lambda: timesteps.timestep_embedding([1], 8, cosines_first="yes"), "cosines_first must be True or False, got"),
    (lambda: timesteps.fairseq_table(4, 8, padding_row=4), "padding_row must be a whole number from 0 to 3, got 4"),
    (lambda: fourier.nerf_features([1.0]), "points must be of shape (any, any), got (1,)"),
    (lambda: fourier.nerf_features([[1.0]], 41), "octaves must be a whole number from 0 to 40, got 41"),
    (lambda: fourier.gaussian_features([[1.0]], [[1.0, 2.0]]), "directions must be of shape (any, 1), got (1, 2)"),
    (lambda: fourier.gaussian_directions(4, 1, -1), "sigma must be a finite number of at least 0, got -1"),
    (lambda: fourier.bands(0), "count must be a whole number from 1 to 16384, got 0"),
    (lambda: fourier.bands(2, 0), "max_freq must be a finite number greater than 0, got 0"),
    *[(partial(read_signal, f"1,2,3,{bad}"), f"{DRAWN} '{bad}'") for bad in ("nan", "101", "²")],
    (lambda: read_signal("5"), "drawn must have from 4 to 256 values, got 1"),
    (lambda: read_signal("1," * 1_000_000), "drawn must have at most 2,048 characters, got 2,000,000"),
    (lambda: learner(1), "samples must be a whole number from 2 to 256, got 1"),
    (lambda: learner(8, encoding="fourier"), "encoding must be one of plain, gaussian, octaves, got 'fourier'"),
    (lambda: learner(8, sigma=2_000), "sigma must be a number from 0 to 1000, got 2000"),
    (lambda: learn_signal(learner(8), [1.0], 1), "signal must be of shape (8), got (1,)"),
    (lambda: learn_signal(learner(8), np.ones(8), -1), "time must be a number from 0 to 1e+09, got -1"),
    (lambda: counted_distances([0.5, 2]), "gates must be from 0 to 1, got 2.0"),
    (lambda: counted_distances([[1, 1]]), "gates must be square, got (1, 2)"),
    (lambda: counted_distances(np.ones(9_000)), "gates must be for at most 8,192 tokens, got 9,000"),
    (lambda: forget_bias([1, 0]), "gates must be above 0 and at most 1, got 0.0"),
    (lambda: cope([[1.0]], [[0.0]], np.zeros((0, 1))), "positions must have at least 1 vector, got 0"),
    (lambda: stick_breaking([[nan]]), "logits must be finite, got nan"),
    (lambda: newer_text.stepped_temperature([-1]), "positions must be at least 0, got -1.0"),
    (lambda: newer_text.stepped_temperature([1], floor_scale=0), "floor_scale must be a finite number greater tha"),
    (lambda: newer_text.learned_temperature([1], [1, 2], [1]), "bias must be of shape (2), got (1,)"),
    (lambda: newer_text.polar([[1.0]], [0, 1]), "positions must be of shape (1), got (2,)"),
    (lambda: newer_text.distance_bank([[[1.0]]], np.zeros((1, 0))), "bank must reach at least 1 distance, got 0"),
    (lambda: newer_text.learned_frequencies([1], [101.0]), "alpha must be at most 100 in size, got 101.0"),
    (lambda: newer_text.learned_frequencies([1], []), "2 · len(alpha) must be a whole number from 2 to 16384, got"),
    (
        lambda: halving_times(learner(8), [4]),
        "waves must be above 0 and below half of the samples = 4, got 4.0",
    ),
    (
        lambda: axis_of_pair((1, 2, 3), "alternating"),
        "sections must be 3 numbers, the first two equal, where alternating, got [1, 2, 3]",
    ),
    (
        lambda: fourier.gaussian_features([[1.0]], np.ones((20_000, 1))),
        "directions must be at most 16,384, got 20,000",
    ),
    (lambda: signal_fit([1.0, 2.0]), "signal must have from 4 to 256 values, got 2"),
    (
        lambda: newer_text.distance_bank(np.zeros((9_000, 1, 1)), [[1.0]]),
        "heads · tokens² must be at most 67,108,864, got 81,000,000",
    ),
    (
        lambda: swin.continuous_bias((64, 64), (np.zeros((1, 2)), [0.0]), np.zeros((5, 1))),
        "heads · tokens² must be at most 67,108,864, got 83,886,080",
    ),
    (
        lambda: directions.mixed_arrows(np.broadcast_to(1.0, (2, 2**13, 2**13))),
        "frequencies must have at most 67,108,864 numbers, got 134,217,728",
    ),
]


@pytest.mark.parametrize(("call", "message"), CASES, ids=[message[:50] for _, message in CASES])
def test_a_bad_value_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        call()
