"""Dynamic NTK scaling, in PyTorch: a base that grows with the length of the text."""

from take_away.scaling.ntk_torch import ntk


def dynamic(trained, factor, original, sequence_length):
    """Scale by the factor that the length needs; radians per token, shape (pairs,)."""
    return ntk(trained, factor * max(sequence_length, original) / original - (factor - 1))
