"""A reference value, the function of core that has to give it, and how well all of them agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


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
