"""Position in one layer of a model."""

from dataclasses import dataclass

NO_ATTENTION, NO_POSITION = "no attention", "none"
CHUNKED = "chunked"  # in names of types of layers


@dataclass(frozen=True)
class Layer:
    """One layer."""

    number: int  # from 0, the first
    kind: str  # as the config calls it, such as "sliding_attention"
    position: str  # name of the encoding, "none" without position, or "no attention"
    # name of the type whose frequencies turn its queries and keys; None where they do not turn
    layer_type: str | None
    window: int | None  # tokens that a query sees at most; None for all

    @property
    def is_chunked(self) -> bool:
        """Whether a query sees the keys of its own chunk only, which begins at a multiple of the window."""
        return CHUNKED in self.kind
