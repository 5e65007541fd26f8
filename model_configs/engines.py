"""A config for a length as the options of an inference engine."""

import json
import math
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from model_configs.entries import ConfigError
from model_configs.families.classes import classes
from model_configs.finding import apply_patch, raw
from model_configs.keys import INTERLEAVED, ORIGINAL_CONTEXT, RULE, THETA
from model_configs.layer import NO_POSITION
from model_configs.lengths import lengths
from model_configs.model import Config, LayerType
from model_configs.rewrite import STYLES, block, changes, lengthened_config
from model_configs.rules import engines
from model_configs.rules.engines import IN_THE_FILE, LLAMA_CPP, decimal

NINE_USUAL = {"truncate": True, "beta_fast": 32.0, "beta_slow": 1.0, "mscale": 1.0, "mscale_all_dim": 0.0}
NINE = ("factor", ORIGINAL_CONTEXT, *NINE_USUAL)  # entries beside the rule's name and the base


@dataclass(frozen=True)
class Snippet:
    """Text to copy."""

    text: str
    notes: tuple[str, ...] = ()  # names of remarks to show with it; the texts stand in the room's Markdown


def vllm(config: Config, target: int) -> Snippet:
    """Command line that serves a model with vLLM.

    Source: vLLM, context extension, https://docs.vllm.ai/en/stable/features/context_extension/
    """
    option, more = _override(config, target, "--hf-overrides", engines.VLLM, engines.VLLM_LATENT)
    lines = ["vllm serve MODEL", *option, f"--max-model-len {target}"]
    notes = ("vllm", *(["vllm attention"] if more else [])) if option else ("vllm plain",)
    return Snippet(" \\\n  ".join(lines), notes)


def _override(config: Config, target: int, option: str, name: str, latent: str) -> tuple[list[str], bool]:
    """The option with the entries to change, none where no rule acts, and whether the engine needs further ones."""
    if not any(kind.is_scaled for kind in lengthened_config(config, target).layer_types):
        return [], False
    part = {name: value for name, value in (changes(config, target) or {}).items() if value is not None}
    more = _beside_blocks(config, target, name, latent)
    override = apply_patch(inside(config, part), inside(config, more))
    return [f"{option} {shlex.quote(json.dumps(override))}"], bool(more)


def _beside_blocks(config: Config, target: int, name: str, latent: str) -> dict[str, Any]:
    """Extra rope parameters for an engine, from each rule's `engines`; `latent` names it for latent attention."""
    kinds, names = lengthened_config(config, target).layer_types, (latent, name) if is_latent(config) else (name,)
    entries: dict[str, Any] = {}
    for kind in kinds:
        write = next((kind.in_configs.engines[name] for name in names if name in kind.in_configs.engines), None)
        needs = write(kind, target) if write else None
        if needs is not None and needs.entries:
            entries |= needs.entries if len(kinds) == 1 and not kind.is_nested else {kind.name: dict(needs.entries)}
    return {STYLES[0]: entries} if entries else {}


def llama_cpp(config: Config, target: int) -> Snippet:
    """Options of llama.cpp for the layers with full attention.

    Source: llama.cpp, list of options, https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
    """
    kind, before = lengthened_config(config, target).layer_types[0], config.layer_types[0]
    write = kind.in_configs.engines.get(LLAMA_CPP)
    line = (write(kind, target) if write else None) or IN_THE_FILE
    notes = [*line.notes]
    if len(config.layer_types) > 1:
        notes.append("types")
    if line is IN_THE_FILE and kind.factor != before.factor:
        notes.append("raised")
    if not line.raises_limit and target > lengths(before).claim:
        notes.append("cap")
    lines = ["llama-server -m MODEL.gguf", f"-c {target}", *line.options]
    return Snippet(" \\\n  ".join(lines), tuple(notes))


def sglang(config: Config, target: int) -> Snippet:
    """Command line that serves a model with SGLang.

    Source: SGLang, server arguments, https://docs.sglang.ai/advanced_features/server_arguments.html
    """
    option, more = _override(config, target, "--json-model-override-args", engines.SGLANG, engines.SGLANG_LATENT)
    longer = target > (config.context or target)
    start = "SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1 " if longer else ""
    lines = [f"{start}python -m sglang.launch_server", "--model-path MODEL", *option, f"--context-length {target}"]
    notes = ("sglang", *(["sglang attention"] if more else [])) if option else ()
    return Snippet(" \\\n  ".join(lines), notes)


def megatron_lm(config: Config, target: int) -> Snippet:
    """Arguments of Megatron-LM.

    Source: https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py
    """
    kinds = lengthened_config(config, target).layer_types
    _refuse_beside_arguments(config, kinds)
    kind, width = kinds[0], config.head_dim or 0
    write = kind.in_configs.engines.get(engines.MEGATRON)
    line = write(kind, target) if write else None
    if line is None:
        raise ConfigError(
            kind.entries.key(*RULE),
            "one that Megatron-LM has an argument for, with these numbers",
            kind.rule.name if kind.factor is None else f"{kind.rule.name}, factor {kind.factor:g}",
        )
    lines = [
        "--position-embedding-type rope",
        f"--kv-channels {width}",
        f"--rotary-base {decimal(kind.base)}",
        f"--rotary-percent {kind.exponent_dim / width:.12g}",
        *(["--rotary-interleaved"] if raw(config.entries, *INTERLEAVED) is True else []),
        *line.options,
        f"--max-position-embeddings {target}",
    ]
    return Snippet(" \\\n  ".join(lines), line.notes)


def _refuse_beside_arguments(config: Config, kinds: tuple[LayerType, ...]) -> None:
    """Refuse models whose positions depend on more than Megatron-LM's rotary arguments, with the reason."""
    kind, *others = kinds
    bare = sum(layer.position == NO_POSITION for layer in config.stack)
    sections = raw(kind.entries, "mrope_section") or config.family.sections or kind.order
    cannot = (
        ("layers", "of one type: one base and one rule hold for all", others and _names(kinds)),
        ("layers", "all turning: the arguments of this line skip none", bare and f"{bare} that do not turn"),
        ("attention", "with whole heads: a latent one has arguments of its own", is_latent(config) and "latent"),
        ("mrope_section", "absent: one counter turns all pairs", bool(sections) and "sections"),
        ("queries", "of one size at all positions", config.temperature is not None and "a factor that grows"),
        (kind.base_key, "a whole number, as --rotary-base is", kind.base % 1 and kind.base),
        ("head_dim", "given", config.head_dim is None and "none"),
    )
    for key, law, obstacle in cannot:
        if obstacle:
            raise ConfigError(key, law, obstacle)


def nemo_rl(config: Config, target: int) -> Snippet:
    """Settings of NeMo-RL: the length, and all nine entries of YaRN, which it asks for.

    Raises ConfigError if its settings cannot say what the layers do, with the reason.

    Source: https://docs.nvidia.com/nemo/rl/latest/guides/yarn-long-context.html
    """
    kinds = lengthened_config(config, target).layer_types
    head, kind = ["policy:", f"  max_total_sequence_length: {target}"], kinds[0]
    nine = any(each.is_scaled and all(each.rule.takes(name) for name in NINE_USUAL) for each in kinds)
    if not nine and all(new is old for new, old in zip(kinds, config.layer_types, strict=True)):
        return Snippet("\n".join(head))  # the file is read as it is
    entries = _nine(config, kinds)
    rows = [f"      {name}: {json.dumps(entries[name])}" for name in (RULE[0], THETA[0], *NINE)]
    backend = ["  megatron_cfg:", "    enabled: true", "  dtensor_cfg:", "    enabled: false"]
    beside = (
        [f"    {ORIGINAL_CONTEXT}: {kind.original}"] if ORIGINAL_CONTEXT in (changes(config, target) or {}) else []
    )
    return Snippet("\n".join([*head, *backend, "  hf_config_overrides:", *beside, "    rope_scaling:", *rows]))


def _nine(config: Config, kinds: tuple[LayerType, ...]) -> dict[str, Any]:
    """The entries of the only block that NeMo-RL takes, which replaces that of the file."""
    kind, *others = kinds
    if not all(kind.rule.takes(name) for name in NINE_USUAL):
        raise ConfigError(kind.entries.key(*RULE), "one that hf_config_overrides has entries for", kind.rule.name)
    if others:
        raise ConfigError("layers", "of one type: hf_config_overrides has one block for all", _names(kinds))
    if config.entries.path:
        law = "the language model's own: hf_config_overrides does not reach into a part of one"
        raise ConfigError("config", law, config.entries.path[:-1])
    in_block, replaced_names = block(kind), {RULE[0], THETA[0], *NINE, "attention_factor", "finetuned"}
    name = next((name for name in in_block if name not in replaced_names), None)
    if name is not None:
        raise ConfigError(kind.entries.path + name, "absent: nine other entries replace the block", in_block[name])
    both = {name: kind.arguments.get(name) for name in ("mscale", "mscale_all_dim")}
    usual_both = {name: NINE_USUAL[name] for name in both}
    entries = NINE_USUAL | dict(kind.arguments) | (both if all(both.values()) else usual_both)
    entries |= {RULE[0]: kind.in_configs.keys[0], THETA[0]: kind.base}
    entries |= {"factor": kind.factor, ORIGINAL_CONTEXT: kind.original}
    usual, actual = kind.rule.attention_factor(factor=kind.factor, **both), kind.frequencies().attention_factor
    if not math.isclose(usual, actual, rel_tol=1e-6):
        raise ConfigError(kind.entries.path + "attention_factor", f"{usual:.4g}, by mscale and the factor", actual)
    return entries


def _names(kinds: tuple[LayerType, ...]) -> str:
    return ", ".join(kind.name for kind in kinds)


def is_latent(config: Config) -> bool:
    """Whether queries and keys are compressed (latent attention), with separate rotary features."""
    name = "qk_rope_head_dim"
    return config.entries.has(name) or name in classes().get(config.model_type, {})


def transformers_file(
    config: Config,
    target: int,
    style: str = STYLES[0],  # of `model_configs.rewrite.STYLES`
) -> Snippet:
    """The change of config.json for transformers as a JSON merge patch; deleted entries are null.

    Source: RFC 7396, https://www.rfc-editor.org/rfc/rfc7396
    """
    patch = changes(config, target, style)
    if patch is None:
        raise ConfigError("layers", f"such that one block of {style} says them", _names(config.layer_types))
    return Snippet(json.dumps(inside(config, patch), indent=2))


def inside(config: Config, part: dict[str, Any]) -> dict[str, Any]:
    """Entries of the language model's part, under its name in the whole config."""
    for name in reversed(config.entries.path.split(".")[:-1]):
        part = {name: part}
    return part


WRITERS: Mapping[str, Callable[[Config, int], Snippet]] = {
    "transformers 5": transformers_file,
    "transformers 4": partial(transformers_file, style=STYLES[1]),
    "vLLM": vllm,
    "SGLang": sglang,
    LLAMA_CPP: llama_cpp,
    engines.MEGATRON: megatron_lm,
    "NeMo": nemo_rl,
}
"""Engine, as in `model_configs.readings.ENGINES` → its settings for a length, or ConfigError."""
