"""What applies to some layers only or to none, and the precision of positions."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from model_configs.entries import Entries, as_text
from model_configs.families.classes import classes
from model_configs.families.part import MOST_LAYERS
from model_configs.finding import NO_PATCH, Finding, error, info, name_of, raw, setting, warning, within
from model_configs.findings.attention import used_frequencies
from model_configs.keys import LAYERS, ROTARY, THETA, WINDOW
from model_configs.layer import NO_POSITION, Origin
from model_configs.model import Config
from model_configs.sentences import Name, Written

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
                "window_below_wavelengths",
                key,
                entry=name_of(key),
                window=kind.window,
                slow=slow,
                pairs=len(inverse),
                source=config.family.source,
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
    if switch is False:
        gate = "off"
    elif switch is not True and usual is False:
        gate = "not on, late" if switch is None and not config.layers and first >= count else "not on"
    else:
        gate = "types" if config.layers else ""
    yield (info if switch is False else warning)(
        "window_unused",
        key,
        gate,
        entry=name_of(key),
        window=width,
        first=first,
        layers=count,
        attending=count or len(config.layer_types),
    )


def alibi_and_rotary(config: Config) -> Iterator[Finding]:
    """The config has rotary entries, but the model uses another encoding."""
    rope = bool(raw(config.entries.inner("attn_config") or Entries({}), "rope"))
    if config.scheme == "ALiBi" and (rope or config.entries.has(*ROTARY)):
        key = Name("attn_config.rope") if rope else name_of(config.entries.key(*ROTARY))
        yield (error if rope else warning)(
            "alibi_and_rotary",
            config.entries.path + key,
            entry=key,
            patch=within(
                config.entries.path, _present(config, ROTARY) | ({"attn_config": {"rope": None}} if rope else {})
            ),
        )
    elif config.scheme != "RoPE" and config.scheme_origin is Origin.DEFAULT and config.entries.has(*OWN_ROTARY):
        key, switch = name_of(config.entries.key(*OWN_ROTARY)), config.family.switch
        yield info(
            "alibi_and_rotary",
            config.entries.path + key,
            "switch" if switch else "",
            "code",
            model_type=as_text(config.model_type),
            scheme=config.scheme,
            entry=key,
            decides=Name(switch[0] if switch else ""),
            setting=Written(*switch) if switch else "",
            patch=NO_PATCH if switch else within(config.entries.path, _present(config, OWN_ROTARY)),
            source=config.family.source,
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
    numbers: dict[str, Any]
    if doubt == "no flags":
        numbers = {"flags": as_text(flags)}
    elif doubt == "count":
        numbers = {"flags": len(flags), "layers": as_text(count)}
    else:
        numbers = {"turning": sum(flags), "bare": len(flags) - sum(flags), "layers": len(flags)}
    yield (warning if doubt else info)(
        "layers_without_rope",
        key,
        doubt,
        ("likely" if likely_flags else "unknown") if doubt else "",
        patch=setting(key, likely_flags) if doubt and likely_flags else NO_PATCH,
        source=config.family.source,
        **numbers,
    )


def layers_without_position(config: Config) -> Iterator[Finding]:
    """Some layers have attention and no position, though no entry lists them."""
    bare = [layer.number for layer in config.stack if layer.position == NO_POSITION]
    rotary = [layer.number for layer in config.stack if layer.position == "RoPE"]
    if not bare or not rotary or raw(config.entries, "no_rope_layers"):
        return
    yield info(
        "layers_without_position",
        config.entries.path + "model_type",
        bare=len(bare),
        turning=len(rotary),
        layers=len(config.stack),
        examples=(*map(str, bare[:4]), *(["…"] if len(bare) > 4 else [])),
        source=config.family.source,
    )


def _doubt(flags: Any, layers: Any) -> str:
    """Why the list is not plausible as one flag per layer, as a case; "" where it is."""
    if not isinstance(flags, list) or any(not isinstance(flag, int) or flag not in {0, 1} for flag in flags):
        return "no flags"
    if isinstance(layers, int) and layers != len(flags):
        return "count"
    return "few" if 2 * sum(flags) < len(flags) else ""


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
        "positions_in_few_bits",
        place.key("dtype", "torch_dtype"),
        "infinity" if dtype == "float16" and context > 65_505 else "",
        dtype=dtype,
        context=context,
        exact=2**bits,
        next=2**bits + 1,
        step=step,
    )


CHECKS = (
    window_below_wavelengths,
    window_unused,
    alibi_and_rotary,
    layers_without_rope,
    layers_without_position,
    positions_in_few_bits,
)
