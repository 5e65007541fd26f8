"""The header of a GGUF file: the model's entries, which stand before its tensors [1]_.

They are read as llama.cpp does [2]_, in which a missing entry is no default of the model type.

.. [1] https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
.. [2] https://github.com/ggml-org/llama.cpp/blob/master/src/llama-model.cpp and llama-context.cpp
"""

import json
from collections.abc import Iterator
from threading import Lock
from typing import Any

from core.scaling import UNSCALED
from core.scaling.rule import Rule
from model_configs.entries import ConfigError, Entries
from model_configs.families import family_of
from model_configs.families.classes import classes
from model_configs.families.part import WIDEST
from model_configs.finding import Finding, info
from model_configs.forms.gguf_header import ARCHITECTURE, MOST_NUMBERS, STRETCHED, TENSORS, header
from model_configs.forms.names import IN_GGUF
from model_configs.keys import FULL, LOCAL_THETA, PARTIAL, ROTARY_DIMS, RULE, SLIDING, THETA
from model_configs.rules import UNSCALED_KEYS, in_configs, rules_by_key
from model_configs.rules.entry import read_attention, read_ratio

_OTHER_NAME = (
    "command-r=cohere deepseek2=deepseek_v2 gemma3=gemma3_text gemma3n=gemma3n_text gemma4=gemma4_text "
    "glm4moe=glm4_moe gpt-oss=gpt_oss gptneox=gpt_neox granitehybrid=granitemoehybrid llama4=llama4_text "
    "minimax-m2=minimax_m2 mistral3=ministral3 modern-bert=modernbert phi2=phi qwen2moe=qwen2_moe "
    "qwen2vl=qwen2_vl_text qwen3moe=qwen3_moe qwen3next=qwen3_next qwen3vl=qwen3_vl_text starcoder=gpt_bigcode "
    "step35=step3p5"
)
_SAME_NAME = (
    "afmoe arcee baichuan bert bloom chatglm cohere2 dbrx ernie4_5 exaone4 falcon gemma gemma2 glm4 gpt2 gptj "
    "granite internlm2 jamba laguna llama mamba minicpm3 mpt nemotron nemotron_h olmo olmo2 olmoe phi3 phimoe "
    "qwen2 qwen3 seed_oss smollm3 stablelm starcoder2 t5"
)
TYPES = dict(pair.split("=") for pair in _OTHER_NAME.split()) | {name: name for name in _SAME_NAME.split()}
"""Architecture → model type, where both read position alike."""
NEIGHBOURS = frozenset(
    "arcee arctic baichuan bailingmoe chameleon chatglm cohere2 command-r deci deepseek deepseek2 ernie4_5 "
    "ernie4_5-moe glm-dsa granite granitehybrid granitemoe internlm2 llama llama4 llama-embed minicpm mistral3 "
    "mistral4 olmo orion plamo plm smollm3 xverse".split()
)
"""Architectures in whose weights neighbouring features form a pair."""

WITH_LISTS = {"phi3", "phimoe"}  # of divisors, where the context is longer than the first training's
WITH_DIVISORS = {"llama", "phi3", "phimoe", "deci", "gemma4", "step35"}  # of single pairs, as tensors
NAMES = {key: name for name, key in IN_GGUF.items() if not key.startswith("rope.")}  # of sizes and lengths
BASE, LOCAL_BASE, FEATURES = "rope.freq_base", "rope.freq_base_swa", "rope.dimension_count"
SECTIONS, PATTERN = "rope.dimension_sections", "attention.sliding_window_pattern"
TEMPERATURE = "attention.temperature_scale"
WINDOW_FEATURES, WINDOW_HEAD = "rope.dimension_count_swa", "attention.key_length_swa"  # of layers with a window
BY_TENSOR = {"gemma4": {RULE[0]: "proportional", PARTIAL: 0.25}}  # what tensors do in layers without a window
IN_RULES = "rope.scaling."
OLDER_FACTOR = "rope.scale_linear"
SCALING = {
    "factor": "factor",
    "original_context_length": "original_max_position_embeddings",
    "yarn_beta_fast": "beta_fast",
    "yarn_beta_slow": "beta_slow",
}
SWITCHES = {"yarn_ext_factor", "yarn_attn_factor"}  # 1 is the default, and negative means missing
MULTIPLIER = "yarn_log_multiplier"
NOT_DIVIDED = {"mistral3"}  # the multiplier is mscale_all_dim itself; others hold a tenth of it
_ONE = Lock()  # a header of the largest size takes half a second and as much memory as its names
KEYS = {
    *NAMES,
    BASE,
    LOCAL_BASE,
    FEATURES,
    SECTIONS,
    PATTERN,
    TEMPERATURE,
    OLDER_FACTOR,
    WINDOW_FEATURES,
    WINDOW_HEAD,
}


def matches(config: dict[str, Any]) -> bool:
    """Whether an object is a header's entries by their names in the file, as programs print them."""
    return ARCHITECTURE in config


def config(entries: dict[str, Any]) -> tuple[dict[str, Any], tuple[Finding, ...]]:  # as `header` reads them
    """The entries of a header by their usual names, and remarks on what a header lacks.

    Entries that are not read keep their names, so that those that look like position are reported.
    """
    kind = entries.get(ARCHITECTURE)
    if not isinstance(kind, str):
        raise ConfigError(ARCHITECTURE, "a text in the header", kind)
    short = {name.removeprefix(f"{kind}."): value for name, value in entries.items() if name.startswith(f"{kind}.")}
    model_type = TYPES.get(kind, f"{kind} in GGUF")
    usual: dict[str, Any] = {"model_type": model_type, "max_position_embeddings": None}
    usual |= {name: short[key] for key, name in NAMES.items() if _is_number(short.get(key))}
    usual |= _head(usual) | _bases(short, model_type) | _layers(short, usual.get("num_hidden_layers"))
    by_window = _by_window(short, kind, usual.get("head_dim"))
    usual |= by_window or _block(short, kind, model_type, usual.get("head_dim"))
    usual = {name: value for name, value in usual.items() if not by_window or name not in (*THETA, *LOCAL_THETA)}
    usual |= {TENSORS: entries[TENSORS]} if isinstance(entries.get(TENSORS), list) else {}
    usual |= {STRETCHED: True} if kind in WITH_LISTS and _is_stretched(short) else {}
    rest = {name: value for name, value in short.items() if name not in KEYS and not name.startswith(IN_RULES)}
    return {**{f"{kind}.{name}": value for name, value in rest.items()}, **usual}, tuple(
        _remarks(kind, usual.get(TENSORS))
    )


def _remarks(kind: str, tensors: Any) -> Iterator[Finding]:
    """What a header lacks, and the layout of pairs, by the architecture."""
    if kind in WITH_DIVISORS and tensors != []:
        yield info("form", "rope_freqs", "divisors")
    if kind in NEIGHBOURS:
        yield info("form", ARCHITECTURE, "neighbours")


def _is_stretched(header: dict[str, Any]) -> bool:
    """Whether the context is longer than that of the first training, without a rule that has numbers."""
    lengths = [header.get(name) for name in (f"{IN_RULES}original_context_length", "context_length")]
    original, context = (length if isinstance(length, int | float) else 0 for length in lengths)
    return 0 < original < context and not _of_rule(header).get("type")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _head(usual: dict[str, Any]) -> dict[str, Any]:
    """Features of a head, where the header does not name them."""
    wide, heads = usual.get("hidden_size"), usual.get("num_attention_heads")
    if "head_dim" in usual or not isinstance(wide, int) or not isinstance(heads, int) or heads < 1:
        return {}
    return {"head_dim": wide // heads}


def _bases(header: dict[str, Any], model_type: str) -> dict[str, Any]:
    """The bases, under the name that the model type reads."""
    name = next((name for name in THETA if name in family_of(model_type).entries), THETA[0])
    base = {name: header[BASE]} if _is_number(header.get(BASE)) else {}
    return base | (dict.fromkeys(LOCAL_THETA, header[LOCAL_BASE]) if _is_number(header.get(LOCAL_BASE)) else {})


def _layers(header: dict[str, Any], count: Any) -> dict[str, Any]:
    """Which layers have a window: a flag for each, or a number, each such layer having none."""
    pattern = header.get(PATTERN)
    if type(pattern) is int and isinstance(count, int) and count <= MOST_NUMBERS:
        pattern = [pattern > 0 and number % pattern < pattern - 1 for number in range(count)]
    return {"layer_types": [SLIDING if flag else FULL for flag in pattern]} if isinstance(pattern, list) else {}


def _by_window(header: dict[str, Any], kind: str, head_dim: Any) -> dict[str, Any]:
    """An object of rotary entries for each type of layers, where those with a window turn other features."""
    if not {WINDOW_FEATURES, WINDOW_HEAD} & {*header}:
        return {}
    place = Entries(header, f"{kind}.")
    wide = place.whole(WINDOW_HEAD, most=WIDEST) or head_dim
    full = scaling(_of_rule(header), kind) or BY_TENSOR.get(kind, {RULE[0]: UNSCALED_KEYS[0]})
    whole = {PARTIAL: _share(place.whole(FEATURES, most=WIDEST), head_dim), **full} | _base_entry(header, BASE)
    windows = {RULE[0]: UNSCALED_KEYS[0], PARTIAL: _share(place.whole(WINDOW_FEATURES, most=WIDEST), wide)}
    windows |= _base_entry(header, LOCAL_BASE) or _base_entry(header, BASE)
    heads = {FULL: {"head_dim": head_dim}, SLIDING: {"head_dim": wide}}
    return {"rope_parameters": {FULL: whole, SLIDING: windows}} | (
        {"per_layer_config": heads} if wide != head_dim else {}
    )


def _base_entry(header: dict[str, Any], name: str) -> dict[str, Any]:
    return {THETA[0]: header[name]} if _is_number(header.get(name)) else {}


def _share(features: int | None, head_dim: Any) -> float:
    """The share of a head that turns, such that its features are this number again."""
    if not features or not isinstance(head_dim, int) or not 0 < head_dim <= WIDEST:
        return 1.0
    share = features / head_dim
    return share if int(head_dim * share) == features else share * (1 + 1e-12)


def _of_rule(header: dict[str, Any]) -> dict[str, Any]:
    """The entries of a rule, without their prefix."""
    of_rule = {name.removeprefix(IN_RULES): value for name, value in header.items() if name.startswith(IN_RULES)}
    if _is_number(header.get(OLDER_FACTOR)):
        of_rule.setdefault("factor", header[OLDER_FACTOR])
    return of_rule


def _block(header: dict[str, Any], kind: str, model_type: str, head_dim: Any) -> dict[str, Any]:
    """The object of rotary entries, and the features that turn."""
    growth = {"llama_4_scaling_beta": header[TEMPERATURE]} if header.get(TEMPERATURE) else {}
    block = scaling(_of_rule(header), kind) | _sections(header) | growth
    features = Entries(header, f"{kind}.").whole(FEATURES, least=0, most=WIDEST)
    dim_entry = _rotary_dim_entry(features, model_type, head_dim)
    if PARTIAL in dim_entry:
        block, dim_entry = block | dim_entry, {}
    if not block:
        default = family_of(model_type).default
        return dim_entry | ({"rope_parameters": {RULE[0]: UNSCALED_KEYS[0]}} if RULE[0] in default else {})
    return {**dim_entry, "rope_scaling": {RULE[0]: UNSCALED_KEYS[0], **block}}


def _sections(header: dict[str, Any]) -> dict[str, Any]:
    sections = header.get(SECTIONS)
    return {"mrope_section": [each for each in sections if each]} if isinstance(sections, list) else {}


def _rotary_dim_entry(features: int | None, model_type: str, head_dim: Any) -> dict[str, Any]:
    """The features that turn, by the entry that the model type reads."""
    if not features or features == head_dim:
        return {}
    row = classes().get(model_type, {})
    name = next((name for name in ROTARY_DIMS if name in row), None)
    if name is None and PARTIAL in row and isinstance(head_dim, int) and 0 < head_dim <= WIDEST:
        return {PARTIAL: _share(features, head_dim)}
    return {name or ROTARY_DIMS[1]: features}


def scaling(
    of_rule: dict[str, Any],  # without the prefix, such as "factor"
    kind: str,  # the architecture
) -> dict[str, Any]:
    """The block of a rule from its entries by their names in a header; empty where no rule acts.

    `attn_factor` multiplies the rule's attention factor; entries that no rule reads keep their names.
    """
    place = f"{kind}.{IN_RULES}"
    factor = read_ratio(Entries({"factor": of_rule.get("factor") or None}, place), "factor")
    name = of_rule.get("type", "linear" if factor not in (None, 1.0) else None)
    rule = rules_by_key().get(name) if isinstance(name, str) else None
    if name in (None, "none") or rule is UNSCALED:
        return {}
    if rule is not None and any(entry.required_law for entry in in_configs(rule).entries):
        law = "one whose numbers stand in the header: its lists are tensors, so read the config.json of the model"
        raise ConfigError(f"{place}type", law, name)
    block = {RULE[0]: name} | {key: of_rule[each] for each, key in SCALING.items() if _is_number(of_rule.get(each))}
    block["factor"] = factor or 1.0
    block |= _mscale_entries(read_attention(Entries(of_rule, place), MULTIPLIER), kind)
    names = {"type", "attn_factor", MULTIPLIER, *SCALING}
    block |= {each: value for each, value in of_rule.items() if each not in names and not _is_usual(each, value)}
    times = read_attention(Entries(of_rule, place), "attn_factor")
    return block | (
        {} if times in {None, 1.0} or rule is None else {"attention_factor": times * _of_the_rule(rule, block)}
    )


def _is_usual(name: str, value: Any) -> bool:
    """Whether a switch has the value that it has when it is missing."""
    return value is False or (name in SWITCHES and _is_number(value) and (value < 0 or value == 1))


def _mscale_entries(multiplier: float | None, kind: str) -> dict[str, Any]:
    """The mscale: 1; in the architecture deepseek2 it equals mscale_all_dim."""
    if not multiplier:
        return {}
    whole = multiplier if kind in NOT_DIVIDED else multiplier / 0.1
    return {"mscale": whole if kind == "deepseek2" else 1.0, "mscale_all_dim": whole}


def _of_the_rule(rule: Rule, block: dict[str, Any]) -> float:
    """What the rule itself does to attention; rules that only name a factor leave that to the header."""
    try:
        return rule.attention_factor(**block) if rule.divides_by_factor else 1.0
    except ArithmeticError:  # the quotient of both mscales
        raise ConfigError(
            MULTIPLIER, "a number that does not cancel the factor out", block["mscale_all_dim"]
        ) from None


def entries(data: bytes) -> str:
    """The entries of a header about the model, as JSON by their names in the file.

    Raises ConfigError if the header is cut off, damaged or too large; the error names the byte.
    """
    with _ONE:
        return json.dumps(header(data), indent=2)  # without an architecture it is refused as a header all the same
