"""A question card: what is asked, which guesses are allowed, and the computation that judges them."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.method import Method
from core.schemes import sinusoidal
from core.teach.room_address import RoomAddress, room_address

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
    marks: Literal["line", "dots", "both", "bars"] = "line"


@dataclass(frozen=True)
class Strip:
    """A small heat map of shares, or of numbers of either sign."""

    cells: NDArray[Any]  # (rows, columns) from 0 to 1, or from -1 to 1
    x: NDArray[Any]  # (columns + 1,) edges of the cells, in the unit of the axis
    y: NDArray[Any]  # (rows + 1,) edges of the cells, in the unit of the axis
    unit: str  # title of the colour bar
    is_signed: bool = False


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
class Solution:
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


Curves = tuple[NDArray[np.float64], Mapping[str, NDArray[np.float64]]]
"""Places on the horizontal axis, shape (n,), and the values of each curve there, by its name."""


@dataclass(frozen=True)
class Claim:
    """A question that is answered by true or false."""

    def read(self, text: str) -> bool | None:
        """Read a guess from an address; None if the text is not a guess."""
        return {"true": True, "false": False}.get(text)

    def judge(self, guess: Answer, truth: Answer) -> bool:
        """Whether a guess is right."""
        return guess == truth

    def mark(self, guess: Answer, label: str) -> Guess:
        """The guess as the picture shows it."""
        return Guess(label)


@dataclass(frozen=True)
class Number:
    """A question that is answered by a number."""

    unit: str  # what it counts
    least: float  # guesses outside are not read
    most: float  # guesses outside are not read
    # a guess that is at most this many times too large or too small is right; 1 asks for the exact number
    factor: float
    axis: Axis  # the axis of the picture that shows the number
    whole: bool = True  # whether only whole numbers are read

    def read(self, text: str) -> float | None:
        """As in `Claim`."""
        try:
            number = float(text[:40])
        except ValueError:
            return None
        inside = math.isfinite(number) and self.least <= number <= self.most
        return number if inside and (number.is_integer() or not self.whole) else None

    def judge(self, guess: Answer, truth: Answer) -> bool:
        """As in `Claim`."""
        return float(truth) / self.factor <= float(guess) <= float(truth) * self.factor

    def mark(self, guess: Answer, label: str) -> Guess:
        """As in `Claim`."""
        return Guess(label, axis=self.axis, at=float(guess))


@dataclass(frozen=True)
class Shape:
    """A question that is answered by choosing one of a few curves."""

    draw: Callable[[], Curves]  # computes the curves to choose from

    def read(self, text: str) -> str | None:
        """As in `Claim`."""
        return text if text in self.draw()[1] else None

    def judge(self, guess: Answer, truth: Answer) -> bool:
        """As in `Claim`."""
        return guess == truth

    def mark(self, guess: Answer, label: str) -> Guess:
        """As in `Claim`."""
        return Guess(label, curve=self.draw()[1][str(guess)])

    def distances(self, true: NDArray[np.float64]) -> dict[str, float]:
        """Root mean square distance of every curve to the true one, in the unit of the curves."""
        curves = self.draw()[1]
        return {name: float(np.sqrt(np.mean((curve - true) ** 2))) for name, curve in curves.items()}

    def nearest(self, true: NDArray[np.float64]) -> str:
        """The name of the curve that comes nearest to the true one."""
        distances = self.distances(true)
        return min(distances, key=distances.__getitem__)


@dataclass(frozen=True)
class Card:
    """One question."""

    slug: str  # its name in the address, and its heading in the Markdown of the room Questions
    asks: Claim | Number | Shape
    settle: Callable[[], Solution]  # computes the answer; takes 60 ms at most
    # the room that shows more and has the code, with settings that show what the question is about
    address: RoomAddress
    cites: tuple[Method, ...]  # the schemes and scaling rules whose papers are cited


def card(
    slug: str, asks: Claim | Number | Shape, room: str, settings: str, *cites: Method
) -> Callable[[Callable[[], Solution]], Card]:
    """Make the function below it, which settles a question, the question's card; arguments as in `Card`."""
    address = room_address(room, settings)
    return lambda settle: Card(slug, asks, settle, address, cites or (sinusoidal.SCHEME,))
