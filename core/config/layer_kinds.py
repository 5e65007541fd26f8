"""A summary of a model's layers: a label for each, and how many are alike."""

from collections.abc import Sequence

from core.config.facts import rule
from core.config.layer import NO_ATTENTION, NO_POSITION, Layer
from core.config.model import Config, LayerType

MOST = 4  # kinds that a sentence names


def labels(config: Config) -> list[str]:  # no words of the config; empty where the number of layers is unknown
    """Each layer in a few words, such as "RoPE, base 10,000, window 1,024", from the first."""
    kinds = {kind.name: kind for kind in config.layer_types}
    return [_label(layer, kinds.get(layer.layer_type or "")) for layer in config.stack]


def _label(layer: Layer, kind: LayerType | None) -> str:
    if layer.position == NO_ATTENTION:
        return NO_ATTENTION
    said = ["no position" if layer.position == NO_POSITION else layer.position]
    if kind is not None:
        said.append(f"base {kind.base:,.12g}")
        said += [rule(kind)] if kind.is_scaled else []
    sees = [f"{'chunk' if layer.is_chunked else 'window'} {layer.window:,}"] if layer.window else []
    return ", ".join(said + sees)


def counted(labels: Sequence[str]) -> str:  # labels of all layers
    """How many layers there are of each kind, the most frequent first.

    >>> counted(["RoPE", "RoPE", "no position", "RoPE"])
    '3 × RoPE; 1 × no position'
    """
    counts = {label: labels.count(label) for label in dict.fromkeys(labels)}
    rows = [f"{count} × {label}" for label, count in sorted(counts.items(), key=lambda item: -item[1])]
    rest = len(rows) - MOST
    return "; ".join(rows[:MOST]) + (f"; and {rest} more" if rest > 0 else "")
