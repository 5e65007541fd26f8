"""Files that a person names: read within bounds, or refused with the reason."""

import argparse
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from model_configs.entries import LARGEST
from model_configs.json_text import CHARACTERS

LONGEST = 4 * CHARACTERS  # bytes of a text that is not too long, in UTF-8
HEADER = 2**25  # bytes of a GGUF file that are read; headers of released models have up to about 20 MB
MOST = 20_000  # files of a folder
LAUNCHERS = re.compile(r"\.(service|sh)$|(docker-)?compose[^/]*\.ya?ml$|(^|/)(Docker|Container|Model)file[^/]*$")
CHECKED_FILES = re.compile(rf"^(config|params)\.json$|\.gguf$|{LAUNCHERS.pattern}")
PASSED_OVER = {"node_modules", "__pycache__", "site-packages"}
STANDARD_INPUT = "-"
MULTIPLES = {"k": 2**10, "m": 2**20}  # behind a length, as contexts are called: 128k is 131,072


class UnreadableError(Exception):
    """A file cannot be read; the message says why."""


def files(name: str) -> dict[str, bool]:
    """A file, or those of a folder that a check reads, with whether they are named; hidden folders are left out."""
    if name == STANDARD_INPUT or not os.path.isdir(name):
        return {name: True}
    paths: list[str] = []
    for folder, inner, file_names in os.walk(name):  # does not follow links
        inner[:] = sorted(each for each in inner if each[:1] != "." and each not in PASSED_OVER)
        paths += [os.path.join(folder, each) for each in sorted(file_names) if CHECKED_FILES.search(each)]
        if len(paths) > MOST:
            raise UnreadableError(f"must hold at most {MOST:,} files to check, got more")
    return dict.fromkeys(paths, False) or {name: True}


def read(name: str) -> bytes:  # path, or "-" for the standard input
    """The bytes of a file: all of a text, the first megabytes of a GGUF file."""
    with opened(name) as file:
        return _read_bounded(file)


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:  # path, or "-" for the standard input
    """A file that is open for reading."""
    try:
        if name == STANDARD_INPUT:
            if sys.stdin is None:
                raise UnreadableError("must be open, got a standard input that is closed")
            yield sys.stdin.buffer
            return
        if kind := _kind(os.stat(name).st_mode):  # before it is opened: a pipe would wait for its writer
            raise UnreadableError(f"must be a file, got {kind}; a pipe is read as {STANDARD_INPUT!r}")
        with open(name, "rb") as file:
            yield file
    except OSError as error:
        raise UnreadableError((error.strerror or str(error)).lower()) from None
    except ValueError as error:  # a zero byte in the name
        raise UnreadableError(str(error)) from None


def _read_bounded(file: BinaryIO) -> bytes:
    start = file.read(4)
    data = start + file.read(HEADER if start == b"GGUF" else LONGEST)
    if start != b"GGUF" and len(data) > LONGEST:
        raise UnreadableError(
            f"must be a text of at most {CHARACTERS:,} characters, got more than {LONGEST:,} bytes"
        )
    return data


def _kind(mode: int) -> str:
    kinds = {"a directory": stat.S_ISDIR, "a pipe": stat.S_ISFIFO, "a socket": stat.S_ISSOCK}
    kind = next((name for name, holds in kinds.items() if holds(mode)), "a device")
    return "" if stat.S_ISREG(mode) else kind


def tokens(text: str) -> int:
    """A number of tokens of the command line: 131072, 131,072, 131_072 or 128k."""
    digits = text.replace(",", "").replace("_", "")
    times = MULTIPLES.get(digits[-1:].lower(), 1)
    digits = digits if times == 1 else digits[:-1]
    count = int(digits) * times if digits.isascii() and digits.isdecimal() and len(digits) < 20 else 0
    if not 2 <= count <= LARGEST:
        raise argparse.ArgumentTypeError(f"must be a whole number from 2 to {LARGEST:,}, got {text[:60]!r}")
    return count
