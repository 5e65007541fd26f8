"""Options of llama.cpp, read as the entries of a GGUF header that they replace [1]_.

.. [1] https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.config.forms import bare, gguf, gguf_header
from core.config.forms.options import length, number
from core.config.keys import RULE
from core.inputs.entries import ConfigError
from core.inputs.finding import warning
from core.scaling import UNSCALED, rules_by_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.inputs.finding import Finding

KIND = "--rope-scaling"
LLAMA_CPP = {  # option → entry of a header that it replaces
    KIND: "rope.scaling.type",
    "--rope-scale": "rope.scaling.factor",
    "--rope-freq-base": "rope.freq_base",
    "--yarn-orig-ctx": "rope.scaling.original_context_length",
    "--yarn-ext-factor": "rope.scaling.yarn_ext_factor",
    "--yarn-attn-factor": "rope.scaling.attn_factor",
    "--yarn-beta-fast": "rope.scaling.yarn_beta_fast",
    "--yarn-beta-slow": "rope.scaling.yarn_beta_slow",
}
INVERSE, KEY_VALUE = "--rope-freq-scale", "--override-kv"
TYPES: dict[str, Callable[[str], Any]] = {
    "int": int,
    "float": float,
    "str": str,
    "bool": {"true": True, "false": False}.__getitem__,
}
ADJUSTED = "https://github.com/ggml-org/llama.cpp/pull/17945"
SIGNS = (*LLAMA_CPP, INVERSE, KEY_VALUE)


def config(words: list[str], options: dict[str, str]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """Options, and entries that replace those of the file, read as a header."""
    kind, own = _replaced(words)
    for option, entry in LLAMA_CPP.items():
        if option in options:
            own[entry] = options[option] if option == KIND else number(options, option)
    if INVERSE in options:
        own.setdefault("rope.scaling.factor", 1 / (number(options, INVERSE) or 1))
    if told := length(options):
        (own["context_length"],) = told.values()
    header = {f"{kind}.{name}": value for name, value in own.items() if not _is_unset(name, value)}
    read, _ = gguf.config({gguf_header.ARCHITECTURE: kind} | header)
    found = {name: value for name, value in read.items() if value is not None and name != "model_type"}
    if "rope_scaling" not in found:
        found["rope_parameters"] = {RULE[0]: UNSCALED.keys[0]}
    whole, remarks = (found, ()) if "head_dim" in found else bare.config(found)
    return whole, (*remarks, *_remarks(options, found.get("rope_scaling", {})))


def _is_unset(entry: str, value: Any) -> bool:
    """Whether an option says that the file decides."""
    zero = value == 0 and entry != LLAMA_CPP["--yarn-ext-factor"]
    return isinstance(value, int | float) and (value < 0 or zero)


def _replaced(words: list[str]) -> tuple[str, dict[str, Any]]:
    """The architecture, "model" where none is named, and entries of the file that options replace."""
    kind, found = "model", {}
    for option, after in zip(words, [*words[1:], ""], strict=False):
        name, _, value = option.partition("=")
        if name == KEY_VALUE:
            for each in (value or after).split(","):
                key, _, typed = each.partition("=")
                kind, _, entry = key.strip().partition(".")
                found[entry] = _typed(each, *typed.partition(":")[::2])
    return kind or "model", found


def _typed(whole: str, kind: str, text: str) -> Any:
    try:
        return TYPES[kind](text)
    except (KeyError, ValueError):
        raise ConfigError(KEY_VALUE, "KEY=TYPE:VALUE, the type int, float, bool or str", whole) from None


def _remarks(options: dict[str, str], block: dict[str, Any]) -> Iterator[Finding]:
    """What llama.cpp does not do with its own options."""
    rule = rules_by_key().get(str(block.get(RULE[0])))
    if rule is None or not rule.needs_original or not rule.divides_by_factor:
        return
    if block.get("factor") == 1:
        yield warning(
            "--rope-scale",
            "--rope-scale is missing, and a context that is longer stretches nothing.",
            "llama.cpp divides by the factor of the file, and by 1 where it has none, as is read here.",
            "Add --rope-scale with the length divided by that of the training.",
            source=ADJUSTED,
        )
    if "attention_factor" in block:
        yield warning(
            "--yarn-attn-factor",
            "--yarn-attn-factor is read as a factor on what the rule does to attention.",
            f"Versions since December 2025 compute that themselves and do not look at it: scores then differ by "
            f"{float(block['attention_factor']) ** 2:.4g} to what they take.",
            "Compare with the model, or replace rope.scaling.attn_factor of the file.",
            source=ADJUSTED,
        )
