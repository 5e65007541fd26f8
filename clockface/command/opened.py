"""A file that a person names, open for reading, or refused with the reason."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

STANDARD_INPUT = "-"


class UnreadableError(Exception):
    """A file cannot be read; the message says why."""


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


def _kind(mode: int) -> str:
    kinds = {"a directory": stat.S_ISDIR, "a pipe": stat.S_ISFIFO, "a socket": stat.S_ISSOCK}
    kind = next((name for name, holds in kinds.items() if holds(mode)), "a device")
    return "" if stat.S_ISREG(mode) else kind
