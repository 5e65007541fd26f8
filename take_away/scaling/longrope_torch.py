"""LongRoPE, in PyTorch: a searched divisor for every pair, one list for short texts and one for long."""

import torch

from take_away.finish import finish
from take_away.scaling.frequencies_torch import inverse_frequencies
from take_away.scaling.longrope_parts import longrope_attention, phi3_divisors
from take_away.scaling.wavelengths import draw_wavelengths

rotary_dim = 128  # features
base = 10_000.0
factor = 8.0
original = 4096  # tokens, length in training
sequence_length = 32_768  # tokens
short_factor = None  # a list of divisors, one a pair; None for those of Phi-3, spread over the pairs
long_factor = None
attention_factor = None


def longrope(trained, original, sequence_length, short_factor=None, long_factor=None):
    """Divide each frequency by a divisor of its own; radians per token, shape (pairs,)."""
    listed = long_factor if sequence_length > original else short_factor
    divisors = phi3_divisors(len(trained), sequence_length > original) if listed is None else listed
    return trained / torch.as_tensor(divisors, dtype=torch.float64)


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = longrope(trained, original, sequence_length, short_factor, long_factor)
    factor_on_cos_sin = longrope_attention(factor, original, attention_factor)
    columns = {"pair": range(len(trained)), "unscaled": trained, "LongRoPE": frequencies}
    finish("longrope", columns, draw)
    print("cosine and sine are multiplied by", factor_on_cos_sin)
