"""What all readers see of the trained models: of each size, measured ahead by a script in `training`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained.stored import LENGTH
from core.scaling import linear, ntk, unscaled, yarn

RETRIEVAL = ("RoPE", "ALiBi", "sinusoidal", "T5")
TEXT = (*RETRIEVAL, "learned")  # whose table has no row past the trained length
CURED = f"RoPE + {yarn.RULE.name}"
CONTEXT = 64  # tokens in training, for retrieval
RETRIEVAL_LENGTHS = (32, 64, 128, 256, 512, 1024)
LONG = 256  # tokens, for accuracy by the place of the key
FACTORS = (2, 4, 8, 16)  # times the trained length
UNSCALED, LINEAR, YARN = unscaled.RULE.name, linear.RULE.name, yarn.RULE.name
COMPARED_RULES = (LINEAR, ntk.RULE.name, YARN)
TUNED_RULES, TUNED_FACTOR = (UNSCALED, LINEAR, YARN), 4  # after further training, on texts so many times as long
Name = TypeVar("Name")


@dataclass(frozen=True)
class Size:
    """What models of one size were trained on, and how their losses are stored."""

    name: str  # in an address
    file: str  # beside this module
    length: int  # characters in training
    edges: tuple[int, ...]  # ends of blocks of positions; none goes across the trained length
    cured_factor: int  # of YaRN, beside the encodings
    tuned_steps: tuple[int, ...]  # of further training

    @property
    def path(self) -> Path:
        """The file of curves."""
        return Path(__file__).with_name(self.file)

    @property
    def window(self) -> str:
        """Name of RoPE's curve where each token sees its last `length` tokens only; of others it ends with this."""
        return f"last {self.length:,} only"

    @property
    def lengths(self) -> tuple[int, ...]:
        """What a rule can be asked for, characters."""
        return (self.length, *(factor * self.length for factor in FACTORS))


_EDGES = (
    *(0, 8, *range(16, 160, 16), *range(160, 256, 32), *range(256, 512, 64)),
    *(*range(512, 1024, 128), *range(1024, 2049, 256)),
)
_SIXTHS = tuple(round(32 * 2 ** (sixth / 6)) for sixth in range(55))  # of octaves
SMALL = Size("small", "curves.json", LENGTH, _EDGES, 4, (0, 25, 50))
LARGER = Size("larger", "larger.json", 1024, _SIXTHS, 16, (0, 25, 50, 100))
SIZES = {size.name: size for size in (SMALL, LARGER)}


def block_means(losses: NDArray[np.floating], size: Size = SMALL) -> NDArray[np.float64]:
    """Means of losses (texts, n) over all texts and each whole block of positions, shape (blocks,)."""
    ends = [edge for edge in size.edges if edge <= losses.shape[1]]
    sums = np.append(0, losses.mean(axis=0, dtype=np.float64).cumsum())[ends]
    return np.diff(sums) / np.diff(ends)


def middles(blocks: int, size: Size = SMALL) -> NDArray[np.float64]:
    """Middle position of each of the first blocks, tokens."""
    return np.array([(first + last) / 2 for first, last in pairwise(size.edges[: blocks + 1])])


def between(means: NDArray[np.float64], first: int, last: int, size: Size = SMALL) -> float:
    """Mean loss at the positions from first up to last, both ends of blocks; nan where they are missing."""
    start, stop = size.edges.index(first), size.edges.index(last)
    widths = np.diff(size.edges)[start:stop]
    return float(np.average(means[start:stop], weights=widths)) if stop <= len(means) else float("nan")


@cache
def larger_origin() -> Mapping[str, Any]:
    """How the larger models were made and measured, as their file says it."""
    return dict(json.loads(LARGER.path.read_text("utf-8"))["provenance"])


@cache
def part(name: str, size: Size = SMALL) -> Mapping[str, NDArray[np.float64]]:
    """The curves of a picture by name: of schemes, rules, retrieval or places; or of further seeds."""
    curves = json.loads(size.path.read_text("utf-8"))[name]
    return {each: np.array(values) for each, values in curves.items()}


def curves_columns(
    picture: str,  # schemes, rules, retrieval or places
    names: Mapping[str, str],  # of lines: in the file of curves
    size: str = "small",  # of the models: small, 156,000 parameters; larger, 10.7 million
) -> dict[str, NDArray[np.float64]]:
    """Losses or accuracies of trained models, on texts longer than those of their training."""
    values_by_name = {name: part(picture, SIZES[size])[key] for name, key in names.items()}
    longest = max(len(values) for values in values_by_name.values())
    x = {"retrieval": "length", "places": "place of the key"}.get(picture, "position")
    at = np.array(RETRIEVAL_LENGTHS) if picture == "retrieval" else middles(longest, SIZES[size])
    gaps = {name: np.full(longest - len(values), np.nan) for name, values in values_by_name.items()}
    return {x: at} | {name: np.append(values, gaps[name]) for name, values in values_by_name.items()}


def means(
    picture: str, names: Mapping[Name, str], first: int, last: int, size: Size = SMALL
) -> dict[Name, float]:  # nats, by name of a line
    """Mean loss of each line of a picture at the positions from first up to last."""
    return {name: between(part(picture, size)[key], first, last, size) for name, key in names.items()}


def price_columns(
    size: str,  # of the models: small or larger
    factors: Sequence[int],  # times the trained length
    sources: Mapping[str, Sequence[str]],  # by rule: for each factor the curve in the file
) -> dict[str, NDArray[np.float64]]:
    """What a factor costs that nobody needs: loss at the end of the trained length, by factor of each rule."""
    length, edges = SIZES[size].length, SIZES[size].edges
    start = max(edge for edge in edges if edge <= 0.9 * length)
    found = {
        name: means("rules", dict(enumerate(keys)), start, length, SIZES[size]) for name, keys in sources.items()
    }
    return {"factor": np.array(factors, float)} | {name: np.array([*each.values()]) for name, each in found.items()}


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
