"""Whether the factor, the trained and the claimed context agree."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.scaling.rule import Frequencies
from model_configs.entries import ConfigError
from model_configs.families.classes import classes
from model_configs.finding import NO_PATCH, Finding, error, info, name_of, raw, setting, warning
from model_configs.findings.attention import factors
from model_configs.findings.places import contrast, original_key
from model_configs.keys import CONTEXT, ORIGINAL_CONTEXT, RULE
from model_configs.model import Config, LayerType
from model_configs.rules import in_configs
from model_configs.sentences import Written

TOLERANCE = 1e-3  # relative; configs hold rounded quotients


def factor_against_contexts(config: Config) -> Iterator[Finding]:
    """The factor is not claimed ÷ trained context, where the rule means that."""
    for kind, claim, original in _with_contexts(config):
        if not kind.in_configs.factor_is_quotient:
            continue
        quotient, reach = claim / original, _reach(kind, original)
        factor = kind.factor or quotient
        if original >= claim or math.isclose(factor, quotient, rel_tol=TOLERANCE):
            continue
        short = kind.in_configs.factor_tells_reach and reach < claim
        beyond = kind.in_configs.factor_tells_reach and reach > claim
        context = config.entries.key(*CONTEXT)
        refuses = beyond and kind.is_static  # published blocks that reach farther have marks of their training
        yield (warning if short or refuses else info)(
            "factor_against_contexts",
            kind.entries.key("factor"),
            "refuses" if refuses else "",
            "short" if short else "beyond" if beyond else "",
            "" if kind.rule.divides_by_factor else "attention",
            actual=factor,
            entry=name_of(context),
            claim=claim,
            original=original,
            quotient=quotient,
            contrast=contrast(kind, replace(kind, factor=quotient)),
            reach=reach,
            by_factor=Written("factor", quotient),
            by_length=Written(name_of(context), reach),
            patch=setting(context, reach) if beyond else setting(kind.entries.key("factor"), quotient),
        )


def original_missing(config: Config) -> Iterator[Finding]:
    """The trained context is missing, which the rule needs."""
    for kind in config.layer_types:
        if not kind.in_configs.needs_original or original_key(config, kind):
            continue
        claim, context = kind.original or 0, name_of(config.entries.key(*CONTEXT))
        trained_length = kind.trained_length or max(round(claim / max(kind.factor or 1, 1)), 2)
        yield error(
            "original_missing",
            kind.entries.key(ORIGINAL_CONTEXT),
            "known" if kind.trained_length else "stretched" if trained_length < claim else "",
            entry=context,
            claim=claim,
            method=kind.rule.name,
            trained=trained_length,
            contrast=contrast(kind, replace(kind, original=trained_length)),
            as_trained=Written(ORIGINAL_CONTEXT, trained_length),
            as_claimed=Written(ORIGINAL_CONTEXT, claim),
            patch=setting(kind.entries.key(ORIGINAL_CONTEXT), trained_length) if kind.trained_length else NO_PATCH,
        )


def original_not_below(config: Config) -> Iterator[Finding]:
    """The trained context is as long as the claimed one, but there is a factor."""
    for kind, claim, original in _with_contexts(config):
        factor, context = kind.factor or 1, config.entries.key(*CONTEXT)
        if not kind.in_configs.needs_original or original < claim or factor <= 1 or _near_and_far(kind, original):
            continue
        usual = original == claim == classes().get(config.model_type, {}).get(CONTEXT[0])
        reach = _reach(kind, original)
        trained_length = max(round(claim * original / reach), 2)
        yield (info if usual else warning)(
            "original_not_below",
            original_key(config, kind) or kind.entries.key(ORIGINAL_CONTEXT),
            "usual" if usual else "",
            original=original,
            entry=name_of(context),
            claim=claim,
            actual=factor,
            trained=trained_length,
            contrast=contrast(kind, replace(kind, original=trained_length)),
            as_trained=Written(ORIGINAL_CONTEXT, trained_length),
            by_length=Written(name_of(context), reach),
            patch=setting(context, reach) if usual else NO_PATCH,
        )


def long_texts_unreached(config: Config) -> Iterator[Finding]:
    """The rule has other frequencies for long texts, but the claimed length is not long."""
    for kind, claim, original in _with_lengths(config):
        both = _near_and_far(kind, original) if original >= claim and kind.in_configs.needs_original else None
        if both is None:
            continue
        slower = both[0].inverse / both[1].inverse  # (n,) how much more slowly pairs turn in long texts
        has_factor = raw(kind.entries, "factor") is not None and (kind.factor or 1) > 1
        trained_length = max(round(claim / (kind.factor or 1)), 2)
        likely = next(iter(factors(replace(kind, original=trained_length))), 1.0)
        actual = both[0].attention_factor
        key = original_key(config, kind) or kind.entries.key(ORIGINAL_CONTEXT)
        yield warning(
            "long_texts_unreached",
            key,
            "factor" if has_factor else "",
            "attention" if has_factor and actual != likely else "",
            original=original,
            entry=name_of(config.entries.key(*CONTEXT)),
            claim=claim,
            different=int(np.sum(slower != 1)),
            pairs=len(slower),
            times=float(np.max(np.maximum(slower, 1 / slower))),
            actual=actual,
            likely=likely,
            as_trained=Written(ORIGINAL_CONTEXT, trained_length),
            by=kind.factor or 1,
            patch=setting(key, trained_length) if has_factor else NO_PATCH,
        )


def factor_below_one(config: Config) -> Iterator[Finding]:
    """The factor is below 1."""
    for kind in _scaled_kinds(config):
        factor = raw(kind.entries, "factor")
        if factor is None or factor >= 1:
            continue
        reciprocal = min(round(1 / factor, 3), 1e6)
        yield error(
            "factor_below_one",
            kind.entries.key("factor"),
            actual=factor,
            reciprocal=reciprocal,
            setting=Written("factor", reciprocal),
            patch=setting(kind.entries.key("factor"), reciprocal),
        )


def factor_whole(config: Config) -> Iterator[Finding]:
    """The factor is written without a decimal point."""
    for kind in _scaled_kinds(config):
        factor = raw(kind.entries, "factor")
        if isinstance(factor, int):
            yield info(
                "factor_whole",
                kind.entries.key("factor"),
                actual=factor,
                setting=Written("factor", float(factor)),
                patch=setting(kind.entries.key("factor"), float(factor)),
            )


def factor_missing(config: Config) -> Iterator[Finding]:
    """The factor is missing: the quotient of both contexts is assumed."""
    for kind in _scaled_kinds(config):
        if kind.rule.default_factor is not None or kind.factor is None or raw(kind.entries, "factor") is not None:
            continue
        usual = not kind.rule.divides_by_factor
        yield (info if usual else error)(
            "factor_missing",
            kind.entries.key("factor"),
            "attention" if usual else "",
            claim=kind.context or 0,
            original=kind.original or 0,
            quotient=kind.factor,
            attention=next(iter(factors(kind)), 1.0),
            setting=Written("factor", kind.factor),
            patch=setting(kind.entries.key("factor"), kind.factor),
        )


def factor_unused(config: Config) -> Iterator[Finding]:
    """There is a factor, but no rule that would use it."""
    for kind in config.layer_types:
        factor, successor = raw(kind.entries, "factor"), kind.in_configs.successor
        if kind.is_scaled or factor in {None, 1} or successor is None:
            continue
        yield error(
            "factor_unused",
            kind.entries.key("factor"),
            actual=factor,
            pairs=kind.rotary_dim // 2,
            setting=Written(RULE[0], in_configs(successor).keys[0]),
        )


def _with_lengths(config: Config) -> Iterator[tuple[LayerType, int, int]]:
    """Layers whose contexts are in the config, with claimed and trained context in tokens."""
    for kind in config.layer_types:
        is_stated = original_key(config, kind) and kind.context_stated
        if is_stated and kind.context is not None and kind.original is not None:
            yield kind, kind.context, kind.original


def _with_contexts(config: Config) -> Iterator[tuple[LayerType, int, int]]:
    """The same, where the config also has the factor."""
    return (each for each in _with_lengths(config) if raw(each[0].entries, "factor") is not None)


def _near_and_far(kind: LayerType, original: int) -> tuple[Frequencies, Frequencies] | None:
    """Frequencies of short and of long texts, where they differ; None where they cannot be computed."""
    if not kind.rule.takes("sequence_length") or kind.in_configs.starts_from_claimed:
        return None
    try:
        near, far = kind.frequencies(original), kind.frequencies(original + 1)
    except ConfigError:
        return None
    return None if np.array_equal(near.inverse, far.inverse) else (near, far)


def _scaled_kinds(config: Config) -> Iterator[LayerType]:
    return (kind for kind in config.layer_types if kind.is_scaled)


def _reach(kind: LayerType, original: int) -> int:
    return round((kind.factor or 1) * original)


CHECKS = (
    factor_against_contexts,
    original_missing,
    original_not_below,
    long_texts_unreached,
    factor_below_one,
    factor_whole,
    factor_missing,
    factor_unused,
)
