"""Scaling rules in PyTorch: a function named after each, below those that it needs."""

import math

import torch

from core.scaling.yarn import ramp_range


def weight_by_turns(trained, original, low, high):
    """Weight of the kept frequency, 0 below low turns in the trained window and 1 above high."""
    turns = original * trained / (2 * math.pi)
    return torch.clamp((turns - low) / (high - low), 0, 1) if low < high else (turns >= low).double()


def unscaled(trained):
    """Leave every pair as it is; radians per token, shape (pairs,)."""
    return trained


def linear(trained, factor):
    """Divide every frequency; radians per token, shape (pairs,)."""
    return trained / factor


def ntk(trained, factor):
    """Divide the last pair by the factor, the first not at all; radians per token, shape (pairs,)."""
    last = max(len(trained) - 1, 1)
    return trained / factor ** (torch.arange(len(trained), dtype=torch.float64) / last)


def dynamic(trained, factor, original, sequence_length):
    """Scale by the factor that the length needs; radians per token, shape (pairs,)."""
    return ntk(trained, factor * max(sequence_length, original) / original - (factor - 1))


def by_parts(trained, factor, original, alpha=1.0, beta=32.0):
    """Divide pairs below alpha turns, keep those above beta, blend between; radians per token, shape (pairs,)."""
    share = weight_by_turns(trained, original, alpha, beta)
    return (1 - share) * trained / factor + share * trained


def yarn(trained, base, factor, original, beta_fast=32.0, beta_slow=1.0, truncate=True):
    """Divide slow pairs, keep fast ones, blend between; radians per token, shape (pairs,)."""
    divided = ramp_over_pairs(len(trained), base, original, beta_fast, beta_slow, truncate)
    return trained / factor * divided + trained * (1 - divided)


def ramp_over_pairs(pairs, base, original, beta_fast=32.0, beta_slow=1.0, truncate=True):
    """Weight of the divided frequency, shape (pairs,)."""
    low, high = ramp_range(2 * pairs, base, original, beta_fast=beta_fast, beta_slow=beta_slow, truncate=truncate)
    return torch.clamp((torch.arange(pairs, dtype=torch.float64) - low) / (high - low or 0.001), 0, 1)


def longrope(trained, original, sequence_length, short_factor, long_factor):
    """Divide each frequency by its own divisor; radians per token, shape (pairs,)."""
    listed = long_factor if sequence_length > original else short_factor
    return trained / torch.as_tensor(listed, dtype=torch.float64)


def llama3(trained, factor, original, low_freq_factor=1.0, high_freq_factor=4.0):
    """Divide slow pairs, keep fast ones, blend between; radians per token, shape (pairs,)."""
    share = weight_by_turns(trained, original, low_freq_factor, high_freq_factor)
    return (1 - share) * trained / factor + share * trained


def proportional(trained, factor=1.0, partial_rotary_factor=1.0):
    """Keep the fastest share of the pairs, stop the others, divide all; radians per token, shape (pairs,)."""
    turning = int(partial_rotary_factor * len(trained))
    return torch.where(torch.arange(len(trained)) < turning, trained, 0.0) / factor
