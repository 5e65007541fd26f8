"""A reference value, the function of core that has to give it, and how well all of them agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Check:
    """Reference values of one case, and the function of core that has to give them."""

    group: str  # cases of the same quantity
    name: str  # the case within its group
    source: str  # who computed the reference values, and how
    reference: NDArray[np.float64]  # (n,) reference values
    compute: Callable[[], NDArray[Any]] = field(repr=False)  # computes core's values, shape (n,)
    # largest difference that passes, in the unit of `differences`; this one for values computed in float32
    tolerance: float = 1e-6
    relative: bool = True  # whether differences are relative to the reference value

    def run(self) -> CheckResult:
        """Compute the values now and compare."""
        actual = np.asarray(self.compute(), float).reshape(-1)
        if actual.shape != self.reference.shape:
            return CheckResult(self, np.full(self.reference.shape, np.nan), np.full(self.reference.shape, np.inf))
        scale = np.where(self.reference == 0, 1.0, np.abs(self.reference)) if self.relative else 1.0
        return CheckResult(self, actual, np.abs(actual - self.reference) / scale)


@dataclass(frozen=True)
class CheckResult:
    """The result of a check."""

    check: Check
    actual: NDArray[np.float64]  # (n,) values of core; all NaN if core gives another number of values
    # (n,) from the reference values, absolute or relative; infinite if core gives another number of values
    differences: NDArray[np.float64]

    @property
    def equal(self) -> int:
        """How many values have no difference."""
        return int(np.count_nonzero(self.differences == 0))

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
    def passes(self) -> bool:
        """Whether all differences are within the tolerance."""
        return self.share <= 1


@dataclass(frozen=True)
class Summary:
    """How well all cases agree."""

    cases: int
    passed_cases: int
    values: int  # compared values
    exact: int  # those without any difference
    nearest: str  # group and name of the case that is nearest to its tolerance
    share: float  # its largest difference over its tolerance

    @classmethod
    def from_results(cls, results: Sequence[CheckResult]) -> Summary:
        """Summary of the results of all checks."""
        nearest = max(results, key=lambda result: result.share)
        return cls(
            cases=len(results),
            passed_cases=sum(result.passes for result in results),
            values=sum(len(result.differences) for result in results),
            exact=sum(result.equal for result in results),
            nearest=f"{nearest.check.group}, {nearest.check.name}",
            share=nearest.share,
        )
