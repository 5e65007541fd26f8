"""Options of llama.cpp, read as the entries of a GGUF header that they replace [1]_.

.. [1] https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
"""

from collections.abc import Callable, Mapping
from typing import Any

from model_configs.entries import ConfigError
from model_configs.forms import bare, gguf, gguf_header
from model_configs.forms.form import LLAMA_CPP, Form, Replaced, UsualForm
from model_configs.forms.names import HEADER_KEYS
from model_configs.forms.options import length, model_of, number, slots
from model_configs.keys import CONTEXT, ORIGINAL_CONTEXT, PARTIAL, RULE, STEP_OVER, TEXT_PARTS, THETA
from model_configs.known_models import known_model
from model_configs.rules import UNSCALED_KEYS

KIND = "--rope-scaling"
PROGRAM = r"llama-(?:server|cli|run|bench|perplexity)|llama\.cpp:\w[\w.-]*"
OLLAMA = "--by-ollama"  # an option that no program has: of a Modelfile without a length
INVERSE, KEY_VALUE = "--rope-freq-scale", "--override-kv"
TYPES: dict[str, Callable[[str], Any]] = {
    "int": int,
    "float": float,
    "str": str,
    "bool": {"true": True, "false": False}.__getitem__,
}
SIGNS = (*HEADER_KEYS, INVERSE, KEY_VALUE)


def config(words: list[str], options: dict[str, str]) -> UsualForm:
    """Options, and entries that replace those of the file, as a header over the file's own where it is known."""
    entries, whole, count = _entries(words, options), next(iter(length(options).values()), None), slots(options)
    context = whole and max(whole // count, 2)  # what each slot has when all are at work
    model_name = model_of(words, options)
    model, override = known_model(model_name), entries.pop(CONTEXT[0], None)
    part = next((name for name in TEXT_PARTS if model and isinstance(model.config.get(name), Mapping)), "")
    file: Mapping[str, Any] = (model.config[part] if part else model.config) if model else {}
    block = entries.get("rope_scaling", {})
    replaced = Replaced(block, override, block.get(ORIGINAL_CONTEXT) or file.get(CONTEXT[0]))
    form = Form(LLAMA_CPP, model=model_name, is_known=model is not None, target=context, replaced=replaced)
    if model is not None:
        merged_entries = _over(file, entries, context)
        return UsualForm({**model.config, part: merged_entries} if part else merged_entries, form=form)
    if "rope_scaling" not in entries:
        entries["rope_parameters"] = {RULE[0]: UNSCALED_KEYS[0]}
    entries = {CONTEXT[0]: context or override} | entries if context or override else entries
    return UsualForm(*((entries, ()) if "head_dim" in entries else bare.config(entries)), form)


def _entries(words: list[str], options: dict[str, str]) -> dict[str, Any]:
    """The entries that options replace, by their usual names."""
    kind, replacements = _replacements(words)
    for option, key in HEADER_KEYS.items():
        if option in options:
            replacements[key] = options[option] if option == KIND else number(options, option)
    if INVERSE in options:
        replacements.setdefault("rope.scaling.factor", 1 / (number(options, INVERSE) or 1))
    header = {f"{kind}.{name}": value for name, value in replacements.items() if not _is_unset(name, value)}
    read, _ = gguf.config({gguf_header.ARCHITECTURE: kind} | header)
    return {name: value for name, value in read.items() if value is not None and name != "model_type"}


def _over(file: Mapping[str, Any], entries: dict[str, Any], context: int | None) -> dict[str, Any]:
    """The model's own entries under those of the options."""
    block = entries.pop("rope_scaling", None)
    merged_entries = {**file, **entries}
    if block:
        old = next((inner for name in STEP_OVER if isinstance(inner := file.get(name), Mapping)), {})
        rope = {name: old[name] for name in (*THETA, PARTIAL, "mrope_section", "mrope_interleaved") if name in old}
        merged_entries = {name: value for name, value in merged_entries.items() if name not in STEP_OVER}
        merged_entries |= {STEP_OVER[1]: {**rope, **block}, CONTEXT[0]: context or file.get(CONTEXT[0])}
        base = merged_entries.pop(THETA[0], None)
        merged_entries[STEP_OVER[1]].setdefault(THETA[0], base)
    return merged_entries


def _is_unset(entry: str, value: Any) -> bool:
    """Whether an option says that the file decides."""
    zero = value == 0 and entry != HEADER_KEYS["--yarn-ext-factor"]
    return isinstance(value, int | float) and (value < 0 or zero)


def _replacements(words: list[str]) -> tuple[str, dict[str, Any]]:
    """The architecture, by default "model", and entries of the file that options replace."""
    kind, entries = "model", {}
    for option, after in zip(words, [*words[1:], ""], strict=False):
        name, _, value = option.partition("=")
        if name == KEY_VALUE:
            for each in (value or after).split(","):
                key, _, typed_value = each.partition("=")
                kind, _, entry = key.strip().partition(".")
                entries[entry] = _parse_value(each, *typed_value.partition(":")[::2])
    return kind or "model", entries


def _parse_value(whole: str, kind: str, text: str) -> Any:
    try:
        return TYPES[kind](text)
    except (KeyError, ValueError):
        raise ConfigError(KEY_VALUE, "KEY=TYPE:VALUE, the type int, float, bool or str", whole) from None
