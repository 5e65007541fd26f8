"""The bytes of a GGUF header as values [1]_.

A header is walked first and only then are the entries of the model decoded: what is walked and what is decoded are
bounded apart, since a file may hold millions of the smallest texts or numbers.

.. [1] https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

import struct
from typing import Any

from model_configs.entries import ConfigError

MAGIC = b"GGUF"
ARCHITECTURE = "general.architecture"
NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
TEXT, LIST = 8, 9
MOST_ENTRIES, LONGEST = 10_000, 2**16  # entries of a header, and bytes of a name or of a text that is read
MOST_TEXTS = 1_500_000  # in all lists; vocabularies with their merges have up to 800,000
MOST_NUMBERS = 4096  # of a list that is read: one a layer
MOST_TENSORS, MOST_DIMENSIONS = 100_000, 8
TENSORS, OF_POSITION = "general.tensors", "rope_"  # under which the names of some tensors are kept; how they begin
STRETCHED = "general.stretched"  # under which it is kept that the file must have lists of LongRoPE's divisors
SPLIT = "split.count"
MOST_READ = 100_000  # bytes of all entries of the model, names included


def is_gguf(data: bytes) -> bool:
    """Whether bytes begin as such a file does."""
    return data.startswith(MAGIC)


def header(data: bytes) -> dict[str, Any]:
    """The architecture and its entries by their names in the file, without long lists and those of texts."""
    place = _Place(data, len(MAGIC))
    version, tensors, count = place.number("I"), place.number("Q"), place.number("Q")
    if version not in {2, 3}:
        raise ConfigError("GGUF version", "2 or 3", version)
    if count > MOST_ENTRIES:
        raise ConfigError("GGUF header", f"at most {MOST_ENTRIES:,} entries", count)
    places = dict(place.entry() for _ in range(count))
    start, size = places.get(ARCHITECTURE, (0, 0))
    kind = _Place(data, start).value() if size else None
    starts = {name: start for name, (start, size) in places.items() if size and name.startswith(f"{kind}.")}
    whole = sum(len(name) + places[name][1] for name in starts)
    if whole > MOST_READ:
        raise ConfigError("GGUF header", f"of at most {MOST_READ:,} bytes that speak of the model", whole)
    values = {name: _Place(data, start).value() for name, start in starts.items()}
    names = None if SPLIT in places else _tensors(place, tensors)  # the other parts have tensors too
    return {ARCHITECTURE: kind} | values | ({} if names is None else {TENSORS: names})


def _tensors(place: "_Place", count: int) -> list[str] | None:
    """The names of tensors that speak of position; None where the bytes end before, or there are none."""
    if not 0 < count <= MOST_TENSORS:
        return None
    names = []
    try:
        for _ in range(count):
            name = place.text()
            names += [name] if name.startswith(OF_POSITION) else []
            if (dimensions := place.number("I")) > MOST_DIMENSIONS:
                return None
            place.go(8 * dimensions + 4 + 8)  # sizes, type, offset
    except ConfigError:  # the first bytes of a file were given
        return None
    return names


class _Place:
    """Position in the bytes."""

    def __init__(self, data: bytes, offset: int) -> None:
        self.data, self.pos, self.texts = data, offset, 0

    def number(self, code: str) -> Any:
        size = struct.calcsize(f"<{code}")
        (number,) = struct.unpack_from(f"<{code}", self.data, self.go(size))
        return number

    def go(self, size: int) -> int:
        """Skip some bytes, and return where they began."""
        start, self.pos = self.pos, self.pos + size
        if self.pos > len(self.data):
            raise ConfigError("GGUF header", f"whole; it ends at byte {len(self.data):,}", None)
        return start

    def text(self) -> str:
        length = self.number("Q")
        if length > LONGEST or self.pos + length > len(self.data):
            raise ConfigError("GGUF header", f"whole; a text at byte {self.pos:,} ends beyond it", None)
        start = self.go(length)
        return self.data[start : self.pos].decode("utf-8", "replace")

    def entry(self) -> tuple[str, tuple[int, int]]:
        """Name of an entry, where its value begins, and the value's bytes; 0 bytes where it is not read."""
        name, start = self.text(), self.pos
        readable = self.skip()
        return name, (start, (self.pos - start) * readable)

    def skip(self) -> bool:
        """Skip a value; returns whether it is worth decoding."""
        kind = self.number("I")
        if kind == LIST:
            return self._skip_list()
        if kind != TEXT and kind not in NUMBERS:
            raise ConfigError("GGUF header", f"of known types; at byte {self.pos:,} there is another", kind)
        self.go(self.number("Q") if kind == TEXT else struct.calcsize(NUMBERS[kind]))
        return True

    def _skip_list(self) -> bool:
        kind, count = self.number("I"), self.number("Q")
        if kind in NUMBERS:
            self.go(count * struct.calcsize(NUMBERS[kind]))
            return bool(count <= MOST_NUMBERS)
        if kind != TEXT:
            raise ConfigError("GGUF header", f"of lists of numbers or texts; at byte {self.pos:,} is another", kind)
        self._skip_texts(count)
        return False

    def _skip_texts(self, count: int) -> None:
        self.texts += count
        if self.texts > MOST_TEXTS:
            raise ConfigError("GGUF header", f"of at most {MOST_TEXTS:,} texts", self.texts)
        data, offset, length_at = self.data, self.pos, struct.Struct("<Q").unpack_from
        try:
            for _ in range(count):
                offset += 8 + length_at(data, offset)[0]
        except (struct.error, OverflowError, IndexError):  # the length of the one before leads beyond the end
            offset = len(data) + 1
        self.go(offset - self.pos)

    def value(self) -> Any:
        """Decode a value that `skip` has passed."""
        kind = self.number("I")
        if kind == TEXT:
            return self.text()
        if kind != LIST:
            return self.number(NUMBERS[kind])
        kind, count = self.number("I"), self.number("Q")
        code = f"<{count}{NUMBERS[kind]}"
        return list(struct.unpack_from(code, self.data, self.go(struct.calcsize(code))))
