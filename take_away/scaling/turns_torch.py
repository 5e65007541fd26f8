"""A ramp over the turns in the trained window, in PyTorch."""

import math

import torch


def weight_by_turns(trained, original, low, high):
    """Weight of the kept frequency, 0 below low turns in the trained window and 1 above high."""
    turns = original * trained / (2 * math.pi)
    return torch.clamp((turns - low) / (high - low), 0, 1) if low < high else (turns >= low).double()
