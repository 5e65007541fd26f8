"""A config written anew for a length, and the same thing as an engine's options or as code."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core import code_export
from core.config import defaults
from core.config.keys import CONTEXT, FROM_CONTEXT, LOCAL_THETA, ORIGINAL, THETA
from core.config.pair_wavelengths import Comb, lengths, stretched_to
from core.method import LANGUAGES
from core.model_config import FULL, SLIDING, LayerType, ModelConfig
from core.scaling import RULES, dynamic, ntk, yarn

if TYPE_CHECKING:
    from core.scaling.rule import Rule

STYLES = ("rope_parameters", "rope_scaling")  # of version 5 of Hugging Face transformers, and before
PARTIAL = "partial_rotary_factor"
WRITTEN = {  # what a block is written with; whatever else stood in it is carried over
    "rope_type", "type", "rope_theta", "factor", ORIGINAL, PARTIAL, "beta_fast", "beta_slow", "mscale",
    "mscale_all_dim", "attention_factor", "truncate", "short_factor", "long_factor", "low_freq_factor",
    "high_freq_factor",
}  # fmt: skip
IN_THE_FILE = ("LongRoPE", "Llama 3", "Proportional")  # rules that llama.cpp reads from a model's file alone


@dataclass(frozen=True)
class Snippet:
    """Text to copy.

    Parameters
    ----------
    text : str
    notes : tuple of str
        Names of what has to be said with it; the words stand with the room.
    """

    text: str
    notes: tuple[str, ...] = ()


def stretched(config: ModelConfig, target: int) -> ModelConfig:
    """The config with its layers as they should be for a length.

    Parameters
    ----------
    config : ModelConfig
    target : int
        Tokens.

    Returns
    -------
    config : ModelConfig
        Its source is still the one that was read.
    """
    kinds = tuple(stretched_to(kind, target, config.model_type) for kind in config.layer_types)
    return replace(config, layer_types=kinds)


def corrected(config: ModelConfig, target: int, style: str = STYLES[0]) -> dict[str, Any] | None:
    """A whole config.json for a length, in which nothing about frequencies is left to defaults.

    Parameters
    ----------
    config : ModelConfig
        One with rotary layers.
    target : int
        Tokens.
    style : str
        Of `STYLES`.

    Returns
    -------
    config : dict or None
        None where the old style has no words for it: types of layers that differ in more than the base.

    Raises
    ------
    ValueError
        If the style is none of the two.
    """
    part = changes(config, target, style)
    whole: dict[str, Any] = json.loads(json.dumps(config.source))
    return None if part is None else _put(whole, config.entries.path, part)


def changes(config: ModelConfig, target: int, style: str = STYLES[0]) -> dict[str, Any] | None:
    """The entries of `corrected` that speak of position; None stands for an entry to be left out."""
    if style not in STYLES:
        raise ValueError(f"style must be one of {', '.join(STYLES)}, got {style!r}")
    kinds = stretched(config, target).layer_types
    part = _new_style(config, kinds) if style == STYLES[0] else _old_style(config, kinds)
    return None if part is None else part | _length(config, kinds, target)


def written(entries: Mapping[str, Any]) -> str:
    """JSON as configs are written, without the entries that are left out."""
    return json.dumps({key: value for key, value in entries.items() if value is not None}, indent=2)


def _put(whole: dict[str, Any], path: str, part: Mapping[str, Any]) -> dict[str, Any]:
    place = whole
    for name in path.split(".")[:-1]:
        place = place[name]
    for name, value in part.items():
        place.pop(name, None)
        if value is not None:
            place[name] = value
    return whole


def block(kind: LayerType) -> dict[str, Any]:
    """One type of layers in version 5's words: its `rope_parameters`."""
    found: dict[str, Any] = {"rope_type": kind.rule.keys[0], "rope_theta": kind.base}
    given = kind.entries.values
    if kind.factor is not None and (kind.rule.name not in {"Unscaled", "LongRoPE"} or "factor" in given):
        found["factor"] = kind.factor
    if kind.rule.name in FROM_CONTEXT or (kind.rule.name == "Linear" and ORIGINAL in given):
        found[ORIGINAL] = kind.original
    found |= {name: list(value) if isinstance(value, tuple) else value for name, value in kind.arguments.items()}
    if given.get(PARTIAL) is not None:
        found[PARTIAL] = given[PARTIAL]
    others = {name: value for name, value in given.items() if name not in WRITTEN}
    return found | {name: value for name, value in others.items() if not isinstance(value, Mapping)}


def _new_style(config: ModelConfig, kinds: tuple[LayerType, ...]) -> dict[str, Any]:
    flat = [kind.name for kind in kinds] == [FULL] and config.model_type not in defaults.LOCAL_BASES
    blocks = block(kinds[0]) if flat else {kind.name: block(kind) for kind in kinds}
    told = bool(config.layers) or config.entries.has("sliding_window_pattern")  # which layers have a window
    dropped = (*THETA, *LOCAL_THETA, "rope_scaling") if told or flat else (*THETA, "rope_scaling")
    return _dropped(config, dropped) | _original(config, kinds[0]) | {"rope_parameters": blocks}


def _old_style(config: ModelConfig, kinds: tuple[LayerType, ...]) -> dict[str, Any] | None:
    rest = kinds[1:]
    plain = all(kind.name == SLIDING and kind.rule is RULES["Unscaled"] for kind in rest)
    if kinds[0].name != FULL or not plain or len({kind.spread for kind in kinds}) > 1:
        return None
    own = block(kinds[0])
    part = _dropped(config, ("rope_parameters", "rope_scaling")) | _original(config, kinds[0])
    part[_name(config, THETA)] = own.pop("rope_theta")
    if rest:
        part[_name(config, LOCAL_THETA)] = rest[0].base
    if PARTIAL in own and PARTIAL in kinds[0].entries.values:
        part[PARTIAL] = own[PARTIAL]
        own.pop(PARTIAL)
    return part | {"rope_scaling": own} if own != {"rope_type": "default"} else part


def _dropped(config: ModelConfig, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: None for name in names if name in config.entries.values}


def _original(config: ModelConfig, kind: LayerType) -> dict[str, Any]:
    """The original length at the top, where released code would take another one from there."""
    there = config.entries.has(ORIGINAL) or config.model_type in defaults.ORIGINALS
    return {ORIGINAL: kind.original} if there and kind.rule.name in FROM_CONTEXT else {}


def _length(config: ModelConfig, kinds: tuple[LayerType, ...], target: int) -> dict[str, Any]:
    """The claimed length, where it is one after the factor; lists and dynamic scaling are left as they are."""
    kind = kinds[0]
    before = kind.rule.name in {"Linear", "Dynamic NTK"} and kind.original == kind.context
    already = lengths(kind, config.model_type).claimed == (kind.context or 0)
    if kind.rule.name == "LongRoPE" or (before and not already) or kind.rule.name == "Dynamic NTK":
        return {}
    return {_name(config, CONTEXT): target} if target > (kind.context or 0) else {}


def _name(config: ModelConfig, names: tuple[str, ...]) -> str:
    """What the config calls an entry, or the usual name."""
    return next((name for name in names if config.entries.has(name)), names[0])


def vllm(config: ModelConfig, target: int) -> Snippet:
    """Command line that serves a model with vLLM [1]_.

    References
    ----------
    .. [1] vLLM, context extension, https://docs.vllm.ai/en/stable/features/context_extension/
    """
    part = changes(config, target) or {}
    override: dict[str, Any] = {name: value for name, value in part.items() if value is not None}
    for name in reversed(config.entries.path.split(".")[:-1]):
        override = {name: override}
    scaled = any(kind.rule is not RULES["Unscaled"] for kind in stretched(config, target).layer_types)
    lines = ["vllm serve MODEL"]
    if scaled:
        lines.append(f"--hf-overrides {shlex.quote(json.dumps(override))}")
    lines.append(f"--max-model-len {target}")
    return Snippet(" \\\n  ".join(lines), ("vllm",) if scaled else ("vllm plain",))


def llama_cpp(config: ModelConfig, target: int) -> Snippet:
    """Options of llama.cpp for the layers with full attention [1]_.

    References
    ----------
    .. [1] llama.cpp, list of options, https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
    """
    kind, asked = stretched(config, target).layer_types[0], config.layer_types[0]
    options, notes = _options(kind, target)
    known = lengths(asked, config.model_type)
    if len(config.layer_types) > 1:
        notes.append("types")
    if kind.rule.name in IN_THE_FILE and kind.factor != asked.factor:
        notes.append("raised")
    if kind.rule.name != "YaRN" and target > known.claimed:
        notes.append("cap")
    lines = ["llama-server -m MODEL.gguf", f"-c {target}", *options]
    return Snippet(" \\\n  ".join(lines), tuple(notes))


def _options(kind: LayerType, target: int) -> tuple[list[str], list[str]]:
    factor, base = kind.factor or 1.0, f"--rope-freq-base {_plain(kind.base)}"
    match kind.rule.name:
        case "Unscaled":
            return ["--rope-scaling none", base], []
        case "Linear":
            return ["--rope-scaling linear", f"--rope-scale {_plain(factor)}", base], []
        case "YaRN":
            return _yarn_options(kind, factor, base)
        case "Dynamic NTK":
            effective = dynamic.effective_factor(factor, kind.original or target, target)
            grown = ntk.base_for(effective, kind.base, kind.spread) if kind.spread > 2 else kind.base
            return ["--rope-scaling none", f"--rope-freq-base {_plain(grown)}"], ["dynamic"]
        case _:
            return [], ["in the file"]


def _yarn_options(kind: LayerType, factor: float, base: str) -> tuple[list[str], list[str]]:
    own = kind.frequencies().attention_factor / yarn.attention_factor(factor)
    fast, slow = (kind.arguments.get(name, _default(kind.rule, name)) for name in ("beta_fast", "beta_slow"))
    options = ["--rope-scaling yarn", f"--rope-scale {_plain(factor)}", f"--yarn-orig-ctx {kind.original}", base]
    options += ["--yarn-ext-factor 1", f"--yarn-beta-fast {_plain(fast)}", f"--yarn-beta-slow {_plain(slow)}"]
    notes = ["yarn"]
    if not math.isclose(own, 1, rel_tol=1e-6):
        options.append(f"--yarn-attn-factor {_plain(own)}")
        notes.append("attention")
    if kind.arguments.get("truncate") is False:
        notes.append("truncate")
    return options, notes


def _default(rule: Rule, name: str) -> float:
    return float(next(rule.default(parameter) for parameter in rule.parameters if parameter.name == name))


def _plain(number: float) -> str:
    """A number as a command line takes it, without exponent."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


def numpy_code(kind: LayerType, target: int) -> str:
    """Python that computes the frequencies and the attention factor of `LayerType.frequencies` by itself.

    Parameters
    ----------
    kind : LayerType
    target : int
        Length of the text, tokens.

    Returns
    -------
    code : str
        Defines `frequencies`, shape (rotary_dim // 2,), radians per token, and `attention_factor`, and prints
        both; needs NumPy alone.
    """
    lines = [*_series(kind, LANGUAGES[0]), "attention_factor = 1.0", *_rule_lines(kind, target, LANGUAGES[0])]
    return "\n".join(["import numpy as np", "", *lines, "", "print(frequencies)", "print(attention_factor)"])


def comb_code(combs: Mapping[str, Comb], language: str) -> str:
    """Lines that compute the frequencies of combs by themselves.

    Parameters
    ----------
    combs : mapping of Comb
        By name.
    language : str
        Of `core.method.LANGUAGES`.

    Returns
    -------
    code : str
        Defines `combs`, a list: of each its name, its frequencies in training and at the target, shape
        (rotary_dim // 2,), radians per token, and the lengths of training and of the text, tokens.
    """
    lines = ["combs = []  # of each: name, frequencies in training and now, tokens of training and of the text"]
    before = [""]
    for name, comb in combs.items():
        origin = _own_lines(comb.origin, comb.lengths.trained, language)
        own = _own_lines(comb.kind, comb.target, language)
        lines += ["", *origin, "trained = frequencies"] if origin != before else []
        lines += ["", *own[2:]] if own != origin else []  # base and pairs are the same
        used = "trained" if own == origin else "frequencies"
        lines.append(f"combs.append(({code_export.written(name)}, trained, {used}, {comb.seen}, {comb.reached}))")
        before = origin
    return "\n".join(lines)


def _own_lines(kind: LayerType, target: int, language: str) -> list[str]:
    lines = [*_series(kind, language), *_rule_lines(kind, target, language)]
    return [line for line in lines if not line.startswith("attention_factor")]


def _series(kind: LayerType, language: str) -> list[str]:
    pairs = {"NumPy": "np.arange({})", "PyTorch": "torch.arange({}, dtype=torch.float64)"}[language]
    return [
        f"base, dim = {kind.base!r}, {kind.spread}  # dim: rotary features of a head",
        f"pair = {pairs.format(kind.rotary_dim // 2)}",
        "frequencies = base ** (-2 * pair / dim)  # radians per token",
    ]


def _rule_lines(kind: LayerType, target: int, language: str) -> list[str]:
    array = {"NumPy": "np", "PyTorch": "torch"}[language]
    given, original = kind.arguments, f"original = {kind.original!r}  # tokens"
    match kind.rule.name:
        case "Unscaled":
            return []
        case "Linear":
            lines = ["frequencies = frequencies / factor"]
        case "Dynamic NTK":
            lines = [original, f"length = {target}  # tokens of this text", *_DYNAMIC]
        case "YaRN":
            ends = f"fast, slow = {given.get('beta_fast', 32.0)!r}, {given.get('beta_slow', 1.0)!r}  # turns"
            rounded = [] if given.get("truncate") is False else ["low, high = np.floor(low), np.ceil(high)"]
            lines = [original, ends, *_CORRECTION, *rounded, *_RAMP, _attention(kind)]
        case "Llama 3":
            bounds = f"low, high = {given.get('low_freq_factor', 1.0)!r}, {given.get('high_freq_factor', 4.0)!r}"
            lines = [original, f"{bounds}  # turns", *_LLAMA3]
        case "Proportional":
            turning = f"turning = int({given[PARTIAL]!r} * {kind.rotary_dim} // 2)  # pairs"
            lines = [turning, "frequencies = array.where(pair < turning, frequencies, 0) / factor"]
        case _:
            return ["", f"# {kind.rule.name}, for a text of {target} tokens", *_listed(kind, target, language)]
    lines = [line.replace("array.", f"{array}.") for line in lines]
    return ["", f"# {kind.rule.name}", f"factor = {kind.factor!r}", *lines]


def _listed(kind: LayerType, target: int, language: str) -> list[str]:
    """What a rule without a formula has made of each pair."""
    scaled = kind.frequencies(target)
    divisors = (kind.trained() / scaled.inverse).round(12).tolist()
    listed = {"NumPy": "np.array({!r})", "PyTorch": "torch.tensor({!r}, dtype=torch.float64)"}[language]
    return [f"frequencies = frequencies / {listed.format(divisors)}",
            f"attention_factor = {scaled.attention_factor!r}"]  # fmt: skip


def _attention(kind: LayerType) -> str:
    if not {"mscale", "mscale_all_dim", "attention_factor"} & set(kind.arguments):
        return "attention_factor = 0.1 * np.log(max(factor, 1)) + 1"
    return f"attention_factor = {kind.frequencies().attention_factor!r}"


_DYNAMIC = [
    "factor = factor * max(length, original) / original - (factor - 1)",
    "frequencies = frequencies / factor ** (pair / max(len(pair) - 1, 1))",
]
_CORRECTION = [
    "def pair_that_makes(turns):",
    "    return len(pair) * np.log(original / (2 * np.pi * turns)) / np.log(base)",
    "",
    "low, high = pair_that_makes(fast), pair_that_makes(slow)",
]
_RAMP = [
    "low, high = max(low, 0), min(high, 2 * len(pair) - 1)",
    "ramp = array.clip((pair - low) / (high - low or 0.001), 0, 1)",
    "frequencies = frequencies / factor * ramp + frequencies * (1 - ramp)",
]
_LLAMA3 = [
    "turns = original * frequencies / (2 * np.pi)",
    "kept = array.clip((turns - low) / (high - low), 0, 1) if high > low else (turns >= low) * 1.0",
    "frequencies = frequencies / factor * (1 - kept) + frequencies * kept",
]
