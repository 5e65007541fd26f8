"""Upload of a table: the file, a choice among its tensors, and a message if it cannot be read."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import streamlit as st
from numpy.typing import NDArray

from core.inputs.whole_text import whole_text
from core.schemes.analysis.table import Table
from core.schemes.analysis.table_file import FORMATS, TableError, Tensor, cosines_and_sines, tables, tensors
from pages.shared import upload
from pages.shared.verbatim import markdown
from pages.shared.words import Words

ENDINGS = [ending.removeprefix(".") for ending in FORMATS]
MOST_PASTED = 200_000  # characters
PASTED = "pasted_table"  # key of the field


@dataclass(frozen=True)
class Upload:
    """A file that was uploaded."""

    origin: tuple[str, ...]  # identifies the file and the tensor
    table: Table | None  # None if it cannot be read
    description: str  # description of the table, or why it was refused, as Markdown
    array: Callable[[], NDArray[Any]] | None = None  # what the file holds, where that is no table
    pair: tuple[Tensor, ...] = ()  # RoPE's cosines and sines, where the table is one of these two


def ask(
    words: Words,
    on_check: Callable[[], None],  # called when a file or pasted numbers are given
) -> Upload | None:  # None without a file and without pasted numbers
    """Show the uploader and a field for numbers, and a choice below if a file holds several tables."""
    label, help_ = words["Upload: label"], words["Upload: help"]
    file = upload.ask(label, ENDINGS, key="file", help=help_, on_change=on_check)
    if file is None:
        with st.form(f"{PASTED}_form", border=False, height="content"):
            text = st.text_area(
                words["Upload: paste"],
                key=PASTED,
                max_chars=MOST_PASTED,
                height=120,
                placeholder=words["Upload: example"],
            )
            st.form_submit_button(words["Upload: check"], key=f"{PASTED}_check", type="primary", on_click=on_check)
        data = whole_text(text).strip().encode()
        return _upload(sha256(data).hexdigest(), words["Upload: pasted"], data, words) if data else None
    if file.refusal:
        return Upload((file.id,), None, file.refusal)
    return _upload(file.id, file.name, file.data, words)


def is_given() -> bool:
    """Whether there is a file or pasted text, before it is asked for."""
    return st.session_state.get("file") is not None or bool((st.session_state.get(PASTED) or "").strip())


def _upload(file_id: str, file_name: str, data: bytes, words: Words) -> Upload:
    tables, error = _read_tables(file_id, file_name, data)
    if error:
        return Upload((file_id,), None, markdown(error))
    names = list(tables)
    name = st.selectbox(words["Upload: tensor"], names, key="tensor") if len(names) > 1 else names[0]
    tensor = tables[name]
    table, error = _read(file_id, name, tensor)
    if table is None:
        return Upload((file_id, name), None, markdown(error))
    array, pair = None if tensor.is_table else tensor.array, cosines_and_sines(tables)
    return Upload((file_id, name), table, _description(tensor, table, words), array, pair if tensor in pair else ())


def _description(tensor: Tensor, table: Table, words: Words) -> str:
    length, d_model = table.length, table.d_model
    notes = [words["Upload: index"]] if tensor.index else []
    if tensor.is_complex:
        notes.append(words["Upload: complex"])
    if tensor.axes != tensor.shape:
        notes.append(words("Upload: squeezed", shape=" × ".join(map(str, tensor.shape))))
    name = markdown(": ".join(part for part in (tensor.file, tensor.name) if part))
    summary = words("Upload: read", name=name, length=length, d_model=d_model, dtype=markdown(tensor.dtype))
    return " ".join([summary, *notes])


@st.cache_resource(max_entries=1, scope="session", show_spinner=False)
def _read_tables(file_id: str, name: str, _data: bytes) -> tuple[dict[str, Tensor], str]:
    """The tables of a file, or why it has none."""
    try:
        return tables(tensors(name, _data)), ""
    except TableError as error:
        return {}, str(error)


def _read(file_id: str, name: str, tensor: Tensor) -> tuple[Table | None, str]:
    """The chosen table, or the reason why it cannot be read."""
    try:
        table = tensor.as_shown()
    except TableError as error:
        return None, str(error)
    fault = _fault(file_id, name, tensor, table)
    return (None, fault) if fault else (table, "")


@st.cache_resource(max_entries=1, scope="session", show_spinner=False)
def _fault(file_id: str, name: str, _tensor: Tensor, _table: Table) -> str:
    """What is wrong with the numbers. They end with the run: 20 kB of an archive may unpack to 20 MB."""
    try:
        _tensor.check(_table)
    except TableError as error:
        return str(error)
    return ""
