"""The factor on cosine and sine."""

from collections.abc import Iterator
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from model_configs.entries import ConfigError, as_text
from model_configs.finding import Finding, error, raw, setting, warning, within
from model_configs.model import Config, LayerType
from model_configs.sentences import Name, Written


def attention_not_positive(config: Config) -> Iterator[Finding]:
    """The factor on cosine and sine is 0 or less."""
    for kind in config.layer_types:
        names = [each.name for each in kind.in_configs.entries if kind.rule.sharpens(each.name)]
        names = [name for name in names if kind.entries.has(name)]
        least = min(factors(kind), default=1.0)
        if not kind.rule_stated or not names or least > 0:
            continue
        yield error(
            "attention_not_positive",
            kind.entries.key(*names),
            "zero" if least == 0 else "",
            least=least,
            causes=tuple(Written(name, raw(kind.entries, name)) for name in names),
            square=least**2,
            positive=-least,
            pairs=kind.rotary_dim // 2,
            entries=tuple(map(Name, names)),
            usual=kind.rule.attention_factor(factor=kind.factor or 1.0, original=kind.original or 2),
            patch=within(kind.entries.path, dict.fromkeys(names)),
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
        yield warning(
            "mscale_alone",
            kind.entries.key(names[0]),
            "beside" if has_factor else "",
            entry=names[0],
            value=as_text(raw(kind.entries, names[0])),
            other="mscale_all_dim" if names == ["mscale"] else "mscale",
            actual=factor,
            square=factor**2,
            patch=setting(kind.entries.key(names[0]), None)
            if len(names) == 1
            else within(kind.entries.path, {"mscale": None, "mscale_all_dim": None}),
        )


CHECKS = (attention_not_positive, mscale_alone)
