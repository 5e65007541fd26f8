"""What an array was found to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.scaling import UNSCALED
from core.schemes.analysis.identify.waves import Difference, Right

UNKNOWN = "unknown"


@dataclass(frozen=True)
class Mistake:
    """Something that is wrong, with its cause and its cure."""

    name: str  # such as "exponent-half"
    sentence: str  # what is wrong and what follows, with the first cell that shows it
    makes: str = ""  # the line of code that makes it
    mends: str = ""  # the line in its place


@dataclass(frozen=True, kw_only=True, repr=False)
class Identification:
    """The encoding that an array holds, its settings, and what is wrong with it.

    Settings that the numbers do not tell are None.

    >>> import numpy as np
    >>> from core.schemes.sinusoidal import sinusoidal
    >>> from core.schemes.analysis.identify import identify
    >>> identify(sinusoidal(128, 64, base=1000.0))
    <sinusoidal table of 128 × 64, no mistakes: interleaved, base 1,000, from position 0>
    """

    scheme: str  # "sinusoidal", "RoPE", "ALiBi", "T5", "learned" or "unknown"
    form: str  # what kind of array, such as "table", "cosine cache", "inverse frequencies", "rotation", "biases"
    shape: tuple[int, ...]
    dtype: str  # the narrowest type that holds all numbers looked at
    layout: str | None = None  # a name of `core.schemes.sinusoidal.LAYOUTS`; of RoPE "half" or "interleaved"
    cosine_first: bool = False  # whether the cosine of a pair stands before its sine
    base: float | None = None
    exponent: str | None = None  # of the base, such as "2i/d"
    scale: float | None = None  # positions are divided by it
    first_position: float | None = None  # of row 0, tokens
    amplitude: float | None = None  # that all values are multiplied by; of RoPE the attention factor
    rule: str | None = None  # of RoPE: a name of `core.scaling.RULES`
    arguments: Mapping[str, Any] = field(default_factory=dict)  # of the rule, as far as the numbers tell
    rotary_dim: int | None = None  # of a rotation: how many features turn
    frequencies: NDArray[np.float64] | None = None  # of RoPE: (pairs,) radians per token
    slopes: NDArray[np.float64] | None = None  # of ALiBi: (heads,) per token
    faults: tuple[Mistake, ...] = ()
    notes: tuple[str, ...] = ()  # sentences on what is unusual and right, and on other readings of the same array
    largest: Difference | None = None  # from the right table of these settings
    first: Difference | None = None  # the first cell beyond rounding; None where all are within
    right: Right | None = None  # the table of these settings as it should be, where one of this shape is known
    summary: str = ""  # one sentence

    @property
    def mistakes(self) -> list[str]:
        """A sentence for each mistake; empty where all is right, and where nothing was recognised."""
        return [fault.sentence for fault in self.faults]

    @property
    def largest_difference(self) -> float | None:
        """From the right table of these settings."""
        return None if self.largest is None else self.largest.size

    @property
    def description(self) -> str:
        """Scheme, form, shape, number type, settings and the largest difference in one line."""
        size = " × ".join(f"{axis:,}" for axis in self.shape) or "1"
        parts = [f"{self.scheme} {self.form}, {size}, {self.dtype}", *self._settings()]
        if self.largest is not None:
            axes = ("head", "distance") if self.form == "biases" else ("row", "column")
            cell = f"{axes[0]} {self.largest.row:,}, {axes[1]} {self.largest.column:,}"
            parts.append(
                f"largest difference {self.largest.size:.2g} at {cell}" if self.largest.size else "no difference"
            )
        return ", ".join(parts)

    def __repr__(self) -> str:
        size = " × ".join(map(str, self.shape)) or "1"
        wrong = "; ".join(self.mistakes) or "no mistakes"
        settings = ", ".join(self._settings())
        return f"<{self.scheme} {self.form} of {size}, {wrong}{': ' if settings else ''}{settings}>"

    def _settings(self) -> Iterator[str]:
        if self.layout:
            yield self.layout + (", cosines first" if self.cosine_first else "")
        if self.base is not None:
            yield f"base {number(self.base)}"
        if self.rule and self.rule != UNSCALED.name:
            yield " ".join([self.rule, *(f"{name} {number(value)}" for name, value in self.arguments.items())])
        elif self.scale not in {None, 1}:
            yield f"scale {number(self.scale or 1)}"
        if self.first_position is not None:
            yield f"from position {number(self.first_position)}"
        if self.amplitude not in {None, 1}:
            yield f"times {number(self.amplitude or 1)}"

    def to_json(self) -> dict[str, Any]:
        """All settings by name, as JSON has them."""
        return {
            "scheme": self.scheme,
            "form": self.form,
            "shape": list(self.shape),
            "dtype": self.dtype,
            "layout": self.layout,
            "cosine_first": self.cosine_first,
            "base": self.base,
            "exponent": self.exponent,
            "scale": self.scale,
            "first_position": self.first_position,
            "amplitude": self.amplitude,
            "rule": self.rule,
            "arguments": dict(self.arguments),
            "rotary_dim": self.rotary_dim,
            "slopes": None if self.slopes is None else self.slopes.tolist(),
            "summary": self.summary,
            "mistakes": self.mistakes,
            "faults": [
                {"name": each.name, "sentence": each.sentence, "makes": each.makes, "mends": each.mends}
                for each in self.faults
            ],
            "notes": list(self.notes),
            "largest_difference": self.largest_difference,
            "where": _cell(self.largest),
            "first_difference": _cell(self.first),
        }


def _cell(cell: Difference | None) -> dict[str, Any] | None:
    if cell is None:
        return None
    return {"row": cell.row, "column": cell.column, "yours": cell.yours, "expected": cell.expected}


def number(value: Any) -> str:
    """A number as sentences have it: few digits, and separators of thousands.

    >>> number(13459.65), number(10000.0), number(0.25), number(True)
    ('13,460', '10,000', '0.25', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    digits = max(0, 4 - len(str(int(abs(value))))) if abs(value) >= 1 else 0
    return f"{value:,.{digits}f}" if abs(value) >= 1 else f"{value:.4g}"
