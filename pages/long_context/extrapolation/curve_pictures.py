"""How the views show losses and accuracies."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.long_context.trained.curves import TEXT, WINDOW, part
from core.long_context.trained.measurement import EDGES, middles
from core.long_context.trained.stored import FOLDER, LENGTH
from core.scaling import RULES
from core.schemes import SCHEMES
from figures import theme
from figures.curves import Line
from figures.long_context.extrapolation import loss_by_position
from figures.long_context.rules import LOOKS, Look
from figures.spec import Figure
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.code import Code

LOOK_OF = {**LOOKS, WINDOW: Look(theme.INK, "dash")}
LOOK_OF |= {name: Look(theme.of_scheme(name, SCHEMES[name].family)) for name in TEXT}


def stored_curves(name: str, stored: Mapping[str, str]) -> dict[str, NDArray[np.float64]]:
    """Curves of a part of the file, by their names in a picture."""
    curves = part(name)
    return {each: curves[file] for each, file in stored.items()}


def listed(values: Mapping[str, float], pattern: str = ".2f") -> str:
    """Names with their numbers, as a sentence has them."""
    return ", ".join(f"{name} {value:{pattern}}" for name, value in values.items() if np.isfinite(value))


def by_position(key: str, name: str, stored: Mapping[str, str], words: Words, **options: Any) -> None:
    """Show losses against position, with further arguments of `show` and of the figure."""
    places = middles(len(EDGES) - 1)
    axes: Any = {"x": words["Position"], "y": words["Loss"], "trained": LENGTH}
    show(key, name, stored, words, loss_by_position, "position", places, **axes, **options)


def show(
    key: str,
    name: str,  # of the part of the file of curves
    stored: Mapping[str, str],  # name in the picture → name in that part
    words: Words,
    draw: Callable[..., Figure],
    column: str,  # what the curves run over
    places: NDArray[np.number],
    *,
    facts: Mapping[str, Any],  # for the sentence about the picture
    mode: Any = "lines",
    **drawing: Any,  # passed on to `draw`
) -> None:
    """Show a picture of stored curves, with the script that reads them."""
    curves = stored_curves(name, stored)
    lines = [
        Line(each, places[: len(values)], values, look.colour, mode, look.dash, width=2.5)
        for each, values in curves.items()
        if (look := LOOK_OF[each])
    ]
    missing = {each: np.full(len(places) - len(values), np.nan) for each, values in curves.items()}
    columns = {column: places} | {each: np.append(values, missing[each]) for each, values in curves.items()}
    values = {"part": name, "names": dict(stored), "x": column, "places": [float(each) for each in places]}
    cites = [(SCHEMES | RULES)[each] for each in stored if each != WINDOW]
    chart.show(
        draw(lines, shaded=words["Shaded"], palette=chart.palette(), **drawing),
        alt=words(f"{key.capitalize()}: alt", **facts),
        table=lambda: pd.DataFrame(columns),
        key=key,
        code=Code("extrapolation/curves", values, cites=cites, files=(FOLDER / "curves.json",)),
        ghost=True,
    )
