"""The settings that all rooms share as one frozen value, with defaults, presets and values to compare with them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TypedDict

from core.inputs.parameter import BASE, D_MODEL, LENGTH, SCALE, Parameter


class BaseAndScale(TypedDict):
    """What sets the frequencies; both dimensionless."""

    base: float
    scale: float


@dataclass(frozen=True)
class Settings:
    """The shared settings; the defaults are the base model of Vaswani et al. 2017 on 128 tokens."""

    d_model: int = 512  # features
    length: int = 128  # tokens
    base: float = 10_000  # dimensionless
    scale: float = 1  # dimensionless; position p is encoded as p / scale

    def __post_init__(self) -> None:
        for parameter in PARAMETERS:
            parameter.check(getattr(self, parameter.name))

    @property
    def base_and_scale(self) -> BaseAndScale:
        """The keyword arguments that most functions of the core take besides a size."""
        return {"base": self.base, "scale": self.scale}


PARAMETERS: tuple[Parameter, ...] = (D_MODEL, LENGTH, BASE, SCALE)

SETTINGS_PRESETS: dict[str, Settings] = {
    "Paper · 128 × 512": Settings(),
    "Small · 16 × 32": Settings(d_model=32, length=16),
    "Tutorial · 10 × 64": Settings(d_model=64, length=10),
    "BERT-sized · 512 × 768": Settings(d_model=768, length=512),
    "GPT-2-sized · 1,024 × 768": Settings(d_model=768, length=1024),
    "Near collision · 2,048 × 4": Settings(d_model=4, length=2048),
    "Stretched 8 times · 4,096 × 128": Settings(d_model=128, length=4096, scale=8),
    "Long context · 131,072 × 4,096": Settings(d_model=4096, length=131_072, base=500_000),
    "Largest · 1,048,576 × 16,384": Settings(d_model=16_384, length=1_048_576),
}


@dataclass(frozen=True)
class Ladder:
    """Values of one parameter, a fixed factor apart."""

    parameter: Parameter
    factor: float  # between neighbours, > 1
    least: float = 0  # lower values are left out


LADDERS: Mapping[str, Ladder] = {
    "bases": Ladder(BASE, 10),
    "widths": Ladder(D_MODEL, 4, least=2),  # fewer features hold no pair
    "scales": Ladder(SCALE, 2),
}


def variations(
    settings: Settings, name: str
) -> dict[str, Settings]:  # name: of a ladder; with any other one, only the reader's settings
    """The reader's settings, then others that differ in one parameter; the keys are its values as text.

    >>> list(variations(Settings(), "widths"))
    ['512', '128', '2,048', '8,192']
    """
    if name not in LADDERS:
        return {"these settings": settings}
    ladder = LADDERS[name]
    key = ladder.parameter.name
    current = getattr(settings, key)
    values = around(ladder.parameter, current, ladder.factor, least=ladder.least)
    current_first = sorted(values, key=lambda value: value != current)  # stable: the others stay ascending
    return {f"{value:,.9g}": Settings(**asdict(settings) | {key: value}) for value in current_first}


def around(
    parameter: Parameter,  # its first and last stop bound the values
    value: float,  # the reader's, within these bounds
    factor: float,  # between neighbours, > 1
    count: int = 4,  # most values wanted, at least 2
    least: float = 0,  # lower values are left out, except the reader's
) -> list[float]:  # ascending; whole where the parameter is
    """Values a fixed factor apart: the reader's, one below it where the bounds allow, and others above.

    >>> from core.inputs.parameter import SCALE
    >>> around(SCALE, 1, 2)
    [1, 2, 4, 8]
    """
    low, high = max(parameter.stops[0], least), parameter.stops[-1]
    exact = {step: value * factor**step for step in range(-count, count + 1)}
    ladder = {step: round(x) if parameter.whole else x for step, x in exact.items()}
    steps = [step for step, x in ladder.items() if step == 0 or (low <= x <= high and x != value)]
    here = steps.index(0)
    start = max(0, min(here - 1, len(steps) - count))
    return [value if step == 0 else ladder[step] for step in steps[start : start + count]]
