"""What a config needs for texts of a target length: the smallest factor that reaches it, and what that costs."""

from collections.abc import Iterator, Mapping
from typing import Any

from model_configs.engines import inside
from model_configs.finding import Finding, error, info, warning
from model_configs.findings.llama_cpp import slot_too_short
from model_configs.keys import CONTEXT
from model_configs.layer import Origin
from model_configs.lengths import lengthen, lengths
from model_configs.model import Config, LayerType
from model_configs.pair_wavelengths import pair_wavelengths
from model_configs.rewrite import changes

TARGET = "target"


def advice(config: Config, target: int) -> Iterator[Finding]:
    """Remarks on a config for a target length in tokens; none where it is written for it, or rests on an assumed
    value.
    """
    if (short := slot_too_short(config, target)) is not None:
        yield short
    if not config.layer_types:
        yield from _table(config, target)
        return
    kind = config.layer_types[0]
    limits = lengths(kind)
    if min(target, kind.window or target) <= limits.claim and limits.is_stated:
        return
    if assumed_facts(config):
        yield info(TARGET, config.entries.path + "max_position_embeddings", "assumed", target=target)
        return
    yield _longer(config, kind, target)


def _table(config: Config, target: int) -> Iterator[Finding]:
    """The text has more tokens than a learned table has rows for."""
    held = config.table_tokens
    if held is None or target <= held:
        return
    yield (error if config.is_known or not config.model_type else warning)(
        TARGET,
        config.entries.key(*CONTEXT),
        "padding" if config.rows_before else "",
        "rows",
        target=target,
        rows=config.context,
        held=held,
        before=config.rows_before,
        first=config.rows_before,
        source=config.family.source if config.rows_before else "",
    )


BESIDE = {
    "sentence_bert_config.json": "max_seq_length",
    "tokenizer_config.json": "model_max_length",
    "generation_config.json": "max_length",
}
"""Files beside a config.json → the entry to which they cut texts, or up to which they let a model write."""


def length_beside(config: Config, lengths: Mapping[str, int]) -> Iterator[Finding]:
    """Files beside the config, by name, that let through more tokens than a learned table has rows for."""
    held = config.table_tokens
    for file, length in lengths.items():
        if held is not None and length > held:
            yield (error if file == next(iter(BESIDE)) else warning)(
                "length_beside",
                config.entries.key(*CONTEXT),
                "written" if file.startswith("generation") else "cut",
                file=file,
                entry=BESIDE[file],
                length=length,
                held=held,
            )


def assumed_facts(config: Config) -> tuple[str, ...]:
    """Which of "encoding", "base" and "length" neither the file nor its model type gives."""
    origins = {
        "encoding": config.scheme_origin is Origin.ASSUMED,
        "base": any(kind.base_origin is Origin.ASSUMED for kind in config.layer_types),
        "length": any(not lengths(kind).is_stated for kind in config.layer_types),
    }
    return tuple(name for name, is_assumed in origins.items() if is_assumed)


def _longer(config: Config, kind: LayerType, target: int) -> Finding:
    """The text is longer than the config is written for."""
    rewritten, limits = lengthen(kind, target), lengths(kind)
    unseen_pairs = int(pair_wavelengths(kind, target).unseen_pairs.sum())
    key = config.entries.path + "max_position_embeddings"
    seen = "" if unseen_pairs else "seen"
    numbers: dict[str, Any] = {
        "target": target,
        "claim": limits.claim,
        "pairs": kind.rotary_dim // 2,
        "unseen": unseen_pairs,
    }
    if rewritten is kind or rewritten.factor is None:
        return warning(TARGET, key, seen, "trained", method=kind.rule.name, **numbers)
    still = int(pair_wavelengths(kind, target, rewritten=rewritten).unseen_pairs.sum())
    static, none_left = ("static", "static, none left") if rewritten.is_static else ("", "none left")
    some_left = "shown later" if kind.is_trained_further else static  # factors are raised from the claimed length
    return warning(
        TARGET,
        key,
        seen,
        some_left if still else none_left,
        static,
        by=rewritten.factor,
        method=rewritten.rule.name,
        still=still,
        original=limits.original,
        patch=inside(config, changes(config, target) or {}),
        **numbers,
    )
