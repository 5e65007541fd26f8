"""Scaling rules in PyTorch: a function named after each, below those that it needs."""

import math

import torch

from core.scaling.yarn import ramp_range


def weight_by_turns(frequencies, original, low, high):
    """Weight of the kept frequency, 0 below low turns in the trained window and 1 above high."""
    turns = original * frequencies / (2 * math.pi)
    return torch.clamp((turns - low) / (high - low), 0, 1) if low < high else (turns >= low).double()


def unscaled(frequencies):
    """Leave every pair as it is; radians per token, shape (pairs,)."""
    return frequencies


def linear(frequencies, factor):
    """Divide every frequency; radians per token, shape (pairs,)."""
    return frequencies / factor


def ntk(frequencies, factor):
    """Divide the last pair by the factor, the first not at all; radians per token, shape (pairs,)."""
    last = max(len(frequencies) - 1, 1)
    return frequencies / factor ** (torch.arange(len(frequencies), dtype=torch.float64) / last)


def dynamic(frequencies, factor, original, sequence_length):
    """Scale by the factor that the length needs; radians per token, shape (pairs,)."""
    return ntk(frequencies, factor * max(sequence_length, original) / original - (factor - 1))


def by_parts(frequencies, factor, original, alpha=1.0, beta=32.0):
    """Divide pairs below alpha turns, keep those above beta, blend between; radians per token, shape (pairs,)."""
    share = weight_by_turns(frequencies, original, alpha, beta)
    return (1 - share) * frequencies / factor + share * frequencies


def yarn(frequencies, base, factor, original, beta_fast=32.0, beta_slow=1.0, truncate=True):
    """Divide slow pairs, keep fast ones, blend between; radians per token, shape (pairs,)."""
    weight = ramp_over_pairs(len(frequencies), base, original, beta_fast, beta_slow, truncate)
    return frequencies / factor * weight + frequencies * (1 - weight)


def ramp_over_pairs(pairs, base, original, beta_fast=32.0, beta_slow=1.0, truncate=True):
    """Weight of the divided frequency, shape (pairs,)."""
    low, high = ramp_range(2 * pairs, base, original, beta_fast=beta_fast, beta_slow=beta_slow, truncate=truncate)
    return torch.clamp((torch.arange(pairs, dtype=torch.float64) - low) / (high - low or 0.001), 0, 1)


def longrope(frequencies, original, sequence_length, short_factor, long_factor):
    """Divide each frequency by its own divisor; radians per token, shape (pairs,)."""
    divisors = long_factor if sequence_length > original else short_factor
    return frequencies / torch.as_tensor(divisors, dtype=torch.float64)


def llama3(frequencies, factor, original, low_freq_factor=1.0, high_freq_factor=4.0):
    """Divide slow pairs, keep fast ones, blend between; radians per token, shape (pairs,)."""
    share = weight_by_turns(frequencies, original, low_freq_factor, high_freq_factor)
    return (1 - share) * frequencies / factor + share * frequencies


def proportional(frequencies, factor=1.0, partial_rotary_factor=1.0):
    """Keep the fastest share of the pairs, stop the others, divide all; radians per token, shape (pairs,)."""
    rotary_pairs = int(partial_rotary_factor * len(frequencies))
    return torch.where(torch.arange(len(frequencies)) < rotary_pairs, frequencies, 0.0) / factor
