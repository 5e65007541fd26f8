"""Whose length a config holds: of its training, of a draft's target, with room for output, or by a rule."""

import re
from collections.abc import Iterator, Sequence

from model_configs.entries import LARGEST, Entries
from model_configs.families.hybrids import QWEN_TRAINED, QWEN_WITH_OUTPUT
from model_configs.finding import Finding, entry, info, name_of, number, raw, setting, warning, within
from model_configs.findings.places import original_key
from model_configs.keys import CONTEXT
from model_configs.model import Config, LayerType

DRAFTS = re.compile("eagle|medusa|mlp_?speculator|draft|dspark|dflash|mtp|nextn", re.IGNORECASE)
DRAFT_MARKS = ("draft_vocab_size", "eagle_config", "speculators_config", "target_hidden_size")
SHORT_DRAFT = 4096  # tokens; the classes that drafts are made from claim 2,048 or 4,096 where nothing is written
OLD_VOCABULARY, OLD_BASE = 32_000, 10_000.0  # of targets with so short a context themselves


def draft_length(config: Config) -> Iterator[Finding]:
    """A draft model has its own length, though it runs at the positions of its target."""
    kind = next(iter(config.layer_types), None)
    if kind is None or not _is_draft(config):
        return
    length, targets = config.context or 0, (raw(config.entries, "vocab_size") or 0) > OLD_VOCABULARY
    if not length or length > SHORT_DRAFT or not (targets or kind.base > OLD_BASE):
        return
    key = config.entries.key(*CONTEXT)
    origin = "" if config.entries.has(*CONTEXT) else f" by the default of {config.model_type}"
    yield warning(
        key,
        f"This is a draft for speculative decoding, and {name_of(key)} is {number(length)}{origin}.",
        f"A draft runs at the positions of its target: its table of cosines and sines has {number(length)} rows, "
        "so that longer prompts stop the server, or read beyond the table and hardly any draft is accepted.",
        f"Write the target's {name_of(key)}; which model that is, the file does not tell.",
        source="https://github.com/vllm-project/vllm/issues/48894",
    )


def _is_draft(config: Config) -> bool:
    whole = Entries(config.source)
    architectures = whole.values.get("architectures")
    names = [*architectures] if isinstance(architectures, Sequence) and not isinstance(architectures, str) else []
    words = [name for name in (*names[:8], config.model_type) if isinstance(name, str)]
    return whole.has(*DRAFT_MARKS) or any(DRAFTS.search(name) for name in words)


def original_with_output(config: Config) -> Iterator[Finding]:
    """The trained context is Qwen3's claimed one, which has room for output in it."""
    for kind in config.layer_types:
        key = original_key(config, kind)
        qwen = config.model_type in {"qwen2", "qwen3", "qwen3_moe"}
        if not qwen or key is None or kind.original != QWEN_WITH_OUTPUT or not kind.is_scaled:
            continue
        patch = setting(key, QWEN_TRAINED)
        if _follows(kind) and kind.entries.path:
            patch = within(
                kind.entries.path, {name_of(key): QWEN_TRAINED, "factor": (kind.context or 0) / QWEN_TRAINED}
            )
        yield warning(
            key,
            f"{name_of(key)} is {number(QWEN_WITH_OUTPUT)}, which is what Qwen3 claims: {number(QWEN_TRAINED)} "
            f"tokens of training and room for {number(QWEN_WITH_OUTPUT - QWEN_TRAINED)} of output.",
            f"Its own block of YaRN names {number(QWEN_TRAINED)}: with another length, pairs are sorted into kept "
            f"and slowed ones by {number(QWEN_WITH_OUTPUT / QWEN_TRAINED)} times too many turns.",
            f"Write {entry(key, QWEN_TRAINED)}"
            + (f" and {entry('factor', (kind.context or 0) / QWEN_TRAINED)}." if _follows(kind) else "."),
            patch=patch,
            source="https://github.com/MiroMindAI/MiroTrain/issues/5",
        )


def _follows(kind: LayerType) -> bool:
    """Whether the factor is the quotient of the claimed length and the wrong one."""
    return abs((kind.context or 0) / QWEN_WITH_OUTPUT - (kind.factor or 0)) < 1e-3


def lengths_differ(config: Config) -> Iterator[Finding]:
    """Two entries name different lengths, of which programs read one or the other."""
    names = (*CONTEXT, "max_trained_positions")
    by_name = config.entries.values
    lengths = {name: value for name in names if type(value := by_name.get(name)) is int and value <= LARGEST}
    if not config.layer_types or len(set(lengths.values())) < 2:
        return
    shortest, longest = min(lengths, key=lengths.__getitem__), max(lengths, key=lengths.__getitem__)
    least, most = lengths[shortest], lengths[longest]
    embedding = config.model_type == "nomic_bert"
    yield info(
        config.entries.path + longest,
        f"{longest} is {number(most)}, but {shortest} is {number(least)}.",
        f"It was trained on {number(least)} tokens, and reaches {number(most)} by dynamic NTK alone, which "
        f"rotary_scaling_factor switches on; vLLM serves {number(least)}."
        if embedding
        else f"Programs that read the other one serve {number(least)} tokens instead of {number(most)}; here "
        f"{name_of(config.entries.key(*CONTEXT))} is read.",
        "Nothing has to change in the file; for longer texts, tell the program the length and the rule.",
        source="https://github.com/vllm-project/vllm/issues/40130",
    )
