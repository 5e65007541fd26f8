"""The picture that settles a question: arrays, the point that decides, and the numbers of the explanation."""

from __future__ import annotations

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
    """One curve, or one group of dots or bars.

    Parameters
    ----------
    name : str
        In the legend.
    x, y : array_like of shape (n,)
        In the units of the axes.
    role : {"truth", "other", "beside", "word", "position", "sine", "learned", "rotary", "alibi", "unseen"}
        Decides the colour: the series that settles the question, another one, or one that is only there to compare
        with; a word; the sinusoidal encoding, a sine alone, a learned table, RoPE or ALiBi; angles never seen in
        training.
    drawn : {"line", "dots", "both", "bars"}
    """

    name: str
    x: ArrayLike
    y: ArrayLike
    role: Role = "truth"
    drawn: Literal["line", "dots", "both", "bars"] = "line"


@dataclass(frozen=True)
class Strip:
    """A small heat map of shares.

    Parameters
    ----------
    shares : ndarray of shape (rows, columns)
        From 0 to 1.
    x, y : ndarray of shape (columns + 1,) and (rows + 1,)
        Edges of the cells, in the units of the axes.
    unit : str
        Title of the colour bar.
    """

    shares: NDArray[Any]
    x: NDArray[Any]
    y: NDArray[Any]
    unit: str


@dataclass(frozen=True)
class Point:
    """The point of the picture that settles the question.

    Parameters
    ----------
    x, y : float
        In the units of the axes.
    label : str
        The computed value there.
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
        First the one that settles the question; if the question asks for a shape, this is the true curve.
    strip : Strip or None
        Drawn below the series.
    names : tuple of str
        Labels of the places 0, 1, … on a horizontal axis of categories.
    log_x, log_y : bool
        Whether an axis is logarithmic.
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
    """The computed answer to a question.

    Parameters
    ----------
    truth : bool, float or str
    evidence : Evidence
    facts : mapping
        Numbers of the explaining sentence, by the names of its fields.
    """

    truth: Answer
    evidence: Evidence
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Guess:
    """A guess as the picture shows it: a line across, a curve, or else a note at the deciding point.

    Parameters
    ----------
    label : str
    axis : {"x", "y"} or None
        The axis that a guessed number belongs to.
    at : float
        The guessed number, in the unit of that axis.
    curve : ndarray of shape (n,) or None
        The guessed curve, at the places of the first series.
    """

    label: str
    axis: Axis | None = None
    at: float = 0.0
    curve: NDArray[Any] | None = None
