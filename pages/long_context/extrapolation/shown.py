"""How the views show losses and accuracies."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.long_context.trained.measurement import EDGES, middles
from core.long_context.trained.stored import FOLDER, LENGTH
from core.method import Method
from figures.curves import Line
from figures.long_context.extrapolation import loss_by_position
from figures.spec import Figure
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.code import Code

CURVES = FOLDER / "curves.json"


def line(name: str, values: NDArray[np.float64], colour: str, *, named: bool = True, dash: Any = "solid") -> Line:
    """A curve over the middles of its blocks of positions; one without a name is thin."""
    width = 2.5 if named else 1
    return Line(name, middles(len(values)), values, colour, dash=dash, width=width, in_legend=named)


def by_position(
    key: str,
    stored: Mapping[str, str],  # name in the picture → name in the file of curves
    lines: Sequence[Line],
    words: Words,
    *,
    part: str,  # of the file of curves
    cites: Sequence[Method],
    said: Mapping[str, Any],  # for the sentence about the picture
    **marked: Any,  # passed on to `loss_by_position`
) -> None:
    """Show losses against position."""
    figure = loss_by_position(
        lines,
        trained=LENGTH,
        shaded=words["Shaded"],
        last=EDGES[-1],
        palette=chart.palette(),
        x=words["Position"],
        y=words["Loss"],
        **marked,
    )
    positions = middles(len(EDGES) - 1)
    columns = {
        each.name: np.pad(each.y, (0, len(positions) - len(each.y)), constant_values=np.nan) for each in lines
    }
    show(key, figure, {"position": positions} | columns, stored, words, part=part, cites=cites, said=said)


def show(
    key: str,
    figure: Figure,
    columns: Mapping[str, Any],
    stored: Mapping[str, str],
    words: Words,
    *,
    part: str,
    cites: Sequence[Method],
    said: Mapping[str, Any],
) -> None:
    """Show a picture of stored curves, with the script that reads them."""
    x = next(iter(columns))
    values = {"part": part, "names": dict(stored), "x": x, "places": [float(each) for each in columns[x]]}
    chart.show(
        figure,
        alt=words(f"{key.capitalize()}: alt", **said),
        table=lambda: pd.DataFrame(columns),
        key=key,
        code=Code("extrapolation/curves", values, cites=cites, files=(CURVES,)),
        ghost=True,
    )
