"""YaRN’s ends of the ramp and its factor on cosine and sine, for NumPy and PyTorch alike."""

import math


def ramp_range(pairs, base, original, beta_fast, beta_slow, truncate):
    """Pairs between which the ramp rises."""
    low, high = (
        pairs * math.log(original / (2 * math.pi * turns)) / math.log(base) for turns in (beta_fast, beta_slow)
    )
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    return max(low, 0), min(high, 2 * pairs - 1)


def yarn_attention(factor, mscale=None, mscale_all_dim=None, attention_factor=None):
    """Factor on cosine and sine; scores grow by its square."""
    if attention_factor is not None:
        return attention_factor
    if mscale and mscale_all_dim:
        return sharpening(factor, mscale) / sharpening(factor, mscale_all_dim)
    return sharpening(factor, 1)


def sharpening(factor, mscale):
    return 0.1 * mscale * math.log(max(factor, 1)) + 1
