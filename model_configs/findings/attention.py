"""The factor on cosine and sine."""

from collections.abc import Iterator
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from model_configs.entries import ConfigError, as_text
from model_configs.finding import Finding, error, number, raw, setting, warning, within
from model_configs.model import Config, LayerType


def attention_not_positive(config: Config) -> Iterator[Finding]:
    """The factor on cosine and sine is 0 or less."""
    for kind in config.layer_types:
        names = [each.name for each in kind.in_configs.entries if kind.rule.sharpens(each.name)]
        names = [name for name in names if kind.entries.has(name)]
        least = min(factors(kind), default=1.0)
        if not kind.rule_stated or not names or least > 0:
            continue
        causes = ", ".join(f"{name} {as_text(raw(kind.entries, name))}" for name in names)
        usual = kind.rule.attention_factor(factor=kind.factor or 1.0, original=kind.original or 2)
        pairs = kind.rotary_dim // 2
        yield error(
            kind.entries.key(*names),
            f"The factor on cosine and sine is {number(least)}, by {causes}.",
            f"All {pairs} pairs add 0 to every score: attention sees neither place nor content in them."
            if least == 0
            else f"Scores grow by its square, {number(least**2)}, as with {number(-least)}: the sign is lost, and "
            f"transformers warns of a factor below 0 for all {pairs} pairs.",
            f"Delete {' and '.join(names)}: the rule then takes {number(usual)}.",
            patch=within(kind.entries.path, dict.fromkeys(names)),
            source="https://github.com/huggingface/transformers/blob/main/src/transformers/modeling_rope_utils.py",
        )


def factors(kind: LayerType) -> list[float]:
    """The factor for short and for long texts; empty where the rule cannot compute any."""
    lengths = (None, (kind.original or 0) + 1) if kind.rule.sharpens("sequence_length") else (None,)
    with suppress(ConfigError):
        return [float(kind.frequencies(length).attention_factor) for length in lengths]
    return []


def used_frequencies(kind: LayerType) -> NDArray[np.float64]:
    """Frequencies in use, or the trained ones where the rule cannot compute any; (n,) radians per token."""
    with suppress(ConfigError):
        return kind.frequencies().inverse
    return kind.trained_frequencies()


def mscale_alone(config: Config) -> Iterator[Finding]:
    """Mscale counts only together with mscale_all_dim, and not beside attention_factor."""
    for kind in config.layer_types:
        names = [name for name in ("mscale", "mscale_all_dim") if kind.entries.has(name)]
        if not kind.rule_stated or not names or not kind.rule.sharpens("mscale"):
            continue
        has_factor = kind.entries.has("attention_factor")
        if len(names) == 2 and not has_factor:
            continue
        factor = next(iter(factors(kind)), 1.0)
        other = "mscale_all_dim" if names == ["mscale"] else "mscale"
        reason = "attention_factor is there too" if has_factor else f"{other} is missing"
        yield warning(
            kind.entries.key(names[0]),
            f"{names[0]} is {as_text(raw(kind.entries, names[0]))} and is not read: {reason}.",
            f"Cosine and sine are multiplied by {number(factor)}, and so scores by {number(factor**2)}; programs "
            "that read it alone multiply by another factor.",
            "Write both of mscale and mscale_all_dim, or attention_factor alone.",
            patch=setting(kind.entries.key(names[0]), None)
            if len(names) == 1
            else within(kind.entries.path, {"mscale": None, "mscale_all_dim": None}),
            source="https://github.com/huggingface/transformers/issues/47435",
        )
