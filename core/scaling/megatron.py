"""Options of Megatron-LM that stand for a rule [1]_; a rule's record names the function that writes them.

.. [1] https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py
"""

from core.scaling.layers import Layers
from core.scaling.llama_cpp import Options, decimal

ENGINE = "Megatron-LM"
LLAMA = (1.0, 4.0, 8192)  # turns and tokens that --use-rope-scaling stands for; no option changes them


def plain(layers: Layers, target: int) -> Options:
    """Nothing beside the base."""
    return Options()


def interpolated(layers: Layers, target: int) -> Options | None:
    """Position interpolation, by whole factors only."""
    factor = layers.factor or 1.0
    return Options((f"--rotary-seq-len-interpolation-factor {decimal(factor)}",)) if factor % 1 == 0 else None


def llama(layers: Layers, target: int) -> Options | None:
    """Llama 3.1's rule with its own bounds; None for others."""
    bounds = (layers.arguments.get("low_freq_factor"), layers.arguments.get("high_freq_factor"), layers.original)
    factor = decimal(layers.factor or 1.0)
    return Options(("--use-rope-scaling", f"--rope-scaling-factor {factor}")) if bounds == LLAMA else None
