"""Random inputs from outside: addresses, configs, tables, links, prompts.

A target takes an input and raises only for a defect; an error that names the input is correct. The suite tries a
few inputs of each target, `python -m bench fuzz` thousands.
"""

import json
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from streamlit.testing.v1 import AppTest

from core.beyond_text.picture import LONG
from core.beyond_text.picture_file import PictureError, read_picture
from core.beyond_text.prompt import prompt_positions
from core.beyond_text.prompt_text import read_prompt
from core.config.engines import llama_cpp, vllm
from core.config.lengths import first_target, lengthened
from core.config.link import pack, unpack
from core.config.pair_wavelengths import pair_wavelengths
from core.config.presets import PRESETS
from core.config.reading import reading
from core.config.rewrite import STYLES, changes, corrected
from core.inputs.entries import ConfigError
from core.inputs.settings import PARAMETERS
from core.model_config import ModelConfig, read_config
from core.schemes.analysis.spectrum import spectrum
from core.schemes.analysis.table import Table, table_means
from core.schemes.analysis.table_file import TableError, tables, tensors
from core.schemes.analysis.table_readings import norm_curve, row_cosines
from core.teach.lesson import lessons
from core.teach.lesson_link import NAMES, read_lesson_link
from core.teach.live.codes import keys_of, read_code, read_secret
from core.teach.live.counts_csv import counts_csv
from core.teach.live.move import read_move, read_turn
from core.teach.live.question import card_question, read_question
from core.teach.live.record import from_json, new_class, to_json
from core.teach.live.untrusted import LiveError, read_body
from deploy.live.presence import read_heartbeat
from pages.shared import contents
from tests import mutants
from tests.house import ROOT


@dataclass(frozen=True)
class Target:
    """A function that takes input from outside.

    Parameters
    ----------
    name : str
    inputs : SearchStrategy
    take : callable
        Raises for a defect.
    draw : callable or None
        Makes an input from a random generator, fast enough for a million of them.
    """

    name: str
    inputs: SearchStrategy
    take: Callable[[object], None]
    draw: Callable[[Random], object] | None = None


# ---- Values.

NUMBERS = st.one_of(
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.sampled_from([0, -1, 1, 2, 3, 127, 128, 2**20, 2**31, 2**53, 1e-300, 1e308, 0.5]),
)
WORDS = st.sampled_from(
    "nan inf -inf 1e400 0x10 ١٢ 1_000 true false None all none [] {} <script>alert(1)</script> </style>".split()
    + "../../etc/passwd %00 RoPE YaRN Curve 512 8192 order.1 clock.99".split()
    + ["", " ", "a" * 20_000, "9" * 5_000, "'; --", "\x00", "\ud83d", "\u202eabc", "🕛" * 50, "Gram matrix"]
)
VALUES = st.one_of(WORDS, NUMBERS.map(str), st.text(max_size=80))


# ---- Addresses.


def names_of(stem: str) -> list[str]:
    """Parameters that a room's address may hold: its own, and those of all rooms."""
    return sorted({*contents.ROOMS[stem].address, *(parameter.name for parameter in PARAMETERS), *NAMES})


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
    """Open a room; it must show its title, or that of a step, and no exception."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params.update(asked)
    app.switch_page(f"pages/{stem}.py").run()
    assert not app.exception, app.exception[0].message
    assert app.title or any(text.value.startswith("# ") for text in app.markdown), "the room shows no title"


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


def take_config(text: str | bytes) -> None:
    """A config is read or refused with a ConfigError; if read, it has frequencies, findings and a link."""
    try:
        config = read_config(text)
    except ConfigError as error:
        str(error).encode()
        return
    for said in config.findings():
        "".join(said).encode()
    for kind in config.layer_types:
        with suppress(ConfigError):  # the rule's values lead to a division by 0
            assert np.isfinite(kind.frequencies().inverse).all()
    if zlib.crc32(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")) % 16 == 0:
        _take_away(config)
    packed = pack(config)
    if packed is not None:
        unpack(packed)


def _take_away(config: ModelConfig) -> None:
    """All that the room Model shows of a config; only its wavelengths may be refused."""
    target = first_target(config)
    try:
        for kind in config.layer_types:
            reading(
                pair_wavelengths(kind, target), pair_wavelengths(kind, target, rewritten=lengthened(kind, target))
            )
    except ConfigError:
        return
    if config.layer_types:
        for style in STYLES:
            json.dumps([changes(config, target, style), corrected(config, target, style)]).encode()
        (vllm(config, target).text + llama_cpp(config, target).text).encode()
    config.findings(target)


def take_config_link(packed: str) -> None:
    """A config in a link is read or refused with a ConfigError."""
    try:
        unpack(packed)
    except ConfigError:
        return


# ---- Tables.


@st.composite
def table_files(draw: st.DrawFn) -> tuple[str, bytes]:
    """A small table in one of the formats, with bytes replaced, removed or inserted."""
    ending = draw(st.sampled_from([*mutants.FORMATS, ".txt"]))
    shape = draw(st.tuples(st.integers(0, 6), st.integers(0, 6)))
    values = np.zeros(shape, draw(st.sampled_from(["<f4", "<f8", "<i8", "<f2"])))
    data = bytearray(mutants.FORMATS.get(ending, mutants.csv)(values))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 8))] = draw(st.binary(max_size=8))
    return f"table{ending}", bytes(data)


def take_table(given: tuple[str, bytes]) -> None:
    """A table is read and measured, or refused with a TableError; all that is said of it can be sent."""
    try:
        for tensor in tables(tensors(*given)).values():
            f"{tensor.file} {tensor.name}".encode()
            _measure(tensor.table())
    except TableError as error:
        str(error).encode()


def _measure(table: Table) -> None:
    """All that the room Learned computes."""
    with np.errstate(over="raise", invalid="raise"):
        found = spectrum(table, count=6, points=512)
        cosines = row_cosines(table, rows=256).values if table.length > 1 else np.zeros(1)
        means = table_means(table, rows=256, columns_=256).values
    numbers = [found.components.values, norm_curve(table, points=512).values, cosines, means]
    assert all(np.isfinite(each).all() for each in numbers)


# ---- Lesson links.

LINKS = st.dictionaries(st.sampled_from(NAMES), st.lists(VALUES, max_size=30), max_size=5)


def take_link(asked: Mapping[str, list[str]]) -> None:
    """A lesson link is always read."""
    read_lesson_link(asked, lessons(), (), {stem: room.address for stem, room in contents.ROOMS.items()})


# ---- Prompts of text and images.

PROMPTS = st.lists(
    st.tuples(
        st.sampled_from(["text", "image", "video"]) | VALUES,
        NUMBERS
        | VALUES
        | st.integers(0, 50)
        | st.lists(st.integers(-2, 40).map(lambda side: 2 * side), max_size=4),
    )
    | st.none(),
    max_size=5,
)


PROMPT_TEXTS = st.lists(
    st.sampled_from(["text", "image", "video", " ", "4", "10", "99999", "×", "x", ",", ";", "-1", "٣"])
    | st.text(max_size=5),
    max_size=16,
).map("".join)
PICTURES = st.builds(
    bytes.__add__,
    st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a", b"BM"]),
    st.binary(max_size=300),
)


def take_prompt_text(text: object) -> None:
    """A prompt in words is one that has positions, or is refused."""
    assert isinstance(text, str)
    with suppress(ValueError):
        assert prompt_positions(read_prompt(text), merge=1).positions.shape[0] == 3


def take_picture(data: object) -> None:
    """A picture is small, or is refused."""
    assert isinstance(data, bytes)
    with suppress(PictureError):
        assert max(read_picture(data).picture.pixels.shape) <= LONG


def take_prompt(parts: object) -> None:
    """A prompt has three positions a token, or is refused."""
    for model in ("Qwen2-VL", "Qwen2.5-VL", "Qwen3-VL"):
        with suppress(ValueError):
            tracks = prompt_positions(parts, model=model)
            assert tracks.positions.shape == (3, len(tracks.kinds))


# ---- What a live class receives.


_BODIES = [
    {
        "by": "tab1",
        "turn": 1,
        "address": "/matrix?base=500",
        "hand": {"base": 7},
        "playing": {"clocks": {"position": 1, "playing": True, "speed": 2}},
    },
    {"paused": True, "look": False, "pace": "own"},
    {"card": "swamp"},
    {"text": "Which?", "options": ["a", "b"], "right": 1},
    {"text": "How many?", "unit": "tokens", "least": 0, "most": 9, "whole": True, "right": 3},
    {"seat": "a", "follows": True, "step": 3, "leaves": False},
]
_LIVE = st.recursive(
    st.none() | st.booleans() | NUMBERS | VALUES,
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(VALUES | st.just("base"), inner, max_size=6),
    max_leaves=12,
)


@st.composite
def live_bodies(draw: st.DrawFn) -> bytes:
    """A body with some values replaced."""
    body = dict(draw(st.sampled_from(_BODIES)))
    return json.dumps(
        body | draw(st.dictionaries(st.sampled_from(sorted(body)) | VALUES, _LIVE, max_size=2))
    ).encode()


LIVE = st.tuples(live_bodies() | st.binary(), _LIVE)
_CLASS = new_class(keys_of("A" * 43))


def take_live(given: tuple[bytes, object]) -> None:
    """A body, a code, a secret, a seat and an answer are read or refused by name; what is read can be written."""
    raw, value = given
    for read in (read_code, read_secret, _CLASS.keys.check_participant_token, card_question("swamp").read):
        with suppress(LiveError):
            read(value)
    with suppress(LiveError):
        take_live_body(read_body(raw))


def take_live_body(body: dict[str, object]) -> None:
    """Every route refuses a body, or the class after it can be shown, kept, and given as CSV."""
    changes = (
        lambda: _CLASS.moved(read_move(body, 0), *read_turn(body)),
        lambda: _CLASS.ruled(body),
        lambda: _CLASS.asking(read_question(body)).closed([], 0).revealed(),
    )
    for change in changes:
        with suppress(LiveError):
            after = change()
            assert from_json(json.loads(json.dumps(to_json(after)))) == after
            json.dumps(after.shown()).encode()
            counts_csv(after).encode()
    with suppress(LiveError):
        read_heartbeat(body).encode()


# ---- All.

PACKED = st.text(max_size=200) | st.binary(max_size=200).map(bytes.hex)
CORE = [
    Target("body of a live class", LIVE, take_live),
    Target("config.json", configs() | st.text(max_size=200) | _JSON.map(json.dumps), take_config, mutants.pasted),
    Target("config in a link", PACKED, take_config_link, mutants.config_link),
    Target("table file", table_files(), take_table, mutants.table_file),
    Target("lesson link", LINKS, take_link, mutants.lesson_link),
    Target("prompt", PROMPTS, take_prompt),
    Target("prompt in words", PROMPT_TEXTS, take_prompt_text),
    Target("picture", PICTURES, take_picture),
]
PAGES = [Target(f"address of {stem}", addresses(stem), opener(stem)) for stem in contents.ROOMS]
