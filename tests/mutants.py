"""Inputs drawn by the million: real files and configs with changes, and inputs that strangers have sent.

A draw takes a random generator and returns an input.
"""

import base64
import json
import struct
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

import numpy as np

from core.schemes import learned
from core.teach.lesson_link import NAMES
from model_configs.presets import PRESETS
from tests.house import ROOT
from tests.support.tables import npy, npz

HALF = "\ud83d"
TEXTS = [
    *"nan inf -inf 1e400 0x10 ١٢ 1_000 true None =1 \u200b=1+1 @SUM(A1) -1 https://a.example/x".split(),
    *"www.b.example c@d.example :material/home: $x^2$ :red[r] <b> ` yarn longrope dynamic llama3 linear".split(),
    *("default", "full_attention", "sliding_attention", "", " ", "a" * 300, "9" * 5_000, "🕛" * 20, "\t=1", "\r=1"),
    *(HALF, "\udfff", "wpe\ud800", "\x00", "a\x00.npy", "\u202eabc"),
]
NUMBERS = (
    0, -1, 1, 2, 3, 0.5, 127, 128, 65_536, 65_537, 2**20, 2**31, 2**53, 2**63, 10**30, 10**400, 1e-300, 5e-324,
    1e153, 1e154, 1e200, 1.7e308, -1e308, 1e100, float("nan"), float("inf"), -0.0, 1e16, 4.0, 8,
)  # fmt: skip
LISTS = ([], [1], [1.0] * 32, [1.0] * 64, [1e300] * 64, [0] * 64, ["full_attention"] * 64, [None], [[]], [{}])


def _any(random: Random) -> Any:
    kind = random.random()
    if kind < 0.5:
        return random.choice(NUMBERS)
    if kind < 0.8:
        return random.choice(TEXTS)
    return random.choice([None, True, False, *LISTS, {}, {"factor": 2.0}, deep(random)])


def deep(random: Random) -> Any:
    """Nested lists and objects, a few levels or hundreds."""
    nest: Any = 1
    for _ in range(random.choice([3, 60, 70, 200, 400])):
        nest = [nest] if random.random() < 0.5 else {"a": nest}
    return nest


# ---- Configs.


@cache
def real_configs() -> tuple[Mapping[str, Any], ...]:
    """Published configs and the presets."""
    published = json.loads((ROOT / "tests/model_configs/published.json").read_text("utf-8"))["configs"]
    modules = json.loads((ROOT / "tests/model_configs/rotary_modules.json").read_text("utf-8"))["cases"]
    configs = [preset.config for preset in PRESETS.values()]
    for each in (published, modules):
        entries = each.values() if isinstance(each, dict) else each
        configs += [entry["config"] for entry in entries if isinstance(entry, dict) and "config" in entry]
    return tuple(configs)


@cache
def _known() -> tuple[str, ...]:
    return tuple(sorted({key for config in real_configs() for key in _keys(config)}))


def _keys(config: Mapping[str, Any]) -> list[str]:
    inner = [key for value in config.values() if isinstance(value, dict) for key in _keys(value)]
    return [*config, *inner]


def config(random: Random) -> str:
    """A real config with entries replaced, moved and removed, and its text perhaps damaged."""
    entries = json.loads(_text(random.choice(real_configs())))
    for _ in range(random.choice([0, 1, 1, 2, 4])):
        _change(entries, random)
    text = _text(entries)
    if random.random() < 0.4:
        text = damaged(text, random)
    return text


def _text(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=True)
    except (RecursionError, ValueError):
        return "[" * 500


def _change(entries: dict[str, Any], random: Random) -> None:
    inner = [value for value in entries.values() if isinstance(value, dict)]
    place = random.choice([entries, *inner])
    name = random.choice(list(place) or ["a"]) if random.random() < 0.6 else random.choice(_known())
    match random.randrange(6):
        case 0:
            place.pop(name, None)
        case 1:
            place[random.choice(TEXTS)] = place.get(name)
        case 2:
            entries["text_config"] = dict(place)
        case 3:
            place[name] = random.choice(list(json.loads(_text(random.choice(real_configs()))).values()))
        case _:
            place[name] = _any(random)


PIECES = ('"', "{", "}", "[", "]", ",", ":", "\\u0000", "\\ud800", "//", "/*", "#", "1e999", "NaN", "\n", "\ufeff")


def damaged(text: str, random: Random) -> str:
    """A text with a piece removed, repeated or put in."""
    start = random.randrange(len(text) + 1)
    end = start + random.choice([0, 1, 2, 10, 100])
    piece = random.choice([*PIECES, text[start:end] * 2, "[" * 300, chr(random.randrange(0x11_0000))])
    return text[:start] + piece + text[end:]


def pasted(random: Random) -> str | bytes:
    """A config, or a form of one that people paste: a command line, the head of a GGUF file."""
    kind = random.random()
    if kind < 0.9:
        return config(random)
    if kind < 0.95:
        line = f"vllm serve m --max-model-len {random.choice(NUMBERS)} --hf-overrides '{config(random)}'"
        return damaged(line, random)
    return _damaged_bytes(_gguf(random), random)


def _gguf(random: Random) -> bytes:
    def text(value: str) -> bytes:
        data = value.encode("utf-8", "surrogatepass")
        return struct.pack("<Q", len(data)) + data

    entries = [text("general.architecture") + struct.pack("<I", 8) + text("llama")]
    names = ("embedding_length", "attention.head_count", "context_length", "rope.dimension_count")
    sizes = [struct.pack("<II", 4, random.choice([0, 1, 64, 128, 2**32 - 1])) for _ in names]
    entries += [text(f"llama.{name}") + size for name, size in zip(names, sizes, strict=True)]
    base = struct.pack("<If", 6, random.choice([1e4, 0.0, 3e38, float("nan")]))
    entries.append(text("llama.rope.freq_base") + base)
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(entries)) + b"".join(entries)


_LAUNCHES = {
    "compose.yaml": "services:\n  a:\n    image: vllm/vllm-openai:v0.20\n    command: [--hf-overrides, '{}']\n",
    "run.sh": "set -e\nexec vllm serve m \\\n  --hf-overrides '{}' && echo\n",
    "Dockerfile": "FROM vllm/vllm-openai:v0.20\nENTRYPOINT vllm serve m\nCMD --hf-overrides '{}'\n",
    "Modelfile": "FROM m:8b\nPARAMETER num_ctx 131072\n# {}\n",
}


def launch_file(random: Random) -> tuple[str, str]:
    """A file that starts an engine, and its name."""
    name, text = random.choice([*_LAUNCHES.items()])
    return name, damaged(text.format(config(random)[:2_000]), random)


def config_link(random: Random) -> str:
    """What an address may hold in the place of a packed config."""
    kind = random.random()
    if kind < 0.2:
        return random.choice(TEXTS)
    data = zlib.compress(config(random).encode("utf-8", "surrogatepass"), 1)
    if kind < 0.5:
        data = _damaged_bytes(data, random)
    packed = base64.urlsafe_b64encode(data).decode().rstrip("=")
    return damaged(packed, random) if kind < 0.7 else packed


# ---- Tables.


@cache
def _real_files() -> tuple[tuple[str, bytes], ...]:
    """Small tables of every format, the first cut out of the sample that the room Learned shows."""
    sample = np.asarray(learned.sample())[:6, :5]
    first = [sample, np.zeros((3, 4)), np.arange(6.0).reshape(2, 3), sample[:1], sample[:, :1].astype("<f2")]
    rough = [np.full((3, 3), size) for size in (1e153, 1e200, 1.7e308, 5e-324, 1e-160, np.nan, np.inf)]
    wide = [np.full((2, 2), np.longdouble("1e300") * 1e100), sample.astype(np.longdouble)]
    whole = [np.arange(12, dtype="<i8").reshape(3, 4), np.ones((2, 2), "u1")]
    files = []
    for values in [*first, *rough, *wide, *whole]:
        files += [(ending, make(values)) for ending, make in FORMATS.items()]
    return tuple(files)


def csv(values: np.ndarray) -> bytes:
    return "\n".join(",".join(map(str, row)) for row in values.tolist()).encode()


def safetensors(values: np.ndarray, name: str = "table") -> bytes:
    with np.errstate(over="ignore"):
        numbers = values.astype("<f8").tobytes()
    entry = {"dtype": "F64", "shape": list(values.shape), "data_offsets": [0, len(numbers)]}
    head = json.dumps({name: entry}).encode()
    return len(head).to_bytes(8, "little") + head + numbers


FORMATS: Mapping[str, Callable[[np.ndarray], bytes]] = {
    ".npy": npy,
    ".npz": lambda values: npz(table=values, wpe=values[:1]),
    ".csv": csv,
    ".safetensors": safetensors,
}


def table_file(random: Random) -> tuple[str, bytes]:
    """A table with bytes changed, under any name."""
    ending, data = random.choice(_real_files())
    if ending == ".safetensors" and random.random() < 0.3:
        data = safetensors(np.ones((2, 2)), random.choice(TEXTS))
    if random.random() < 0.75:
        data = _damaged_bytes(data, random)
    name = random.choice(["table", "table", *TEXTS])
    return f"{name}{ending if random.random() < 0.95 else random.choice([*FORMATS, '.txt', ''])}", data


def _damaged_bytes(data: bytes, random: Random) -> bytes:
    for _ in range(random.choice([1, 1, 2, 4])):
        start = random.randrange(len(data) + 1)
        if random.random() < 0.5:  # the header, which says what follows
            start = min(start, random.randrange(128))
        end = start + random.choice([0, 1, 1, 4, 8])
        piece = random.choice([b"", random.randbytes(1), random.randbytes(4), b"\x00" * 4, b"\xff" * 8, b"9" * 3])
        data = data[:start] + piece + data[end:]
    return data


# ---- Lesson links.

STEP = "waves?dims=3;keep=base;title=Look;ask=Which%3B?;choice=one;choice=two;right=2"


def lesson_link(random: Random) -> dict[str, list[str]]:
    """An address with any of the names that belong to a link."""
    names = random.sample(NAMES, random.randrange(5))
    return {name: [_link_value(random) for _ in range(random.choice([0, 1, 1, 3, 30]))] for name in names}


def _link_value(random: Random) -> str:
    if random.random() < 0.5:
        return random.choice(TEXTS)
    return damaged(random.choice(["order.1", "clock.99", "true", "base", "address", "two sines", STEP]), random)
