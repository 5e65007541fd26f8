"""Overrides of a model's config in commands of vLLM and SGLang: whether they take effect, and what they remove."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from model_configs.finding import Finding, error, info, warning
from model_configs.forms import bare
from model_configs.forms.form import SGLANG_OPTION, VLLM_OPTION, Form, UsualForm, with_entries
from model_configs.keys import CONTEXT, ORIGINAL_CONTEXT, PARTIAL, RULE, STEP_OVER, TEXT_PARTS, THETA
from model_configs.known_models import KnownModel, known_model
from model_configs.sentences import Written

LOST_ENTRIES = (THETA[0], PARTIAL, "mrope_section", "mrope_interleaved")
_UNKNOWN = {"position_embedding_type": "rope", "head_dim": bare.HEAD}
LONGEST_NAME = 60  # characters
POSITION = {*STEP_OVER, *THETA, ORIGINAL_CONTEXT, PARTIAL, *CONTEXT}


def read_override(option: str, name: str, override: Mapping[str, Any], target: int | None) -> UsualForm:
    """What an option changes in the model that is named; of one that is not known, what it holds alone."""
    model = known_model(name)
    form = Form(option, option=option, override=override, model=name, is_known=model is not None, target=target)
    if model is None:
        return UsualForm(_UNKNOWN | {CONTEXT[0]: target} | dict(override), (which_model(name),), form)
    whole, remarks, right = apply_override(model, override, option)
    return UsualForm(whole, remarks, replace(form, override=right))


def which_model(name: str) -> Finding:
    """The model's file is not there, and its name is not known."""
    return info("which_model", "model", "" if name else "unnamed", model=name[:LONGEST_NAME])


def apply_override(
    model: KnownModel, override: Mapping[str, Any], option: str
) -> tuple[dict[str, Any], tuple[Finding, ...], dict[str, Any]]:
    """The config of a known model under an override, remarks on what the override does not do, and its repair.

    Entries that a block of the override removes are reported, then restored, so that one mistake is reported once.
    """
    part = next((name for name in TEXT_PARTS if isinstance(model.config.get(name), Mapping)), "")
    inner = override.get(part) if part else override
    outside = [name for name in override if name in POSITION] if part else []
    defaults: Mapping[str, Any] = model.config[part] if part else model.config
    place = {**defaults, **{name: override[name] for name in outside}}
    entries = {**place, **inner} if isinstance(inner, Mapping) else dict(place)
    whole, losses = _whole_block(entries, defaults)
    remarks = [_no_effect(model, whole, outside, part, option)] if outside else []
    merges = option == VLLM_OPTION and part  # into the part's own block
    remarks += [_lost_block(model, whole, losses, part, option)] if losses and not outside and not merges else []
    if isinstance(inner, Mapping) and not outside:
        remarks += _another_base(model, defaults, inner, option)
    read = dict(defaults) if outside else whole  # what does not arrive changes nothing
    right = dict(inner) if isinstance(inner, Mapping) else {}
    right |= {name: override[name] for name in outside} | {
        name: whole[name] for name in STEP_OVER if losses and whole.get(name)
    }
    return {**model.config, part: read} if part else read, tuple(remarks), {part: right} if part else right


def _base_of(place: Mapping[str, Any]) -> Any:
    """The base that stands in an object of entries or in a block of it; None without one."""
    blocks = (inner for name in STEP_OVER if isinstance(inner := place.get(name), Mapping))
    return next((each[THETA[0]] for each in (place, *blocks) if each.get(THETA[0])), None)


def _another_base(
    model: KnownModel, defaults: Mapping[str, Any], inner: Mapping[str, Any], option: str
) -> Iterator[Finding]:
    """The override's base is not that with which the weights were trained."""
    own_base, base = _base_of(defaults), _base_of(inner)
    usable = isinstance(own_base, int | float) and isinstance(base, int | float) and base > 0
    if usable and base != own_base:
        yield error(
            "override_replaces",
            option,
            "base",
            base=base,
            model=model.name,
            own=own_base,
            times=float(f"{max(own_base, base) / min(own_base, base):.3g}"),
            setting=Written(THETA[0], own_base),
        )


def _whole_block(entries: Mapping[str, Any], defaults: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The config with the model's own entries that the block removed, and these entries."""
    name = next((name for name in STEP_OVER if entries.get(name) != defaults.get(name)), None)
    block = entries.get(name) if name else None
    if name is None or not isinstance(block, Mapping):
        return dict(entries), {}
    before = next((each for key in STEP_OVER if isinstance(each := defaults.get(key), Mapping)), {})
    previous = {key: before.get(key, defaults.get(key)) for key in LOST_ENTRIES}
    losses = {key: value for key, value in previous.items() if value is not None and key not in block}
    others = [key for key in (*STEP_OVER, THETA[0]) if key != name and key in entries]
    empty_entries: dict[str, Any] = {key: {} if key in STEP_OVER else None for key in others}
    return {**entries, **empty_entries, name: {**block, **losses}}, losses


def _whole(whole: Mapping[str, Any], part: str, option: str) -> str:
    """The option with the block that is whole."""
    name = next(name for name in STEP_OVER if whole.get(name))
    name, block = (STEP_OVER[1] if option == VLLM_OPTION else name), whole[name]
    override = {name: {RULE[0]: block.get(RULE[1], "default"), **block}}
    return with_entries(option, {part: override} if part else override)


def _no_effect(model: KnownModel, whole: Mapping[str, Any], names: list[str], part: str, option: str) -> Finding:
    has_block = any(whole.get(name) for name in STEP_OVER)
    in_sglang = option == SGLANG_OPTION
    return error(
        "override_unreached",
        option,
        "SGLang, block" if in_sglang and has_block else "block" if has_block else "",
        "SGLang" if in_sglang else "",
        entries=tuple(names[:3]),
        option=option,
        model=model.name,
        part=part,
        context=model.config[part].get(CONTEXT[0]) or 0,
        whole=_whole(whole, part, option) if has_block else "",
    )


def _lost_block(
    model: KnownModel, whole: Mapping[str, Any], losses: Mapping[str, Any], part: str, option: str
) -> Finding:
    merges = option == SGLANG_OPTION and not part
    return (warning if merges else error)(
        "override_replaces",
        option,
        "merges" if merges else "",
        option=option,
        model=model.name,
        lost=tuple(losses),
        settings=tuple(Written(name, value) for name, value in losses.items()),
        whole=_whole(whole, part, option),
    )


def base_lost(option: str, model: str) -> Finding:
    """A block for an unknown model removes its base."""
    return warning("override_replaces", option, "" if model else "unnamed", "unknown", option=option, model=model)
