"""Random inputs from outside: addresses, configs, tables, links.

A target takes an input and raises only for a defect; an error that names the input is correct. The suite tries a
few inputs of each target, `python -m bench fuzz` thousands.
"""

from __future__ import annotations

import io
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from core.config.link import pack, unpack
from core.config.presets import PRESETS
from core.inputs.entries import ConfigError
from core.inputs.settings import PARAMETERS
from core.model_config import read_config
from core.schemes.analysis.table_file import TableError, tables, tensors
from core.teach.lesson import lessons
from core.teach.lesson_link import read_lesson_link
from pages.shared import contents
from tests.house import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hypothesis.strategies import SearchStrategy


@dataclass(frozen=True)
class Target:
    """A function that takes input from outside.

    Parameters
    ----------
    name : str
    inputs : SearchStrategy
    take : callable
        Raises for a defect.
    """

    name: str
    inputs: SearchStrategy
    take: Callable[[object], None]


# ---- Values.

NUMBERS = st.one_of(
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.sampled_from([0, -1, 1, 2, 3, 127, 128, 2**20, 2**31, 2**53, 1e-300, 1e308, 0.5]),
)
WORDS = st.sampled_from([
    "", " ", "nan", "inf", "-inf", "1e400", "0x10", "١٢", "1_000", "true", "false", "None", "all", "none", "[]",
    "{}", "a" * 20_000, "9" * 5_000, "<script>alert(1)</script>", "</style>", "'; --", "../../etc/passwd", "%00",
    "\x00", "\ud83d", "\u202eabc", "🕛" * 50, "RoPE", "YaRN", "Curve", "Gram matrix", "512", "8192", "order.1",
    "clock.99",
])  # fmt: skip
VALUES = st.one_of(WORDS, NUMBERS.map(str), st.text(max_size=80))


# ---- Addresses.

LINK_NAMES = ("step", "keep", "title", "note", "projector", "ignored")


def names_of(stem: str) -> list[str]:
    """Parameters that a room's address may hold: its own, and those of all rooms."""
    return sorted({*contents.ROOMS[stem].address, *(parameter.name for parameter in PARAMETERS), *LINK_NAMES})


def addresses(stem: str) -> SearchStrategy[Mapping[str, list[str]]]:
    """Up to eight parameters, each given up to three times; addresses hold no lone surrogates."""
    values = VALUES.map(lambda text: text.encode(errors="replace").decode())
    given = st.lists(values, min_size=1, max_size=3)
    return st.dictionaries(st.sampled_from(names_of(stem)), given, min_size=1, max_size=8)


def opener(stem: str) -> Callable[[Mapping[str, list[str]]], None]:
    """A function that opens the room at an address."""

    def take(asked: Mapping[str, list[str]]) -> None:
        open_room(stem, asked)

    return take


def open_room(stem: str, asked: Mapping[str, list[str]]) -> None:
    """Open a room; it must show its title and no exception."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params.update(asked)
    app.switch_page(f"pages/{stem}.py").run()
    assert not app.exception, app.exception[0].message
    assert app.title, "the room shows no title"


# ---- Configs.

_CONFIGS = [dict(preset.config) for preset in PRESETS.values()]
_KEYS = sorted({key for config in _CONFIGS for key in (*config, *(config.get("rope_scaling") or {}))})
_JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | VALUES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(_KEYS) | VALUES, inner, max_size=4),
    max_leaves=8,
)


@st.composite
def configs(draw: st.DrawFn) -> str:
    """A model's config with some values replaced, its text perhaps damaged."""
    config = dict(draw(st.sampled_from(_CONFIGS)))
    config |= draw(st.dictionaries(st.sampled_from(_KEYS), _JSON, max_size=4))
    scaling = config.get("rope_scaling")
    if isinstance(scaling, dict):
        config["rope_scaling"] = scaling | draw(st.dictionaries(st.sampled_from(_KEYS), _JSON, max_size=3))
    text = json.dumps(config)
    if draw(st.booleans()):
        return text
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(st.text(max_size=20)) + draw(st.sampled_from(["", text[at:], text[at + 1 :]]))


def take_config(text: str) -> None:
    """A config is read or refused with a ConfigError; if read, it has frequencies, findings and a link."""
    try:
        config = read_config(text)
    except ConfigError:
        return
    config.findings()
    for kind in config.layer_types:
        with suppress(ConfigError):  # the rule's values lead to a division by 0
            assert np.isfinite(kind.frequencies().inverse).all()
    packed = pack(config)
    if packed is not None:
        unpack(packed)


def take_config_link(packed: str) -> None:
    """A config in a link is read or refused with a ConfigError."""
    try:
        unpack(packed)
    except ConfigError:
        return


# ---- Tables.


def _npy(values: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.lib.format.write_array(stream, values)
    return stream.getvalue()


def _npz(values: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, table=values)
    return stream.getvalue()


def _csv(values: np.ndarray) -> bytes:
    return "\n".join(",".join(map(str, row)) for row in values.tolist()).encode()


def _safetensors(values: np.ndarray) -> bytes:
    numbers = values.astype("<f4").tobytes()
    entry = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [0, len(numbers)]}
    head = json.dumps({"table": entry}).encode()
    return len(head).to_bytes(8, "little") + head + numbers


_FORMATS = {".npy": _npy, ".npz": _npz, ".csv": _csv, ".safetensors": _safetensors}


@st.composite
def table_files(draw: st.DrawFn) -> tuple[str, bytes]:
    """A small table in one of the formats, with bytes replaced, removed or inserted."""
    ending = draw(st.sampled_from([*_FORMATS, ".txt"]))
    shape = draw(st.tuples(st.integers(0, 6), st.integers(0, 6)))
    values = np.zeros(shape, draw(st.sampled_from(["<f4", "<f8", "<i8", "<f2"])))
    data = bytearray(_FORMATS.get(ending, _csv)(values))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 8))] = draw(st.binary(max_size=8))
    return f"table{ending}", bytes(data)


def take_table(given: tuple[str, bytes]) -> None:
    """A table is read or refused with a TableError."""
    try:
        for tensor in tables(tensors(*given)).values():
            table = tensor.table()
            assert np.isfinite(table.block(slice(None), slice(None))).all()
    except TableError:
        return


def take_link(asked: Mapping[str, list[str]]) -> None:
    """A lesson link is always read."""
    read_lesson_link(asked, lessons())


# ---- All.

LINKS = st.dictionaries(st.sampled_from(LINK_NAMES), st.lists(VALUES, max_size=30), max_size=5)
CORE = [
    Target("config.json", configs() | st.text(max_size=200) | _JSON.map(json.dumps), take_config),
    Target("config in a link", st.text(max_size=200) | st.binary(max_size=200).map(bytes.hex), take_config_link),
    Target("table file", table_files(), take_table),
    Target("lesson link", LINKS, take_link),
]
PAGES = [Target(f"address of {stem}", addresses(stem), opener(stem)) for stem in contents.ROOMS]
