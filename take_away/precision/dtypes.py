"""The largest rotation error up to each position, for each dtype."""

import numpy as np

from core.frequencies import inverse_frequencies
from take_away.finish import finish
from take_away.precision.growth import draw_growth
from take_away.precision.rounding import (
    STEPS,
    counted_pairs,
    errors,
    everywhere,
    only,
    sampled,
)

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
    draw_growth(figure, columns)


if __name__ == "__main__":
    finish("dtypes", columns, draw)
