"""YaRN’s factor on cosine and sine, for NumPy and PyTorch alike."""

import math


def yarn_attention(factor, mscale=None, mscale_all_dim=None, attention_factor=None):
    """Factor on cosine and sine; scores grow by its square."""
    if attention_factor is not None:
        return attention_factor
    if mscale and mscale_all_dim:
        return sharpening(factor, mscale) / sharpening(factor, mscale_all_dim)
    return sharpening(factor, 1)


def sharpening(factor, mscale):
    return 0.1 * mscale * math.log(max(factor, 1)) + 1
