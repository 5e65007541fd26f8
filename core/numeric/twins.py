"""Kernels that are clever, each with a plain twin that computes the same and that readers take away."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

TWINS: dict[str, tuple[Callable[..., Any], Callable[..., Any], float]] = {}
"""Kernel, plain twin and largest difference by module and name; a test holds each pair together."""


def fast(
    *,
    plain: Callable[P, R],  # in the same module, with the same arguments
    within: float = 1e-12,  # largest difference of the results, relative to the largest number
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Name the plain twin of a kernel that is clever for speed or accuracy."""

    def note(kernel: Callable[P, R]) -> Callable[P, R]:
        TWINS[f"{kernel.__module__}.{kernel.__name__}"] = (kernel, plain, within)
        return kernel

    return note
