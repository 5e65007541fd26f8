"""The picture that settles a question: arrays, the point that decides, and the numbers of the explanation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from numpy.typing import ArrayLike, NDArray

Role = Literal["truth", "other", "beside", "word", "position", "sine", "learned", "rotary", "alibi", "unseen"]
Axis = Literal["x", "y"]
Answer = bool | float | str
"""True or false, a number, or the name of a curve; the type of guesses and of true answers."""


@dataclass(frozen=True)
class Series:
    """One curve, or one group of dots or bars."""

    name: str  # in the legend
    x: ArrayLike  # (n,) in the units of the axes
    y: ArrayLike  # (n,) in the units of the axes
    # decides the colour: settles the question, another one, for comparison only; a word, an encoding, angles never
    # seen
    role: Role = "truth"
    drawn: Literal["line", "dots", "both", "bars"] = "line"


@dataclass(frozen=True)
class Strip:
    """A small heat map of shares."""

    shares: NDArray[Any]  # (rows, columns) from 0 to 1
    x: NDArray[Any]  # (columns + 1,) edges of the cells, in the unit of the axis
    y: NDArray[Any]  # (rows + 1,) edges of the cells, in the unit of the axis
    unit: str  # title of the colour bar


@dataclass(frozen=True)
class Point:
    """The point of the picture that settles the question."""

    x: float  # in the units of the axes
    y: float  # in the units of the axes
    label: str  # the computed value there


@dataclass(frozen=True)
class Evidence:
    """A picture of computed numbers."""

    x: str  # axis title with unit
    y: str  # axis title with unit
    point: Point
    # first the one that settles the question; if the question asks for a shape, this is the true curve
    series: tuple[Series, ...] = ()
    strip: Strip | None = None  # drawn below the series
    names: tuple[str, ...] = ()  # labels of the places 0, 1, … on a horizontal axis of categories
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True)
class Settled:
    """The computed answer to a question."""

    truth: Answer
    evidence: Evidence
    # numbers of the explaining sentence, by the names of its fields
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Guess:
    """A guess as the picture shows it: a line across, a curve, or else a note at the deciding point."""

    label: str
    axis: Axis | None = None  # the axis that a guessed number belongs to
    at: float = 0.0  # the guessed number, in the unit of that axis
    curve: NDArray[Any] | None = None  # (n,) the guessed curve, at the places of the first series
