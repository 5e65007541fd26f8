"""Command lines that say how a model's positions are stretched: vLLM, SGLang, llama.cpp, Megatron-LM."""

import json
import re
import shlex
from collections.abc import Iterator
from typing import Any

from model_configs.entries import ConfigError
from model_configs.finding import Finding, error, warning
from model_configs.forms import bare, llama_cpp_line, overrides, params
from model_configs.forms.form import IN_MEGATRON, MEGATRON, SGLANG_OPTION, VLLM_OPTION, Form, UsualForm
from model_configs.forms.options import length, model_of, number, options_of, split
from model_configs.json_text import parse
from model_configs.keys import ROTARY, STEP_OVER, THETA
from model_configs.rules import UNSCALED_KEYS

OVERRIDES = ("--hf-overrides", "--json-model-override-args", "--rope-scaling-config")
BLOCK, BASE = "--rope-scaling", "--rope-theta"  # vLLM took out both; llama.cpp's has a name behind it, no block
LONGEST, LONGEST_NAME, DEEPEST = 100_000, 60, 16  # characters of a line, of an option's name, and names in it
ARGUMENT_NAMES = {option: name for name, option in IN_MEGATRON.items() if name != "factor"}
ENCODING, OLD_ROTARY = "--position-embedding-type", "--use-rotary-position-embeddings"
OTHER_FACTOR = "--rotary-scaling-factor"
ARGUMENTS = "https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py"
LATENT = "--multi-latent-attention"
LEARNED = "learned_absolute"  # what Megatron-LM takes where neither is there
ROTARY_OPTIONS = tuple(
    "--rotary-base --rotary-percent --rotary-interleaved --rotary-seq-len-interpolation-factor "
    "--use-rope-scaling".split()
)
OTHERS = re.compile("--(?!.*fusion).*(rope|rotary|yarn|ntk).*")  # options that sound like position
SIGNS = (*OVERRIDES, *ARGUMENT_NAMES, *llama_cpp_line.SIGNS, BLOCK, BASE, ENCODING, OLD_ROTARY)
DRAFTS = ("--speculative-config", "--speculative-draft-model-path", "--speculative-model")
SHORT_DRAFT = 2048  # tokens, which the drafts below claim
SHORT_DRAFTS = {
    "EAGLE3-LLaMA3.1-Instruct-8B": "https://github.com/vllm-project/vllm/issues/48894",
    "EAGLE3-LLaMA3.3-Instruct-70B": "https://github.com/sgl-project/sglang/issues/6783",
    "EAGLE-LLaMA3-Instruct-8B": "https://github.com/sgl-project/sglang/pull/10787",
}
VLLM, SGLANG = r"vllm[ ]serve|vllm\.entrypoints", r"sglang\.launch_server|sglang[ ]serve"
LAUNCHES = re.compile(rf"(?:^|[\s/;&|\"'])(?:{VLLM}|{SGLANG}|{llama_cpp_line.PROGRAM})(?=[\s\"'.]|$)")
"""What starts a server of one of these engines, with or without options about position."""
KNOWN_OPTIONS = {*SIGNS, *ROTARY_OPTIONS, OTHER_FACTOR, LATENT, "--rope-scaling-factor"}


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
    return usual._replace(remarks=(*usual.remarks, *_draft(options, usual.form), *_not_read(options)))


def _read(text: str, words: list[str], options: dict[str, str]) -> UsualForm:
    for name in OVERRIDES:
        if any(option.partition(".")[0] == name for option in options):
            return _override(name, words, options)
    if {*ARGUMENT_NAMES, ENCODING, OLD_ROTARY} & set(options):
        return UsualForm(*_megatron(options), Form(MEGATRON))
    has_dots = any(option.startswith(f"{BLOCK}.") for option in options)
    if BASE in options or has_dots or options.get(BLOCK, "").lstrip().startswith("{"):
        return UsualForm(*_taken_out(options), Form("vLLM"))
    if re.search(f"{VLLM}|{SGLANG}", text) and not {*llama_cpp_line.SIGNS} & set(options):
        option = VLLM_OPTION if re.search(VLLM, text) else SGLANG_OPTION
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


def _draft(options: dict[str, str], form: Form) -> Iterator[Finding]:
    """A known draft model with a shorter context, in a command that serves longer texts."""
    option = next((each for each in DRAFTS if options.get(each)), "")
    name = next((each for each in SHORT_DRAFTS if each.lower() in options.get(option, "").lower()), None)
    if name is not None and (form.target or SHORT_DRAFT + 1) > SHORT_DRAFT:
        yield warning(
            option,
            f"The draft {name} claims {SHORT_DRAFT:,} tokens in its config.json.",
            f"A draft runs at the positions of its target: prompts beyond {SHORT_DRAFT:,} tokens stop the server, "
            "or hardly any draft is accepted.",
            "Write the target's max_position_embeddings into the draft's config.json.",
            source=SHORT_DRAFTS[name],
            rule="draft_length",
        )


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


def _not_read(options: dict[str, str]) -> Iterator[Finding]:
    """A remark on each option that sounds like position and is not read."""
    for option in options:
        name, short = option.partition(".")[0], option[:LONGEST_NAME]
        if name not in KNOWN_OPTIONS and OTHERS.fullmatch(name):
            yield warning(
                short,
                f"{short} is not read here.",
                "It sounds like an option about position: the program may compute other frequencies than these.",
                "Compare them with those of the loaded model, or tell the entries as a config.json.",
            )


def _taken_out(options: dict[str, str]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The block and the base as vLLM once took them."""
    block = _object(BLOCK, options) or {"rope_type": UNSCALED_KEYS[0]}
    if BASE in options:
        block.setdefault("rope_theta", number(options, BASE))
    entries, remarks = bare.config({"rope_parameters": block} | length(options))
    old_options = [name for name in (BLOCK, BASE) if any(option.partition(".")[0] == name for option in options)]
    override = shlex.quote(json.dumps({"rope_parameters": block}))
    finding = error(
        old_options[0],
        f"vLLM has no {' and no '.join(old_options)} any more.",
        "Versions since November 2025 end with a message about an unknown argument: the model is not served.",
        f"Write --hf-overrides {override} instead.",
        source="https://github.com/vllm-project/vllm/pull/28006",
        rule="option_removed",
    )
    return entries, (finding, *remarks)


def _megatron(options: dict[str, str]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
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
        return {"position_embedding_type": scheme, **sizes}, ()
    entries.setdefault("rope_theta", 10_000)
    if "--use-rope-scaling" in options:
        factor = float(number(options, "--rope-scaling-factor")) if "--rope-scaling-factor" in options else 8.0
        entries["rope_scaling"] = params.LLAMA_31 | {"factor": factor}
    elif "--rotary-seq-len-interpolation-factor" in options:
        factor = float(number(options, "--rotary-seq-len-interpolation-factor"))
        entries["rope_scaling"] = {"rope_type": "linear", "factor": factor}
    remarks = [_without_encoding(rotary_options[0])] if kind is None else []
    if OTHER_FACTOR in options and "--use-rope-scaling" in options:
        remarks.append(_other_factor(options))
    return entries, tuple(remarks)


def _other_factor(options: dict[str, str]) -> Finding:
    """The factor of multi-latent attention, beside the rule of Llama 3.1."""
    return warning(
        OTHER_FACTOR,
        f"{OTHER_FACTOR} stands beside --use-rope-scaling, which does not read it.",
        "Megatron-LM reads it with multi-latent attention alone: without --rope-scaling-factor the factor is 8.",
        f"Write --rope-scaling-factor {number(options, OTHER_FACTOR):g}.",
        source=ARGUMENTS,
    )


def _without_encoding(option: str) -> Finding:
    """Rotary options that Megatron-LM does not use."""
    return warning(
        ENCODING,
        f"{ENCODING} is missing, and Megatron-LM then learns a vector for each position.",
        f"It does not look at {option}: queries and keys of the model do not turn. Here the line is read as if it "
        "asked for rotary position.",
        f"Add {ENCODING} rope.",
        source=ARGUMENTS,
    )
