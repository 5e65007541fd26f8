"""Values as Python text."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np


def as_literal(value: Any) -> str:
    """A value as Python reads it back.

    Examples
    --------
    >>> as_literal([1, 2.0, "a"]), as_literal(list(range(0, 12, 3)) + [12])
    ('[1, 2, "a"]', 'list(range(0, 15, 3))')
    """
    if isinstance(value, np.ndarray | np.generic):
        return as_literal(value.tolist())
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{as_literal(key)}: {as_literal(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return _list_literal(value)
    if isinstance(value, str):
        literal = repr(value)
        return f'"{literal[1:-1]}"' if literal[0] == "'" and '"' not in literal else literal
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return repr(int(value) if whole else value)


def _list_literal(values: Sequence[Any]) -> str:
    steps = {b - a for a, b in pairwise(values)} if all(type(value) is int for value in values) else set()
    if len(values) > 4 and len(steps) == 1 and steps != {0}:
        step = steps.pop()
        return f"list(range({values[0]}, {values[-1] + step}{'' if step == 1 else f', {step}'}))"
    return f"[{', '.join(map(as_literal, values))}]"
