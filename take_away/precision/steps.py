"""The largest rotation error up to each position: all steps rounded, and each alone."""

import numpy as np

from core.frequencies import inverse_frequencies
from take_away.finish import finish
from take_away.kinds import draw_steps
from take_away.precision.rounding import STEPS, choose_dtypes, counted_pairs, errors, everywhere, only, sampled

length = 8192  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
rounding = "all four"  # or one of STEPS, or "each its own"
dtype = "bfloat16"  # or "float16", "float32", "float64"
each = ["bfloat16", "float32", "bfloat16", "bfloat16"]  # of the four steps, for "each its own"

if rounding == "each its own":
    together = choose_dtypes(rounding, dtype, each)
    compared = {"together": together} | {f"{step}, {together[step]}": only(step, together) for step in STEPS}
else:
    small = everywhere("bfloat16" if dtype == "float64" else dtype)
    compared = {"all four": small} | {step: only(step, small) for step in STEPS}
frequencies = inverse_frequencies(d_model, base)[counted_pairs(d_model)] / scale
_, positions = sampled(length, columns=128, samples=6)
columns = {"up to position": positions}
for name, dtypes in compared.items():
    columns[name] = np.maximum.accumulate(errors(positions, frequencies, dtypes).max(axis=1))


def draw(figure):
    look = {"xlabel": "up to position (tokens)", "ylabel": "error of (cos, sin), 0 to 2"}
    draw_steps(figure, columns, xscale="log", yscale="log", **look)


if __name__ == "__main__":
    finish("steps", columns, draw)
