"""Options of llama.cpp, read as the entries of a GGUF header that they replace [1]_.

.. [1] https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from model_configs.entries import ConfigError
from model_configs.families.hybrids import qwen_trained
from model_configs.finding import Finding, warning, with_rule
from model_configs.forms import bare, gguf, gguf_header
from model_configs.forms.form import HEADER_KEYS, LLAMA_CPP, Form, UsualForm
from model_configs.forms.options import length, model_of, number
from model_configs.keys import CONTEXT, ORIGINAL_CONTEXT, PARTIAL, RULE, STEP_OVER, TEXT_PARTS, THETA
from model_configs.known_models import known_model
from model_configs.rules import UNSCALED_KEYS, in_configs, rules_by_key

KIND = "--rope-scaling"
PROGRAM = r"llama-(?:server|cli|run|bench|perplexity)|llama\.cpp:\w[\w.-]*"
WITHOUT_NAME = 131_072  # tokens; few models were trained on more, and nothing else is known of an unknown one
CAP_LIFTED = "https://github.com/ggml-org/llama.cpp/pull/28030"
INVERSE, KEY_VALUE = "--rope-freq-scale", "--override-kv"
TYPES: dict[str, Callable[[str], Any]] = {
    "int": int,
    "float": float,
    "str": str,
    "bool": {"true": True, "false": False}.__getitem__,
}
ATTENTION_CHANGE = "https://github.com/ggml-org/llama.cpp/pull/17945"
SIGNS = (*HEADER_KEYS, INVERSE, KEY_VALUE)


def config(words: list[str], options: dict[str, str]) -> UsualForm:
    """Options, and entries that replace those of the file, as a header over the file's own where it is known."""
    kind, replacements = _replacements(words)
    for option, key in HEADER_KEYS.items():
        if option in options:
            replacements[key] = options[option] if option == KIND else number(options, option)
    if INVERSE in options:
        replacements.setdefault("rope.scaling.factor", 1 / (number(options, INVERSE) or 1))
    header = {f"{kind}.{name}": value for name, value in replacements.items() if not _is_unset(name, value)}
    read, _ = gguf.config({gguf_header.ARCHITECTURE: kind} | header)
    entries = {name: value for name, value in read.items() if value is not None and name != "model_type"}
    model_name = model_of(words, options)
    model, context = known_model(model_name), next(iter(length(options).values()), None)
    form = Form(LLAMA_CPP, model=model_name, is_known=model is not None, target=context)
    override = entries.pop(CONTEXT[0], None)
    part = next((name for name in TEXT_PARTS if model and isinstance(model.config.get(name), Mapping)), "")
    file: Mapping[str, Any] = (model.config[part] if part else model.config) if model else {}
    trained_length = entries.get("rope_scaling", {}).get(ORIGINAL_CONTEXT) or file.get(CONTEXT[0])
    findings = _cap_findings(context, trained_length, override, entries.get("rope_scaling", {}), KIND in options)
    remarks = (
        *(with_rule(each, "length_capped") for each in findings),
        *_remarks(options, entries.get("rope_scaling", {})),
    )
    if model is not None:
        merged_entries = _over(file, entries, context)
        return UsualForm({**model.config, part: merged_entries} if part else merged_entries, remarks, form)
    if "rope_scaling" not in entries:
        entries["rope_parameters"] = {RULE[0]: UNSCALED_KEYS[0]}
    entries = {CONTEXT[0]: context or override} | entries if context or override else entries
    whole, more = (entries, ()) if "head_dim" in entries else bare.config(entries)
    return UsualForm(whole, (*more, *remarks), form)


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


def _cap_findings(
    context: Any, trained_length: Any, override: Any, block: Mapping[str, Any], has_kind: bool
) -> Iterator[Finding]:
    """The context of the server: -c alone never exceeds the trained length of the file."""
    factor, rule = block.get("factor") or 1, block.get(RULE[0])
    length, known_length = context or 0, trained_length or override
    if _lifts_the_cap(rule) and trained_length:
        reach = round(factor * trained_length)
        if length > reach:
            yield warning(
                "--rope-scale",
                f"-c asks for {length:,} tokens, and {factor:g} × {trained_length:,} reaches {reach:,}.",
                f"The server takes {reach:,} tokens; beyond them, angles would be those that training "
                "never showed.",
                f"Write --rope-scale {length / trained_length:.6g}, or -c {reach}.",
                source=CAP_LIFTED,
            )
        elif override and length > trained_length:
            yield warning(
                KEY_VALUE,
                f"{KEY_VALUE} raises context_length to {override:,}, and YaRN reaches {reach:,} tokens by itself.",
                f"Builds before 30 August 2026 cap each slot at the trained {trained_length:,} whatever YaRN "
                "reaches; since then the YaRN options suffice.",
                f"Take a newer build and delete {KEY_VALUE}.",
                source=CAP_LIFTED,
            )
    elif length > (known_length or WITHOUT_NAME):
        original = qwen_trained(known_length) or known_length
        least = f"{known_length:,}" if known_length else "that length, which only the file tells"
        scale = f"{length / original:.6g}" if original else "FACTOR"
        under_rule = (
            f"--rope-scaling {rule} does not lift the cap" if rule and has_kind else "-c alone does not extend"
        )
        yield warning(
            "-c",
            f"{under_rule}: {length:,} tokens are asked for, and the server takes at most the trained length, "
            "context_length of the file.",
            f"Without an error, texts are cut or refused beyond {least}.",
            f"Add --rope-scaling yarn --rope-scale {scale} --yarn-orig-ctx {original or 'TRAINED'}"
            + (
                f", or write -c {known_length}."
                if known_length
                else " if the model was trained on less; which model it is, the command does not tell."
            ),
            source="https://github.com/meta-models/meta-oss-cookbook/issues/37",
        )


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


def _lifts_the_cap(name: Any) -> bool:
    """Whether the server accepts as many tokens as the rule reaches."""
    rule = rules_by_key().get(str(name))
    return rule is not None and in_configs(rule).needs_original and rule.divides_by_factor


def _remarks(options: dict[str, str], block: dict[str, Any]) -> Iterator[Finding]:
    """What llama.cpp does not do with its own options."""
    if not _lifts_the_cap(block.get(RULE[0])):
        return
    if block.get("factor") == 1:
        yield warning(
            "--rope-scale",
            "--rope-scale is missing, and a context that is longer stretches nothing.",
            "llama.cpp divides by the factor of the file, and by 1 where it has none, as is read here.",
            "Add --rope-scale with the length divided by that of the training.",
            source=ATTENTION_CHANGE,
        )
    if "attention_factor" in block:
        yield warning(
            "--yarn-attn-factor",
            "--yarn-attn-factor is read as a factor on what the rule does to attention.",
            f"Versions since December 2025 compute that themselves and do not look at it: scores then differ by "
            f"{float(block['attention_factor']) ** 2:.4g} to what they take.",
            "Compare with the model, or replace rope.scaling.attn_factor of the file.",
            source=ATTENTION_CHANGE,
        )
