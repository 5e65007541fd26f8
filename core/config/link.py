"""Pack the relevant entries of a config into a string for an address, and unpack untrusted strings."""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any

from core.config.keys import (
    CONTEXT,
    HEAD_DIM,
    HIDDEN,
    KEY_HEADS,
    NESTED,
    ORIGINAL_CONTEXT,
    QUERY_HEADS,
    ROTARY,
)
from core.inputs.entries import ConfigError
from core.model_config import ModelConfig, read_config

LONGEST = 4000  # characters in an address
MOST = 200_000  # characters when unpacked; deflate can expand its input a thousand times
KEPT = {
    *CONTEXT,
    *HEAD_DIM,
    *QUERY_HEADS,
    *HIDDEN,
    *KEY_HEADS,
    *ROTARY,
    ORIGINAL_CONTEXT,
    "model_type",
    "layer_types",
    "sliding_window",
    "sliding_window_pattern",
    "use_sliding_window",
    "max_window_layers",
    "no_rope_layers",
    "position_embedding_type",
    "alibi",
    "use_alibi",
    "attn_config",
    "relative_attention_num_buckets",
    "relative_attention_max_distance",
    "torch_dtype",
    "dtype",
    "qk_nope_head_dim",
}


def pack(config: ModelConfig) -> str | None:
    """The entries of a config that speak of position, in characters that are allowed in an address.

    Parameters
    ----------
    config : ModelConfig

    Returns
    -------
    packed : str or None
        None if it would be longer than `LONGEST`.
    """
    text = json.dumps(_kept(config.source), separators=(",", ":"))
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return packed if len(packed) <= LONGEST else None


def unpack(packed: str) -> ModelConfig:
    """Restore a config from the result of `pack`.

    Parameters
    ----------
    packed : str
        Untrusted: its length is limited before and after unpacking.

    Returns
    -------
    config : ModelConfig

    Raises
    ------
    ConfigError
        If it cannot be unpacked, or is not a valid config.
    """
    if len(packed) > LONGEST:
        raise ConfigError("config in the link", f"at most {LONGEST:,} characters", f"{len(packed):,} characters")
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        inflate = zlib.decompressobj()
        text = inflate.decompress(data, MOST).decode()
    except (binascii.Error, ValueError, zlib.error):
        raise ConfigError("config in the link", "as this room has written it", packed) from None
    if not inflate.eof:
        raise ConfigError("config in the link", f"whole, and at most {MOST:,} characters when unpacked", packed)
    return read_config(text)


def _kept(values: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in values.items() if key in KEPT and value is not None}
    parts = {key: values[key] for key in NESTED if isinstance(values.get(key), Mapping)}
    return kept | {key: _kept(part) or dict.fromkeys(part, None) for key, part in parts.items()}
