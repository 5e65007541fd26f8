"""A config for a length as the options of an inference engine."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.config.lengths import lengths
from core.config.rewrite import changes, lengthened_config
from core.scaling.llama_cpp import ENGINE, IN_THE_FILE

if TYPE_CHECKING:
    from core.config.model import Config


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
    part = changes(config, target) or {}
    override: dict[str, Any] = {name: value for name, value in part.items() if value is not None}
    for name in reversed(config.entries.path.split(".")[:-1]):
        override = {name: override}
    scaled = any(kind.is_scaled for kind in lengthened_config(config, target).layer_types)
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
    found = write(kind, target) if write else IN_THE_FILE
    notes = [*found.notes]
    if len(config.layer_types) > 1:
        notes.append("types")
    if found is IN_THE_FILE and kind.factor != before.factor:
        notes.append("raised")
    if not found.raises_limit and target > lengths(before).claimed:
        notes.append("cap")
    lines = ["llama-server -m MODEL.gguf", f"-c {target}", *found.options]
    return Snippet(" \\\n  ".join(lines), tuple(notes))
