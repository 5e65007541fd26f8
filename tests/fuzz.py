"""Random inputs from outside: addresses, configs, tables, links, prompts.

A target takes an input and raises only for a defect; an error that names the input is correct. The suite tries
thousands of inputs, `python -m bench fuzz` a million. `tests.mutants` draws real files with changes.
"""

import json
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

from core.beyond_text.picture import LONG, PictureError, read_pixels
from core.beyond_text.prompt import prompt_positions, read_prompt
from core.inputs.settings import PARAMETERS
from core.schemes.analysis.spectrum import spectrum
from core.schemes.analysis.table import Table, norm_curve, row_cosines, table_means
from core.schemes.analysis.table_file import TableError, tables, tensors
from core.teach.lesson import lessons
from core.teach.lesson_link import NAMES, read_lesson_link
from core.teach.live.codes import keys_of, read_code, read_secret
from core.teach.live.move import read_move, read_turn
from core.teach.live.question import card_question, read_question
from core.teach.live.record import UnreadableError, counts_csv, from_json, from_text, new_class, to_json
from core.teach.live.untrusted import LiveError, read_body
from deploy.live.presence import read_heartbeat
from model_configs.engines import llama_cpp, vllm
from model_configs.entries import ConfigError
from model_configs.forms.launch import commands
from model_configs.lengths import first_target, lengthen
from model_configs.link import pack, unpack
from model_configs.model_config import ModelConfig, read_config
from model_configs.pair_wavelengths import pair_wavelengths, reading
from model_configs.rewrite import STYLES, changes, corrected
from pages.shared import contents
from tests.house import ROOT
from tests.mutants import NUMBERS, TEXTS, config_link, damaged, deep, launch_file, lesson_link, pasted, table_file


@dataclass(frozen=True)
class Target:
    """A function that takes input from outside."""

    name: str
    draw: Callable[[Random], Any]  # makes an input
    take: Callable[[Any], None]  # raises for a defect

    def attempt(self, count: int, seed: int) -> None:
        """Take `count` inputs; an error names the one that causes it."""
        random = Random(f"{self.name} {seed}")
        for _ in range(count):
            value = self.draw(random)
            try:
                self.take(value)
            except Exception as error:
                raise AssertionError(f"{self.name}: {error!r:.300} for {value!r:.1000}") from error


# ---- Values.

WORDS = (
    *"all none [] {} <script>alert(1)</script> </style> ../../etc/passwd %00 RoPE YaRN Curve 512 8192".split(),
    *("order.1", "clock.99", "a" * 20_000, "'; --", "Gram matrix", *TEXTS),
)


def text(random: Random) -> str:
    """Text as an address may hold it; addresses hold no lone surrogates."""
    value = str(random.choice([*WORDS, *NUMBERS[:9], random.randrange(-(10**20), 10**20), random.random() * 10**6]))
    return (damaged(value[:200], random) if random.random() < 0.2 else value).encode(errors="replace").decode()


def value(random: Random) -> Any:
    """Any value of JSON, some nested."""
    kind = random.random()
    if kind < 0.1:
        return [value(random) for _ in range(random.randrange(7))]
    if kind < 0.2:
        return {text(random): value(random) for _ in range(random.randrange(6))}
    return random.choice([random.choice(NUMBERS), random.choice(WORDS), None, True, deep(random)])


# ---- Addresses.


def address_of(stem: str) -> Callable[[Random], dict[str, list[str]]]:
    """Up to eight parameters of a room, each given up to three times: its own, and those of all rooms."""
    names = sorted({*contents.ROOMS[stem].address, *(parameter.name for parameter in PARAMETERS), *NAMES})

    def draw(random: Random) -> dict[str, list[str]]:
        some = random.sample(names, min(len(names), random.randrange(1, 9)))
        return {name: [text(random) for _ in range(random.randrange(1, 4))] for name in some}

    return draw


def open_room(stem: str, query: Mapping[str, list[str]]) -> None:
    """Open a room; it must show its title, or that of a step, and no exception."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params.update(query)
    app.switch_page(f"pages/{stem}.py").run()
    assert not app.exception, app.exception[0].message
    heads = [*(text.value for text in app.markdown), *(str(part.proto.body) for part in app.get("html"))]
    assert app.title or any(head.startswith("# ") or "<h1" in head for head in heads), "the room shows no title"


# ---- Configs.


def take_config(text: str | bytes) -> None:
    """A config is read or refused with a ConfigError; if read, it has frequencies, findings and a link."""
    try:
        config = read_config(text)
    except ConfigError as error:
        str(error).encode()
        return
    for finding in config.findings():
        "".join(finding).encode()
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
                pair_wavelengths(kind, target), pair_wavelengths(kind, target, rewritten=lengthen(kind, target))
            )
    except ConfigError:
        return
    if config.layer_types:
        for style in STYLES:
            json.dumps([changes(config, target, style), corrected(config, target, style)]).encode()
        (vllm(config, target).text + llama_cpp(config, target).text).encode()
    config.findings(target)


def take_launch(file: tuple[str, str]) -> None:
    """Each command of a file that starts an engine is read or refused, and stands where the file has it."""
    name, text = file
    for command in commands(name, text):
        assert 0 <= command.start <= len(text)
        take_config(command.text)


def take_config_link(packed: str) -> None:
    """A config in a link is read or refused with a ConfigError."""
    try:
        unpack(packed)
    except ConfigError:
        return


# ---- Tables.


def take_table(file: tuple[str, bytes]) -> None:
    """A table is read and measured, or refused with a TableError; every message about it can be encoded."""
    try:
        for tensor in tables(tensors(*file)).values():
            f"{tensor.file} {tensor.name}".encode()
            _measure(tensor.table())
    except TableError as error:
        str(error).encode()


def _measure(table: Table) -> None:
    """All that the room Learned computes."""
    with np.errstate(over="raise", invalid="raise"):
        analysis = spectrum(table, count=6, points=512)
        cosines = row_cosines(table, rows=256).values if table.length > 1 else np.zeros(1)
        means = table_means(table, rows=256, columns_=256).values
    numbers = [analysis.components.values, norm_curve(table, points=512).values, cosines, means]
    assert all(np.isfinite(each).all() for each in numbers)


# ---- Lesson links.


def take_link(query: Mapping[str, list[str]]) -> None:
    """A lesson link is always read."""
    read_lesson_link(query, lessons(), (), {stem: room.address for stem, room in contents.ROOMS.items()})


# ---- Prompts of text and images.


def prompt(random: Random) -> list[Any]:
    """Parts of text, images and video, some of them damaged."""
    return [_part(random) for _ in range(random.randrange(6))]


def _part(random: Random) -> Any:
    kind = random.choice(["text", "image", "video", random.choice(WORDS)])
    sides = [2 * random.randrange(-2, 41) for _ in range(random.randrange(5))]
    return random.choice([(kind, random.randrange(51)), (kind, sides), (kind, value(random)), None])


PIECES = ("text", "image", "video", " ", "4", "10", "99999", "×", "x", ",", ";", "-1", "٣")


def prompt_text(random: Random) -> str:
    """A prompt in words."""
    return "".join(random.choice([*PIECES, random.choice(WORDS)[:5]]) for _ in range(random.randrange(17)))


def picture(random: Random) -> bytes:
    """Bytes behind what may be the size of a picture."""
    size = f"{random.randrange(12)} {random.randrange(12)}\n".encode()
    return random.choice([b"", b"\x89PNG\r\n\x1a\n", size]) + random.randbytes(random.randrange(300))


def take_prompt_text(text: str) -> None:
    """A prompt in words has positions, or is refused."""
    with suppress(ValueError):
        assert prompt_positions(read_prompt(text), merge=1).positions.shape[0] == 3


def take_picture(data: bytes) -> None:
    """A picture is small, or is refused."""
    with suppress(PictureError):
        assert max(read_pixels(data).pixels.shape) <= LONG


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


def live(random: Random) -> tuple[bytes, Any]:
    """A body with some values replaced, and what stands in the place of a code, a secret, a seat or an answer."""
    body = dict(random.choice(_BODIES))
    for _ in range(random.randrange(3)):
        body[random.choice([*body, text(random)])] = value(random)
    try:
        raw = json.dumps(body).encode()
    except (RecursionError, ValueError):  # text as long as this
        raw = b"[" * 500
    return (random.randbytes(50) if random.random() < 0.2 else raw), value(random)


_CLASS = new_class(keys_of("A" * 43))


def take_live(case: tuple[bytes, object]) -> None:
    """A body, a code, a secret, a seat and an answer are read or refused by name; what is read can be written."""
    raw, value = case
    for read in (read_code, read_secret, _CLASS.keys.check_participant_token, card_question("swamp").read):
        with suppress(LiveError):
            read(value)
    with suppress(LiveError):
        take_live_body(read_body(raw))


def take_live_body(body: dict[str, object]) -> None:
    """Every route refuses a body, or the class after it can be shown, kept, and given as CSV."""
    changes = (
        lambda: _CLASS.apply_move(read_move(body, 0), *read_turn(body)),
        lambda: _CLASS.set_rules(body),
        lambda: _CLASS.ask(read_question(body)).close([], 0).reveal(),
    )
    for change in changes:
        with suppress(LiveError):
            after = change()
            assert from_json(json.loads(json.dumps(to_json(after)))) == after
            json.dumps(after.visible_state()).encode()
            counts_csv(after).encode()
    with suppress(LiveError):
        read_heartbeat(body).encode()


def record(random: Random) -> str:
    """A record as a store has it, with other values, or damaged."""
    entries = {**to_json(_CLASS.ask(card_question("swamp"))), text(random): 1}
    for _ in range(random.randrange(3)):
        entries[random.choice([*entries])] = value(random)
    line = json.dumps(entries, default=str)
    return damaged(line, random) if random.random() < 0.3 else line


def take_record(record_text: str) -> None:
    """What a store has is refused, or is a class that can be shown."""
    with suppress(UnreadableError):
        json.dumps(from_text(record_text, _CLASS.keys.code).visible_state()).encode()


# ---- All.

CORE = [
    Target("body of a live class", live, take_live),
    Target("config.json", pasted, take_config),
    Target("launch file", launch_file, take_launch),
    Target("record of a live class", record, take_record),
    Target("config in a link", config_link, take_config_link),
    Target("table file", table_file, take_table),
    Target("lesson link", lesson_link, take_link),
    Target("prompt", prompt, take_prompt),
    Target("prompt in words", prompt_text, take_prompt_text),
    Target("picture", picture, take_picture),
]
PAGES = [Target(f"address of {stem}", address_of(stem), partial(open_room, stem)) for stem in contents.ROOMS]
