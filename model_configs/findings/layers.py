"""What applies to some layers only or to none, and the precision of positions."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from model_configs.entries import Entries, as_text
from model_configs.families.classes import classes
from model_configs.families.part import MOST_LAYERS
from model_configs.finding import NO_PATCH, Finding, error, info, name_of, number, raw, setting, warning, within
from model_configs.findings.attention import used_frequencies
from model_configs.keys import LAYERS, ROTARY, THETA, WINDOW
from model_configs.layer import NO_POSITION, Origin
from model_configs.model import Config

OWN_ROTARY = (*THETA, "rope_scaling", "rope_parameters")  # entries that only a rotary model needs
SIGNIFICANT_BITS = {"bfloat16": 8, "float16": 11}


def window_below_wavelengths(config: Config) -> Iterator[Finding]:
    """Some pairs complete no turn within the sliding window."""
    for kind in config.layer_types:
        if kind.window is None or kind.window >= (kind.context or np.inf):  # wider than any text, as in Phi-4-mini
            continue
        inverse = used_frequencies(kind)  # (n,) radians per token
        slow = int(np.sum(inverse * kind.window < 2 * np.pi))
        if slow:
            key = config.entries.key("attention_chunk_size" if kind.is_chunked else "sliding_window")
            yield info(
                key,
                f"{name_of(key)} is {number(kind.window)} tokens, and {number(slow)} of {len(inverse)} pairs "
                "need longer for a turn.",
                f"In these layers no key is farther away: those {number(slow)} pairs hardly tell its distance, and "
                "stretching them gains nothing.",
                "Nothing has to change in the file; leave the frequencies of these layers as they were trained.",
            )


def window_unused(config: Config) -> Iterator[Finding]:
    """The config has a window that no layer uses."""
    width = raw(config.entries, *WINDOW)
    if not config.layer_types or type(width) is not int or width < 1 or width >= (config.context or np.inf):
        return
    if any(kind.window for kind in config.layer_types) or any(layer.window for layer in config.stack):
        return
    switch, key = raw(config.entries, "use_sliding_window"), config.entries.key(*WINDOW)
    usual = classes().get(config.model_type, {}).get("use_sliding_window")
    count, first = len(config.stack), raw(config.entries, "max_window_layers")
    first = first if type(first) is int else 28
    if switch is not True and usual is not False and switch is None and not config.layers:
        return  # of this type nothing is known
    gate = (
        f"use_sliding_window is {'false' if switch is False else 'missing, and false unless it is written'}"
        if switch is not True and (switch is False or usual is False)
        else "layer_types names no layer with a window"
        if config.layers
        else f"windows begin at layer max_window_layers, {number(first)}, and there are {number(count)} layers"
    )
    second = f"; beside it, windows begin at layer max_window_layers, {number(first)} of {number(count)}"
    also = second if switch is None and usual is False and not config.layers and first >= count else ""
    yield (info if switch is False else warning)(
        key,
        f"{name_of(key)} is {number(width)}, and no layer gets this window: {gate}{also}.",
        f"All {number(count or len(config.layer_types))} layers attend to the whole text; a program that looks at "
        f"{name_of(key)} alone cuts off what is more than {number(width)} tokens away.",
        "Nothing has to change in the file, unless the model was trained with the window."
        if switch is False
        else f'Delete {name_of(key)}, or write "use_sliding_window": true and the layers that have it, if '
        "the model was trained so; which, the file does not tell.",
        source="https://github.com/Blackwellboy/model-serving-minefield/issues/107",
    )


def alibi_and_rotary(config: Config) -> Iterator[Finding]:
    """The config has rotary entries, but the model uses another encoding."""
    rope = bool(raw(config.entries.inner("attn_config") or Entries({}), "rope"))
    if config.scheme == "ALiBi" and (rope or config.entries.has(*ROTARY)):
        key = "attn_config.rope" if rope else name_of(config.entries.key(*ROTARY))
        yield (error if rope else warning)(
            config.entries.path + key,
            f"The config asks for ALiBi and has {key}.",
            "ALiBi adds its bias to the scores, and 0 pairs of queries and keys turn: the rotary entry is likely a "
            "leftover that does nothing.",
            f'Delete {key}, or write "alibi": false if the model was trained with rotary position.',
            patch=within(
                config.entries.path, _present(config, ROTARY) | ({"attn_config": {"rope": None}} if rope else {})
            ),
            source="https://arxiv.org/abs/2108.12409",
        )
    elif config.scheme != "RoPE" and config.scheme_origin is Origin.DEFAULT and config.entries.has(*OWN_ROTARY):
        key = name_of(config.entries.key(*OWN_ROTARY))
        yield info(
            config.entries.path + key,
            f"model_type is {as_text(config.model_type)}, whose code tells position by {config.scheme}, but "
            f"there is {key}.",
            "The code of this type does not read the entry: 0 pairs of queries and keys turn.",
            f"Delete {key}, or correct model_type.",
            patch=within(config.entries.path, _present(config, OWN_ROTARY)),
        )


def _present(config: Config, names: tuple[str, ...]) -> dict[str, Any]:
    """A merge patch that deletes those of the entries that are present."""
    return {name: None for name in names if config.entries.has(name)}


def layers_without_rope(config: Config) -> Iterator[Finding]:
    """no_rope_layers, whose name says the opposite of its flags."""
    flags = raw(config.entries, "no_rope_layers")
    if not config.layer_types or not flags:
        return
    key = config.entries.key("no_rope_layers")
    count = raw(config.entries, *LAYERS)
    doubt, likely_flags = _doubt(flags, count), _likely_flags(flags, count)
    instead = "a list with one flag a layer, such as [1, 1, 1, 0, …]: 1 where queries and keys turn"
    if doubt is not None:
        yield warning(
            key,
            f"no_rope_layers {doubt}.",
            _WHY_FLAGS,
            f"Likely meant: {instead}{'' if likely_flags else '; which, the file does not tell'}.",
            patch=setting(key, likely_flags) if likely_flags else NO_PATCH,
        )
        return
    rotary_count = sum(map(bool, flags))
    yield info(
        key,
        f"no_rope_layers is 1 for {number(rotary_count)} of {number(len(flags))} layers, and 0 for "
        f"{number(len(flags) - rotary_count)}.",
        _WHY_FLAGS,
        f"Nothing has to change in the file: it is {instead}, 0 where they do not.",
    )


def layers_without_position(config: Config) -> Iterator[Finding]:
    """Some layers have attention and no position, though no entry lists them."""
    bare = [layer.number for layer in config.stack if layer.position == NO_POSITION]
    rotary = [layer.number for layer in config.stack if layer.position == "RoPE"]
    if not bare or not rotary or raw(config.entries, "no_rope_layers"):
        return
    examples = ", ".join(map(str, bare[:4])) + (", …" if len(bare) > 4 else "")
    yield info(
        config.entries.path + "model_type",
        f"{number(len(bare))} of {number(len(config.stack))} layers tell no position: {examples}, counted from 0.",
        f"Only {number(len(rotary))} of {number(len(config.stack))} layers turn; a program that turns all, or a "
        "rule for longer texts that is meant for all, changes the others for nothing.",
        "Nothing has to change in the file; see that the program in use knows this model type.",
    )


_WHY_FLAGS = "Despite the name, 1 means that a layer has rotary position and 0 that it has none."


def _doubt(flags: Any, layers: Any) -> str | None:
    """Why the list is not plausible as one flag per layer; None where it is."""
    if not isinstance(flags, list) or any(not isinstance(flag, int) or flag not in {0, 1} for flag in flags):
        return f"is {as_text(flags)}, and not all are 0 or 1"
    if isinstance(layers, int) and layers != len(flags):
        return f"has {number(len(flags))} flags, but there are {as_text(layers)} layers"
    rotary_count = sum(flags)
    if 2 * rotary_count < len(flags):
        return f"leaves only {number(rotary_count)} of {number(len(flags))} layers with rotary position"
    return None


def _likely_flags(flags: Any, layers: Any) -> list[int]:
    """The flags that a list of layers stands for, or their opposite; empty where neither is likely."""
    if not isinstance(flags, list) or any(not isinstance(flag, int) for flag in flags):
        return []
    if set(flags) <= {0, 1}:
        return [1 - int(flag) for flag in flags] if layers in (None, len(flags)) else []
    bare = set(flags)
    lists_layers = isinstance(layers, int) and layers <= MOST_LAYERS and len(bare) == len(flags)
    if not lists_layers or any(not 0 <= layer < layers for layer in bare):
        return []
    return [int(layer not in bare) for layer in range(layers)]


def positions_in_few_bits(config: Config) -> Iterator[Finding]:
    """The dtype cannot distinguish all positions of the context."""
    places = (config.entries, Entries(config.source))
    place = next((place for place in places if place.has("dtype", "torch_dtype")), None)
    name = None if place is None else raw(place, "dtype", "torch_dtype")
    dtype = name.removeprefix("torch.") if isinstance(name, str) else ""
    bits, context = SIGNIFICANT_BITS.get(dtype), config.context or 0
    if place is None or bits is None or not config.layer_types or context <= 2**bits:
        return
    step = 2 ** ((context - 1).bit_length() - bits)  # tokens between neighbours at the end of the context
    yield info(
        place.key("dtype", "torch_dtype"),
        f"The model is kept in {dtype}, and its context is {number(context)} tokens.",
        f"Were positions cast too, {2**bits} and {2**bits + 1} would be one number, and at the end only one "
        f"position in {number(step)} is left"
        + (", those above 65,504 as infinity." if dtype == "float16" and context > 65_505 else "."),
        "Nothing has to change in the file: compute positions, frequencies and angles in float32.",
        source="https://github.com/huggingface/transformers/pull/29285",
    )
