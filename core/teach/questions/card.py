"""A question card: what is asked, which guesses there are, and the computation that judges them."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.inputs.settings import Settings
from core.teach.questions.evidence import Answer, Axis, Guess, Settled

Curves = tuple[NDArray[np.float64], Mapping[str, NDArray[np.float64]]]
"""Places on the horizontal axis, and what each shape says there."""


@dataclass(frozen=True)
class Claim:
    """A question that is answered by true or false."""

    def read(self, text: str) -> bool | None:
        """What an address gives for a guess; None for what is no guess."""
        return {"true": True, "false": False}.get(text)

    def judge(self, guess: Answer, truth: Answer) -> bool:
        """Whether a guess is right."""
        return guess == truth

    def mark(self, guess: Answer, label: str) -> Guess:
        """The guess as the picture shows it."""
        return Guess(label)


@dataclass(frozen=True)
class Number:
    """A question that is answered by a number.

    Parameters
    ----------
    unit : str
        What it counts.
    least, most : float
        Guesses beyond are none.
    factor : float
        A guess so many times too large or too small is still right; 1 asks for the number itself.
    axis : {"x", "y"}
        Where the picture has it.
    whole : bool
        Whether only whole numbers are asked for.
    """

    unit: str
    least: float
    most: float
    factor: float
    axis: Axis
    whole: bool = True

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
    """A question that is answered by one of a few curves.

    Parameters
    ----------
    draw : callable
        Makes the curves to choose among.
    """

    draw: Callable[[], Curves]

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
    """One question.

    Parameters
    ----------
    slug : str
        Its name in the address, and in the words.
    asks : Claim, Number or Shape
    settle : callable
        Computes the answer; some 60 ms at most.
    room : str
        The file stem of the room that shows more.
    settings : Settings
        Shared ones, for that room.
    view : mapping of str to str or tuple of str
        Of that room's own controls, as in its address.
    """

    slug: str
    asks: Claim | Number | Shape
    settle: Callable[[], Settled]
    room: str
    settings: Settings = field(default_factory=Settings)
    view: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
