"""What all readers see of the trained models: computed ahead by `python -m training.curves`, read from one file."""

import json
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained.stored import LENGTH
from core.scaling import by_parts, linear, ntk, unscaled, yarn

FILE = Path(__file__).with_name("curves.json")
TEXT = ("RoPE", "ALiBi", "sinusoidal", "T5", "learned", "NoPE")
RETRIEVAL = TEXT[:-1]  # NoPE does not learn it
CONTEXT = 64  # tokens in training, for retrieval
RETRIEVAL_LENGTHS = (32, 64, 128, 256, 512, 1024)
LONG = 256  # tokens, for accuracy by the place of the key
FACTORS = (2, 4, 8, 16)  # times the trained length
BETAS = yarn.BETA_FAST.stops
UNSCALED, YARN = unscaled.RULE.name, yarn.RULE.name
COMPARED_RULES, BY_BETA = (linear.RULE.name, ntk.RULE.name), (by_parts.RULE.name, YARN)
RETRIEVAL_RULES = (*COMPARED_RULES, YARN)
TUNED_RULES, TUNED_FOR, TUNED_STEPS = (UNSCALED, COMPARED_RULES[0], YARN), 4 * LENGTH, (0, 25, 50)
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
    """The curves of a picture by name: of schemes, rules, tuned, retrieval or places; or of further seeds."""
    curves = json.loads(FILE.read_text("utf-8"))[name]
    return {each: np.array(values) for each, values in curves.items()}


def curves_columns(
    picture: str,  # schemes, rules, tuned, retrieval or places
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


def loss_range(name: str, first: int, last: int) -> tuple[float, float]:
    """Least and greatest loss of an encoding at these positions, over three models from three seeds."""
    curves = [part("schemes")[name], *(part("seeds")[f"{name}, seed {seed}"] for seed in (1, 2))]
    means = [between(each, first, last) for each in curves]
    return min(means), max(means)


def sources_of_rules(factor: int, beta: int, *, is_sharpened: bool, cut: bool) -> dict[str, str]:
    """Which stored curve each rule has for a text of factor times the trained length; the last is the window's."""
    end = f", {WINDOW}" if cut else ""
    sources = dict.fromkeys((UNSCALED, *COMPARED_RULES, *BY_BETA), f"{UNSCALED}{end}")
    if factor > 1:
        sources |= {name: f"{name} {factor}{end}" for name in COMPARED_RULES}
        sources |= {name: f"{name} {factor}, beta {beta}{end}" for name in BY_BETA}
        if not is_sharpened:
            sources[YARN] = f"{YARN} {factor}, beta {beta}, no temperature{end}"
    return sources | {WINDOW: WINDOW}
