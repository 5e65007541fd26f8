"""Command lines that say how a model's positions are stretched: vLLM, SGLang, llama.cpp, Megatron-LM."""

import json
import re
from dataclasses import replace
from typing import Any

from model_configs.entries import ConfigError
from model_configs.finding import Finding
from model_configs.forms import bare, llama_cpp_line, overrides, params
from model_configs.forms.form import MEGATRON, SGLANG_OPTION, VLLM, VLLM_OPTION, Form, UsualForm
from model_configs.forms.names import IN_MEGATRON
from model_configs.forms.options import length, model_of, number, options_of, split
from model_configs.json_text import parse
from model_configs.keys import ROTARY, STEP_OVER, THETA
from model_configs.rules import UNSCALED_KEYS

OVERRIDES = ("--hf-overrides", "--json-model-override-args", "--rope-scaling-config")
BLOCK, BASE = "--rope-scaling", "--rope-theta"  # vLLM took out both; llama.cpp's has a name behind it, no block
LONGEST, DEEPEST = 100_000, 16  # characters of a line, and names in an option's
ARGUMENT_NAMES = {option: name for name, option in IN_MEGATRON.items() if name != "factor"}
ENCODING, OLD_ROTARY = "--position-embedding-type", "--use-rotary-position-embeddings"
OTHER_FACTOR = "--rotary-scaling-factor"
LATENT = "--multi-latent-attention"
LEARNED = "learned_absolute"  # what Megatron-LM takes where neither is there
ROTARY_OPTIONS = tuple(
    "--rotary-base --rotary-percent --rotary-interleaved --rotary-seq-len-interpolation-factor "
    "--use-rope-scaling".split()
)
SIGNS = (*OVERRIDES, *ARGUMENT_NAMES, *llama_cpp_line.SIGNS, BLOCK, BASE, ENCODING, OLD_ROTARY)
VLLM_START, SGLANG_START = r"vllm[ ]serve|vllm\.entrypoints", r"sglang\.launch_server|sglang[ ]serve"
LAUNCHES = re.compile(rf"(?:^|[\s/;&|\"'])(?:{VLLM_START}|{SGLANG_START}|{llama_cpp_line.PROGRAM})(?=[\s\"'.]|$)")
"""What starts a server of one of these engines, with or without options about position."""


def matches(text: str) -> bool:
    """Whether a text has the options of such a line and is no JSON."""
    if text.lstrip("\ufeff \t\r\n")[:1] in {"{", "["} or len(text) > LONGEST:
        return False
    with_dashes = text.replace("_", "-")  # vLLM takes both
    return any(sign in with_dashes for sign in SIGNS) or LAUNCHES.search(text) is not None


def config(text: str) -> UsualForm:
    """The config that a command line asks for.

    Raises ConfigError if the line cannot be taken apart, or an option has no value.
    """
    words = split(text)
    options = options_of(words)
    usual = _read(text, words, options)
    return usual._replace(form=replace(usual.form, options=options))


def _read(text: str, words: list[str], options: dict[str, str]) -> UsualForm:
    for name in OVERRIDES:
        if any(option.partition(".")[0] == name for option in options):
            return _override(name, words, options)
    if {*ARGUMENT_NAMES, ENCODING, OLD_ROTARY} & set(options):
        return UsualForm(_megatron(options), form=Form(MEGATRON))
    has_dots = any(option.startswith(f"{BLOCK}.") for option in options)
    if BASE in options or has_dots or options.get(BLOCK, "").lstrip().startswith("{"):
        return UsualForm(*_taken_out(options), Form(VLLM))
    if re.search(f"{VLLM_START}|{SGLANG_START}", text) and not {*llama_cpp_line.SIGNS} & set(options):
        option = VLLM_OPTION if re.search(VLLM_START, text) else SGLANG_OPTION
        return overrides.read_override(option, model_of(words, options), {}, _target(options))
    return llama_cpp_line.config(words, options)


def _target(options: dict[str, str]) -> int | None:
    return next(iter(length(options).values()), None)


def _override(name: str, words: list[str], options: dict[str, str]) -> UsualForm:
    override, model_name = _object(name, options), model_of(words, options)
    usual = overrides.read_override(name, model_name, override, _target(options))
    if usual.form.is_known:
        return usual
    entries, inner = length(options) | override, override.get("text_config")
    lacks_base = THETA[0] not in json.dumps(override)
    places = (override,) if name == VLLM_OPTION else (override, inner)  # vLLM merges what stands in the part
    replaces = any(isinstance(place, dict) and {*STEP_OVER} & {*place} for place in places)
    notes: tuple[Finding, ...] = ()
    if isinstance(inner, dict) and bare.matches(inner):
        part, notes = bare.config(inner)
        entries = entries | {"text_config": part}
    elif bare.matches(entries):
        entries, notes = bare.config(entries)
    elif not bare.MODEL & set(entries):
        entries, notes = usual.config, usual.remarks
    notes = (*notes, overrides.base_lost(name, model_name)) if replaces and lacks_base else notes
    return UsualForm(entries, notes, usual.form)


def _object(name: str, options: dict[str, str]) -> dict[str, Any]:
    """An option's JSON, with the entries that stand behind dots in options of its name."""
    entries = parse(options[name], lenient=True) if name in options else {}
    for option, value in options.items():
        first, *path = option.split(".")
        if first == name and path:
            if len(path) > DEEPEST:
                raise ConfigError(name, f"followed by at most {DEEPEST} names", None)
            entries = _with_value(entries, path, value, option)
    return parse(entries, lenient=True)


def _with_value(whole: dict[str, Any], path: list[str], value: str, option: str) -> dict[str, Any]:
    """The object with a value at a path; a value is JSON, else a text."""
    name, *rest = path
    if not rest:
        return whole | {name: _value(option, value)}
    inner = whole.get(name, {})
    if not isinstance(inner, dict):
        raise ConfigError(option, f"the only one about {name}, which is told as a whole too", value)
    return whole | {name: _with_value(inner, rest, value, option)}


def _value(option: str, text: str) -> Any:
    if not text:
        raise ConfigError(option, "followed by a value", None)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _taken_out(options: dict[str, str]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The block and the base as vLLM once took them."""
    block = _object(BLOCK, options) or {"rope_type": UNSCALED_KEYS[0]}
    if BASE in options:
        block.setdefault("rope_theta", number(options, BASE))
    return bare.config({STEP_OVER[1]: block} | length(options))


def _megatron(options: dict[str, str]) -> dict[str, Any]:
    """The entries of a config; `--use-rope-scaling` is Llama 3.1's rule."""
    entries: dict[str, Any] = {name: number(options, key) for key, name in ARGUMENT_NAMES.items() if key in options}
    rotary_options = [each for each in ROTARY_OPTIONS if each in options]
    if LATENT in options:
        raise ConfigError(LATENT, "told as a config.json: its rule and widths are not read from a line", None)
    kind = "rope" if OLD_ROTARY in options else options.get(ENCODING)
    if kind != "rope" and (kind is not None or not rotary_options):
        scheme = {"learned_absolute": "learned", "none": "nope"}.get(kind or LEARNED)
        if scheme is None:
            raise ConfigError(ENCODING, f"rope, none or {LEARNED}; others are told as a config.json", kind)
        sizes = {name: value for name, value in entries.items() if name not in ROTARY}
        return {"position_embedding_type": scheme, **sizes}
    entries.setdefault("rope_theta", 10_000)
    if "--use-rope-scaling" in options:
        factor = float(number(options, "--rope-scaling-factor")) if "--rope-scaling-factor" in options else 8.0
        entries["rope_scaling"] = params.LLAMA_31 | {"factor": factor}
    elif "--rotary-seq-len-interpolation-factor" in options:
        factor = float(number(options, "--rotary-seq-len-interpolation-factor"))
        entries["rope_scaling"] = {"rope_type": "linear", "factor": factor}
    if OTHER_FACTOR in options:
        number(options, OTHER_FACTOR)
    return entries
