"""Whether the factor, the trained and the claimed context agree."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from core.config.defaults import ORIGINALS
from core.config.finding import Finding, entry, error, info, name_of, number, original_key, raw, warning
from core.config.keys import CONTEXT, FROM_CONTEXT, ORIGINAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.model_config import LayerType, ModelConfig

TOLERANCE = 1e-3  # of a quotient that was rounded before it was written


def factor_against_contexts(config: ModelConfig) -> Iterator[Finding]:
    """A factor that is not claimed over trained context.

    Llama 3 is left out: its own configs have 8 where the quotient is 16.
    """
    for kind, claimed, original in _with_contexts(config, "YaRN", "LongRoPE"):
        quotient, reach = claimed / original, _reach(kind, original)
        factor = kind.factor or quotient
        if original >= claimed or math.isclose(factor, quotient, rel_tol=TOLERANCE):
            continue
        short = kind.rule.name == "YaRN" and reach < claimed
        context = config.entries.key(*CONTEXT)
        yield (warning if short else info)(
            kind.entries.key("factor"),
            f"factor is {number(factor)}, but {name_of(context)} / {ORIGINAL} is {number(claimed)} / "
            f"{number(original)} = {number(quotient)}.",
            _which_wins(kind) + (f" It reaches {number(reach)} tokens, less than is claimed." if short else ""),
            f"Write {entry('factor', quotient)}, or {entry(context, reach)} if the factor is meant.",
        )


def original_missing(config: ModelConfig) -> Iterator[Finding]:
    """A rule that starts from the trained context, which is not told."""
    for kind in config.layer_types:
        if kind.rule.name not in FROM_CONTEXT or original_key(config, kind) or config.model_type in ORIGINALS:
            continue
        claimed, context = kind.original or 0, name_of(config.entries.key(*CONTEXT))
        trained = max(round(claimed / max(kind.factor or 1, 1)), 2)
        either = f"{entry(ORIGINAL, trained)} if {number(claimed)} tokens are the stretched context, or "
        yield warning(
            kind.entries.key(ORIGINAL),
            f"{ORIGINAL} is missing, so {context}, {number(claimed)} tokens, is taken for it.",
            f"{context} may be the context before or after stretching: programs and their releases take the same "
            "file for different frequencies.",
            f"Write {either if trained < claimed else ''}{entry(ORIGINAL, claimed)} if they are the trained one.",
        )


def original_not_below(config: ModelConfig) -> Iterator[Finding]:
    """A trained context as long as the claimed one, and yet a factor."""
    for kind, claimed, original in _with_contexts(config, *FROM_CONTEXT):
        factor, context = kind.factor or 1, config.entries.key(*CONTEXT)
        if original < claimed or factor <= 1:
            continue
        yield warning(
            original_key(config, kind) or kind.entries.key(ORIGINAL),
            f"{ORIGINAL} is {number(original)}, not below {name_of(context)}, {number(claimed)}, though factor is "
            f"{number(factor)}.",
            "Either the stretched length stands where the trained one belongs, and the rule starts from a training "
            "that never was; or the claimed length is still the trained one, as in some model cards, and programs "
            "may stop there.",
            f"Write {entry(ORIGINAL, max(round(claimed / factor), 2))} if {number(claimed)} tokens are the "
            f"stretched context, or {entry(context, _reach(kind, original))} if they are the trained one.",
        )


def factor_below_one(config: ModelConfig) -> Iterator[Finding]:
    """A factor that shortens."""
    for kind in _stretched(config):
        factor = raw(kind.entries, "factor")
        if factor is None or factor >= 1:
            continue
        turned = min(round(1 / factor, 3), 1e6)
        yield error(
            kind.entries.key("factor"),
            f"factor is {number(factor)}, less than 1.",
            "Frequencies are divided by the factor, so pairs turn faster and the context shrinks. Some programs "
            "ask for the reciprocal, a frequency scale.",
            f"Likely meant: {entry('factor', turned)}.",
        )


def factor_whole(config: ModelConfig) -> Iterator[Finding]:
    """A factor without a decimal point."""
    for kind in _stretched(config):
        factor = raw(kind.entries, "factor")
        if isinstance(factor, int):
            yield info(
                kind.entries.key("factor"),
                f"factor is written as the whole number {number(factor)}.",
                "It is read as meant here, but some releases of transformers expect a decimal number.",
                f"Write {entry('factor', float(factor))}.",
            )


def factor_missing(config: ModelConfig) -> Iterator[Finding]:
    """No factor: the quotient of both contexts is taken."""
    for kind in _stretched(config):
        if kind.rule.name == "Proportional" or kind.factor is None or raw(kind.entries, "factor") is not None:
            continue
        usual = kind.rule.name == "LongRoPE"
        yield (info if usual else warning)(
            kind.entries.key("factor"),
            f"factor is missing, so claimed / trained context is taken, {number(kind.context or 0)} / "
            f"{number(kind.original or 0)} = {number(kind.factor)}.",
            "It sets the attention factor only; the lists say how far each pair is slowed down."
            if usual
            else "Some programs do the same, others refuse the file.",
            f"Write {entry('factor', kind.factor)}.",
        )


def factor_unused(config: ModelConfig) -> Iterator[Finding]:
    """A factor, and no rule that would use it."""
    for kind in config.layer_types:
        factor = raw(kind.entries, "factor")
        if kind.rule.name != "Unscaled" or factor in {None, 1}:
            continue
        yield error(
            kind.entries.key("factor"),
            f"factor is {number(factor)}, but no rule is named that would use it.",
            "Without rope_type the frequencies stay as trained, and the model breaks beyond its trained context.",
            f"Name the rule, such as {entry('rope_type', 'yarn')}, or delete the factor.",
        )


def yarn_is_static(config: ModelConfig) -> Iterator[Finding]:
    """YaRN acts on short texts as well."""
    for kind in config.layer_types:
        if kind.rule.name == "YaRN" and (kind.factor or 1) > 1:
            yield info(
                kind.entries.key("rope_type", "type"),
                f"YaRN with factor {number(kind.factor or 1)} acts on every text, also on short ones.",
                "Where the model was not trained with it, it may cost quality on texts within the trained context, "
                f"{number(kind.original or 0)} tokens.",
                "Keep it if the model came with it or longer texts are needed; else delete the block, or write the "
                "smallest factor that suffices.",
            )


def _with_contexts(config: ModelConfig, *rules: str) -> Iterator[tuple[LayerType, int, int]]:
    """Layers of some rules whose factor and contexts are told: with claimed and trained context, tokens."""
    for kind in config.layer_types:
        told = kind.rule.name in rules and raw(kind.entries, "factor") is not None and original_key(config, kind)
        if told and kind.context is not None and kind.original is not None:
            yield kind, kind.context, kind.original


def _stretched(config: ModelConfig) -> Iterator[LayerType]:
    return (kind for kind in config.layer_types if kind.rule.name != "Unscaled")


def _reach(kind: LayerType, original: int) -> int:
    return round((kind.factor or 1) * original)


def _which_wins(kind: LayerType) -> str:
    what = "the attention factor" if kind.rule.name == "LongRoPE" else "the frequencies"
    return f"Current transformers take the factor for {what}, some older releases took the quotient."
