"""A table of the reader's own: a file, one of its tensors, and a sentence where it cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from core.schemes.analysis.table_file import TableError, Tensor, tables, tensors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.schemes.analysis.table import Table

ENDINGS = ["npy", "npz", "csv", "safetensors"]
_PLAIN = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>$:~#|"})


@dataclass(frozen=True)
class Upload:
    """What came of a file.

    Parameters
    ----------
    origin : tuple of str
        Tells it from other files and tensors.
    table : Table or None
        None where it cannot be read.
    said : str
        What it is or why it was refused, as Markdown.
    """

    origin: tuple[str, ...]
    table: Table | None
    said: str


def ask(words: Mapping[str, str]) -> Upload | None:
    """The uploader, and beside it a choice where the file holds several tables; None without a file.

    Parameters
    ----------
    words : mapping
        Of the room; those under "Upload" are used.
    """
    file = st.file_uploader(words["Upload: label"], ENDINGS, key="file", help=words["Upload: help"])
    if file is None:
        return None
    found, error = _listed(file.file_id, file.name, file.getvalue())
    if error:
        return Upload((file.file_id,), None, plain(error))
    names = list(found)
    name = st.selectbox(words["Upload: tensor"], names, key="tensor") if len(names) > 1 else names[0]
    table, error = _read(file.file_id, name, found[name])
    return Upload((file.file_id, name), table, plain(error) if error else _description(found[name], words))


def plain(text: str) -> str:
    """A stranger's text, such as a file's name, as Markdown that shows it as it is."""
    return text.translate(_PLAIN)


def _description(tensor: Tensor, words: Mapping[str, str]) -> str:
    length, d_model = tensor.axes
    notes = [words["Upload: index"]] if tensor.index else []
    if tensor.axes != tensor.shape:
        notes.append(words["Upload: squeezed"].format(shape=" × ".join(map(str, tensor.shape))))
    name = ": ".join(plain(part) for part in (tensor.file, tensor.name) if part)
    said = words["Upload: read"].format(name=name, length=length, d_model=d_model, dtype=plain(tensor.dtype))
    return " ".join([said, *notes])


@st.cache_resource(max_entries=1, scope="session", show_spinner=False)
def _listed(file_id: str, name: str, _data: bytes) -> tuple[dict[str, Tensor], str]:
    """Tables of a file, or what is wrong with it."""
    try:
        return tables(tensors(name, _data)), ""
    except TableError as error:
        return {}, str(error)


@st.cache_resource(max_entries=1, scope="session", show_spinner=False)
def _read(file_id: str, name: str, _tensor: Tensor) -> tuple[Table | None, str]:
    """The chosen table, or what is wrong with it."""
    try:
        return _tensor.table(), ""
    except TableError as error:
        return None, str(error)
