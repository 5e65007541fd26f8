"""How a config's factor is chosen for longer texts: a rule's record names one of these functions."""

from core.scaling.layers import Lengths


def factor_from_trained(factor: float | None, lengths: Lengths, target: int) -> float:
    """The target length divided by the trained one, whatever the factor was before."""
    return target / lengths.trained


def factor_raised(factor: float | None, lengths: Lengths, target: int) -> float:
    """The factor of the config, raised as much as the target exceeds the claimed length."""
    return (factor or 1.0) * target / lengths.claimed
