"""A config for a length as the options of an inference engine."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from core.config.lengths import lengths
from core.config.rewrite import STYLES, changes, lengthened_config
from core.scaling import megatron
from core.scaling.llama_cpp import ENGINE, IN_THE_FILE, decimal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.config.model import Config


NINE_USUAL = {"truncate": True, "beta_fast": 32.0, "beta_slow": 1.0, "mscale": 1.0, "mscale_all_dim": 0.0}
NINE = ("factor", "original_max_position_embeddings", *NINE_USUAL)  # entries beside the rule's name and the base


@dataclass(frozen=True)
class Snippet:
    """Text to copy.

    Parameters
    ----------
    text : str
    notes : tuple of str
        Names of remarks to show with it; the texts stand in the room's Markdown.
    """

    text: str
    notes: tuple[str, ...] = ()


def vllm(config: Config, target: int) -> Snippet:
    """Command line that serves a model with vLLM [1]_.

    References
    ----------
    .. [1] vLLM, context extension, https://docs.vllm.ai/en/stable/features/context_extension/
    """
    override, scaled = _override(config, target), _is_scaled(config, target)
    lines = ["vllm serve MODEL"]
    if scaled:
        lines.append(f"--hf-overrides {shlex.quote(json.dumps(override))}")
    lines.append(f"--max-model-len {target}")
    return Snippet(" \\\n  ".join(lines), ("vllm",) if scaled else ("vllm plain",))


def llama_cpp(config: Config, target: int) -> Snippet:
    """Options of llama.cpp for the layers with full attention [1]_.

    References
    ----------
    .. [1] llama.cpp, list of options, https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
    """
    kind, before = lengthened_config(config, target).layer_types[0], config.layer_types[0]
    write = kind.rule.engines.get(ENGINE)
    found = (write(kind, target) if write else None) or IN_THE_FILE
    notes = [*found.notes]
    if len(config.layer_types) > 1:
        notes.append("types")
    if found is IN_THE_FILE and kind.factor != before.factor:
        notes.append("raised")
    if not found.raises_limit and target > lengths(before).claimed:
        notes.append("cap")
    lines = ["llama-server -m MODEL.gguf", f"-c {target}", *found.options]
    return Snippet(" \\\n  ".join(lines), tuple(notes))


def sglang(config: Config, target: int) -> Snippet:
    """Command line that serves a model with SGLang [1]_.

    References
    ----------
    .. [1] SGLang, server arguments, https://docs.sglang.ai/advanced_features/server_arguments.html
    """
    scaled, longer = _is_scaled(config, target), target > (config.context or target)
    start = "SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1 " if longer else ""
    lines = [f"{start}python -m sglang.launch_server", "--model-path MODEL"]
    if scaled:
        lines.append(f"--json-model-override-args {shlex.quote(json.dumps(_override(config, target)))}")
    lines.append(f"--context-length {target}")
    return Snippet(" \\\n  ".join(lines), ("sglang",) if scaled else ())


def megatron_lm(config: Config, target: int) -> Snippet | None:
    """Arguments of Megatron-LM [1]_; None where it has none for this rule, or for types of layers that differ.

    References
    ----------
    .. [1] https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py
    """
    kind, *others = lengthened_config(config, target).layer_types
    write = kind.rule.engines.get(megatron.ENGINE)
    found = write(kind, target) if write else None
    if others or found is None or config.head_dim is None or kind.order is not None:
        return None
    lines = [
        "--position-embedding-type rope",
        f"--kv-channels {config.head_dim}",
        f"--rotary-base {decimal(kind.base)}",
        f"--rotary-percent {kind.exponent_dim / config.head_dim:.12g}",
        *found.options,
        f"--max-position-embeddings {target}",
    ]
    return Snippet(" \\\n  ".join(lines), found.notes)


def nemo_rl(config: Config, target: int) -> Snippet | None:
    """Settings of NeMo-RL [1]_: the length, and all nine entries of YaRN, which it asks for; None for other rules.

    References
    ----------
    .. [1] https://docs.nvidia.com/nemo/rl/latest/guides/yarn-long-context.html
    """
    kind, *others = lengthened_config(config, target).layer_types
    head = ["policy:", f"  max_total_sequence_length: {target}"]
    if not _is_scaled(config, target):
        return Snippet("\n".join(head))
    if others or any(not kind.rule.takes(name) for name in NINE_USUAL):
        return None
    told = {**NINE_USUAL, **kind.arguments, "rope_type": kind.rule.keys[0], "rope_theta": kind.base}
    told |= {"factor": kind.factor, "original_max_position_embeddings": kind.original}
    rows = [f"      {name}: {json.dumps(told[name])}" for name in ("rope_type", "rope_theta", *NINE)]
    return Snippet("\n".join([*head, "  hf_config_overrides:", "    rope_scaling:", *rows]))


def transformers_file(config: Config, target: int, style: str = STYLES[0]) -> Snippet | None:
    """The change of config.json for transformers as a JSON merge patch [1]_; deleted entries are null.

    Parameters
    ----------
    config : Config
    target : int
        Tokens.
    style : str
        Of `core.config.rewrite.STYLES`.

    Returns
    -------
    change : Snippet or None
        None where the style cannot say it.

    References
    ----------
    .. [1] RFC 7396, https://www.rfc-editor.org/rfc/rfc7396
    """
    found = changes(config, target, style)
    return None if found is None else Snippet(json.dumps(inside(config, found), indent=2))


def _override(config: Config, target: int) -> dict[str, Any]:
    """The entries to change, under the name of the part that holds the language model."""
    part = changes(config, target) or {}
    return inside(config, {name: value for name, value in part.items() if value is not None})


def inside(config: Config, part: dict[str, Any]) -> dict[str, Any]:
    """Entries of the language model's part, under its name in the whole config."""
    for name in reversed(config.entries.path.split(".")[:-1]):
        part = {name: part}
    return part


def _is_scaled(config: Config, target: int) -> bool:
    return any(kind.is_scaled for kind in lengthened_config(config, target).layer_types)


WRITERS: Mapping[str, Callable[[Config, int], Snippet | None]] = {
    "transformers 5": transformers_file,
    "transformers 4": partial(transformers_file, style=STYLES[1]),
    "vLLM": vllm,
    "SGLang": sglang,
    ENGINE: llama_cpp,
    megatron.ENGINE: megatron_lm,
    "NeMo": nemo_rl,
}
"""Engine, as in `core.config.readings.ENGINES` → what it needs for a length; None where it cannot be told."""
