"""Llama 3’s rule, in PyTorch: a narrow ramp over the turns in the trained window."""

from take_away.scaling.turns_torch import weight_by_turns


def llama3(trained, factor, original, low_freq_factor=1.0, high_freq_factor=4.0):
    """Divide slow pairs, keep fast ones, blend between; radians per token, shape (pairs,)."""
    kept = weight_by_turns(trained, original, low_freq_factor, high_freq_factor)
    return (1 - kept) * trained / factor + kept * trained
