"""Overrides of a model's config in commands of vLLM and SGLang: whether they take effect, and what they remove."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from core.config.forms.form import SGLANG_OPTION, VLLM_OPTION
from core.config.keys import CONTEXT, NESTED, ORIGINAL_CONTEXT, PARTIAL, RULE, STEP_OVER, THETA
from core.config.known import Known
from core.inputs.finding import Finding, error, named, number, warning

LOST = (THETA[0], PARTIAL, "mrope_section", "mrope_interleaved")
POSITION = {*STEP_OVER, *THETA, ORIGINAL_CONTEXT, PARTIAL, *CONTEXT}
SOURCES = {
    VLLM_OPTION: "https://github.com/vllm-project/vllm/pull/54289",
    SGLANG_OPTION: "https://github.com/sgl-project/sglang/issues/27974",
}
ANOTHER_BASE = "https://github.com/vllm-project/vllm-ascend/issues/5201"
REPLACED = "https://github.com/sgl-project/sglang/pull/22739"


def applied(
    known: Known, override: Mapping[str, Any], option: str
) -> tuple[dict[str, Any], tuple[Finding, ...], dict[str, Any]]:
    """The config of a known model under an override, remarks on what the override does not do, and its repair.

    Entries that a block of the override removes are reported, then restored, so that one mistake is reported once.
    """
    part = next((name for name in NESTED if isinstance(known.config.get(name), Mapping)), "")
    inner = override.get(part) if part else override
    outside = [name for name in override if name in POSITION] if part else []
    own: Mapping[str, Any] = known.config[part] if part else known.config
    place = {**own, **{name: override[name] for name in outside}}
    written = {**place, **inner} if isinstance(inner, Mapping) else dict(place)
    whole, lost = _completed(written, own)
    remarks = [_unreached(known, whole, outside, part, option)] if outside else []
    remarks += [_replaced(known, whole, lost, part, option)] if lost and not outside else []
    if isinstance(inner, Mapping) and not outside:
        remarks += _another_base(known, own, inner, option)
    read = dict(own) if outside else whole  # what does not arrive changes nothing
    right = dict(inner) if isinstance(inner, Mapping) else {}
    right |= {name: override[name] for name in outside} | {
        name: whole[name] for name in STEP_OVER if lost and whole.get(name)
    }
    return {**known.config, part: read} if part else read, tuple(remarks), {part: right} if part else right


def _base_of(place: Mapping[str, Any]) -> Any:
    """The base that stands in an object of entries or in a block of it; None without one."""
    blocks = (held for name in STEP_OVER if isinstance(held := place.get(name), Mapping))
    return next((each[THETA[0]] for each in (place, *blocks) if each.get(THETA[0])), None)


def _another_base(known: Known, own: Mapping[str, Any], inner: Mapping[str, Any], option: str) -> list[Finding]:
    """The override's base is not that with which the weights were trained."""
    trained, told = _base_of(own), _base_of(inner)
    usable = isinstance(trained, int | float) and isinstance(told, int | float) and told > 0
    if not usable or told == trained:
        return []
    apart = number(float(f"{max(trained, told) / min(trained, told):.3g}"))
    found = error(
        option,
        f"The override writes a base of {number(told)}, and {known.name} was trained with {number(trained)}.",
        f"Every pair but the first turns at another frequency, the slowest about {apart} times apart: texts are "
        "garbage from the first words on.",
        f'Write "rope_theta": {json.dumps(trained)}.',
        source=ANOTHER_BASE,
    )
    return [named(found, "override_replaces")]


def _completed(written: Mapping[str, Any], own: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The config with the model's own entries that the block removed, and these entries."""
    name = next((name for name in STEP_OVER if written.get(name) != own.get(name)), None)
    block = written.get(name) if name else None
    if name is None or not isinstance(block, Mapping):
        return dict(written), {}
    before = next((each for key in STEP_OVER if isinstance(each := own.get(key), Mapping)), {})
    held = {key: before.get(key, own.get(key)) for key in LOST}
    lost = {key: value for key, value in held.items() if value is not None and key not in block}
    others = {key: None for key in (*STEP_OVER, THETA[0]) if key != name and key in written}
    return {**written, **others, name: {**block, **lost}} | _no_nothing(others), lost


def _no_nothing(others: Mapping[str, None]) -> dict[str, Any]:
    return {key: {} if key in STEP_OVER else None for key in others}


def _whole(whole: Mapping[str, Any], part: str, option: str) -> str:
    """The option with the whole block."""
    name = next(name for name in STEP_OVER if whole.get(name))
    name, block = (STEP_OVER[1] if option == VLLM_OPTION else name), whole[name]
    override = {name: {RULE[0]: block.get(RULE[1], "default"), **block}}
    return f"{option} {shlex.quote(json.dumps({part: override} if part else override))}"


def _unreached(known: Known, whole: Mapping[str, Any], names: list[str], part: str, option: str) -> Finding:
    told = " and ".join(names[:3])
    context = number(known.config[part].get(CONTEXT[0]) or 0)
    crashes = option == SGLANG_OPTION
    has_block = any(whole.get(name) for name in STEP_OVER)
    instead = f"Write {_whole(whole, part, option)}" if has_block else f"Put {told} inside {part}"
    if crashes:
        instead = (
            f"Write the entries into {part} of the model's config.json: the same inside {part} of the option "
            "ended the start of SGLang releases where it was reported"
        )
    return error(
        option,
        f"{told} at the top level of {option} reaches nothing: {known.name} keeps its text settings in {part}.",
        f"The rotary entries of the checkpoint act unchanged, for {context} tokens; longer texts are "
        "read unscaled, "
        "without a message or with one about another limit.",
        f"{instead}.",
        source=SOURCES.get(option, SOURCES[VLLM_OPTION]),
        rule="override_unreached",
    )


def _replaced(known: Known, whole: Mapping[str, Any], lost: Mapping[str, Any], part: str, option: str) -> Finding:
    entries = ", ".join(f'"{name}": {json.dumps(value)}' for name, value in lost.items())
    return error(
        option,
        f"The block of {option} replaces that of {known.name} as a whole, and has no {' and no '.join(lost)}.",
        f"With transformers 5, {entries} of the checkpoint are lost: programs stop, such as with KeyError "
        "'rope_theta', or take a default of 10,000 for the base and one counter for all pairs.",
        f"Write {_whole(whole, part, option)}.",
        source=REPLACED,
        rule="override_replaces",
    )


def base_lost(option: str, model: str) -> Finding:
    """A block for an unknown model removes its base."""
    return warning(
        option,
        f"The block of {option} has no rope_theta, and replaces that of the checkpoint as a whole.",
        "With transformers 5 the base of the checkpoint is lost: programs stop with KeyError "
        "'rope_theta', or take "
        "a default such as 10,000; mrope_section and partial_rotary_factor of the checkpoint are lost too.",
        f"Copy the whole block of the config.json of {model or 'the model'}, then change it; which "
        "model it is, "
        f"{'is not known here' if model else 'the command does not tell'}.",
        source=REPLACED,
        rule="override_replaces",
    )
