"""YaRN as released, in PyTorch: a ramp over the pair index, and sharper attention."""

import torch

from core.scaling.yarn import ramp_range, yarn_attention  # noqa: F401 for the factor on cosine and sine


def yarn(trained, base, factor, original, beta_fast=32.0, beta_slow=1.0, truncate=True):
    """Divide slow pairs, keep fast ones, blend between; radians per token, shape (pairs,)."""
    divided = ramp_over_pairs(len(trained), base, original, beta_fast, beta_slow, truncate)
    return trained / factor * divided + trained * (1 - divided)


def ramp_over_pairs(pairs, base, original, beta_fast=32.0, beta_slow=1.0, truncate=True):
    """Weight of the divided frequency, shape (pairs,)."""
    low, high = ramp_range(2 * pairs, base, original, beta_fast=beta_fast, beta_slow=beta_slow, truncate=truncate)
    return torch.clamp((torch.arange(pairs, dtype=torch.float64) - low) / (high - low or 0.001), 0, 1)
