"""Pairs of the sinusoidal encoding as clock hands, with ghost hands some tokens later."""

import numpy as np

from core.frequencies import inverse_frequencies
from take_away.finish import finish

d_model = 512  # features
base = 10_000.0
scale = 1.0
position = 7  # tokens
offset = 3  # tokens from the hands to their ghosts
pairs = [0, 23, 46, 70, 93, 116, 139, 162, 185, 209, 232, 255]

frequencies = inverse_frequencies(d_model, base)[pairs] / scale  # radians per token
turned = position * frequencies  # radians
ahead = offset * frequencies  # radians
columns = {
    "pair": pairs,
    "period (tokens)": 2 * np.pi / frequencies,
    "turns so far": turned / (2 * np.pi),
    "angle (°)": np.degrees(turned) % 360,
    "ghost (°)": np.fmod(np.degrees(ahead), 360),
}


def draw(figure):
    for number, (pair, now, later) in enumerate(zip(pairs, turned, turned + ahead, strict=True)):
        clock = figure.add_subplot(-(-len(pairs) // 6), 6, number + 1, aspect="equal")
        clock.plot([0, np.sin(later)], [0, np.cos(later)], color="lightgrey", linewidth=3)
        clock.plot([0, np.sin(now)], [0, np.cos(now)], linewidth=3)
        clock.set(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), xticks=[], yticks=[], title=f"pair {pair}")
    figure.supxlabel("sine")
    figure.supylabel("cosine")


if __name__ == "__main__":
    finish("clocks", columns, draw)
