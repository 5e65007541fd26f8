"""Which angles a longer text reaches that no training text reached, counted exactly."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.inputs.checked import Reals, as_frequencies, as_positions, checked
from core.scaling.arguments import ORIGINAL_LENGTH

TURN = 2 * np.pi  # radians
ROUNDING = 1e-8  # tokens; error of the positions where a turn begins and where its seen arc ends


@checked(ORIGINAL_LENGTH, trained_frequencies=as_frequencies)
def trained_turns(
    trained_frequencies: Reals,  # (n,) frequencies as trained, radians per token
    original: float,  # L, tokens
) -> NDArray[np.float64]:  # (n,) a pair with at least 1 turn has seen the whole circle
    r"""Turns of each pair within the trained window, :math:`L\,\omega_i / 2\pi`."""
    return original * trained_frequencies / TURN


def critical_dimension(trained_frequencies: ArrayLike, original: float) -> int:
    r"""Features whose pair completes a turn in training, :math:`2\lceil \frac d2 \log_b \frac L{2\pi}\rceil`.

    Source: Liu et al. 2023, https://arxiv.org/abs/2310.05209

    >>> from core.frequencies import inverse_frequencies
    >>> critical_dimension(inverse_frequencies(128), 4096)
    92
    """
    return 2 * int(np.count_nonzero(trained_turns(trained_frequencies, original) >= 1))


@checked(scaled_frequencies=as_frequencies)
def unseen_share(
    trained_frequencies: ArrayLike, scaled_frequencies: Reals, original: float, edges: ArrayLike
) -> NDArray[np.float64]:  # (k, n) in [0, 1]; block j holds the positions edges[j] … edges[j + 1] - 1
    r"""Share of the positions of each block at which a pair is at an angle never seen in training.

    A trained position p covers the angles of [p, p + 1), so pair i has seen the arc from 0 to
    :math:`L\,\omega_i`, and the whole circle if that is at least one turn. A position m is unseen if
    :math:`m\,\omega'_i` modulo one turn lies outside the arc. In each turn of the new frequency the seen positions
    are consecutive, so counting these runs gives the exact share for a block of any size.
    """
    arcs = TURN * trained_turns(trained_frequencies, original)  # (n,) radians
    bounds = as_positions(edges)
    if len(scaled_frequencies) != len(arcs):
        raise ValueError(
            f"scaled_frequencies must be as many as trained_frequencies, {len(arcs)}, got {len(scaled_frequencies)}"
        )
    if len(bounds) < 2 or bounds[0] < 0 or (np.diff(bounds) < 1).any() or (bounds % 1).any():
        raise ValueError(f"edges must be two or more ascending whole numbers from 0 on, got {edges!r:.80}")
    unseen_counts = np.zeros((len(bounds), len(arcs)))  # positions before each edge
    for pair in np.flatnonzero((arcs < TURN) & (scaled_frequencies > 0)):
        unseen_counts[:, pair] = bounds - _seen_before(bounds, scaled_frequencies[pair], arcs[pair])
    return np.diff(unseen_counts, axis=0) / np.diff(bounds)[:, None]


def _seen_before(bounds: NDArray[np.float64], frequency: float, arc: float) -> NDArray[np.float64]:
    """How many whole positions below each bound are within the arc, which is less than a turn."""
    starts = TURN * np.arange(bounds[-1] * frequency // TURN + 1)  # radians; where each turn begins
    arc_ends = np.stack([starts, starts + arc], axis=1) / frequency  # (turns, 2) tokens
    runs = np.ceil(arc_ends - ROUNDING)  # first position within the arc, first beyond it
    before = np.cumsum(runs[:, 1] - runs[:, 0])
    counts = np.stack([np.append(0, before[:-1]), before], axis=1)
    return np.interp(bounds, runs.ravel(), counts.ravel())  # slope 1 in a run, else 0
