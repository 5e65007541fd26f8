"""What engines print when they start and answer under /v1/models: the position that a server works with."""

import ast
import json
import re
import shlex
from collections.abc import Mapping
from typing import Any

from model_configs.forms.gguf_header import ARCHITECTURE

LONGEST = 1_000_000  # characters that are looked at
LONGEST_ARGUMENTS = 20_000
PRINTED_LINE = re.compile(r"(?:print_info|llm_load_print_meta): {1,9}(\w[\w ]{0,40}?) {0,40}= {1,9}([^\n]{1,80})")
NAMES = {  # of llama.cpp's lines → keys of a header
    "n_ctx_train": "context_length",
    "n_embd": "embedding_length",
    "n_layer": "block_count",
    "n_head": "attention.head_count",
    "n_head_kv": "attention.head_count_kv",
    "n_rot": "rope.dimension_count",
    "n_embd_head_k": "attention.key_length",
    "n_swa": "attention.sliding_window",
    "freq_base_train": "rope.freq_base",
    "n_ctx_orig_yarn": "rope.scaling.original_context_length",
}
SCALE, RULE = "freq_scale_train", "rope scaling"
VLLM, SGLANG = re.compile(r"non-default args: (\{[^\n]*\})"), re.compile(r"server_args=ServerArgs\(([^\n]*)\)")
OVERRIDE = {"hf_overrides": "--hf-overrides", "json_model_override_args": "--json-model-override-args"}


def header(text: str) -> dict[str, Any] | None:
    """The entries of a GGUF header as llama.cpp prints them; None where the text has none."""
    values = {name.strip(): value.strip() for name, value in PRINTED_LINE.findall(text[:LONGEST])}
    kind = values.get("arch")
    if not kind or "n_ctx_train" not in values:
        return None
    entries = {key: value for name, key in NAMES.items() if (value := _number(values.get(name, ""))) is not None}
    if (scale := _number(values.get(SCALE, ""))) not in (None, 0, 1):
        entries |= {"rope.scaling.type": values.get(RULE, "linear"), "rope.scaling.factor": 1 / float(scale or 1)}
    else:  # printed for every file
        entries.pop("rope.scaling.original_context_length", None)
    return {ARCHITECTURE: kind} | {f"{kind}.{key}": value for key, value in entries.items() if value != 0}


def _number(text: str) -> float | int | None:
    try:
        return json.loads(text)
    except ValueError:
        return None


def command(text: str) -> str | None:
    """The command that started a server of vLLM or SGLang, by the arguments that it prints; None without them."""
    text = text[:LONGEST]
    if match := VLLM.search(text):
        return _line("vllm serve", _literal(match[1]))
    if match := SGLANG.search(text):
        pairs = re.findall(r"(?<!\w)(\w{1,60})=('(?:[^'\\]|\\.)*'|[\w.]+)", match[1][:LONGEST_ARGUMENTS])
        values = {name: _literal(value) for name, value in pairs}
        return _line("python -m sglang.launch_server --model-path", values)
    return None


def _literal(text: str) -> Any:
    """A value as Python prints it; deep nesting is refused by its parser."""
    try:
        return ast.literal_eval(text) if len(text) <= LONGEST_ARGUMENTS else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _line(program: str, values: Any) -> str | None:
    if not isinstance(values, Mapping):
        return None
    model = next(
        (values[name] for name in ("model_tag", "model", "model_path") if isinstance(values.get(name), str)), ""
    )
    words = [program, shlex.quote(model)]
    for name, option in (("max_model_len", "--max-model-len"), ("context_length", "--context-length")):
        words += [option, str(values[name])] if type(values.get(name)) is int else []
    for name, option in OVERRIDE.items():
        value = values.get(name)
        whole = value if isinstance(value, str) else json.dumps(value) if isinstance(value, dict) else ""
        words += [option, shlex.quote(whole)] if whole.strip("{} ") else []
    return " ".join(words)


def command_from_models(config: Mapping[str, Any]) -> str | None:
    """An answer under /v1/models as the command that serves its first model with a length; else None."""
    rows = config.get("data")
    if config.get("object") != "list" or not isinstance(rows, list):
        return None
    for row in rows[:64]:
        if isinstance(row, Mapping) and type(row.get("max_model_len")) is int:
            model = next((row[name] for name in ("root", "id") if isinstance(row.get(name), str)), "")
            return f"vllm serve {shlex.quote(model)} --max-model-len {row['max_model_len']}"
    return None
