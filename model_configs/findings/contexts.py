"""Whether the factor, the trained and the claimed context agree."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.scaling.rule import Frequencies
from model_configs.entries import ConfigError
from model_configs.families.classes import classes
from model_configs.finding import NO_PATCH, Finding, entry, error, info, name_of, number, raw, setting, warning
from model_configs.findings.attention import factors
from model_configs.findings.places import contrast, original_key
from model_configs.keys import CONTEXT, ORIGINAL_CONTEXT, RULE
from model_configs.model import Config, LayerType
from model_configs.rules import in_configs

FACTORS = "https://github.com/vllm-project/vllm/issues/56446"
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
        context, by_factor = config.entries.key(*CONTEXT), setting(kind.entries.key("factor"), quotient)
        yield (warning if short else info)(
            kind.entries.key("factor"),
            f"factor is {number(factor)}, but {name_of(context)} / {ORIGINAL_CONTEXT} is {number(claim)} / "
            f"{number(original)} = {number(quotient)}.",
            f"{_which_wins(kind)}: {contrast(kind, replace(kind, factor=quotient))}."
            + (f" It reaches {number(reach)} tokens, less than is claimed." if short else ""),
            f"Write {entry(context, reach)} for texts of that length, or {entry('factor', quotient)} if none is."
            if beyond
            else f"Write {entry('factor', quotient)}, or {entry(context, reach)} if the factor is meant.",
            patch=setting(context, reach) if beyond else by_factor,
            source=FACTORS,
        )


def original_missing(config: Config) -> Iterator[Finding]:
    """The trained context is missing, which the rule needs."""
    for kind in config.layer_types:
        if not kind.in_configs.needs_original or original_key(config, kind):
            continue
        claim, context = kind.original or 0, name_of(config.entries.key(*CONTEXT))
        trained_length = kind.trained_length or max(round(claim / max(kind.factor or 1, 1)), 2)
        case = f"{entry(ORIGINAL_CONTEXT, trained_length)} if {number(claim)} tokens are the stretched context, or "
        yield error(
            kind.entries.key(ORIGINAL_CONTEXT),
            f"{ORIGINAL_CONTEXT} is missing, so {context}, {number(claim)} tokens, is taken for it.",
            f"{kind.rule.name} demands it, and programs stop with a KeyError or take {context}, which may be the "
            f"length before or after stretching: from {number(trained_length)} tokens, "
            f"{contrast(kind, replace(kind, original=trained_length))}.",
            f"Write {entry(ORIGINAL_CONTEXT, trained_length)}, the length of its training."
            if kind.trained_length
            else f"Write {case if trained_length < claim else ''}{entry(ORIGINAL_CONTEXT, claim)} if they are "
            "the trained one; which, the file does not tell.",
            patch=setting(kind.entries.key(ORIGINAL_CONTEXT), trained_length) if kind.trained_length else NO_PATCH,
            source="https://github.com/NVIDIA-NeMo/Automodel/pull/2652",
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
            original_key(config, kind) or kind.entries.key(ORIGINAL_CONTEXT),
            f"{ORIGINAL_CONTEXT} is {number(original)}, not below {name_of(context)}, {number(claim)}, though "
            f"factor is {number(factor)}.",
            f"The claimed length is still the trained one, as in some model cards: programs may stop at "
            f"{number(claim)} tokens."
            if usual
            else "Either the stretched length stands where the trained one belongs: from "
            f"{number(trained_length)} tokens, {contrast(kind, replace(kind, original=trained_length))}. Or the "
            f"claimed length is still the trained one, and programs may stop at {number(claim)} tokens.",
            f"For texts of that length, write {entry(context, reach)}."
            if usual
            else f"Write {entry(ORIGINAL_CONTEXT, trained_length)} if {number(claim)} tokens are the stretched "
            f"context, or {entry(context, reach)} if they are the trained one; which, the file does not tell.",
            patch=setting(context, reach) if usual else NO_PATCH,
            source="https://github.com/NVIDIA/Megatron-LM/issues/1418",
        )


def long_texts_unreached(config: Config) -> Iterator[Finding]:
    """The rule has other frequencies for long texts, but the claimed length is not long."""
    for kind, claim, original in _with_lengths(config):
        both = _near_and_far(kind, original) if original >= claim and kind.in_configs.needs_original else None
        if both is None:
            continue
        slower = both[0].inverse / both[1].inverse  # (n,) how much more slowly pairs turn in long texts
        factor, context = raw(kind.entries, "factor"), name_of(config.entries.key(*CONTEXT))
        has_factor = factor is not None and (kind.factor or 1) > 1
        trained_length = max(round(claim / (kind.factor or 1)), 2)
        likely = next(iter(factors(replace(kind, original=trained_length))), 1.0)
        actual = both[0].attention_factor
        clause = f", and the attention factor is {number(actual)} instead of {number(likely)}"
        key = original_key(config, kind) or kind.entries.key(ORIGINAL_CONTEXT)
        yield warning(
            key,
            f"{ORIGINAL_CONTEXT} is {number(original)}, not below {context}, {number(claim)}: what the rule has "
            "for long texts is never used.",
            f"Every text of up to {number(claim)} tokens is turned as a short one: {int(np.sum(slower != 1))} of "
            f"{len(slower)} pairs turn up to {number(float(np.max(np.maximum(slower, 1 / slower))))} times apart "
            f"from the long ones{clause if has_factor and actual != likely else ''}.",
            f"Write {entry(ORIGINAL_CONTEXT, trained_length)}, {number(claim)} / factor {number(kind.factor or 1)}."
            if has_factor
            else "Write the length up to which texts count as short; without a factor, the file does not tell it.",
            patch=setting(key, trained_length) if has_factor else NO_PATCH,
            source="https://github.com/vllm-project/vllm/issues/27431",
        )


def factor_below_one(config: Config) -> Iterator[Finding]:
    """The factor is below 1."""
    for kind in _scaled_kinds(config):
        factor = raw(kind.entries, "factor")
        if factor is None or factor >= 1:
            continue
        reciprocal = min(round(1 / factor, 3), 1e6)
        yield error(
            kind.entries.key("factor"),
            f"factor is {number(factor)}, less than 1.",
            f"Frequencies are divided by the factor, so pairs turn up to {number(reciprocal)} times faster and the "
            "context shrinks. Some programs ask for the reciprocal, a frequency scale.",
            f"Likely meant: {entry('factor', reciprocal)}.",
            patch=setting(kind.entries.key("factor"), reciprocal),
            source="https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md",
        )


def factor_whole(config: Config) -> Iterator[Finding]:
    """The factor is written without a decimal point."""
    for kind in _scaled_kinds(config):
        factor = raw(kind.entries, "factor")
        if isinstance(factor, int):
            yield info(
                kind.entries.key("factor"),
                f"factor is written as the whole number {number(factor)}.",
                "It is read as meant here, and 0 pairs change, but some releases of transformers expect a decimal "
                "number.",
                f"Write {entry('factor', float(factor))}.",
                patch=setting(kind.entries.key("factor"), float(factor)),
            )


def factor_missing(config: Config) -> Iterator[Finding]:
    """The factor is missing: the quotient of both contexts is assumed."""
    for kind in _scaled_kinds(config):
        if kind.rule.default_factor is not None or kind.factor is None or raw(kind.entries, "factor") is not None:
            continue
        usual = not kind.rule.divides_by_factor
        yield (info if usual else error)(
            kind.entries.key("factor"),
            f"factor is missing, so claimed / trained context is taken, {number(kind.context or 0)} / "
            f"{number(kind.original or 0)} = {number(kind.factor)}.",
            f"It sets the attention factor only, here to {number(next(iter(factors(kind)), 1.0))}; the lists say "
            "how far each pair is slowed down."
            if usual
            else "transformers 5 refuses the file, KeyError; other programs do the same as here, or leave "
            f"the pairs up to {number(kind.factor)} times too fast.",
            f"Write {entry('factor', kind.factor)}.",
            patch=setting(kind.entries.key("factor"), kind.factor),
            source=FACTORS,
        )


def factor_unused(config: Config) -> Iterator[Finding]:
    """There is a factor, but no rule that would use it."""
    for kind in config.layer_types:
        factor, successor = raw(kind.entries, "factor"), kind.in_configs.successor
        if kind.is_scaled or factor in {None, 1} or successor is None:
            continue
        yield error(
            kind.entries.key("factor"),
            f"factor is {number(factor)}, but no rule is named that would use it.",
            f"Without rope_type all {kind.rotary_dim // 2} pairs turn as trained, and the model breaks beyond its "
            "trained context.",
            f"Name the rule, such as {entry(RULE[0], in_configs(successor).keys[0])}, or delete the factor; which, "
            "the file does not tell.",
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


def _which_wins(kind: LayerType) -> str:
    what = "the frequencies" if kind.rule.divides_by_factor else "the attention factor"
    return f"Current transformers take the factor for {what}, some older releases took the quotient"
