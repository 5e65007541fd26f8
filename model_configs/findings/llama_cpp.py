"""What a server of llama.cpp makes of its options."""

from collections.abc import Iterator, Mapping

from model_configs.families.hybrids import qwen_trained
from model_configs.finding import NO_PATCH, Finding, info, setting, warning
from model_configs.forms.form import GGUF, LLAMA_CPP
from model_configs.forms.gguf_header import STRETCHED, TENSORS
from model_configs.forms.llama_cpp_line import KEY_VALUE, KIND, OLLAMA
from model_configs.forms.options import LENGTHS, SLOTS, UNIFIED, slots
from model_configs.forms.options import length as whole_length
from model_configs.keys import RULE
from model_configs.model import Config
from model_configs.rules import in_configs, rules_by_key
from model_configs.sentences import Name, Written

MIX, MIX_OPTION = "yarn_ext_factor", "--yarn-ext-factor"  # of turned and slowed pairs, from 0 to 1
ALWAYS = {"gemma4", "step35"}  # architectures of which every model has divisors
BY_OLLAMA = 4096  # tokens, on graphics cards with less than 24 GB
WITHOUT_NAME = 131_072  # tokens; few models were trained on more, and nothing else is known of an unknown one


def length_capped(config: Config) -> Iterator[Finding]:
    """The context of the server: -c alone never exceeds the trained length of the file."""
    replaced, length = config.form.replaced, config.form.target or 0
    if replaced is None:
        return
    count = slots(config.form.options)
    trained, rule = replaced.trained, replaced.block.get(RULE[0])
    if _lifts_the_cap(rule) and trained:
        factor = replaced.block.get("factor") or 1
        reach = round(factor * trained)
        if length > reach:
            scale = f"{length / trained:.6g}"
            yield warning(
                "length_capped", "--rope-scale", "short", length=length, by=factor, trained=trained, reach=reach,
                scale=scale, whole=reach * count,
            )  # fmt: skip
        elif replaced.context and length > trained:
            yield warning(
                "length_capped", KEY_VALUE, "raised", raised=replaced.context, reach=reach, trained=trained
            )
        return
    known = trained or replaced.context
    if length > (known or WITHOUT_NAME):
        original = qwen_trained(known) or known
        yield (warning if known else info)(
            "length_capped",
            "-c",
            "rule" if rule and KIND in config.form.options else "slots" if count > 1 else "",
            "" if known else "unknown",
            length=length,
            method=rule,
            known=known,
            count=count,
            whole=(known or 0) * count,
            scale=f"{length / (original or length):.6g}",
            original=original,
        )


def length_per_slot(config: Config) -> Iterator[Finding]:
    """Slots divide the context of the server: each gets a part of -c."""
    options, replaced, length = config.form.options, config.form.replaced, config.form.target
    if replaced is None or not length or (count := slots(options)) == 1 or _is_shared(options):
        return
    asked = next(iter(whole_length(options).values()))
    alone = asked in (replaced.trained, qwen_trained(replaced.trained))  # a length that is meant for each
    yield (warning if alone else info)(
        "length_per_slot",
        next(name for name in SLOTS if name in options),
        "trained" if alone else "",
        asked=asked,
        count=count,
        length=length,
        whole=asked * count,
    )


def slot_too_short(config: Config, target: int) -> Finding | None:
    """The server serves shorter texts than are asked for."""
    options = config.form.options
    if config.form.kind != LLAMA_CPP or not config.form.target:
        return None
    count, asked = 1 if _is_shared(options) else slots(options), next(iter(whole_length(options).values()))
    length = asked // count
    if target <= length:
        return None
    return warning(
        "length_per_slot",
        next(name for name in (*(SLOTS if count > 1 else ()), *LENGTHS) if name in options),
        "target" if count > 1 else "alone",
        asked=asked,
        count=count,
        length=length,
        target=target,
        whole=target * count,
    )


def context_unset(config: Config) -> Iterator[Finding]:
    """A Modelfile without num_ctx, of a model that reads more than Ollama serves by default."""
    options, trained = config.form.options, config.form.replaced.trained if config.form.replaced else None
    if OLLAMA in options and not whole_length(options) and (trained or 0) > BY_OLLAMA:
        yield warning("context_unset", "num_ctx", usual=BY_OLLAMA, trained=trained)


def _is_shared(options: Mapping[str, str]) -> bool:
    """Whether any slot may take the whole context, as long as the others do not."""
    return any(name in options for name in UNIFIED)


def scale_missing(config: Config) -> Iterator[Finding]:
    """YaRN is asked for, and no factor is given."""
    replaced = config.form.replaced
    if replaced and _lifts_the_cap(replaced.block.get(RULE[0])) and replaced.block.get("factor") == 1:
        yield warning("scale_missing", "--rope-scale")


def attn_factor_not_read(config: Config) -> Iterator[Finding]:
    """--yarn-attn-factor, at which llama.cpp no longer looks."""
    block = config.form.replaced.block if config.form.replaced else {}
    if _lifts_the_cap(block.get(RULE[0])) and "attention_factor" in block:
        square = float(block["attention_factor"]) ** 2
        yield warning("attn_factor_not_read", "--yarn-attn-factor", square=square)


def ext_factor_copied(config: Config) -> Iterator[Finding]:
    """The mix of YaRN is greater than 1: the factor was written into it."""
    in_line = config.form.kind == LLAMA_CPP
    for kind in config.layer_types if in_line or config.form.kind == GGUF else ():
        mix = kind.entries.values.get(MIX)
        if isinstance(mix, int | float) and mix > 1:
            yield warning(
                "ext_factor_copied",
                MIX_OPTION if in_line else kind.entries.key(MIX),
                entry=MIX_OPTION if in_line else Name(MIX),
                mix=mix,
                setting=f"{MIX_OPTION} 1.0" if in_line else Written(MIX, 1.0),
                patch=NO_PATCH if in_line else setting(kind.entries.key(MIX), 1.0),
            )


def divisors_missing(config: Config) -> Iterator[Finding]:
    """A file of a model with divisors of single pairs has no tensor that holds them."""
    tensors, architecture = config.source.get(TENSORS), config.form.prefix
    if config.form.kind != GGUF or not isinstance(tensors, list):
        return
    kind = next(iter(config.layer_types), None)
    llama_31 = architecture == "llama" and kind is not None and kind.base == 5e5 and kind.context == 131_072
    tensor = "rope_freqs" if architecture in ALWAYS or llama_31 else ""
    tensor = "rope_factors_long" if config.source.get(STRETCHED) else tensor
    if tensor and not any(str(each).startswith(tensor) for each in tensors):
        yield warning("divisors_missing", tensor, tensor=tensor, architecture=architecture)


def _lifts_the_cap(name: object) -> bool:
    """Whether the server accepts as many tokens as the rule reaches."""
    rule = rules_by_key().get(str(name))
    return rule is not None and in_configs(rule).needs_original and rule.divides_by_factor


CHECKS = (
    length_capped,
    length_per_slot,
    scale_missing,
    attn_factor_not_read,
    ext_factor_copied,
    divisors_missing,
    context_unset,
)
