"""No file costs more than SECURITY.md says, however small and many its elements are: each is read by a process."""

import io
import multiprocessing
import re
import resource
import struct
import zipfile
from functools import partial
from pathlib import Path

import pytest

from clockface.command.inputs import HEADER
from core.schemes.analysis.table_file import TableError, tables, tensors
from model_configs.entries import ConfigError
from model_configs.forms.gguf_header import MOST_TEXTS, TEXT
from model_configs.json_text import CHARACTERS
from model_configs.model_config import read_config
from tests.house import ROOT
from tests.model_configs.forms.gguf_header import text

SECURITY = " ".join((ROOT / "SECURITY.md").read_text("utf-8").split())
(BOUNDS,) = re.findall(r"at most (\d+) s of processor time and (\d+) MB", SECURITY)
SECONDS, MEGABYTES = map(int, BOUNDS)
ROOM = 3  # times as long on a busy machine; what was found took longer still


def filled(head, element, tail, most):
    """A file that repeats one element as often as its largest size allows."""
    return head + element * ((most - len(head + tail)) // len(element)) + tail


# ---- GGUF headers.


def gguf(element, listed=b""):
    """A header that repeats an entry, or an element of the list at the end of its only entry."""
    count = 1 if listed else min(9_999, (HEADER - 100) // len(element))
    architecture = text("general.architecture") + struct.pack("<I", TEXT) + text("llama")
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, count + 1) + architecture + listed
    return filled(head, element, b"", HEADER)


NUMBERS = text("llama.x") + struct.pack("<IIQ", 9, 0, 4096) + bytes(4096)
NO_TEXTS = text("llama.x") + struct.pack("<IIQ", 9, TEXT, MOST_TEXTS)


# ---- Tables and configs.


def npz(size):
    """An archive whose arrays have as many axes as fit into a header."""
    text = ("{'descr': '<f4', 'fortran_order': False, 'shape': (" + "1," * (size // 2) + ")}").encode()
    member = b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text + bytes(4)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(4_000):
            archive.writestr(f"{number}.npy", member)
    return stream.getvalue()


def config():
    keys = ",".join(f'"rope_{number}": "1"' for number in range(80_000)).encode()
    return filled(b'{"rope_scaling": {' + keys, b" ", b"}}", CHARACTERS)


def read_findings(data):
    read_config(data).findings(10**6)


def read_table(data):
    next(iter(tables(tensors("a.npz", data)).values())).table()


FILES = {  # each took 2 to 57 s or more, or 250 to 1,700 MB, before its elements were counted
    "GGUF: lists of 4,096 numbers": (read_config, partial(gguf, NUMBERS)),
    "GGUF: empty texts": (read_config, partial(gguf, bytes(8), NO_TEXTS)),
    ".npz: headers": (read_table, partial(npz, 4_700)),
    "config: keys": (read_findings, config),
}


@pytest.mark.parametrize("name", FILES)
def test_the_costliest_files_stay_within_the_promised_bounds(name):
    read, make = FILES[name]
    near, far = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=measure, args=(read, make(), far))
    child.start()
    far.close()
    seconds, megabytes = near.recv()  # an error where the process has ended
    child.join()
    assert seconds < ROOM * SECONDS
    assert megabytes < MEGABYTES


def measure(read, data, answer):
    """Processor time of reading and resident memory at most, beyond what was there before."""
    Path("/proc/self/clear_refs").write_text("5")  # resets the peak
    before, start = peak(), processor_seconds()
    try:
        read(data)
    except (ConfigError, TableError) as error:
        str(error).encode()
    answer.send((processor_seconds() - start, (peak() - before) / 1e6))


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def peak():
    status = Path("/proc/self/status").read_text()
    return 1024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))
