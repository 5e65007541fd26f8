"""Files that cost most: each repeats the smallest element of its format as often as the largest size allows.

`cost` reads one in a process of its own and says what that took. The suite reads the worst of them, `python -m
bench fuzz` all.
"""

import base64
import io
import json
import multiprocessing
import resource
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from clockface.command.inputs import HEADER
from core.schemes.analysis.table_file import MOST_BYTES, TableError, tables, tensors
from core.teach.lesson import lessons
from core.teach.lesson_link import read_lesson_link
from core.words.tokens import read_sentence
from model_configs.entries import ConfigError
from model_configs.forms.gguf_header import MOST_TEXTS, TEXT
from model_configs.forms.launch import LONGEST, commands
from model_configs.json_text import CHARACTERS
from model_configs.link import unpack
from model_configs.model_config import read_config
from pages.shared.contents import ROOMS

Read = Callable[[bytes], Any]
Files = Iterator["Costly"]
SECONDS, MEGABYTES = 2, 200  # that reading any file may take, beyond rest


@dataclass(frozen=True)
class Costly:
    """A file that repeats one element."""

    name: str
    read: Read  # raises a refusal by name
    head: bytes
    element: bytes
    tail: bytes
    most: int  # bytes of the whole

    def data(self) -> bytes:
        return (
            self.head + self.element * ((self.most - len(self.head + self.tail)) // len(self.element)) + self.tail
        )


@dataclass(frozen=True)
class Cost:
    """Cost of reading a file."""

    seconds: float  # of processor time
    megabytes: float  # resident at most, beyond what was there before
    outcome: str  # the refusal; "" where it was read


def cost(one: Costly) -> Cost:
    """Read a file in a process of its own."""
    near, far = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_measure, args=(one, far))
    child.start()
    far.close()
    try:
        return near.recv()
    except EOFError:
        return Cost(float("inf"), float("inf"), "the process ended")
    finally:
        child.join()


def _measure(one: Costly, answer: Any) -> None:
    data, outcome = one.data(), ""
    Path("/proc/self/clear_refs").write_text("5")  # resets the peak
    before, start = _peak(), _seconds()
    try:
        one.read(data)
    except (ConfigError, TableError) as error:
        outcome = str(error)
    except MemoryError:
        outcome = "MemoryError"
    answer.send(Cost(_seconds() - start, (_peak() - before) / 1e6, outcome))


def _seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _peak() -> int:
    status = Path("/proc/self/status").read_text()
    return 1024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))


# ---- GGUF headers.


def text(value: bytes) -> bytes:
    return struct.pack("<Q", len(value)) + value


LLAMA = text(b"general.architecture") + struct.pack("<I", 8) + text(b"llama")


def gguf_file(name: str, element: bytes, listed: bytes = b"") -> Costly:
    """A header that repeats an entry, or an element of the list at the end of its only entry."""
    count = 1 if listed else min(9_999, (HEADER - 100) // len(element))
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, count + 1) + LLAMA + listed
    return Costly(f"GGUF: {name}", read_config, head, element, b"", HEADER)


def _gguf() -> Files:
    name = text(b"llama.x")
    yield gguf_file("lists of 4,096 numbers", name + struct.pack("<IIQ", 9, 0, 4096) + bytes(4096))
    yield gguf_file("lists of 400 numbers", name + struct.pack("<IIQ", 9, 12, 400) + bytes(3200))
    for count in (MOST_TEXTS, HEADER // 8 - 20):
        yield gguf_file(f"{count:,} empty texts", bytes(8), name + struct.pack("<IIQ", 9, TEXT, count))
    yield gguf_file("entries", text(b"") + struct.pack("<IB", 0, 0))
    yield gguf_file("damaged texts", name + struct.pack("<I", TEXT) + text(b"\xff" * 3_000))
    yield gguf_file("long names", text(b"llama." + b"\xff" * 3_000) + bytes(5))


# ---- Tables.


def _tables() -> Files:
    def read(name: str, data: bytes) -> None:
        next(iter(tables(tensors(name, data)).values())).table()

    for name, element in (
        {"lines": b"1\n", "rows": b"1\n1\n1\n22222\n", "blank lines": b"\n", "cells": b"1,", "marks": b'""'}
        | {"wide rows": b",".join([b"1"] * 10_000) + b"\n", "numbers of four": b"-1.5,2.25,-0.5,-7.5\n"}
        | {"long numbers": b"1" * 19 + b"\n", "digits": b"1" * 63 + b"\n", "empty cells": b"," * 9_999 + b"\n"}
    ).items():
        yield Costly(f"text: {name}", partial(read, "a.csv"), b"", element, b"\n", MOST_BYTES)
    tensor = {"dtype": "F32", "shape": [0, 0], "data_offsets": [0, 0]}
    for name, listed in {
        "tensors": {f"t{number}": tensor for number in range(6_000)},
        "axes": {"t": tensor | {"shape": [1] * 160_000, "data_offsets": [0, 4]}},
        "lists": {"t": tensor | {"shape": [[]] * 120_000}},
        "names": {"n" * 480_000: tensor},
    }.items():
        header = json.dumps(listed).encode()[:500_000]
        yield Costly(
            f"safetensors: {name}",
            partial(read, "a.safetensors"),
            struct.pack("<Q", len(header)) + header,
            bytes(4),
            b"",
            len(header) + 12,
        )
    for size in (4_700, 300):
        yield Costly(f".npz: headers of {size:,} bytes", partial(read, "a.npz"), _npz(size), b"\0", b"", 0)


def _npz(size: int) -> bytes:
    """An archive whose arrays have as many axes as fit into a header."""
    text = ("{'descr': '<f4', 'fortran_order': False, 'shape': (" + "1," * (size // 2) + ")}").encode()
    member = b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text + bytes(4)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(4_000):
            archive.writestr(f"{number}.npy", member)
    return stream.getvalue()


# ---- Configs as text.


def _configs() -> Files:
    def read(data: bytes) -> None:
        read_config(data).findings(10**6)

    one = partial(Costly, read=read, most=CHARACTERS)
    head, tail = b'{"model_type": "llama", "x": [', b"1]}"
    for element in (b"[],", b"{},", b"1,", b'"",', rb'"\ud800",', b"//\n", b"/**/", b"1e9,", b"[1,],"):
        yield one(f"config: {element!r}", head=head, element=element, tail=tail)
    for element in (b'"', b"/*", b"[", b"1", b", ", b" "):
        yield one(f"config: {element!r} without end", head=head, element=element, tail=b"")
    for kind in ("layer_types", "rope_scaling", "rope_parameters", "no_rope_layers", "mrope_section"):
        for element in (b"1,", b'"sliding_attention",'):
            inside = head[:-6] + f'"{kind}": ['.encode()
            yield one(f"config: {kind} of {element!r}", head=inside, element=element, tail=tail)
    keys = ",".join(f'"rope_{number}": "1"' for number in range(80_000)).encode()
    yield one("config: keys", head=b'{"rope_scaling": {' + keys, element=b" ", tail=b"}}")
    kinds = ",".join(f'"t{number}": {{"rope_type": "default"}}' for number in range(45_000)).encode()
    start = b'{"model_type": "gemma3_text", "rope_parameters": {'
    yield one("config: types of layers", head=start + kinds, element=b" ", tail=b"}}")
    line = partial(Costly, read=read, head=b"vllm serve --rope-scaling yarn ", tail=b"", most=100_000)
    for option in (b"--hf-overrides.a.b 1 ", b"--rope-scaling.a 1 ", b"'' ", b"\\", b"--override-kv a=int:1 "):
        yield line(f"command line: {option!r}", element=option)
    packed = base64.urlsafe_b64encode(zlib.compress(b'{"a":[' + b"[]," * 66_000 + b"1]}", 9))
    link = partial(Costly, read=lambda data: unpack(data.decode()), head=b"", tail=b"", most=len(packed))
    yield link("config in a link", element=packed)


# ---- Files with commands, links of lessons, sentences.


def _launches() -> Files:
    def read(name: str, data: bytes) -> None:
        for command in commands(name, data.decode()):
            with suppress(ConfigError):
                read_config(command.text).findings(10**6)

    image = b"vllm/vllm-openai:v0.20\n"
    for name, elements in {
        "compose.yaml": (
            b"args:\n - a\n",
            b"args: vllm serve x\n\n",
            b"- args: [vllm, serve]\n",
            b"args: [[\n",
            b"args: '\n",
        ),
        "run.sh": (b"\\\n", b"vllm serve ", b"vllm serve x\n", b"; ", b"vllm serve --rope-scaling {}\n"),
        "Dockerfile": (b"FROM " + image, b'CMD ["vllm", "serve"]\n', b"CMD [", b"CMD '\n", b" "),
        "Modelfile": (b"FROM ", b"PARAMETER num_ctx 1\n", b"PARAMETER  num_ctx  "),
    }.items():
        head = b"services:\n image: " + image if "yaml" in name else b"FROM " + image
        for element in elements:
            yield Costly(f"{name}: {element!r}", partial(read, name), head, element, b"\n", LONGEST)


def _addresses() -> Files:
    rooms = {stem: room.address for stem, room in ROOMS.items()}

    def link(data: bytes) -> None:
        read_lesson_link(parse_qs(data.decode()), lessons(), (), rooms)

    one = partial(Costly, tail=b"", most=2**19)  # what Streamlit reads of an address
    for head in (b"go=matrix%3Fnote%3D", b"go=", b"note=", b"title=", b"keep=", b"step=", b"options="):
        for element in (b"a", b"%0A", b"%26a%3D", b"base,", b"%5B", b"$"):
            yield one(f"link: {head!r} {element!r}", link, head, element)
    for character in ("a", " ", "a-", "\u0301", "\u200d", "\u0344", "\ufdfa", "👩\u200d"):
        yield one(f"sentence: {character!a}", lambda data: read_sentence(data.decode()), b"", character.encode())


COSTLY = tuple(each for every in (_gguf, _tables, _configs, _launches, _addresses) for each in every())
