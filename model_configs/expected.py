"""The numbers that a model must hold after loading: frequencies, attention factor and scale of the softmax."""

import io
import json
import math
from typing import Any

import numpy as np

from model_configs.families.classes import classes
from model_configs.model import Config, LayerType
from model_configs.pair_wavelengths import finite

UNIT = ("gemma3n_text", "gemma4_text", "gemma4_unified_text", "diffusion_gemma_text", "embedding_gemma2_text")
"""Model types that normalize queries and keys, and scale their product by 1."""

PRE_SCALAR = {"gemma2": 256, "gemma3_text": 256, "vaultgemma": 256, "t5_gemma_module": 256, "t5gemma2_text": 256}
"""Model type → `query_pre_attn_scalar` where the config is silent."""


def expected(config: Config, sequence_length: float | None = None) -> dict[str, Any]:
    """The numbers by type of layers.

    Parameters
    ----------
    config : Config
        One with rotary layers.
    sequence_length : float or None
        Tokens; None for a text within the trained context.

    Returns
    -------
    numbers : dict
        Name of the type of layers → "inverse_frequencies", ndarray of shape (pairs,) in radians per token;
        "attention_factor", on cosine and sine; "softmax_scale", on the product of query and key, or None where the
        config does not say how wide a head is.

    Raises
    ------
    ConfigError
        If queries and keys do not turn, or the numbers of the config give no frequencies.

    >>> from model_configs.model_config import read_config
    >>> expected(read_config({"head_dim": 64}))["full_attention"]["softmax_scale"]
    0.125
    """
    config.layer_type()  # refuses a config without rotary layers
    return {kind.name: _of(config, kind, sequence_length) for kind in config.layer_types}


def as_npz(config: Config, sequence_length: float | None = None) -> bytes:
    """The numbers of `expected` as a file of NumPy.

    Parameters
    ----------
    config, sequence_length
        As in `expected`.

    Returns
    -------
    file : bytes
        Format npz: float64 arrays named "<type of layers>/<name>"; None has no array.
    """
    arrays = {
        f"{kind}/{name}": np.asarray(value, dtype=np.float64)
        for kind, numbers in expected(config, sequence_length).items()
        for name, value in numbers.items()
        if value is not None
    }
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # arrays, not keywords of savez
    return file.getvalue()


def as_json(config: Config, sequence_length: float | None = None) -> str:
    """The numbers of `expected` as JSON.

    Parameters
    ----------
    config, sequence_length
        As in `expected`.

    Returns
    -------
    text : str
        Frequencies are lists, unknown numbers null.
    """
    numbers = expected(config, sequence_length)
    return json.dumps(numbers, indent=1, default=lambda array: array.tolist())


def _of(config: Config, kind: LayerType, length: float | None) -> dict[str, Any]:
    frequencies = finite(kind, length)
    return {
        "inverse_frequencies": frequencies.inverse,
        "attention_factor": frequencies.attention_factor,
        "softmax_scale": softmax_scale(config, kind),
    }


def softmax_scale(
    config: Config,
    kind: LayerType,  # of the config
) -> float | None:  # dimensionless; None where the config does not say how wide a head is
    r"""Factor on the product of query and key, usually :math:`1/\sqrt{d}` for heads of d features.

    Models with latent attention multiply it by :math:`(0.1\,m \ln s + 1)^2` for `mscale_all_dim` m and factor s.

    Source: Hugging Face transformers 5.23, modeling_deepseek_v3, modeling_gemma3 and modeling_granite,
    https://github.com/huggingface/transformers/tree/main/src/transformers/models
    """
    entries = config.entries
    if config.model_type in UNIT:
        return 1.0
    if (multiplier := entries.number("attention_multiplier")) is not None:
        return multiplier
    usual = classes().get(config.model_type, {})
    nope_dim = entries.whole("qk_nope_head_dim") or usual.get("qk_nope_head_dim")
    if nope_dim is not None:  # head_dim may say otherwise, and then sets the frequencies alone
        rope_dim = entries.whole("qk_rope_head_dim") or usual.get("qk_rope_head_dim") or kind.rotary_dim
        return (nope_dim + rope_dim) ** -0.5 * _mscale(kind) ** 2
    width = entries.number("query_pre_attn_scalar") or PRE_SCALAR.get(config.model_type) or config.head_dim
    return None if width is None or width <= 0 else width**-0.5


def _mscale(kind: LayerType) -> float:
    strength, factor = kind.arguments.get("mscale_all_dim"), kind.factor or 1.0
    return 0.1 * strength * math.log(factor) + 1.0 if strength and factor > 1 else 1.0
