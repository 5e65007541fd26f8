"""LongRoPE’s factor on cosine and sine, and the divisors of one model, for NumPy and PyTorch alike."""

import math

import numpy as np


def longrope_attention(factor, original, attention_factor=None):
    """Factor on cosine and sine; scores grow by its square."""
    if attention_factor is not None:
        return attention_factor
    return math.sqrt(1 + math.log(max(factor, 1)) / math.log(original))


def phi3_divisors(pairs, is_long):
    """Divisors of Phi-3-mini-128k (4,096 → 131,072 tokens, April 2024) for another number of pairs."""
    short = [1.05] * 3 + [1.1] * 3 + [1.25, 1.25, 1.4, 1.45, 1.55, 1.85, 1.9] + [2.0] * 19 + [2.1, 2.1, 2.2]
    short += [2.35] * 4 + [2.4, 2.4, 2.65, 2.7, 2.9, 2.95] + [3.05] * 3
    long = [1.03, 1.05, 1.05, 1.08, 1.23, 1.23, 1.3, 1.45, 1.6, 1.65, 1.9, 2.86, 3.69, 5.42, 5.49, 5.49, 9.09]
    long += [11.58, 15.66, 15.77, 15.79, 18.36, 21.99, 23.08, 30.01, 32.35, 32.59, 35.56, 39.95, 53.84, 56.2]
    long += [57.95, 59.29, 59.77, 59.92, 61.19, 61.96, 62.5, 63.37, 63.48, 63.48, 63.66, 63.85, 64.08, 64.76]
    long += [64.8, 64.81, 64.81]
    logarithms = np.log2(long if is_long else short)
    return 2 ** np.interp(np.linspace(0, len(logarithms) - 1, pairs), np.arange(len(logarithms)), logarithms)
