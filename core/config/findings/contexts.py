"""Whether the factor, the trained and the claimed context agree."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from core.config.families.classes import classes
from core.config.findings.places import original_key
from core.config.keys import CONTEXT, ORIGINAL_CONTEXT, RULE
from core.inputs.finding import Finding, entry, error, info, name_of, number, raw, setting, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.config.model import Config, LayerType

FACTORS = "https://github.com/vllm-project/vllm/issues/56446"
TOLERANCE = 1e-3  # relative; configs hold rounded quotients


def factor_against_contexts(config: Config) -> Iterator[Finding]:
    """The factor is not claimed ÷ trained context, where the rule means that."""
    for kind, claimed, original in _with_contexts(config):
        if not kind.rule.factor_is_quotient:
            continue
        quotient, reach = claimed / original, _reach(kind, original)
        factor = kind.factor or quotient
        if original >= claimed or math.isclose(factor, quotient, rel_tol=TOLERANCE):
            continue
        short = kind.rule.factor_tells_reach and reach < claimed
        beyond = kind.rule.factor_tells_reach and reach > claimed
        context, by_factor = config.entries.key(*CONTEXT), setting(kind.entries.key("factor"), quotient)
        yield (warning if short else info)(
            kind.entries.key("factor"),
            f"factor is {number(factor)}, but {name_of(context)} / {ORIGINAL_CONTEXT} is {number(claimed)} / "
            f"{number(original)} = {number(quotient)}.",
            _which_wins(kind) + (f" It reaches {number(reach)} tokens, less than is claimed." if short else ""),
            f"Write {entry(context, reach)} for texts of that length, or {entry('factor', quotient)} if none is."
            if beyond
            else f"Write {entry('factor', quotient)}, or {entry(context, reach)} if the factor is meant.",
            patch=setting(context, reach) if beyond else by_factor,
            source=FACTORS,
        )


def original_missing(config: Config) -> Iterator[Finding]:
    """The trained context is missing, which the rule needs."""
    for kind in config.layer_types:
        if not kind.rule.needs_original or original_key(config, kind):
            continue
        claimed, context = kind.original or 0, name_of(config.entries.key(*CONTEXT))
        trained = max(round(claimed / max(kind.factor or 1, 1)), 2)
        either = f"{entry(ORIGINAL_CONTEXT, trained)} if {number(claimed)} tokens are the stretched context, or "
        yield warning(
            kind.entries.key(ORIGINAL_CONTEXT),
            f"{ORIGINAL_CONTEXT} is missing, so {context}, {number(claimed)} tokens, is taken for it.",
            f"{context} may be the context before or after stretching: programs and their releases take the same "
            "file for different frequencies.",
            f"Write {either if trained < claimed else ''}{entry(ORIGINAL_CONTEXT, claimed)} if they are the "
            "trained one.",
        )


def original_not_below(config: Config) -> Iterator[Finding]:
    """The trained context is as long as the claimed one, but there is a factor."""
    for kind, claimed, original in _with_contexts(config):
        factor, context = kind.factor or 1, config.entries.key(*CONTEXT)
        if not kind.rule.needs_original or original < claimed or factor <= 1:
            continue
        usual = original == claimed == classes().get(config.model_type, {}).get(CONTEXT[0])
        yield (info if usual else warning)(
            original_key(config, kind) or kind.entries.key(ORIGINAL_CONTEXT),
            f"{ORIGINAL_CONTEXT} is {number(original)}, not below {name_of(context)}, {number(claimed)}, though "
            f"factor is {number(factor)}.",
            "Either the stretched length stands where the trained one belongs, and the rule starts from a training "
            "that never was; or the claimed length is still the trained one, as in some model cards, and programs "
            "may stop there.",
            _lengths_to_write(context, original, claimed, _reach(kind, original), usual=usual),
        )


def _lengths_to_write(context: str, original: int, claimed: int, reach: int, *, usual: bool) -> str:
    """What to write where both lengths are the same; `usual` where they are the trained one for sure."""
    if usual:
        return f"For texts of that length, write {entry(context, reach)}."
    trained = max(round(claimed * original / reach), 2)
    return (
        f"Write {entry(ORIGINAL_CONTEXT, trained)} if {number(claimed)} tokens are the stretched context, or "
        f"{entry(context, reach)} if they are the trained one."
    )


def factor_below_one(config: Config) -> Iterator[Finding]:
    """The factor is below 1."""
    for kind in _scaled(config):
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
            patch=setting(kind.entries.key("factor"), turned),
        )


def factor_whole(config: Config) -> Iterator[Finding]:
    """The factor is written without a decimal point."""
    for kind in _scaled(config):
        factor = raw(kind.entries, "factor")
        if isinstance(factor, int):
            yield info(
                kind.entries.key("factor"),
                f"factor is written as the whole number {number(factor)}.",
                "It is read as meant here, but some releases of transformers expect a decimal number.",
                f"Write {entry('factor', float(factor))}.",
                patch=setting(kind.entries.key("factor"), float(factor)),
            )


def factor_missing(config: Config) -> Iterator[Finding]:
    """The factor is missing: the quotient of both contexts is assumed."""
    for kind in _scaled(config):
        if kind.rule.default_factor is not None or kind.factor is None or raw(kind.entries, "factor") is not None:
            continue
        usual = not kind.rule.divides_by_factor
        yield (info if usual else warning)(
            kind.entries.key("factor"),
            f"factor is missing, so claimed / trained context is taken, {number(kind.context or 0)} / "
            f"{number(kind.original or 0)} = {number(kind.factor)}.",
            "It sets the attention factor only; the lists say how far each pair is slowed down."
            if usual
            else "Some programs do the same, others refuse the file.",
            f"Write {entry('factor', kind.factor)}.",
            patch=setting(kind.entries.key("factor"), kind.factor),
        )


def factor_unused(config: Config) -> Iterator[Finding]:
    """There is a factor, but no rule that would use it."""
    for kind in config.layer_types:
        factor, successor = raw(kind.entries, "factor"), kind.rule.successor
        if kind.is_scaled or factor in {None, 1} or successor is None:
            continue
        yield error(
            kind.entries.key("factor"),
            f"factor is {number(factor)}, but no rule is named that would use it.",
            "Without rope_type the frequencies stay as trained, and the model breaks beyond its trained context.",
            f"Name the rule, such as {entry(RULE[0], successor.keys[0])}, or delete the factor.",
        )


def _with_contexts(config: Config) -> Iterator[tuple[LayerType, int, int]]:
    """Layers whose factor and contexts are given, with claimed and trained context in tokens."""
    for kind in config.layer_types:
        given = raw(kind.entries, "factor") is not None and original_key(config, kind)
        if given and kind.context_told and kind.context is not None and kind.original is not None:
            yield kind, kind.context, kind.original


def _scaled(config: Config) -> Iterator[LayerType]:
    return (kind for kind in config.layer_types if kind.is_scaled)


def _reach(kind: LayerType, original: int) -> int:
    return round((kind.factor or 1) * original)


def _which_wins(kind: LayerType) -> str:
    what = "the frequencies" if kind.rule.divides_by_factor else "the attention factor"
    return f"Current transformers take the factor for {what}, some older releases took the quotient."
