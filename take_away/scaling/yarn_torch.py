"""YaRN as released, in PyTorch: a ramp over the pair index, and sharper attention."""

import torch

from take_away.finish import finish
from take_away.scaling.frequencies_torch import inverse_frequencies
from take_away.scaling.wavelengths import draw_wavelengths
from take_away.scaling.yarn_parts import ramp_range, yarn_attention

rotary_dim = 128  # features
base = 10_000.0
factor = 8.0
original = 4096  # tokens, length in training
beta_fast = 32.0  # turns in the trained window
beta_slow = 1.0  # turns in the trained window
truncate = True  # move the ends of the ramp to whole pairs
mscale = None
mscale_all_dim = None
attention_factor = None


def yarn(trained, base, factor, original, beta_fast=32.0, beta_slow=1.0, truncate=True):
    """Divide slow pairs, keep fast ones, blend between; radians per token, shape (pairs,)."""
    divided = ramp_over_pairs(len(trained), base, original, beta_fast, beta_slow, truncate)
    return trained / factor * divided + trained * (1 - divided)


def ramp_over_pairs(pairs, base, original, beta_fast=32.0, beta_slow=1.0, truncate=True):
    """Weight of the divided frequency, shape (pairs,)."""
    low, high = ramp_range(pairs, base, original, beta_fast, beta_slow, truncate)
    return torch.clamp((torch.arange(pairs, dtype=torch.float64) - low) / (high - low or 0.001), 0, 1)


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = yarn(trained, base, factor, original, beta_fast, beta_slow, truncate)
    factor_on_cos_sin = yarn_attention(factor, mscale, mscale_all_dim, attention_factor)
    columns = {"pair": range(len(trained)), "unscaled": trained, "YaRN": frequencies}
    finish("yarn", columns, draw)
    print("cosine and sine are multiplied by", factor_on_cos_sin)
