"""Engines that compute a rule in a way of their own: a rule's record names one of these functions for each."""

from core.scaling.layers import Layers, Scaled

VLLM, SGLANG = "vLLM", "SGLang"
VLLM_LATENT, SGLANG_LATENT = f"{VLLM}, latent attention", f"{SGLANG}, latent attention"  # with rules of their own


def at_the_stretched_limit(layers: Layers, length: float | None) -> Scaled:
    """As for a text of the claimed length times the factor, whatever the text."""
    return layers.frequencies((layers.context or 1) * (layers.factor or 1.0))
