"""Position layer by layer: which layers rotate, at which frequencies, within which window."""

from collections.abc import Sequence
from dataclasses import replace

from model_configs.families.family import Family
from model_configs.families.part import Part
from model_configs.keys import FULL
from model_configs.layer import CHUNKED, NO_ATTENTION, NO_POSITION, Layer, Temperature
from model_configs.model import LayerType

WITHOUT_ATTENTION = ("linear", "conv", "mamba", "recurrent", "moe", "mlp", "ssm")  # in names of types of layers


def stack(part: Part, family: Family, kinds: Sequence[LayerType], scheme: str) -> tuple[Layer, ...]:
    """All layers of a config, from the first; empty where their number is not known."""
    names = _names(part, family)
    flags = family.rotary_flags(part, names) if family.rotary_flags else (True,) * len(names)
    encoding = NO_POSITION if scheme == "NoPE" else scheme
    return tuple(
        _layer(part, family, number, name, kinds, encoding if turns else NO_POSITION)
        for number, (name, turns) in enumerate(zip(names, flags, strict=True))
    )


def _names(part: Part, family: Family) -> Sequence[str]:
    """The type of each layer: from the config, from its family's rule, or the same for all."""
    if part.layers:
        return part.layers
    count = part.layer_count or 0
    return family.layers(part, count) if family.layers else (FULL,) * count


def _layer(part: Part, family: Family, number: int, name: str, kinds: Sequence[LayerType], position: str) -> Layer:
    if any(word in name for word in WITHOUT_ATTENTION):
        return Layer(number, name, NO_ATTENTION, None, None)
    kind = _turned_by(part, family, number, name, kinds) if position == "RoPE" else None
    return Layer(number, name, position, kind.name if kind else None, _window(part, name, kind))


def _turned_by(part: Part, family: Family, number: int, name: str, kinds: Sequence[LayerType]) -> LayerType | None:
    """The type of layers by whose frequencies a layer turns."""
    if family.of_layer is not None:
        name = family.of_layer(part, number, name)
    return next((kind for kind in kinds if kind.name == name), kinds[0] if kinds else None)


def _window(part: Part, name: str, kind: LayerType | None) -> int | None:
    if CHUNKED in name:
        return part.whole("attention_chunk_size")
    return part.window if "sliding" in name else (kind.window if kind else None)


def with_windows(kinds: tuple[LayerType, ...], layers: Sequence[Layer]) -> tuple[LayerType, ...]:
    """The types of layers with their window or chunk, also where the family's rule gives one to all that turn."""
    return tuple(_with_window(kind, [layer for layer in layers if layer.layer_type == kind.name]) for kind in kinds)


def _with_window(kind: LayerType, layers: Sequence[Layer]) -> LayerType:
    (window, *others) = {layer.window for layer in layers} or {None}
    is_chunked = any(layer.is_chunked for layer in layers)
    return kind if others or window is None else replace(kind, window=window, is_chunked=is_chunked)


def rule_temperature(kinds: Sequence[LayerType]) -> Temperature | None:
    """The scale by `llama_4_scaling_beta` in the block of a rule, which acts in all layers; None without it."""
    if not kinds:
        return None
    beta = kinds[0].entries.number("llama_4_scaling_beta")
    floor = kinds[0].original or kinds[0].context
    return None if beta is None or floor is None else Temperature(beta, floor, shift=0, turning_layers=True)
