"""One way to show a Plotly figure: with its sentence for those who cannot see it, and its table."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from components.kit import run_record
from components.pictures.plot import Live, plot
from figures import theme
from pages.shared.columns import Columns
from pages.shared.words import read

WORDS = Path(__file__).with_suffix(".md")


def palette() -> theme.Palette:
    """The colours of the theme that the reader sees."""
    return theme.DARK if st.context.theme.type == "dark" else theme.LIGHT


def show(
    figure: Mapping[str, Any],  # a figure of `figures`, drawn from the columns
    columns: Columns,
    *,
    alt: str,  # what the picture says, in one sentence with its numbers
    key: str,  # unique on the page; the room declares it among its pictures
    # called before the run after a click; `st.session_state[key].point` is x, y and customdata
    on_point_change: Callable[[], None] | None = None,
    ghost: bool = False,  # whether lines leave their last place behind in grey; of lines alone
    live: Live | None = None,
) -> None:
    """Show a figure with its data one click away."""
    plot(figure, alt=alt, key=key, on_point_change=on_point_change, ghost=ghost, live=live)
    data(columns, key=key, figure=figure)


def data(columns: Columns, *, key: str, figure: Mapping[str, Any] = MappingProxyType({})) -> None:
    """Note the columns of a picture, with the code for them, for the row "Take it with you"."""
    code = columns.code
    run_record.table(columns.frame, key=key, code=code(figure) if callable(code) else code)


def numbers(table: Callable[[], pd.DataFrame], *, key: str) -> None:
    """The numbers of a picture as a table, made and sent only when opened."""
    fold = st.expander(read(WORDS)["Table"], key=f"{key}_table", type="compact", on_change="rerun")
    if fold.open:
        grid(table(), place=fold)


def grid(
    frame: pd.DataFrame,
    *,
    place: DeltaGenerator | None = None,  # where; None for the page
    meanings: Mapping[str, str] = MappingProxyType({}),  # by column, what explains it
    **extras: Any,  # passed on to `st.dataframe`
) -> None:
    """Show a table whose numbers are written as in the text."""
    columns = {
        name: st.column_config.NumberColumn(help=meanings.get(str(name)), **_format(column.to_numpy(float)))
        for name, column in frame.select_dtypes("number").items()
    }
    (place or st).dataframe(frame, hide_index=True, placeholder="–", column_config=columns, **extras)


def _format(values: NDArray[np.float64]) -> dict[str, Any]:
    """Thousands apart, by a comma in any browser; where there are minus signs, as the browser has them."""
    finite_values = values[np.isfinite(values)]
    sizes = np.abs(finite_values[finite_values != 0])
    if not (sizes >= 1000).any():
        return {}
    step = 1 if (sizes % 1 == 0).all() else 0.01 if sizes.min() >= 1 else 0.0001
    return {"format": "accounting" if (finite_values >= 0).all() else "localized", "step": step}
