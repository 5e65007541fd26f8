"""The reader's tokens and the embedding table that they are looked up in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pages.take_away.code import Code


@dataclass(frozen=True)
class Embedded:
    """Tokens, and the embedding table that they are looked up in.

    Parameters
    ----------
    tokens : tuple of str
        At least one.
    seed : int
        Of the table.
    scaled : bool
        Whether rows are multiplied by √d_model.
    """

    tokens: tuple[str, ...]
    seed: int
    scaled: bool

    def code(self, picture: str, **values: Any) -> Code:
        """The script of a picture of the room, with further values."""
        own = {"tokens": self.tokens, "embedding_seed": self.seed, "sqrt_d_model": self.scaled}
        return Code(f"sentence/{picture}", {**own, **values})
