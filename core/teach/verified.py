"""Every reference value beside the value that core computes for it now."""

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
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

REFERENCES = Path(__file__).with_name("references")
FILES = tuple(sorted(REFERENCES.glob("*.json")))
SINGLE = 1e-6  # relative, for values that a model's code computed in float32
FORMULAS: Mapping[str, Callable[..., Any]] = {
    "sinusoidal": sinusoidal,
    "inverse_frequencies": inverse_frequencies,
    "wavelengths": wavelengths,
    "dot_product": dot_product,
    "rope": rope,
}


@dataclass(frozen=True)
class Check:
    """Reference values of one case, and what core makes of the same arguments.

    Parameters
    ----------
    group : str
        What is checked.
    name : str
        The case, in its group.
    source : str
        Who computed the reference values, and how.
    tolerance : float
        Largest difference that passes, in the unit of `differences`.
    relative : bool
        Whether differences are relative to the reference value.
    expected : ndarray of shape (n,)
        Reference values.
    compute : callable
        Gives the values of core, shape (n,).
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
    """What a check found.

    Parameters
    ----------
    check : Check
    computed : ndarray of shape (n,)
        By core, now; NaN where the number of values differs.
    differences : ndarray of shape (n,)
        From the reference values; absolute or relative as the check says.
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
        """The largest difference as a part of the tolerance; infinite where none is allowed and there is one."""
        if self.check.tolerance:
            return self.largest / self.check.tolerance
        return 0.0 if self.largest == 0 else float("inf")

    @property
    def passed(self) -> bool:
        """Whether no difference is beyond the tolerance."""
        return self.share <= 1


def checks() -> list[Check]:
    """All of them, in the order of the files and of their cases."""
    return [*_frequencies(), *_attention_factors(), *_biases(), *_formulas()]


def _frequencies() -> Iterator[Check]:
    source, cases = _read("rope_frequencies", "cases")
    for case in cases:
        yield Check(
            "RoPE frequencies of models",
            case["name"],
            source,
            SINGLE,
            True,
            np.array(case["inverse_frequencies"]),
            lambda case=case: _scaled(case).inverse,  # type: ignore[misc]
        )


def _attention_factors() -> Iterator[Check]:
    source, cases = _read("rope_frequencies", "cases")
    yield Check(
        "Attention factors of models",
        "all twelve configs",
        source,
        SINGLE,
        True,
        np.array([case["attention_factor"] for case in cases]),
        lambda: np.array([_scaled(case).attention_factor for case in cases]),
    )


def _scaled(case: Mapping[str, Any]) -> Any:
    return read_config(case["config"]).frequencies(case["sequence_length"], case["layer_type"])


def _biases() -> Iterator[Check]:
    source, by_heads = _read("attention_biases", "alibi_slopes")
    for heads, expected in by_heads.items():
        yield Check(
            "ALiBi slopes",
            f"{heads} heads",
            source,
            SINGLE,
            True,
            np.array(expected),
            lambda heads=int(heads): slopes(heads),  # type: ignore[misc]
        )
    for case in _read("attention_biases", "t5_relative_position_buckets")[1]:
        yield _buckets(case, source)


def _buckets(case: Mapping[str, Any], source: str) -> Check:
    first, last = case["relative_position"]
    form = {name: case[name] for name in ("bidirectional", "num_buckets", "max_distance")}
    name = "both directions" if case["bidirectional"] else "causal"
    return Check(
        "T5 buckets",
        f"{name}, offsets {first} to {last}".replace("-", "−"),
        source,
        0.0,
        False,
        np.array(case["bucket"], float),
        lambda: relative_position_bucket(np.arange(first, last + 1), **form),
    )


def _formulas() -> Iterator[Check]:
    source, cases = _read("formulas", "cases")
    for case in cases:
        function = FORMULAS[case["function"]]
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
    """Source line of a file of references, and one of its parts."""
    content = json.loads((REFERENCES / f"{stem}.json").read_text("utf-8"))
    return content["source"], content[part]
