"""How near one head of each kind comes to a pattern of offsets, and what no axial RoPE can prefer."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.coordinates import cartesian_product
from core.beyond_text.directions import axial, golden, mixed_start
from core.beyond_text.rotation import angles
from core.beyond_text.sizes import SEED, array, check_columns, features
from core.inputs.checked import Reals, checked
from core.inputs.parameter import Choice, check_whole

REACH = 13  # rows and columns of offsets to each side
WIDTH = 1.0  # deviation of a blurred diagonal and cell, patches
RADIUS = 3.0  # patches, of the disc
DRAWS = 12  # of the random angle of "mixed", 0.1 s
KIND = Choice("kind", "Which way the pairs count.", ("axial", "mixed", "golden"))
TARGET = Choice("target", "The offsets that a head would like.", ("diagonal", "disc", "cell", "row above"))


@dataclass(frozen=True)
class Fit:
    """The best score of one head for a pattern of offsets."""

    target: NDArray[np.float64]  # (27, 27) by offset (y, x), from -13 to 13
    score: NDArray[np.float64]  # (27, 27) the nearest that one head can have
    r_squared: float  # share of the target's variance that the score explains, R²
    ceiling: float  # the same for the best sum f(y) + g(x), which no axial RoPE can exceed


def _of_a_head(head_dim: int) -> int:
    return check_columns(check_whole(head_dim, "head_dim", 4, 256), "head_dim", 4)


@lru_cache(maxsize=16)
@checked(TARGET, KIND, SEED, head_dim=_of_a_head)
def fit(target: str, *, kind: str = "axial", head_dim: int = 64, base: float = 100.0, seed: int = 0) -> Fit:
    """The score nearest to a pattern in the least squares, with free query and key and a free constant."""
    goal, score = pattern(target), _nearest(target, kind, head_dim, base, seed)
    goal.setflags(write=False)
    return Fit(goal, score, _r_squared(goal, score), ceiling(goal))


@cache
def usual_start(target: str) -> float:
    """What "mixed" of 64 features explains of a target before training: the median over `DRAWS` random angles."""
    goal = pattern(target)
    scores = (_nearest(target, "mixed", 64, 10.0, seed) for seed in range(DRAWS))
    return float(np.median([_r_squared(goal, score) for score in scores]))


@checked(array("target", None, None))
def ceiling(target: Reals) -> float:
    """Share of the variance of any array that the best f(row) + g(column) explains, by its means."""
    best = target.mean(axis=1, keepdims=True) + target.mean(axis=0, keepdims=True) - target.mean()
    return _r_squared(target, best)


@checked(TARGET)
def pattern(target: str) -> NDArray[np.float64]:
    """The offsets that a head would like, shape (27, 27), from 0 to 1."""
    y, x = _offsets().T.reshape(2, 2 * REACH + 1, -1)
    patterns = {
        "diagonal": np.exp(-((y - x) ** 2) / (2 * WIDTH**2)),
        "disc": (y**2 + x**2 <= RADIUS**2).astype(float),
        "cell": np.exp(-(y**2 + x**2) / (2 * WIDTH**2)),
        "row above": (y == -1).astype(float),
    }
    return patterns[target]


@checked(KIND, features("head_dim", 4))
def arrows(kind: str, head_dim: int, base: float, seed: int = 0) -> NDArray[np.float64]:
    """Arrows of the pairs of one head, shape (head_dim / 2, 2), radians per patch."""
    match kind:
        case "axial":
            return axial(head_dim, base)
        case "golden":
            return golden(head_dim, base)
        case _:
            return mixed_start(1, head_dim, base, seed)[0]


@lru_cache(maxsize=16)  # a room draws a score and tells how much it explains
def _nearest(target: str, kind: str, head_dim: int, base: float, seed: int = 0) -> NDArray[np.float64]:
    """The score nearest to a pattern, of pairs that count along the arrows of one head; read-only."""
    goal, phases = pattern(target), angles(_offsets(), arrows(kind, head_dim, base, seed))  # (729, pairs) radians
    terms = np.hstack([np.cos(phases), np.sin(phases), np.ones((len(phases), 1))])
    weights = np.linalg.lstsq(terms, goal.ravel(), rcond=None)[0]
    score = (terms @ weights).reshape(goal.shape)
    score.setflags(write=False)
    return score


@lru_cache(maxsize=1)
def _offsets() -> NDArray[np.float64]:
    """All offsets (y, x), shape (729, 2), patches; read-only."""
    offsets = cartesian_product(*[np.arange(-REACH, REACH + 1)] * 2)
    offsets.setflags(write=False)
    return offsets


def _r_squared(goal: NDArray[np.float64], score: NDArray[np.float64]) -> float:
    total = ((goal - goal.mean()) ** 2).sum()
    return float(1 - ((goal - score) ** 2).sum() / total) if total else 1.0


def fit_columns(
    target: str,  # "diagonal", "disc", "cell" or "row above"
    kind: str,  # "axial", "mixed" or "golden"; "target" for the pattern itself
    base: float,  # of the frequencies
    head_dim: int = 64,  # features, divisible by 4
) -> dict[str, NDArray[Any]]:
    """The score of one rotary head that comes nearest to a pattern of offsets, with query and key free."""
    values = pattern(target) if kind == "target" else _nearest(target, kind, head_dim, base)
    columns = {str(column - REACH): row for column, row in enumerate(values.T)}
    return {"rows": np.arange(-REACH, REACH + 1)} | columns


def wheel_columns(
    kind: str,  # "axial", "golden", or "mixed": before training
    head_dim: int,  # features, divisible by 4
    base: float,  # of the frequencies
) -> dict[str, NDArray[Any]]:
    """The arrows of the pairs of a rotary head on patches, radians per patch."""
    y, x = arrows(kind, head_dim, base).T
    return {"pair": np.arange(len(y)), "row": y, "column": x}
