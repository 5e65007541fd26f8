"""NTK-by-parts, in PyTorch: a ramp over the turns in the trained window."""

from take_away.scaling.turns_torch import weight_by_turns


def by_parts(trained, factor, original, alpha=1.0, beta=32.0):
    """Divide pairs below alpha turns, keep those above beta, blend between; radians per token, shape (pairs,)."""
    kept = weight_by_turns(trained, original, alpha, beta)
    return (1 - kept) * trained / factor + kept * trained
