"""Options that give engines a rule, and how they compute it; a rule's record names these functions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.scaling.rule import Frequencies
from model_configs.rules.layers import Layers

VLLM, SGLANG = "vLLM", "SGLang"
VLLM_LATENT, SGLANG_LATENT = f"{VLLM}, latent attention", f"{SGLANG}, latent attention"  # with rules of their own


def at_the_stretched_limit(layers: Layers, length: float | None) -> Frequencies:
    """As for a text of the claimed length times the factor, whatever the text."""
    return layers.frequencies((layers.context or 1) * (layers.factor or 1.0))


LLAMA_CPP = "llama.cpp"
LLAMA_CPP_LATENT = "llama.cpp, latent attention"  # whose files hold more of YaRN's entries


@dataclass(frozen=True)
class Options:
    """What stands for a rule beside its own entries."""

    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()  # names of remarks to show with them; the texts stand in the room's Markdown
    raises_limit: bool = False  # whether the engine accepts texts beyond the length that the model's file claims
    # to add to the rule's block, where the engine reads one
    entries: Mapping[str, Any] = field(default_factory=dict)


IN_THE_FILE = Options(notes=("in the file",))  # no option exists: divisors are stored when a file is converted


def no_rule(layers: Layers, length: float | None) -> Frequencies:
    """The rule is not written into its files, so that the frequencies stay as trained."""
    return Frequencies(layers.trained_frequencies())


def base_option(base: float) -> str:
    """The base of the frequencies."""
    return f"--rope-freq-base {decimal(base)}"


def decimal(number: float) -> str:
    """A number without exponent, as command lines take it.

    >>> decimal(1e6), decimal(0.73)
    ('1000000', '0.73')
    """
    return f"{number:.6f}".rstrip("0").rstrip(".")


MEGATRON = "Megatron-LM"
LLAMA_BOUNDS = (1.0, 4.0, 8192)  # turns and tokens that --use-rope-scaling stands for; no option changes them


def plain(layers: Layers, target: int) -> Options:
    """Nothing beside the base."""
    return Options()


def interpolation(layers: Layers, target: int) -> Options | None:
    """Position interpolation, by whole factors only."""
    factor = layers.factor or 1.0
    return Options((f"--rotary-seq-len-interpolation-factor {decimal(factor)}",)) if factor % 1 == 0 else None


def llama(layers: Layers, target: int) -> Options | None:
    """Llama 3.1's rule with its own bounds; None for others."""
    bounds = (layers.arguments.get("low_freq_factor"), layers.arguments.get("high_freq_factor"), layers.original)
    factor = decimal(layers.factor or 1.0)
    return Options(("--use-rope-scaling", f"--rope-scaling-factor {factor}")) if bounds == LLAMA_BOUNDS else None
