"""Pack the relevant entries of a config into a string for an address, and unpack untrusted strings."""

import base64
import binascii
import json
import math
import zlib
from collections.abc import Mapping
from typing import Any

from model_configs.entries import ConfigError
from model_configs.families import FAMILIES
from model_configs.families.classes import classes
from model_configs.families.layer_lists import PATTERN
from model_configs.json_text import parse
from model_configs.keys import COMMON, TEXT_PARTS
from model_configs.model_config import ModelConfig, read_config

LONGEST = 4000  # characters in an address
MOST = 200_000  # characters when unpacked; deflate can expand its input a thousand times
POSITION = {
    *COMMON,
    *(name for family in FAMILIES for name in family.entries),
    *PATTERN,
    *"model_type layer_types layers_block_type use_sliding_window max_window_layers alibi use_alibi".split(),
    *"relative_attention_num_buckets relative_attention_max_distance hybrid_override_pattern".split(),
    *"full_attn_idxs attn_layer_period attn_layer_offset torch_dtype dtype".split(),
}
PARTS = {*TEXT_PARTS, *(name for row in classes().values() for name in str(row.get("part", "")).split(".") if name)}


def pack(config: ModelConfig) -> str | None:  # None if it would be longer than `LONGEST`
    """The entries of a config about position, in characters that are allowed in an address."""
    text = json.dumps(_position_entries(config.source), separators=(",", ":"))
    link_text = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return link_text if len(link_text) <= LONGEST else None


def unpack(link_text: str) -> ModelConfig:  # untrusted: its length is limited before and after unpacking
    """Restore a config from the result of `pack`."""
    if len(link_text) > LONGEST:
        raise ConfigError("config in the link", f"at most {LONGEST:,} characters", f"{len(link_text):,} characters")
    try:
        data = base64.b64decode(link_text + "=" * (-len(link_text) % 4), altchars=b"-_", validate=True)
        inflate = zlib.decompressobj()
        text = inflate.decompress(data, MOST).decode()
    except (binascii.Error, ValueError, zlib.error):
        raise ConfigError("config in the link", "as this room has written it", link_text) from None
    if not inflate.eof:
        raise ConfigError("config in the link", f"whole, and at most {MOST:,} characters when unpacked", link_text)
    return read_config(parse(text))  # a link holds what this room has written: finite numbers, whole characters


def _position_entries(values: Mapping[str, Any]) -> dict[str, Any]:
    """Entries about position; null too, since Mistral's class has a window unless the config says null."""
    entries = {key: _finite(value) for key, value in values.items() if key in POSITION}
    parts = {key: values[key] for key in PARTS if isinstance(values.get(key), Mapping)}
    return entries | {key: _position_entries(part) or dict.fromkeys(part, None) for key, part in parts.items()}


def _finite(value: Any) -> Any:
    """A value; words for numbers that JSON cannot hold, which every reader of the entry refuses."""
    if isinstance(value, Mapping):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_finite(inner) for inner in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
