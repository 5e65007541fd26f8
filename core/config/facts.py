"""What was read from a config, as names and texts, each with where it comes from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.config.findings.places import original_key
from core.config.keys import RULE
from core.config.origin import Origin

if TYPE_CHECKING:
    from core.config.model import Config, LayerType
    from core.config.pair_wavelengths import PairWavelengths

LONGEST = 80  # characters of a name that the config gives
MOST_NAMES = 4  # types of layers


@dataclass(frozen=True)
class Fact:
    """One line of what was read.

    Parameters
    ----------
    name : str
    value : str
    origin : Origin or None
        None for what follows from other values, or is not looked for in defaults.
    holds_words : bool
        Whether the value holds words of the config, which are not trusted.
    """

    name: str
    value: str
    origin: Origin | None = None
    holds_words: bool = False


def facts(config: Config, pairs: PairWavelengths | None = None) -> list[Fact]:
    """What was read of a config.

    Parameters
    ----------
    config : Config
    pairs : PairWavelengths or None
        Of the layers to speak of; None where queries and keys do not turn.

    Returns
    -------
    facts : list of Fact
    """
    told = Origin.TOLD if config.model_type else None
    found = [Fact("model type", config.model_type[:LONGEST] or "not told", told, holds_words=True)]
    found.append(Fact("position", config.scheme, config.scheme_origin))
    if config.hidden_size and config.heads:
        of_keys = f" ({config.key_heads} of keys)" if config.key_heads else ""
        found.append(Fact("hidden size, heads", f"{config.hidden_size:,}, {config.heads}{of_keys}"))
    if pairs is None:
        length = Fact("context", tokens(config.context), config.context_origin if config.context else None)
        return [*found, length]
    return [*found, *_rotary(config, pairs), *_layers(config)]


def _rotary(config: Config, pairs: PairWavelengths) -> list[Fact]:
    kind, known = pairs.kind, pairs.lengths
    claimed, trained = _origins(config, kind, is_given=known.is_given)
    return [
        Fact("rotary features", f"{kind.rotary_dim} of {config.head_dim or kind.rotary_dim}"),
        Fact("base", f"{kind.base:,.12g}", kind.base_origin),
        Fact("rule", rule(kind), _of_rule(kind)),
        Fact("attention factor", f"{pairs.attention_factor:.4f}"),
        Fact("trained on", tokens(known.trained), trained),
        Fact("claimed", tokens(known.claimed), claimed),
        Fact("window", f"{'a chunk of ' if kind.chunked else ''}{tokens(kind.window)}"),
        Fact("critical dimension", f"{pairs.critical} of {kind.rotary_dim}"),
    ]


def _origins(config: Config, kind: LayerType, *, is_given: bool) -> tuple[Origin | None, Origin | None]:
    """Where the claimed and the trained length come from; None for a claim that follows from the trained length."""
    if not is_given:
        return Origin.ASSUMED, Origin.ASSUMED
    claimed = None if kind.context is None else config.context_origin
    return claimed, Origin.TOLD if original_key(config, kind) else claimed


def _of_rule(kind: LayerType) -> Origin | None:
    if kind.rule_told and kind.entries.has(*RULE):
        return Origin.TOLD
    return Origin.DEFAULT if kind.is_scaled else None


def _layers(config: Config) -> list[Fact]:
    if config.layers:
        counts = list(Counter(config.layers).items())[:MOST_NAMES]
        return [Fact("layers", ", ".join(f"{count} × {name[:40]}" for name, count in counts), holds_words=True)]
    if len(config.layer_types) > 1:
        return [
            Fact("layers", ", ".join(kind.name[:40] for kind in config.layer_types[:MOST_NAMES]), holds_words=True)
        ]
    return []


def rule(kind: LayerType) -> str:
    """A rule with its factor, such as "YaRN × 4"."""
    return kind.rule.name + (f" × {kind.factor:.4g}" if kind.factor and kind.is_scaled else "")


def tokens(number: float | None) -> str:
    """A length, or "none"."""
    return "none" if number is None else f"{number:,.0f} tokens"
