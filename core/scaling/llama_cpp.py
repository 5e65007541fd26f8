"""Options of llama.cpp that stand for a rule [1]_; a rule's record names the function that writes them.

.. [1] https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.scaling.layers import Layers, Scaled

ENGINE = "llama.cpp"
LATENT = "llama.cpp, latent attention"  # whose files hold more of YaRN's entries


@dataclass(frozen=True)
class Options:
    """What stands for a rule beside its own entries.

    Parameters
    ----------
    options : tuple of str
    notes : tuple of str
        Names of remarks to show with them; the texts stand in the room's Markdown.
    raises_limit : bool
        Whether the engine accepts texts beyond the length that the model's file claims.
    entries : mapping
        To add to the rule's block, where the engine reads one.
    """

    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    raises_limit: bool = False
    entries: Mapping[str, Any] = field(default_factory=dict)


IN_THE_FILE = Options(notes=("in the file",))  # no option exists: divisors are stored when a file is converted


def unscaled(layers: Layers, length: float | None) -> Scaled:
    """The rule is not written into its files, so that the frequencies stay as trained."""
    return Scaled(layers.trained())


def base_option(base: float) -> str:
    """The base of the frequencies."""
    return f"--rope-freq-base {decimal(base)}"


def decimal(number: float) -> str:
    """A number without exponent, as command lines take it.

    Examples
    --------
    >>> decimal(1e6), decimal(0.73)
    ('1000000', '0.73')
    """
    return f"{number:.6f}".rstrip("0").rstrip(".")
