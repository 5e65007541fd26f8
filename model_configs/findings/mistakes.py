"""Mistakes that public trackers report most often, as far as a file shows them."""

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from core.scaling import UNSCALED
from model_configs.entries import as_text
from model_configs.finding import NO_PATCH, Finding, entry, error, info, number, raw, setting, warning, within
from model_configs.findings.attention import used_frequencies
from model_configs.keys import CONTEXT, INTERLEAVED, ORIGINAL_CONTEXT, PARTIAL, RULE, SHARE, STEP_OVER, THETA
from model_configs.layer import Origin
from model_configs.model import Config, LayerType
from model_configs.rules import UNSCALED_KEYS, in_configs, rules_by_key

OLD, NEW = STEP_OVER
USUAL_BASE = 10_000.0  # of programs that find none
TWICE = 1e-3  # relative tolerance of a length that holds the factor twice
VLLM, SGLANG = "https://github.com/vllm-project/vllm/issues", "https://github.com/sgl-project/sglang/issues"


def base_inside_only(config: Config) -> Iterator[Finding]:
    """The base stands where only readers of version 5 look for it."""
    kind = next(iter(config.layer_types), None)
    if kind is None or not config.model_type:  # an override or a bare block stands where its program looks
        return
    if not kind.rule_stated or kind.base_origin is not Origin.FILE or config.entries.has(*THETA):
        return
    if NEW not in kind.base_key or kind.base == USUAL_BASE or len(config.layer_types) > 1:
        return
    faster = (kind.base / USUAL_BASE) ** (1 - 2 / kind.exponent_dim)
    yield info(
        kind.base_key,
        f"rope_theta, {number(kind.base)}, stands in {NEW} alone, where transformers 5 looks for it.",
        f"Programs that know the older form take {number(USUAL_BASE)} without a word: the slowest of "
        f"{kind.rotary_dim // 2} pairs then turns {number(float(f'{faster:.3g}'))} times too fast.",
        f"For such programs, write {entry(THETA[0], kind.base)} at the top level too.",
        patch=setting(config.entries.path + THETA[0], kind.base),
        source="https://github.com/deepspeedai/DeepSpeed/issues/8345",
    )


def default_block(config: Config) -> Iterator[Finding]:
    """A block of type "default" changes nothing, and some programs take it for scaling."""
    block = config.entries.inner(OLD)
    if not config.layer_types or block is None or raw(block, *RULE) != UNSCALED_KEYS[0]:
        return
    if set(block.values) <= {*RULE, THETA[0]}:
        yield info(
            config.entries.key(OLD),
            f"{OLD} is there and asks for {as_text(UNSCALED_KEYS[0])}, which changes nothing.",
            "Some programs take any block of this name for scaling, and refuse the model or stretch it by a factor "
            "of their own; here 0 pairs change.",
            f"Delete {OLD}; a base in it goes to the top level.",
            patch=within(
                config.entries.path, {OLD: None} | ({THETA[0]: raw(block, THETA[0])} if block.has(THETA[0]) else {})
            ),
            source="https://github.com/ROCm/aiter/issues/4742",
        )


def type_not_read(config: Config) -> Iterator[Finding]:
    """The older name of the rule, where only the newer one is read."""
    block = config.entries.inner(OLD)
    if not config.layer_types or block is None or block.has(RULE[0]) or config.layer_types[0].entries.has(*RULE):
        return
    rule = rules_by_key().get(str(raw(block, RULE[1])))
    if rule is None or rule is UNSCALED:
        return
    factor = raw(block, "factor")
    yield error(
        block.key(RULE[1]),
        f"{RULE[1]} is {as_text(raw(block, RULE[1]))}, and for {as_text(config.model_type)} only {RULE[0]} is "
        "read.",
        f"transformers 5 leaves all {config.layer_types[0].rotary_dim // 2} pairs unscaled, "
        + (f"a factor of {as_text(factor)} is lost." if factor is not None else "the rule is lost."),
        f"Write {entry(RULE[0], in_configs(rule).keys[0])} and delete {RULE[1]}.",
        patch=within(block.path, {RULE[0]: in_configs(rule).keys[0], RULE[1]: None}),
        source=f"{VLLM}/20857",
    )


def block_not_read(config: Config) -> Iterator[Finding]:
    """A rule beside the objects of types of layers, where only those are read."""
    block = config.entries.inner(NEW)
    if not config.layer_types or block is None or any(kind.is_scaled for kind in config.layer_types):
        return
    kind, rule = config.layer_types[0], rules_by_key().get(str(raw(block, *RULE)))
    if rule is None or rule is UNSCALED or any(kind.entries.path == block.path for kind in config.layer_types):
        return
    factor = raw(block, "factor")
    flat = [name for name, value in block.values.items() if not isinstance(value, Mapping)]
    yield error(
        block.key(*RULE),
        f"{NEW} asks for {as_text(in_configs(rule).keys[0])}, but of {as_text(config.model_type)} only the objects "
        "of its types of layers are read there.",
        f"transformers 5 leaves all {kind.rotary_dim // 2} pairs unscaled, "
        + (f"a factor of {as_text(factor)} is lost." if factor is not None else "the rule is lost."),
        f"Write the entries as {json.dumps(kind.name[:40])} inside {NEW}.",
        patch=within(
            config.entries.path,
            {NEW: dict.fromkeys(flat) | {kind.name: {name: block.values[name] for name in flat}}},
        ),
        source=f"{SGLANG}/26187",
    )


def scaled_twice(config: Config) -> Iterator[Finding]:
    """The claimed length holds the factor twice."""
    for kind in config.layer_types:
        factor, claim, original = kind.factor or 1, kind.context or 0, kind.original or 0
        is_declared = kind.rule_stated and kind.is_scaled and kind.entries.has(ORIGINAL_CONTEXT)
        if not is_declared or factor < 1.5 or not math.isclose(claim, original * factor**2, rel_tol=TWICE):
            continue
        key = config.entries.path + "max_position_embeddings"
        reach = round(original * factor)
        yield warning(
            key,
            f"The claimed context is {number(claim)} tokens = {number(original)} × {number(factor)}², the factor "
            "twice.",
            f"The rule reaches {number(reach)} tokens; up to {number(claim)} the slow pairs meet angles "
            f"{number(factor)} times farther than any in training.",
            f"Write {entry(key, reach)}, or {entry('factor', factor**2)} if the length is meant.",
            patch=setting(key, reach),
            source=f"{VLLM}/56446",
        )


def raised_without_rule(config: Config) -> Iterator[Finding]:
    """The context was raised, and no rule stretches the frequencies."""
    for kind in config.layer_types:
        original = raw(config.entries, ORIGINAL_CONTEXT) or raw(kind.entries, ORIGINAL_CONTEXT)
        claim = kind.context
        if kind.is_scaled or not isinstance(original, int) or not claim or not 2 <= original < claim:
            continue
        slow, key = int(np.sum(kind.trained_frequencies() * original < 2 * np.pi)), config.entries.key(*CONTEXT)
        yield warning(
            key,
            f"The context is {number(claim)} tokens, {number(claim / original)} times {ORIGINAL_CONTEXT}, "
            "and no rule is named.",
            f"{number(slow)} of {kind.rotary_dim // 2} pairs complete no turn in {number(original)} tokens "
            "and meet angles beyond them that training never showed.",
            f"Write {entry(key, original)}, or name a rule with {entry('factor', claim / original)}.",
            patch=setting(key, original),
            source=f"{SGLANG}/2108",
        )


def scaled_window(config: Config) -> Iterator[Finding]:
    """A rule acts on layers that see no farther than their window."""
    for kind in config.layer_types:
        if not kind.rule_stated or not kind.is_scaled or kind.window is None or len(config.layer_types) == 1:
            continue
        slow = int(np.sum(used_frequencies(kind) < kind.trained_frequencies() * (1 - 1e-9)))
        if not slow or kind.window >= (kind.original or math.inf):
            continue
        yield warning(
            kind.entries.key(*RULE),
            f"The rule acts on layers with a window of {number(kind.window)} tokens, {kind.name[:40]}.",
            f"{number(slow)} of {kind.rotary_dim // 2} pairs turn more slowly than in training, though no key is "
            "farther away than the window.",
            "Leave these layers unscaled, unless the model was trained so"
            + ("." if kind.is_nested else ": the entry holds for the other layers too, so the file cannot say it."),
            patch=within(kind.entries.path, _without_rule(kind)) if kind.is_nested else NO_PATCH,
            source="https://github.com/ggml-org/llama.cpp/pull/14367",
        )


def _without_rule(kind: LayerType) -> dict[str, Any]:
    """The entries of a block without its rule, as a merge patch."""
    names = ("factor", ORIGINAL_CONTEXT, *RULE, *(each.name for each in kind.in_configs.entries))
    return {name: None for name in names if kind.entries.has(name)} | {RULE[0]: UNSCALED_KEYS[0]}


def sections_lost(config: Config) -> Iterator[Finding]:
    """A rule was written over the sections of time, height and width."""
    usual = list(config.family.sections)
    for kind in config.layer_types:
        if not (usual and kind.rule_stated and kind.is_scaled) or raw(kind.entries, "mrope_section") is not None:
            continue
        pairs = kind.rotary_dim // 2
        yield error(
            kind.entries.path + "mrope_section",
            "mrope_section is missing beside the rule, and this model deals pairs out to time, height and width.",
            f"Programs that find none turn all {pairs} pairs by one counter, so that "
            f"{number(pairs - usual[0])} pairs lose height and width.",
            f"Write {entry('mrope_section', usual)} into the block.",
            patch=setting(kind.entries.path + "mrope_section", usual),
            source="https://github.com/modelscope/ms-swift/issues/2340",
        )


def truncate_ignored(config: Config) -> Iterator[Finding]:
    """truncate: false, which several programs do not read."""
    for kind in config.layer_types:
        if not kind.rule_stated or raw(kind.entries, "truncate") is not False or not kind.rule.takes("truncate"):
            continue
        most = _difference(kind)
        yield info(
            kind.entries.key("truncate"),
            "truncate is false: the ends of the ramp are not moved to whole pairs"
            + (", but transformers 5 does not read it in nested blocks." if kind.is_nested else "."),
            f"Programs that ignore it compute frequencies that differ by up to {number(float(f'{most:.3g}'))}%.",
            "Nothing has to change in the file if the model was trained so: compare the frequencies of the program "
            "with those here.",
            source=f"{VLLM}/27722",
        )


def _difference(kind: LayerType) -> float:
    """Largest relative difference of frequencies with and without rounded ends, per cent."""
    values = {"factor": kind.factor or 1, "original": kind.original or kind.context, "base": kind.base}
    options = {name: value for name, value in kind.arguments.items() if name != "truncate"}
    both = [
        kind.rule.apply(kind.trained_frequencies(), **values, **options, truncate=flag).inverse
        for flag in (True, False)
    ]
    return float(100 * np.max(np.abs(both[0] / both[1] - 1)))


def features_by_number(config: Config) -> Iterator[Finding]:
    """rotary_dim alone says how many features turn, which some releases of transformers do not read."""
    kind, rotary_dim = next(iter(config.layer_types), None), raw(config.entries, "rotary_dim")
    width = config.head_dim or 0
    if kind is None or config.model_type != "minimax_m2" or not isinstance(rotary_dim, int) or rotary_dim >= width:
        return
    if config.entries.has(*SHARE) or kind.entries.has(PARTIAL):
        return
    yield info(
        config.entries.key("rotary_dim"),
        f"rotary_dim is {number(rotary_dim)} and no partial_rotary_factor is beside it.",
        f"transformers 5.12 to 5.16 do not read it and turn all {number(width)} features of a head; 5.17 and later "
        f"turn {number(rotary_dim)}.",
        f"For these releases, write {entry(PARTIAL, rotary_dim / width)} too.",
        patch=setting(config.entries.path + PARTIAL, rotary_dim / width),
        source="https://github.com/huggingface/transformers/issues/48241",
    )


def interleaved(config: Config) -> Iterator[Finding]:
    """The config states the layout of pairs."""
    name = next((name for name in INTERLEAVED if raw(config.entries, name)), None)
    if not config.layer_types or name is None:
        return
    pairs = config.layer_types[0].rotary_dim // 2
    yield info(
        config.entries.key(name),
        f"{name} is true: neighbouring features form a pair in the weights.",
        f"Turned as halves instead, or reordered twice, {number(2 * pairs - 2)} of {number(2 * pairs)} features "
        "get a partner that is not theirs.",
        "Nothing has to change in the file: reorder the weights once, or turn neighbours, and compare one layer's "
        "output with the reference.",
        source="https://github.com/NVIDIA/TensorRT-LLM/issues/16378",
    )
