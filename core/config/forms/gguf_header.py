"""The bytes of a GGUF header as values [1]_.

.. [1] https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from core.inputs.entries import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

MAGIC = b"GGUF"
ARCHITECTURE = "general.architecture"
NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
TEXT, LIST = 8, 9
MOST_ENTRIES, LONGEST = 10_000, 2**20  # entries of a header, and bytes of a text
MOST_NUMBERS = 4096  # of a list that is read: one a layer


def is_gguf(data: bytes) -> bool:
    """Whether bytes begin as such a file does."""
    return data.startswith(MAGIC)


def header(data: bytes) -> dict[str, Any]:
    """All entries of a header by their names in the file; long lists, and those of texts, are left out.

    Raises
    ------
    ConfigError
        If it is cut off or damaged; the error names the byte.
    """
    place = _Place(data, len(MAGIC))
    version, _, count = place.number("I"), place.number("Q"), place.number("Q")
    if version not in {2, 3}:
        raise ConfigError("GGUF version", "2 or 3", version)
    if count > MOST_ENTRIES:
        raise ConfigError("GGUF header", f"at most {MOST_ENTRIES:,} entries", count)
    found = {}
    for _ in range(count):
        name = place.text()
        value = place.value(place.number("I"))
        if value is not None:
            found[name] = value
    return found


class _Place:
    """Where reading has come to."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def number(self, code: str) -> Any:
        size = struct.calcsize(f"<{code}")
        if self.at + size > len(self.data):
            raise ConfigError("GGUF header", f"whole; it ends at byte {len(self.data):,}", None)
        (found,) = struct.unpack_from(f"<{code}", self.data, self.at)
        self.at += size
        return found

    def text(self) -> str:
        start = self._pass_text()
        return self.data[start : self.at].decode("utf-8", "replace")

    def _pass_text(self) -> int:
        """Go behind a text, and return where it begins."""
        length = self.number("Q")
        if length > LONGEST or self.at + length > len(self.data):
            raise ConfigError("GGUF header", f"whole; a text at byte {self.at:,} ends beyond it", None)
        self.at += length
        return self.at - length

    def value(self, kind: int) -> Any:
        if kind == LIST:
            return self._list()
        read: Callable[[], Any] | None = self.text if kind == TEXT else None
        if read is None and kind not in NUMBERS:
            raise ConfigError("GGUF header", f"of known types; at byte {self.at:,} there is another", kind)
        return read() if read else self.number(NUMBERS[kind])

    def _list(self) -> list[Any] | None:
        """The numbers of a short list; None for others."""
        kind, count = self.number("I"), self.number("Q")
        if kind in NUMBERS and count <= MOST_NUMBERS:
            return [self.number(NUMBERS[kind]) for _ in range(count)]
        if kind in NUMBERS:
            self.at += count * struct.calcsize(NUMBERS[kind])
        elif kind == TEXT and count <= len(self.data):
            for _ in range(count):
                self._pass_text()
        else:
            raise ConfigError("GGUF header", f"of lists of numbers or texts; at byte {self.at:,} is another", kind)
        return None
