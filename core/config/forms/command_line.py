"""Command lines that say how a model's positions are stretched: vLLM, SGLang, llama.cpp, Megatron-LM."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from core.config.forms import bare, params
from core.config.keys import ROTARY
from core.inputs.entries import ConfigError
from core.inputs.finding import error, warning
from core.inputs.json_text import parse
from core.scaling import UNSCALED, rules_by_key

if TYPE_CHECKING:
    from core.inputs.finding import Finding

OVERRIDES = ("--hf-overrides", "--json-model-override-args", "--rope-scaling-config")
BLOCK, BASE = "--rope-scaling", "--rope-theta"  # vLLM took out both; llama.cpp's has a name behind it, no block
LENGTHS = ("--max-model-len", "--context-length", "-c", "--ctx-size")
LONGEST = 100_000  # characters
LARGEST = 1e300  # of a number; not even NaN is below
MEGATRON = {
    "--hidden-size": "hidden_size",
    "--num-attention-heads": "num_attention_heads",
    "--num-layers": "num_hidden_layers",
    "--num-query-groups": "num_key_value_heads",
    "--kv-channels": "head_dim",
    "--max-position-embeddings": "max_position_embeddings",
    "--rotary-base": "rope_theta",
    "--rotary-percent": "partial_rotary_factor",
}
ENCODING, OLD_ROTARY = "--position-embedding-type", "--use-rotary-position-embeddings"
OTHER_FACTOR = "--rotary-scaling-factor"
ARGUMENTS = "https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py"
TAKEN_OUT = "https://github.com/vllm-project/vllm/pull/28006"
LATENT = "--multi-latent-attention"
LEARNED = "learned_absolute"  # what Megatron-LM takes where neither is there
TURNING = (
    "--rotary-base",
    "--rotary-percent",
    "--rotary-interleaved",
    "--rotary-seq-len-interpolation-factor",
    "--use-rope-scaling",
)
LLAMA_CPP = {
    "--rope-scale": "factor",
    "--rope-freq-base": "rope_theta",
    "--yarn-orig-ctx": "original_max_position_embeddings",
    "--yarn-beta-fast": "beta_fast",
    "--yarn-beta-slow": "beta_slow",
}
SIGNS = (*OVERRIDES, *MEGATRON, *LLAMA_CPP, BLOCK, BASE, "--rope-freq-scale", ENCODING, OLD_ROTARY)


def is_command(text: str) -> bool:
    """Whether a text has the options of such a line and is no JSON."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    return start not in {"{", "["} and len(text) <= LONGEST and any(sign in text for sign in SIGNS)


def config(text: str) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The config that a command line asks for.

    Raises
    ------
    ConfigError
        If the line cannot be taken apart, or an option has no value.
    """
    options = _options(text)
    for name in OVERRIDES:
        if name in options:
            return _override(name, options)
    if {*MEGATRON, ENCODING, OLD_ROTARY} & set(options):
        return _megatron(options)
    if BASE in options or options.get(BLOCK, "").lstrip().startswith("{"):
        return _taken_out(options)
    return bare.config(_llama_cpp(options))


def _options(text: str) -> dict[str, str]:
    try:
        words = shlex.split(text.replace("\\\n", " ").replace("\\\r\n", " "), comments=True)
    except ValueError as error:
        raise ConfigError("command line", f"one that a shell can split ({error})", text) from None
    found: dict[str, str] = {}
    for place, word in enumerate(words):
        if word.startswith("-"):
            name, told, value = word.partition("=")
            after = words[place + 1] if place + 1 < len(words) else ""
            found[name] = value if told else "" if after.startswith("--") else after
    return found


def _override(name: str, options: dict[str, str]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    found = parse(options[name], lenient=True)
    found = _length(options) | found
    inner = found.get("text_config")
    if isinstance(inner, dict) and bare.matches(inner):
        block, remarks = bare.config(inner)
        return found | {"text_config": block}, remarks
    return bare.config(found) if bare.matches(found) else (found, ())


def _taken_out(options: dict[str, str]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The block and the base as vLLM once took them."""
    block: dict[str, Any] = (
        parse(options[BLOCK], lenient=True) if BLOCK in options else {"rope_type": UNSCALED.keys[0]}
    )
    if BASE in options:
        block.setdefault("rope_theta", _number(options, BASE))
    found, remarks = bare.config({"rope_parameters": block} | _length(options))
    given = [name for name in (BLOCK, BASE) if name in options]
    override = shlex.quote(json.dumps({"rope_parameters": block}))
    removed = error(
        given[0],
        f"vLLM has no {' and no '.join(given)} any more.",
        "Versions since November 2025 end with a message about an unknown argument: the model is not served.",
        f"Write --hf-overrides {override} instead.",
        source=TAKEN_OUT,
    )
    return found, (removed, *remarks)


def _length(options: dict[str, str]) -> dict[str, Any]:
    name = next((each for each in LENGTHS if each in options), None)
    return {} if name is None else {"max_position_embeddings": _number(options, name)}


def _megatron(options: dict[str, str]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The entries of a config; `--use-rope-scaling` is Llama 3.1's rule."""
    found: dict[str, Any] = {name: _number(options, own) for own, name in MEGATRON.items() if own in options}
    turning = [option for option in TURNING if option in options]
    if LATENT in options:
        raise ConfigError(LATENT, "told as a config.json: its rule and widths are not read from a line", None)
    kind = "rope" if OLD_ROTARY in options else options.get(ENCODING)
    if kind != "rope" and (kind is not None or not turning):
        scheme = {"learned_absolute": "learned", "none": "nope"}.get(kind or LEARNED)
        if scheme is None:
            raise ConfigError(ENCODING, f"rope, none or {LEARNED}; others are told as a config.json", kind)
        sizes = {name: value for name, value in found.items() if name not in ROTARY}
        return {"position_embedding_type": scheme, **sizes}, ()
    found.setdefault("rope_theta", 10_000)
    if "--use-rope-scaling" in options:
        factor = _number(options, "--rope-scaling-factor") if "--rope-scaling-factor" in options else 8.0
        found["rope_scaling"] = params.LLAMA_31 | {"factor": factor}
    elif "--rotary-seq-len-interpolation-factor" in options:
        factor = _number(options, "--rotary-seq-len-interpolation-factor")
        found["rope_scaling"] = {"rope_type": "linear", "factor": factor}
    remarks = [_not_asked_for(turning[0])] if kind is None else []
    if OTHER_FACTOR in options and "--use-rope-scaling" in options:
        remarks.append(_other_factor(options))
    return found, tuple(remarks)


def _other_factor(options: dict[str, str]) -> Finding:
    """The factor of multi-latent attention, beside the rule of Llama 3.1."""
    return warning(
        OTHER_FACTOR,
        f"{OTHER_FACTOR} stands beside --use-rope-scaling, which does not read it.",
        "Megatron-LM reads it with multi-latent attention alone: without --rope-scaling-factor the factor is 8.",
        f"Write --rope-scaling-factor {_number(options, OTHER_FACTOR):g}.",
        source=ARGUMENTS,
    )


def _not_asked_for(option: str) -> Finding:
    """Rotary options that Megatron-LM does not use."""
    return warning(
        ENCODING,
        f"{ENCODING} is missing, and Megatron-LM then learns a vector for each position.",
        f"It does not look at {option}: queries and keys of the model do not turn. Here the line is read as if it "
        "asked for rotary position.",
        f"Add {ENCODING} rope.",
        source=ARGUMENTS,
    )


def _llama_cpp(options: dict[str, str]) -> dict[str, Any]:
    kind = options.get(BLOCK, "linear")
    block: dict[str, Any] = {name: _number(options, own) for own, name in LLAMA_CPP.items() if own in options}
    if "--rope-freq-scale" in options:
        block.setdefault("factor", 1 / (_number(options, "--rope-freq-scale") or 1))
    rule = rules_by_key().get(kind)
    if "factor" not in block and not (rule is not None and rule.needs_original):
        kind = UNSCALED.keys[0]
    return {
        "rope_parameters": {"rope_type": UNSCALED.keys[0] if kind == "none" else kind, **block},
        **_length(options),
    }


def _number(options: dict[str, str], name: str) -> float:
    try:
        found: float = json.loads(options[name])
    except ValueError:
        found = float("nan")
    if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) < LARGEST:
        raise ConfigError(name, "followed by a number", options[name] or None)
    return found
