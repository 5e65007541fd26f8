"""One layer of a model, as far as it tells position."""

from __future__ import annotations

from dataclasses import dataclass

NO_ATTENTION, NO_POSITION = "no attention", "none"
CHUNKED = "chunked"  # in names of types of layers


@dataclass(frozen=True)
class Layer:
    """One layer.

    Parameters
    ----------
    number : int
        From 0, the first.
    kind : str
        As the config calls it, such as "sliding_attention".
    position : str
        Name of the encoding, "none" where attention tells no position, or "no attention".
    layer_type : str or None
        Name of the type whose frequencies turn its queries and keys; None where they do not turn.
    window : int or None
        Tokens that a query sees at most; None for all.
    """

    number: int
    kind: str
    position: str
    layer_type: str | None
    window: int | None

    @property
    def is_chunked(self) -> bool:
        """Whether a query sees the keys of its own chunk only, which begins at a multiple of the window."""
        return CHUNKED in self.kind
