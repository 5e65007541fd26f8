"""A picture's numbers and the picture itself as files."""

import re
from dataclasses import asdict
from io import BytesIO
from typing import Any, Literal
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import streamlit as st

from core.inputs.whole_text import no_formula
from figures import theme
from pages.shared import settings
from pages.shared.contents import Room

_ROWS, _CELLS = 1000, 30_000  # at most of a table in a file of its own; a cell takes 6 µs and 25 bytes
_UNSAFE = re.compile(r"[^\w.+-]+")
_VALUE, _NAME = 24, 160  # characters of a file's name at most: of one value, and of all without the ending
_THEME = {
    "text-color": "textColor",
    "background-color": "backgroundColor",
    "secondary-background-color": "secondaryBackgroundColor",
    "primary-color": "primaryColor",
}


def as_csv(frame: pd.DataFrame) -> bytes:
    """A table as CSV; an apostrophe precedes text that a spreadsheet would take for a formula."""
    words = {name: column.map(_no_formula) for name, column in frame.items() if _holds_words(column)}
    return frame.assign(**words).rename(columns=_no_formula).to_csv(index=False).encode()


def _holds_words(column: pd.Series) -> bool:
    return column.to_numpy().dtype.kind not in "biufM"


def _no_formula(cell: Any) -> Any:
    return no_formula(cell) if isinstance(cell, str) else cell


def as_npy(frame: pd.DataFrame) -> bytes:
    """A table as NumPy's file: of two dimensions where all is numbers, else of rows with named columns."""
    file = BytesIO()
    np.save(file, as_array(frame), allow_pickle=False)
    return file.getvalue()


def as_array(frame: pd.DataFrame) -> np.ndarray:
    """A table as an array without objects; a truth value is 0 or 1."""
    columns = {str(name): _plain(column) for name, column in frame.items()}
    if not any(column.dtype.kind == "U" for column in columns.values()):
        return frame.to_numpy(float)
    array = np.empty(len(frame), [(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        array[name] = column
    return array


def _plain(column: pd.Series) -> np.ndarray:
    values = column.to_numpy()
    return values if values.dtype.kind in "biuf" else values.astype(str)


def table_html(rows: pd.DataFrame, *, cells: int = _CELLS) -> str:
    """The first rows of a table as HTML, within a limit on cells."""
    head = rows.head(max(1, min(_ROWS, cells // max(1, rows.shape[1]))))
    whole = dict.fromkeys(head.select_dtypes("integer"), "{:,}".format)
    return head.to_html(
        index=False, classes="data", border=0, na_rep="–", formatters=whole, float_format="{:,.6g}".format
    )


def style() -> dict[str, str]:
    """What components ask of the page's style, in the theme that the reader sees."""
    return look("dark" if st.context.theme.type == "dark" else "light")


def look(kind: Literal["light", "dark"]) -> dict[str, str]:
    """The same in a light or a dark theme."""
    colours = {name: str(st.get_option(f"theme.{kind}.{option}")) for name, option in _THEME.items()}
    sizes = {"base-radius": "0.5rem", "button-radius": "0.5rem"}
    fonts = {"font": theme.FONT, "code-font": str(st.get_option("theme.codeFont"))}
    return (
        colours | {"border-color": f"{colours['text-color']}33"} | sizes | fonts
    )  # 33: 20%, as Streamlit draws it


def looks() -> dict[str, dict[str, str]]:
    """The looks of both themes, for pages that follow the reader's system."""
    return {"light": look("light"), "dark": look("dark")}


def file_name(key: str, room: Room) -> str:
    """Name of a file without its ending: the picture, the shared settings that the room uses, and its own choices.

    Choices come from the address and are untrusted: anything but letters, digits, dots and signs becomes a hyphen.
    """
    values = {name: f"{value:.12g}" for name, value in _shared(room).items()}
    parts = (f"{name}-{_UNSAFE.sub('-', value)[:_VALUE]}" for name, value in (values | _choices(room)).items())
    return "_".join([key, *parts])[:_NAME]


def settings_text(room: Room) -> str:  # untrusted: choices come from the address
    """The shared settings that the room uses, and its own choices, as a line of a picture."""
    values = {name: f"{value:,.12g}" for name, value in _shared(room).items()}
    view = room.views.parameter if room.views else ""
    choices = {name: value[:_VALUE] for name, value in _choices(room).items() if name != view}
    return " · ".join(f"{name} {value}" for name, value in (values | choices).items())


def _shared(room: Room) -> dict[str, float]:
    return {name: value for name, value in asdict(settings.read()).items() if name in room.settings}


def _choices(room: Room) -> dict[str, str]:
    return {name: "-".join(st.query_params.get_all(name)) for name in room.address if name in st.query_params}


def address() -> str:
    """The room's address with its query string; "" without a browser."""
    query = {name: st.query_params.get_all(name) for name in st.query_params}
    return f"{st.context.url}{f'?{urlencode(query, doseq=True)}' if query else ''}" if st.context.url else ""
