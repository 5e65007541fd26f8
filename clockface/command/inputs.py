"""Files that a person names: read within bounds, or refused with the reason."""

import argparse
import os
import re
from typing import BinaryIO

from clockface.command.opened import STANDARD_INPUT, UnreadableError, opened
from model_configs.entries import LARGEST
from model_configs.json_text import CHARACTERS

LONGEST = 4 * CHARACTERS  # bytes of a text that is not too long, in UTF-8
HEADER = 2**25  # bytes of a GGUF file that are read; headers of released models have up to about 20 MB
MOST = 20_000  # files of a folder
LAUNCHERS = re.compile(r"\.(service|sh)$|(docker-)?compose[^/]*\.ya?ml$|(^|/)(Docker|Container|Model)file[^/]*$")
CHECKED_FILES = re.compile(rf"^(config|params)\.json$|\.gguf$|{LAUNCHERS.pattern}")
PASSED_OVER = {"node_modules", "__pycache__", "site-packages"}
MULTIPLES = {"k": 2**10, "m": 2**20}  # behind a length, as contexts are called: 128k is 131,072


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


def _read_bounded(file: BinaryIO) -> bytes:
    start = file.read(4)
    data = start + file.read(HEADER if start == b"GGUF" else LONGEST)
    if start != b"GGUF" and len(data) > LONGEST:
        raise UnreadableError(
            f"must be a text of at most {CHARACTERS:,} characters, got more than {LONGEST:,} bytes"
        )
    return data


def tokens(text: str) -> int:
    """A number of tokens of the command line: 131072, 131,072, 131_072 or 128k."""
    digits = text.replace(",", "").replace("_", "")
    times = MULTIPLES.get(digits[-1:].lower(), 1)
    digits = digits if times == 1 else digits[:-1]
    count = int(digits) * times if digits.isascii() and digits.isdecimal() and len(digits) < 20 else 0
    if not 2 <= count <= LARGEST:
        raise argparse.ArgumentTypeError(f"must be a whole number from 2 to {LARGEST:,}, got {text[:60]!r}")
    return count
