"""The format of the input (JSON, command line, GGUF …), so that cures are written in the same."""

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from model_configs.finding import NO_PATCH, Finding, apply_patch, name_of
from model_configs.forms.names import AS_FLAGS, IN_GGUF, IN_MEGATRON
from model_configs.keys import STEP_OVER
from model_configs.sentences import Names, clause

SGLANG_OPTION, VLLM_OPTION = "--json-model-override-args", "--hf-overrides"
LLAMA_CPP, GGUF, MEGATRON, VLLM = "llama.cpp", "GGUF", "Megatron-LM", "vLLM"
LONGEST = 600  # characters of a whole option that is written out
IN_THE_FILE = frozenset({"base_missing", "base_scaled", "base_lost", "type_assumed", "original_missing"})
"""Checks of what the model's file tells: a command that is silent about it lacks nothing."""

OF_FILES = frozenset(
    "base_inside_only original_not_below factor_against_contexts head_dim_of_its_own old_type_name base_small "
    "base_of_programs".split()
)
"""Checks of how a whole file is written, which a command does not write."""


@dataclass(frozen=True)
class Replaced:
    """Entries of a model's file that options of llama.cpp replace."""

    block: Mapping[str, Any]  # of the rule, by their usual names; empty without an option about it
    context: int | None  # the length that --override-kv writes, tokens
    trained: int | None  # the length in training by the options, else by the file where it is known, tokens


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
    options: Mapping[str, str] = field(default_factory=dict)  # of a command, with their values
    replaced: Replaced | None = None  # by options of llama.cpp

    @cached_property
    def names(self) -> Names:
        """What entries of a config are called in this form."""
        if self.kind == GGUF:
            return Names({name: f"{self.prefix}.{key}" for name, key in IN_GGUF.items()}, " = ")
        return Names({LLAMA_CPP: AS_FLAGS, MEGATRON: IN_MEGATRON}.get(self.kind, {}), " ")

    def silences(self, finding: Finding) -> bool:
        """Whether a finding is about the model's own file: what that has, or how it is written."""
        rule = finding.rule
        if self.is_known and (rule in OF_FILES or not self._writes(finding.key)):
            return True
        stands_in_file = self.kind == LLAMA_CPP or self.is_known or bool(self.option)
        return rule in IN_THE_FILE and stands_in_file and (rule != "original_missing" or self.kind == LLAMA_CPP)

    def _writes(self, key: str) -> bool:
        """Whether a command has to do with an entry; the rest of a known model's file is as it was published."""
        block = set(STEP_OVER) if self.replaced and self.replaced.block else set()
        names = {*_names_in(self.override), *block}
        return key.startswith("-") or not {*STEP_OVER} & {*key.split(".")} or bool(names & {*key.split(".")})

    def translate(self, finding: Finding) -> Finding:
        """The finding with its entry, message and cure in this form."""
        if not self.kind or finding.key.startswith("-"):
            return finding
        key, patch, tail = finding.key, finding.patch, ""
        if self.names.by_entry:
            key = self.names.by_entry.get(name_of(key), key)
            patch = dict(self._flat(patch)) if self.kind == GGUF else NO_PATCH
            if patch:
                name, value = next(iter(patch.items()))
                tail = clause("without changing the file", entry=name, value=_typed_text(value))
        elif self.option and patch:
            whole = with_entries(self.option, apply_patch(self.override, patch))
            tail = clause("in full", option=whole) if len(whole) <= LONGEST else ""
            patch = NO_PATCH
        return finding.translated(self.names, key, patch, tail)

    def _flat(self, patch: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        for name, value in patch.items():
            if isinstance(value, Mapping):
                yield from self._flat(value)
            elif value is not None:
                yield self.names.by_entry.get(name, name), value


def _names_in(override: Mapping[str, Any]) -> Iterator[str]:
    for name, value in override.items():
        yield name
        if isinstance(value, Mapping):
            yield from _names_in(value)


class UsualForm(NamedTuple):
    """A config as one dict in the usual form."""

    config: dict[str, Any]
    remarks: tuple[Finding, ...] = ()  # on repairs
    form: Form = Form()  # format of the input


def with_entries(option: str, entries: Mapping[str, Any]) -> str:
    """An option of a command, as its program takes entries."""
    return f"{option} {shlex.quote(json.dumps(entries))}"


def _typed_text(value: Any) -> str:
    kind = {bool: "bool", int: "int", float: "float"}.get(type(value), "str")
    return f"{kind}:{json.dumps(value) if kind != 'str' else value}"
