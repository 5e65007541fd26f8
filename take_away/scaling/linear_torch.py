"""Position interpolation, in PyTorch: all positions are squeezed into the trained window."""


def linear(trained, factor):
    """Divide every frequency; radians per token, shape (pairs,)."""
    return trained / factor
