"""The lengths in a config, and its layers rewritten for longer texts."""

from dataclasses import replace
from types import MappingProxyType

from model_configs.entries import LARGEST
from model_configs.layer import Origin
from model_configs.model import Config, LayerType
from model_configs.rules.layers import Lengths

ASSUMED_LENGTH = 4096  # tokens, where a config names no length


def lengths(kind: LayerType) -> Lengths:  # tokens
    """Trained and claimed length of one type of layers.

    `max_position_embeddings` has two meanings. Linear and dynamic scaling without an original length take it
    for the length before the factor, as Hugging Face's documentation asks; others for the length after it.
    """
    context = kind.context
    if context is None and kind.original is None:
        return Lengths(ASSUMED_LENGTH, ASSUMED_LENGTH, is_stated=False)
    is_stated = context is not None or kind.original_stated
    original = kind.original or context or ASSUMED_LENGTH
    if not kind.is_scaled or kind.trained_scaled:
        claim = context or original
        return Lengths(kind.trained_length or claim, claim, is_stated=is_stated)
    reach = original * (kind.factor or 1.0) if kind.in_configs.factor_tells_reach else original
    return Lengths(original, max(context or 0, int(min(round(reach), LARGEST))), is_stated=is_stated)


def lengthen(kind: LayerType, target: int) -> LayerType:
    """The layers as they should be written for texts of the target length.

    Nothing changes up to the claimed length, nor where the base or the length of the training is assumed. Beyond
    it, layers without a rule get YaRN, and other rules a larger factor. Dynamic NTK follows the text by itself, and
    the lists of LongRoPE hold no factor that could be raised.
    """
    limits = lengths(kind)
    if not limits.is_stated or kind.base_origin is Origin.ASSUMED:
        return kind
    if min(target, kind.window or target) <= limits.claim:
        return kind
    if kind.in_configs.successor is not None:
        kind = replace(
            kind, rule=kind.in_configs.successor, original=limits.original, arguments=MappingProxyType({})
        )
    if kind.in_configs.lengthen is None:
        return kind
    return replace(kind, factor=kind.in_configs.lengthen(kind.factor, limits, target))


def first_target(config: Config) -> int:
    """The length to look at by default: the longest that any type of layers, or a table, is written for, tokens."""
    return max([*(lengths(kind).claim for kind in config.layer_types), config.table_tokens or 2, 2])
