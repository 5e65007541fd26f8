"""The largest rotation error up to each position, for each dtype."""

import numpy as np

from core.frequencies import inverse_frequencies
from take_away.finish import finish
from take_away.kinds import draw_steps
from take_away.precision.rounding import STEPS, counted_pairs, errors, everywhere, only, sampled

length = 8192  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
rounding = "all four"  # or one of STEPS

frequencies = inverse_frequencies(d_model, base)[counted_pairs(d_model)] / scale
_, positions = sampled(length, columns=128, samples=6)
columns = {"up to position": positions}
for small in ("bfloat16", "float16", "float32"):
    dtypes = only(rounding, everywhere(small)) if rounding in STEPS else everywhere(small)
    columns[small] = np.maximum.accumulate(errors(positions, frequencies, dtypes).max(axis=1))


def draw(figure):
    look = {"xlabel": "up to position (tokens)", "ylabel": "error of (cos, sin), 0 to 2"}
    draw_steps(figure, columns, xscale="log", yscale="log", **look)


if __name__ == "__main__":
    finish("dtypes", columns, draw)
