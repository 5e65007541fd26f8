"""What settles a question: arrays for one plain picture, the point that decides, and the sentence's numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

Role = Literal["truth", "other", "beside", "word", "position", "unseen"]
Axis = Literal["x", "y"]
Answer = bool | float | str
"""True or false, a number, or the name of a shape: a guess as well as the truth."""


@dataclass(frozen=True)
class Series:
    """One row of numbers in the picture.

    Parameters
    ----------
    name : str
        In the legend.
    x, y : array_like of shape (n,)
        In the units of the axes.
    role : str
        What it is, which fixes its colour: word and position of a sum, an angle never seen in training, or what
        settles the question, another beside it, and what is only there to compare with.
    drawn : {"line", "dots", "both", "bars"}
    """

    name: str
    x: ArrayLike
    y: ArrayLike
    role: Role = "truth"
    drawn: Literal["line", "dots", "both", "bars"] = "line"


@dataclass(frozen=True)
class Strip:
    """Shares on a grid, as a small heat map.

    Parameters
    ----------
    shares : ndarray of shape (rows, columns)
        From 0 to 1.
    x, y : ndarray of shape (columns + 1,) and (rows + 1,)
        Where the cells begin and end, in the units of the axes.
    unit : str
        What the shares are of.
    """

    shares: NDArray[Any]
    x: NDArray[Any]
    y: NDArray[Any]
    unit: str


@dataclass(frozen=True)
class Point:
    """Where the picture decides.

    Parameters
    ----------
    x, y : float
        In the units of the axes.
    label : str
        What is computed there.
    """

    x: float
    y: float
    label: str


@dataclass(frozen=True)
class Evidence:
    """A picture of computed numbers.

    Parameters
    ----------
    x, y : str
        Titles of the axes, with units.
    point : Point
    series : tuple of Series
        The one that settles the question first; of a question about a shape, the true curve.
    strip : Strip or None
        Below the series.
    names : tuple of str
        Of the places 0, 1, … on the horizontal axis, where these are no numbers.
    log_x, log_y : bool
        Logarithmic axes.
    """

    x: str
    y: str
    point: Point
    series: tuple[Series, ...] = ()
    strip: Strip | None = None
    names: tuple[str, ...] = ()
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True)
class Settled:
    """A question and its computed answer.

    Parameters
    ----------
    truth : bool, float or str
    evidence : Evidence
    facts : mapping
        Numbers for the explaining sentence, by name.
    """

    truth: Answer
    evidence: Evidence
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Guess:
    """A guess as the picture shows it: a line across, a curve, or else a note at the point that decides.

    Parameters
    ----------
    label : str
    axis : {"x", "y"} or None
        The one that `at` stands on.
    at : float
        In the unit of that axis.
    curve : ndarray of shape (n,) or None
        At the places of the first series.
    """

    label: str
    axis: Axis | None = None
    at: float = 0.0
    curve: NDArray[Any] | None = None
