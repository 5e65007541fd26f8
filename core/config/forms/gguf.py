"""The header of a GGUF file: the model's entries, which stand before its tensors [1]_.

.. [1] https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

from core.inputs.entries import ConfigError
from core.inputs.finding import info

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.inputs.finding import Finding

MAGIC = b"GGUF"
ARCHITECTURE = "general.architecture"
NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
TEXT, LIST = 8, 9
MOST_ENTRIES, LONGEST = 10_000, 2**20  # entries of a header, and bytes of a text
SPECIFICATION = "https://github.com/ggml-org/ggml/blob/master/docs/gguf.md"
NAMES = {  # after the architecture's name
    "embedding_length": "hidden_size",
    "block_count": "num_hidden_layers",
    "attention.head_count": "num_attention_heads",
    "attention.head_count_kv": "num_key_value_heads",
    "attention.key_length": "head_dim",
    "attention.sliding_window": "sliding_window",
    "context_length": "max_position_embeddings",
    "rope.freq_base": "rope_theta",
    "rope.dimension_count": "rotary_dim",
}
SCALING = {
    "type": "rope_type",
    "factor": "factor",
    "original_context_length": "original_max_position_embeddings",
    "attn_factor": "attention_factor",
    "yarn_beta_fast": "beta_fast",
    "yarn_beta_slow": "beta_slow",
}


def is_gguf(data: bytes) -> bool:
    """Whether bytes begin as such a file does."""
    return data.startswith(MAGIC)


def matches(config: dict[str, Any]) -> bool:
    """Whether an object is a header's entries by their names in the file, as programs print them."""
    return ARCHITECTURE in config


def config(entries: dict[str, Any]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The entries of a header by their usual names, and remarks on what a header does not hold.

    Parameters
    ----------
    entries : dict
        As `header` reads them.

    Raises
    ------
    ConfigError
        If they do not tell the architecture.
    """
    kind = entries.get(ARCHITECTURE)
    if not isinstance(kind, str):
        raise ConfigError(ARCHITECTURE, "a text in the header", kind)
    own = {name.removeprefix(f"{kind}."): value for name, value in entries.items() if name.startswith(f"{kind}.")}
    found = {name: own[told] for told, name in NAMES.items() if isinstance(own.get(told), int | float)}
    block = _scaling({name.removeprefix("rope.scaling."): value for name, value in own.items()})
    remarks = (_STORED,) if kind in {"llama", "phi3", "phimoe", "deci"} else ()
    return found | ({"rope_scaling": block} if block else {}), remarks


def _scaling(own: dict[str, Any]) -> dict[str, Any]:
    block = {name: own[told] for told, name in SCALING.items() if isinstance(own.get(told), int | float | str)}
    if not isinstance(block.get("rope_type"), str) or block["rope_type"] == "none":
        return {}
    if isinstance(own.get("yarn_log_multiplier"), float) and own["yarn_log_multiplier"]:
        both = own["yarn_log_multiplier"] / 0.1
        block |= {"mscale": both, "mscale_all_dim": both}
    return block


_STORED = info(
    "rope_freqs",
    "A header holds no divisors of single pairs: those of Llama 3 and LongRoPE are tensors, rope_freqs and "
    "rope_factors_long or _short.",
    "Where the file has them, up to half of the pairs turn up to 32 times more slowly than told here.",
    "Read the config.json from which the file was made too.",
    source=SPECIFICATION,
)


def entries(data: bytes) -> str:
    """The entries of a header that speak of the model, as JSON by their names in the file.

    Raises
    ------
    ConfigError
        If the header is cut off or damaged; the error names the byte.
    """
    found = header(data)
    kept = (f"{found.get(ARCHITECTURE)}.", ARCHITECTURE)
    own = {name: value for name, value in found.items() if name.startswith(kept)}
    return json.dumps({ARCHITECTURE: None} | own, indent=2)  # without one it is refused as a header all the same


def header(data: bytes) -> dict[str, Any]:
    """All entries of a header by their names in the file; lists are left out.

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
            return self._skip_list()
        read: Callable[[], Any] | None = self.text if kind == TEXT else None
        if read is None and kind not in NUMBERS:
            raise ConfigError("GGUF header", f"of known types; at byte {self.at:,} there is another", kind)
        return read() if read else self.number(NUMBERS[kind])

    def _skip_list(self) -> None:
        kind, count = self.number("I"), self.number("Q")
        if kind in NUMBERS:
            self.at += count * struct.calcsize(NUMBERS[kind])
        elif kind == TEXT and count <= len(self.data):
            for _ in range(count):
                self._pass_text()
        else:
            raise ConfigError("GGUF header", f"of lists of numbers or texts; at byte {self.at:,} is another", kind)
