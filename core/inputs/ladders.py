"""Values of a parameter to compare with the one that the reader has set."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from core.inputs.parameter import BASE, D_MODEL, SCALE, Parameter
from core.inputs.settings import Settings


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
        return {"own": settings}
    ladder = LADDERS[name]
    key = ladder.parameter.name
    current = getattr(settings, key)
    values = around(ladder.parameter, current, ladder.factor, least=ladder.least)
    ordered = sorted(values, key=lambda value: value != current)  # stable: the others stay ascending
    return {f"{value:,.9g}": Settings(**asdict(settings) | {key: value}) for value in ordered}


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
