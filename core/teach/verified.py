"""Reference values of the room Verified, compared with what core computes now."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from core.frequencies import inverse_frequencies, wavelengths
from core.model_config import read_config
from core.schemes.alibi import slopes
from core.schemes.rope import rope
from core.schemes.sinusoidal import sinusoidal
from core.schemes.t5 import relative_position_bucket
from core.similarity import dot_product

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

REFERENCES = Path(__file__).with_name("references")
FILES = tuple(sorted(REFERENCES.glob("*.json")))
FLOAT32_TOLERANCE = 1e-6  # relative, for reference values that were computed in float32
FUNCTIONS: Mapping[str, Callable[..., Any]] = {  # by the names in formulas.json
    "sinusoidal": sinusoidal,
    "inverse_frequencies": inverse_frequencies,
    "wavelengths": wavelengths,
    "dot_product": dot_product,
    "rope": rope,
}


@dataclass(frozen=True)
class Check:
    """Reference values of one case, and the function of core that has to give them.

    Parameters
    ----------
    group : str
        Cases of the same quantity.
    name : str
        The case within its group.
    source : str
        Who computed the reference values, and how.
    tolerance : float
        Largest difference that passes, in the unit of `differences`.
    relative : bool
        Whether differences are relative to the reference value.
    expected : ndarray of shape (n,)
        Reference values.
    compute : callable
        Computes core's values, shape (n,).
    """

    group: str
    name: str
    source: str
    tolerance: float
    relative: bool
    expected: NDArray[np.float64]
    compute: Callable[[], NDArray[Any]] = field(repr=False)

    def run(self) -> Checked:
        """Compute the values now and compare."""
        computed = np.asarray(self.compute(), float).reshape(-1)
        if computed.shape != self.expected.shape:
            return Checked(self, np.full(self.expected.shape, np.nan), np.full(self.expected.shape, np.inf))
        scale = np.where(self.expected == 0, 1.0, np.abs(self.expected)) if self.relative else 1.0
        return Checked(self, computed, np.abs(computed - self.expected) / scale)


@dataclass(frozen=True)
class Checked:
    """The result of a check.

    Parameters
    ----------
    check : Check
    computed : ndarray of shape (n,)
        Values of core; all NaN if core gives another number of values.
    differences : ndarray of shape (n,)
        From the reference values, absolute or relative; infinite if core gives another number of values.
    """

    check: Check
    computed: NDArray[np.float64]
    differences: NDArray[np.float64]

    @property
    def largest(self) -> float:
        """The largest difference."""
        return float(self.differences.max())

    @property
    def share(self) -> float:
        """The largest difference over the tolerance; infinite if any differs although the tolerance is 0."""
        if self.check.tolerance:
            return self.largest / self.check.tolerance
        return 0.0 if self.largest == 0 else float("inf")

    @property
    def passed(self) -> bool:
        """Whether all differences are within the tolerance."""
        return self.share <= 1


@dataclass(frozen=True)
class Summary:
    """How well all cases agree.

    Parameters
    ----------
    cases, passed : int
    values : int
        Compared values.
    exact : int
        Those without any difference.
    nearest : str
        Group and name of the case that is nearest to its tolerance.
    share : float
        Its largest difference over its tolerance.
    """

    cases: int
    passed: int
    values: int
    exact: int
    nearest: str
    share: float

    @classmethod
    def of(cls, results: Sequence[Checked]) -> Summary:
        """Summary of the results of all checks."""
        nearest = max(results, key=lambda result: result.share)
        return cls(
            cases=len(results),
            passed=sum(result.passed for result in results),
            values=sum(len(result.differences) for result in results),
            exact=sum(int(np.count_nonzero(result.differences == 0)) for result in results),
            nearest=f"{nearest.check.group}, {nearest.check.name}",
            share=nearest.share,
        )


def checks() -> list[Check]:
    """All checks, in the order of the files and of their cases."""
    return [*_frequencies(), *_attention_factors(), *_biases(), *_formulas()]


def _frequencies() -> Iterator[Check]:
    source, cases = _read("rope_frequencies", "cases")
    for case in cases:
        yield Check(
            "RoPE frequencies of models",
            case["name"],
            source,
            FLOAT32_TOLERANCE,
            True,
            np.array(case["inverse_frequencies"]),
            lambda case=case: _scaled_frequencies(case).inverse,  # type: ignore[misc]
        )


def _attention_factors() -> Iterator[Check]:
    source, cases = _read("rope_frequencies", "cases")
    yield Check(
        "Attention factors of models",
        "all twelve configs",
        source,
        FLOAT32_TOLERANCE,
        True,
        np.array([case["attention_factor"] for case in cases]),
        lambda: np.array([_scaled_frequencies(case).attention_factor for case in cases]),
    )


def _scaled_frequencies(case: Mapping[str, Any]) -> Any:
    return read_config(case["config"]).frequencies(case["sequence_length"], case["layer_type"])


def _biases() -> Iterator[Check]:
    source, by_heads = _read("attention_biases", "alibi_slopes")
    for heads, expected in by_heads.items():
        yield Check(
            "ALiBi slopes",
            f"{heads} heads",
            source,
            FLOAT32_TOLERANCE,
            True,
            np.array(expected),
            lambda heads=int(heads): slopes(heads),  # type: ignore[misc]
        )
    for case in _read("attention_biases", "t5_relative_position_buckets")[1]:
        yield _t5_buckets(case, source)


def _t5_buckets(case: Mapping[str, Any], source: str) -> Check:
    first, last = case["relative_position"]
    options = {name: case[name] for name in ("bidirectional", "num_buckets", "max_distance")}
    name = "both directions" if case["bidirectional"] else "causal"
    return Check(
        "T5 buckets",
        f"{name}, offsets {first} to {last}".replace("-", "−"),
        source,
        0.0,
        False,
        np.array(case["bucket"], float),
        lambda: relative_position_bucket(np.arange(first, last + 1), **options),
    )


def _formulas() -> Iterator[Check]:
    source, cases = _read("formulas", "cases")
    for case in cases:
        function = FUNCTIONS[case["function"]]
        yield Check(
            case["group"],
            case["name"],
            source,
            case["tolerance"],
            case["relative"],
            np.array(case["values"]),
            lambda f=function, c=case: f(*c["arguments"], **c["options"]),  # type: ignore[misc]
        )


def _read(stem: str, part: str) -> tuple[str, Any]:
    """The source and one part of a file of reference values."""
    content = json.loads((REFERENCES / f"{stem}.json").read_text("utf-8"))
    return content["source"], content[part]
