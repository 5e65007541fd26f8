"""Which way each pair of a rotary head counts."""

import numpy as np

from take_away.beyond_text.rope_2d import patch_directions


def head_arrows(kind, head_dim, base):
    """(rows, columns) in radians per patch, shape (head_dim / 2, 2); mixed: at its start, one random angle."""
    if kind != "mixed":
        return patch_directions(head_dim, base, kind)
    angle = np.random.default_rng(0).uniform(0, 2 * np.pi, (1, 1))[0, 0]
    speeds = base ** (-np.arange(head_dim // 4) / (head_dim // 4))
    ends = [np.outer(speeds, [np.sin(a), np.cos(a)]) for a in (angle, angle + np.pi / 2)]
    return np.vstack(ends)
