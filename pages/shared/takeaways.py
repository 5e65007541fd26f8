"""What a reader takes away from a room: files, the link, code and citation, all from what the run has shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import streamlit as st

from components.kit.stand_alone import stand_alone
from components.links.take_picture import take_picture
from core.method import CITATION, LANGUAGES
from figures import theme
from pages.shared import scripts
from pages.shared.sections import sections

if TYPE_CHECKING:
    from collections.abc import Mapping

    from components.kit.noted import Noted, Picture, Table

_KEY = "take_away"
_ROWS = 1000  # of a table in a file of its own
_THEME = {
    "text-color": "textColor",
    "background-color": "backgroundColor",
    "secondary-background-color": "secondaryBackgroundColor",
    "primary-color": "primaryColor",
}


@dataclass(frozen=True)
class Taken:
    """What can be taken: a picture, its table, or both.

    Parameters
    ----------
    key : str
        Of the picture, else of the table.
    picture : Picture or None
    table : callable or None
    given : Given
        What the room says of its code.
    """

    key: str
    picture: Picture | None
    table: Table | None
    given: scripts.Given = field(default_factory=scripts.Given)

    def program(self, words: Mapping[str, str]) -> scripts.Program:
        """Its code, by the room's sections."""
        return scripts.of(words, self.key, self.picture, self.table, self.given)

    @property
    def label(self) -> str:
        """Its key as words."""
        return self.key.replace("_", " ").capitalize()

    def frame(self) -> pd.DataFrame:
        """Its table, made now."""
        return pd.DataFrame(self.table() if self.table else {})


def offered(shown: Noted, given: Mapping[str, scripts.Given]) -> list[Taken]:
    """Pictures with their tables in the order in which they were shown, then tables that belong to none."""
    tables = {key: shown.table_of(key) for key in shown.pictures}
    tables |= {key: table for key, table in shown.tables.items() if table not in tables.values()}
    return [
        Taken(key, shown.pictures.get(key), table, given.get(key, scripts.Given())) for key, table in tables.items()
    ]


def draw(words: Mapping[str, str], shown: Noted, given: Mapping[str, scripts.Given]) -> None:
    """An expander in which nothing is made before it is open.

    Parameters
    ----------
    words : mapping of str
        The room's sections.
    shown : Noted
        What the run has shown.
    given : mapping of Given
        What the room says of the code of a picture or table, by key.
    """
    found = offered(shown, given)
    if not found:
        return
    opened = st.expander(_words()["Title"], key=_KEY, type="compact", on_change="rerun")
    if opened.open:
        with opened:
            _offer(words, found)


def _offer(words: Mapping[str, str], found: list[Taken]) -> None:
    title, own, link = words["Title"], _words(), address()
    line = st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall")
    taken = _chosen(found, line)
    code = taken.program(words)
    with line:
        if taken.table:
            _download("CSV", f"{taken.key}.csv", "text/csv", lambda: as_csv(taken.frame()))
            _download("NPY", f"{taken.key}.npy", "application/octet-stream", lambda: as_npy(taken.frame()))
        if taken.picture:
            citation, look = scripts.citation(code.records), style()
            make = partial(as_html, taken, title=title, link=link, citation=citation, look=look)
            _download("HTML", f"{taken.key}.html", "text/html", make)
        take_picture(
            taken.key,
            title=title,
            alt=taken.picture.alt if taken.picture else "",
            name=taken.key,
            words={name: own[name.capitalize()] for name in ("link", "copied", "missing", "failed")},
            key=f"{_KEY}_picture",
        )
        for file in code.files:
            _download(file.name, file.name, "application/octet-stream", file.read_bytes, own["File"])
    notes = [*scripts.sources(code.records), *([own["Made by"].format(link=link)] if link else [])]
    kinds = (*LANGUAGES, CITATION)
    for tab, language in zip(st.tabs(kinds, key=f"{_KEY}_code"), kinds, strict=True):
        if language == CITATION:
            tab.code(scripts.citation(code.records), language=None, wrap_lines=True)
        else:
            tab.code(code.text(language, title=title, notes=notes), language="python", height=420)


def _chosen(found: list[Taken], line: st.delta_generator.DeltaGenerator) -> Taken:
    if len(found) < 2:
        return found[0]
    labels = {taken.label: taken for taken in found}
    label = line.selectbox(_words()["Picture"], list(labels), key=f"{_KEY}_of", width=240)
    return labels.get(label or "", found[0])


def _download(label: str, name: str, mime: str, make: Any, help: str | None = None) -> None:
    st.download_button(
        label, make, name, mime, key=f"{_KEY}_{label}", on_click="ignore", help=help or _words()[label]
    )


def address() -> str:
    """The room's address with all that it says; "" where there is no browser."""
    asked = {name: st.query_params.get_all(name) for name in st.query_params}
    return f"{st.context.url}{f'?{urlencode(asked, doseq=True)}' if asked else ''}" if st.context.url else ""


def as_csv(frame: pd.DataFrame) -> bytes:
    """A table as text."""
    return frame.to_csv(index=False).encode()


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


def as_html(taken: Taken, *, title: str, link: str, citation: str, look: Mapping[str, str]) -> bytes:
    """A picture as a file of its own, with the first rows of its table."""
    if taken.picture is None:
        return b""
    rows = taken.frame().head(_ROWS)
    table = rows.to_html(index=False, classes="data", border=0) if taken.table else ""
    return stand_alone(taken.picture, title=title, table=table, link=link, citation=citation, look=look).encode()


def style() -> dict[str, str]:
    """What components ask of the page's style, in the theme that the reader sees."""
    kind = "dark" if st.context.theme.type == "dark" else "light"
    palette = theme.DARK if kind == "dark" else theme.LIGHT
    found = {name: str(st.get_option(f"theme.{kind}.{option}")) for name, option in _THEME.items()}
    radius = {"base-radius": "0.5rem", "button-radius": "0.5rem"}
    return found | radius | {"border-color": palette.grid, "font": theme.FONT, "code-font": "monospace"}


@cache
def _words() -> Mapping[str, str]:
    return sections(Path(__file__).with_suffix(".md").read_text("utf-8"))
