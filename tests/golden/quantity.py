"""A golden case: the arguments of its call, and one array of it with how near core has to come."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

Case = dict[str, Any]  # of a file, untrusted
FLOAT32_ANGLE = 1e-7  # error of a sine for each radian of an angle that was computed in float32


@dataclass(frozen=True)
class Quantity:
    """Numbers that an implementation gave, and the call of core that has to give them."""

    name: str  # of the entry in the case
    actual: Any  # core's values, of the same shape
    tolerance: float = 0.0  # largest difference that passes; 0 for whole numbers
    reference: Any = None  # as the implementation gave them; None for the entry as it stands


def single(floor: float, largest_angle: ArrayLike) -> float:
    """Tolerance of sines and cosines that were computed in float32 of angles up to these, in radians."""
    return max(floor, FLOAT32_ANGLE * float(np.abs(largest_angle).max(initial=0.0)))


def arguments(
    text: str,  # a call whose arguments are literals; nothing in it is run
    *names: str,  # of the arguments that must be given, in the function's order
    **defaults: Any,  # further arguments, in its order
) -> dict[str, Any]:
    """Arguments by name of a call such as "f(16, 3, cls_token=False)"."""
    try:
        node = ast.parse(text, mode="eval").body
    except (SyntaxError, TypeError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"call must be a call, got {text!r:.80}") from None
    if not isinstance(node, ast.Call):
        raise ValueError(f"call must be a call, got {text!r:.80}")
    values = dict(zip([*names, *defaults], map(ast.literal_eval, node.args), strict=False))
    values |= {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in node.keywords}
    return complete(values, *names, **defaults)


def complete(values: Mapping[str, Any], *names: str, **defaults: Any) -> dict[str, Any]:
    """Given arguments with the defaults of the others; a ValueError where one is unknown or missing."""
    unknown_names = values.keys() - {*names, *defaults}
    missing_names = set(names) - values.keys()
    if unknown_names or missing_names:
        raise ValueError(f"arguments must be {', '.join([*names, *defaults])}, got {', '.join(values)}")
    return {**defaults, **values}


def sides(size: Any) -> tuple[Any, Any]:
    """Height and width of a size that may be one number for both."""
    return (size[0], size[1]) if isinstance(size, list | tuple) else (size, size)
