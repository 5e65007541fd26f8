"""What all readers see of the trained models: computed ahead by `python -m training.curves`, read from one file."""

import json
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained.stored import LENGTH
from core.scaling import linear, ntk, unscaled, yarn

FILE = Path(__file__).with_name("curves.json")
RETRIEVAL = ("RoPE", "ALiBi", "sinusoidal", "T5")
TEXT = (*RETRIEVAL, "learned")  # whose table has no row past the trained length
CURED = f"RoPE + {yarn.RULE.name}"
CONTEXT = 64  # tokens in training, for retrieval
RETRIEVAL_LENGTHS = (32, 64, 128, 256, 512, 1024)
LONG = 256  # tokens, for accuracy by the place of the key
FACTORS = (2, 4, 8, 16)  # times the trained length
UNSCALED, LINEAR, YARN = unscaled.RULE.name, linear.RULE.name, yarn.RULE.name
COMPARED_RULES = (LINEAR, ntk.RULE.name, YARN)
TUNED_RULES, TUNED_FOR, TUNED_STEPS = (UNSCALED, LINEAR, YARN), 4 * LENGTH, (0, 25, 50)
WINDOW = "last 128 only"  # attention is cut to these
EDGES = (
    *(0, 8, *range(16, 160, 16), *range(160, 256, 32), *range(256, 512, 64)),
    *(*range(512, 1024, 128), *range(1024, 2049, 256)),
)
"""Ends of blocks of positions; none goes across the trained length of 128."""


def block_means(losses: NDArray[np.floating]) -> NDArray[np.float64]:
    """Means of losses (texts, n) over all texts and each whole block of positions, shape (blocks,)."""
    ends = [edge for edge in EDGES if edge <= losses.shape[1]]
    sums = np.append(0, losses.mean(axis=0, dtype=np.float64).cumsum())[ends]
    return np.diff(sums) / np.diff(ends)


def middles(blocks: int) -> NDArray[np.float64]:
    """Middle position of each of the first blocks, tokens."""
    return np.array([(first + last) / 2 for first, last in pairwise(EDGES[: blocks + 1])])


def between(means: NDArray[np.float64], first: int, last: int) -> float:
    """Mean loss at the positions from first up to last, both ends of blocks; nan where they are missing."""
    start, stop = EDGES.index(first), EDGES.index(last)
    widths = np.diff(EDGES)[start:stop]
    return float(np.average(means[start:stop], weights=widths)) if stop <= len(means) else float("nan")


@cache
def part(name: str) -> Mapping[str, NDArray[np.float64]]:
    """The curves of a picture by name: of schemes, rules, retrieval or places; or of further seeds."""
    curves = json.loads(FILE.read_text("utf-8"))[name]
    return {each: np.array(values) for each, values in curves.items()}


def curves_columns(
    picture: str,  # schemes, rules, retrieval or places
    names: Mapping[str, str],  # of lines: in the file of curves
) -> dict[str, NDArray[np.float64]]:
    """Losses or accuracies of models of 156,000 parameters, on texts longer than those of their training."""
    values_by_name = {name: part(picture)[key] for name, key in names.items()}
    longest = max(len(values) for values in values_by_name.values())
    x = {"retrieval": "length", "places": "place of the key"}.get(picture, "position")
    at = np.array(RETRIEVAL_LENGTHS) if picture == "retrieval" else middles(longest)
    gaps = {name: np.full(longest - len(values), np.nan) for name, values in values_by_name.items()}
    return {x: at} | {name: np.append(values, gaps[name]) for name, values in values_by_name.items()}


def means(picture: str, names: Mapping[str, str], first: int, last: int) -> dict[str, float]:
    """Mean loss of each line of a picture at the positions from first up to last."""
    return {name: between(part(picture)[key], first, last) for name, key in names.items()}


def loss_range(name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Least and greatest losses of an encoding, by block of positions, over three models from three seeds."""
    curves = np.array([part("schemes")[name], *(part("seeds")[f"{name}, seed {seed}"] for seed in (1, 2))])
    return curves.min(axis=0), curves.max(axis=0)


def sources_of_rules(factor: int, steps: int = 0) -> dict[str, str]:
    """Which stored curve each rule has for a text of factor times the trained length, or after further training."""
    if steps:
        return {name: f"{name}, {steps} steps" for name in TUNED_RULES}
    stretched = {name: f"{name}, factor {factor}" if factor > 1 else UNSCALED for name in COMPARED_RULES}
    return {UNSCALED: UNSCALED} | stretched
