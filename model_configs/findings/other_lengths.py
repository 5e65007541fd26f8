"""Whose length a config holds: of its training, of a draft's target, with room for output, or by a rule."""

import re
from collections.abc import Iterator, Sequence

from model_configs.entries import LARGEST, Entries
from model_configs.families.hybrids import QWEN_TRAINED, QWEN_WITH_OUTPUT
from model_configs.finding import Finding, info, name_of, raw, setting, warning, within
from model_configs.findings.places import original_key
from model_configs.forms.form import VLLM_OPTION
from model_configs.forms.options import LENGTHS
from model_configs.keys import CONTEXT
from model_configs.model import Config, LayerType
from model_configs.sentences import Name, Written

DRAFTS = re.compile("eagle|medusa|mlp_?speculator|draft|dspark|dflash|mtp|nextn", re.IGNORECASE)
DRAFT_MARKS = ("draft_vocab_size", "eagle_config", "speculators_config", "target_hidden_size")
SHORT_DRAFT = 4096  # tokens; the classes that drafts are made from claim 2,048 or 4,096 where nothing is written
DRAFT_OPTIONS = ("--speculative-config", "--speculative-draft-model-path", "--speculative-model")
DRAFT_METHOD = re.compile("mtp|nextn|eagle|dflash|dspark|draft_model|medusa", re.IGNORECASE)  # with weights
TEXT_ALONE = {"llama", "mistral", "qwen2", "qwen3", "qwen3_moe"}
KNOWN_DRAFT = 2048  # tokens, which the drafts below claim
KNOWN_DRAFTS = {  # name of the model → where its length was reported
    "EAGLE3-LLaMA3.1-Instruct-8B": "https://github.com/vllm-project/vllm/issues/48894",
    "EAGLE3-LLaMA3.3-Instruct-70B": "https://github.com/sgl-project/sglang/issues/6783",
    "EAGLE-LLaMA3-Instruct-8B": "https://github.com/sgl-project/sglang/pull/10787",
}
NAMED_AS_TOKENIZERS = {"baichuan", "bailing_hybrid", "kimi_linear"}  # types whose class in transformers reads it
OF_TOKENIZERS, WITHOUT_LENGTH = "model_max_length", 4096  # tokens that programs assume where no length is given
OLD_VOCABULARY, OLD_BASE = 32_000, 10_000.0  # of targets with so short a context themselves


def draft_length(config: Config) -> Iterator[Finding]:
    """A draft model has its own length, though it runs at the positions of its target."""
    yield from _draft_of_command(config)
    kind = next(iter(config.layer_types), None)
    if kind is None or not _is_draft(config):
        return
    length, targets = config.context or 0, (raw(config.entries, "vocab_size") or 0) > OLD_VOCABULARY
    if not length or length > SHORT_DRAFT or not (targets or kind.base > OLD_BASE):
        return
    key = config.entries.key(*CONTEXT)
    yield warning(
        "draft_length",
        key,
        "" if config.entries.has(*CONTEXT) else "default",
        entry=name_of(key),
        length=length,
        model_type=config.model_type,
    )


def _draft_of_command(config: Config) -> Iterator[Finding]:
    """A known draft model with a shorter context, in a command that serves longer texts."""
    options = config.form.options
    option = next((each for each in DRAFT_OPTIONS if options.get(each)), "")
    name = next((each for each in KNOWN_DRAFTS if each.lower() in options.get(option, "").lower()), None)
    if name is not None and (config.form.target or KNOWN_DRAFT + 1) > KNOWN_DRAFT:
        yield warning(
            "draft_length",
            option,
            "option",
            draft=name,
            length=KNOWN_DRAFT,
            entry=CONTEXT[0],  # of the draft's own file, whatever the command is
            source=KNOWN_DRAFTS[name],
        )


def draft_beside_override(config: Config) -> Iterator[Finding]:
    """A draft beside an override that raises the length: vLLM does not give the override to the draft."""
    form, kind = config.form, next(iter(config.layer_types), None)
    option = next((each for each in DRAFT_OPTIONS if form.options.get(each)), "")
    draft = DRAFT_METHOD.search(form.options.get(option, ""))
    if form.option != VLLM_OPTION or draft is None or kind is None or not kind.is_scaled or not form.override:
        return
    own_length = kind.original or 0
    if (kind.factor or 1) > 1 and (form.target or own_length + 1) > own_length:
        yield warning(
            "draft_beside_override",
            option,
            draft=draft[0].lower(),
            option=form.option,
            length=own_length,
            method=kind.rule.name,
        )


def sections_foreign(config: Config) -> Iterator[Finding]:
    """Sections of time, height and width in a class that reads texts alone."""
    if config.model_type not in TEXT_ALONE or Entries(config.source).has("vision_config"):
        return
    for kind in config.layer_types:
        if raw(kind.entries, "mrope_section") is not None:
            yield warning(
                "sections_foreign",
                kind.entries.path + "mrope_section",
                "draft" if _is_draft(config) else "",
                entry=Name("mrope_section"),
                model_type=config.model_type,
                patch=within(kind.entries.path, {"mrope_section": None, "mrope_interleaved": None}),
            )


def _is_draft(config: Config) -> bool:
    whole = Entries(config.source)
    architectures = whole.values.get("architectures")
    names = [*architectures] if isinstance(architectures, Sequence) and not isinstance(architectures, str) else []
    words = [name for name in (*names[:8], config.model_type) if isinstance(name, str)]
    return whole.has(*DRAFT_MARKS) or any(DRAFTS.search(name) for name in words)


def original_with_output(config: Config) -> Iterator[Finding]:
    """The trained context is Qwen3's claimed one, which has room for output in it."""
    for kind in config.layer_types:
        key = original_key(config, kind)
        qwen = config.model_type in {"qwen2", "qwen3", "qwen3_moe"}
        if not qwen or key is None or kind.original != QWEN_WITH_OUTPUT or not kind.is_scaled:
            continue
        patch = setting(key, QWEN_TRAINED)
        if _follows(kind) and kind.entries.path:
            patch = within(
                kind.entries.path, {name_of(key): QWEN_TRAINED, "factor": (kind.context or 0) / QWEN_TRAINED}
            )
        yield warning(
            "original_with_output",
            key,
            "factor" if _follows(kind) else "",
            entry=name_of(key),
            output=QWEN_WITH_OUTPUT,
            trained=QWEN_TRAINED,
            room=QWEN_WITH_OUTPUT - QWEN_TRAINED,
            times=QWEN_WITH_OUTPUT / QWEN_TRAINED,
            setting=Written(name_of(key), QWEN_TRAINED),
            by_factor=Written("factor", (kind.context or 0) / QWEN_TRAINED),
            patch=patch,
        )


def _follows(kind: LayerType) -> bool:
    """Whether the factor is the quotient of the claimed length and the wrong one."""
    return abs((kind.context or 0) / QWEN_WITH_OUTPUT - (kind.factor or 0)) < 1e-3


def lengths_differ(config: Config) -> Iterator[Finding]:
    """Two entries name different lengths, of which programs read one or the other."""
    names = (*CONTEXT, "max_trained_positions")
    by_name = config.entries.values
    lengths = {name: value for name in names if type(value := by_name.get(name)) is int and value <= LARGEST}
    if not config.layer_types or len(set(lengths.values())) < 2:
        return
    shortest, longest = min(lengths, key=lengths.__getitem__), max(lengths, key=lengths.__getitem__)
    yield info(
        "lengths_differ",
        config.entries.path + longest,
        "embedding" if config.model_type == "nomic_bert" else "",
        longest=Name(longest),
        most=lengths[longest],
        shortest=Name(shortest),
        least=lengths[shortest],
        entry=name_of(config.entries.key(*CONTEXT)),
    )


def dynamic_below(config: Config) -> Iterator[Finding]:
    """A server for shorter texts than the model was trained on, whose dynamic rule then has a base below 0."""
    trained, factor = raw(config.entries, "max_trained_positions"), raw(config.entries, "rotary_scaling_factor")
    target = config.form.target
    if config.model_type != "nomic_bert" or not isinstance(factor, int | float) or not trained or target is None:
        return
    quotient = factor * target / trained - (factor - 1)
    if quotient <= 0:
        yield warning(
            "dynamic_below",
            next((name for name in LENGTHS if name in config.form.options), CONTEXT[0]),
            length=target,
            trained=trained,
            by=factor,
            quotient=quotient,
        )


def length_elsewhere(config: Config) -> Iterator[Finding]:
    """The length stands under the tokenizer's name for it alone, a note where transformers' class reads it."""
    has_class = config.model_type in NAMED_AS_TOKENIZERS and not Entries(config.source).has("auto_map")
    length = config.entries.values.get(OF_TOKENIZERS)
    has_other = config.entries.has(*(name for name in CONTEXT if name != OF_TOKENIZERS))
    if not has_other and type(length) is int and WITHOUT_LENGTH < length <= LARGEST:
        yield (info if has_class else warning)(
            "length_elsewhere",
            config.entries.path + OF_TOKENIZERS,
            missing=Name(CONTEXT[0]),
            length=length,
            without=WITHOUT_LENGTH,
            setting=Written(CONTEXT[0], length),
            patch=setting(config.entries.path + CONTEXT[0], length),
        )


CHECKS = (
    draft_length,
    draft_beside_override,
    sections_foreign,
    original_with_output,
    lengths_differ,
    dynamic_below,
    length_elsewhere,
)
