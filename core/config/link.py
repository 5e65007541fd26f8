"""A config small enough for an address, and back: nothing in it is trusted."""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any

from core.config.entries import ConfigError
from core.config.keys import CONTEXT, HEAD_DIM, HEADS, HIDDEN, KEY_HEADS, ORIGINAL, ROTARY
from core.model_config import NESTED, ModelConfig, read_config

LONGEST = 4000  # characters in an address
MOST = 200_000  # characters once unpacked; deflate can promise a thousand times its size
KEPT = {
    *CONTEXT, *HEAD_DIM, *HEADS, *HIDDEN, *KEY_HEADS, *ROTARY, ORIGINAL, "model_type", "layer_types",
    "sliding_window", "sliding_window_pattern", "use_sliding_window", "max_window_layers", "no_rope_layers",
    "position_embedding_type", "alibi", "use_alibi", "attn_config", "relative_attention_num_buckets",
    "relative_attention_max_distance", "torch_dtype", "dtype", "qk_nope_head_dim",
}  # fmt: skip


def pack(config: ModelConfig) -> str | None:
    """The entries of a config that speak of position, as letters that an address may hold.

    Parameters
    ----------
    config : ModelConfig

    Returns
    -------
    packed : str or None
        None where it would be longer than `LONGEST`.
    """
    text = json.dumps(_kept(config.source), separators=(",", ":"))
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return packed if len(packed) <= LONGEST else None


def unpack(packed: str) -> ModelConfig:
    """What `pack` has packed.

    Parameters
    ----------
    packed : str
        Untrusted: its length is limited before and after it is unpacked.

    Returns
    -------
    config : ModelConfig

    Raises
    ------
    ConfigError
        If it cannot be unpacked, or is no valid config.
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
