"""The format of the input (JSON, command line, GGUF …), so that cures are written in the same."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from model_configs.finding import NO_PATCH, Finding, apply_patch, name_of
from model_configs.keys import STEP_OVER

SGLANG_OPTION, VLLM_OPTION = "--json-model-override-args", "--hf-overrides"
IN_GGUF = {  # entry of a config → key of a GGUF header, after the architecture
    "rope_theta": "rope.freq_base",
    "rotary_emb_base": "rope.freq_base",
    "rope_local_base_freq": "rope.freq_base_swa",
    "rope_type": "rope.scaling.type",
    "type": "rope.scaling.type",
    "factor": "rope.scaling.factor",
    "original_max_position_embeddings": "rope.scaling.original_context_length",
    "beta_fast": "rope.scaling.yarn_beta_fast",
    "beta_slow": "rope.scaling.yarn_beta_slow",
    "attention_factor": "rope.scaling.attn_factor",
    "rotary_dim": "rope.dimension_count",
    "partial_rotary_factor": "rope.dimension_count",
    "mrope_section": "rope.dimension_sections",
    "max_position_embeddings": "context_length",
    "sliding_window": "attention.sliding_window",
    "head_dim": "attention.key_length",
    "num_attention_heads": "attention.head_count",
    "num_key_value_heads": "attention.head_count_kv",
    "hidden_size": "embedding_length",
    "num_hidden_layers": "block_count",
}
HEADER_KEYS = {  # option of llama.cpp → key of a GGUF header that it replaces
    "--rope-scaling": "rope.scaling.type",
    "--rope-scale": "rope.scaling.factor",
    "--rope-freq-base": "rope.freq_base",
    "--yarn-orig-ctx": "rope.scaling.original_context_length",
    "--yarn-ext-factor": "rope.scaling.yarn_ext_factor",
    "--yarn-attn-factor": "rope.scaling.attn_factor",
    "--yarn-beta-fast": "rope.scaling.yarn_beta_fast",
    "--yarn-beta-slow": "rope.scaling.yarn_beta_slow",
}
AS_FLAGS = {
    name: option for option, key in HEADER_KEYS.items() for name, header_key in IN_GGUF.items() if header_key == key
}
AS_FLAGS |= {"max_position_embeddings": "-c"}
IN_MEGATRON = {
    "hidden_size": "--hidden-size",
    "num_attention_heads": "--num-attention-heads",
    "num_hidden_layers": "--num-layers",
    "num_key_value_heads": "--num-query-groups",
    "head_dim": "--kv-channels",
    "max_position_embeddings": "--max-position-embeddings",
    "rope_theta": "--rotary-base",
    "partial_rotary_factor": "--rotary-percent",
    "factor": "--rope-scaling-factor",
}
LLAMA_CPP, GGUF, MEGATRON = "llama.cpp", "GGUF", "Megatron-LM"
LONGEST = 600  # characters of a whole option that is written out
IN_THE_FILE = frozenset({"base_missing", "base_scaled", "base_lost", "type_assumed", "original_missing"})
"""Checks of what the model's file tells: a command that is silent about it lacks nothing."""

OF_FILES = frozenset(
    "base_inside_only original_not_below factor_against_contexts head_dim_of_its_own old_type_name base_small "
    "base_of_programs".split()
)
"""Checks of how a whole file is written, which a command does not write."""


@dataclass(frozen=True)
class Form:
    """The form of what was read."""

    kind: str = ""  # "" for a config.json; "GGUF", or the engine of a command
    prefix: str = ""  # the architecture of a GGUF header
    option: str = ""  # of a command that holds entries as JSON
    override: Mapping[str, Any] = field(default_factory=dict)  # these entries
    model: str = ""  # the name that a command gives its model
    is_known: bool = False  # whether the entries of this model stand in for its file
    target: int | None = None  # length of the texts that the command asks for, tokens

    @property
    def names(self) -> Mapping[str, str]:
        """Entry of a config → its name in this form; empty where the names are the same."""
        if self.kind == GGUF:
            return {name: f"{self.prefix}.{key}" for name, key in IN_GGUF.items()}
        return {LLAMA_CPP: AS_FLAGS, MEGATRON: IN_MEGATRON}.get(self.kind, {})

    def silences(self, rule: str) -> bool:
        """Whether a finding reports a missing entry that the model's own file has."""
        if rule in OF_FILES and self.is_known:
            return True
        stands_in_file = self.kind == LLAMA_CPP or self.is_known or bool(self.option)
        return rule in IN_THE_FILE and stands_in_file and (rule != "original_missing" or self.kind == LLAMA_CPP)

    def reword(self, finding: Finding) -> Finding:
        """The finding with its entry, message and cure in this form."""
        if not self.kind or finding.key.startswith("-"):
            return finding
        key, message, patch = finding.key, self._translate(finding.message), finding.patch
        last = self.names.get(name_of(key))
        if self.names:
            key, patch = last or key, dict(self._flat(patch)) if self.kind == GGUF else NO_PATCH
            if self.kind == GGUF and patch:
                name, value = next(iter(patch.items()))
                message += f" Without changing the file: --override-kv {name}={_typed_text(value)}."
        elif self.option and patch:
            whole = with_entries(self.option, apply_patch(self.override, patch))
            message += f" In full: {whole}." if len(whole) <= LONGEST else ""
            patch = NO_PATCH
        return Finding(finding.severity, key, message, patch, finding.source, finding.rule)

    def _translate(self, message: str) -> str:
        """A message with the names of this form."""
        if not self.names:
            return message
        sign = " " if self.kind != GGUF else " = "
        for name, theirs in self.names.items():
            message = re.sub(rf'"{name}": "?([^",}}\s]+)"?', rf"{theirs}{sign}\1", message)
        known_names = "|".join(sorted((each for each in self.names if "_" in each), key=len, reverse=True))
        return re.sub(rf"(?<![\w.\"/])({known_names})\b", lambda match: self.names[match[1]], message)

    def _flat(self, patch: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        for name, value in patch.items():
            if isinstance(value, Mapping):
                yield from self._flat(value)
            elif value is not None:
                yield self.names.get(name, name), value


class UsualForm(NamedTuple):
    """A config as one dict in the usual form."""

    config: dict[str, Any]
    remarks: tuple[Finding, ...] = ()  # on repairs
    form: Form = Form()  # format of the input


def with_entries(option: str, entries: Mapping[str, Any]) -> str:
    """An option of a command, a setting of YAML or an argument of a call, as its program takes entries."""
    if ":" in option:
        return option
    if option.lstrip("-").rstrip("=").replace("-", "_") == STEP_OVER[0]:  # it takes the block itself
        entries = next((entries[name] for name in STEP_OVER if entries.get(name)), entries)
    text = json.dumps(entries)
    if option[:1] == "-":
        return f"{option} {shlex.quote(text)}"
    return f"{option}{text}" if option[-1:] == "=" else f"{option}: {text}"


def _typed_text(value: Any) -> str:
    kind = {bool: "bool", int: "int", float: "float"}.get(type(value), "str")
    return f"{kind}:{json.dumps(value) if kind != 'str' else value}"
