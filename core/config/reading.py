"""The numbers that sentences about a model's wavelengths use."""

from dataclasses import dataclass

import numpy as np

from core.config.pair_wavelengths import PairWavelengths


@dataclass(frozen=True)
class Reading:
    """A model as its config stands, at a target length."""

    pairs: int
    complete: int  # pairs that completed a turn in training
    unseen: int  # pairs that meet unseen angles at the target
    left: int  # pairs that meet unseen angles once the config is written for the target
    seen: int  # offsets in training, tokens
    target: int  # tokens
    last: int  # last offset at the target, tokens
    needed: float  # factor that would keep every pair within the angles of training
    critical: int  # features whose pairs complete a turn in training
    slowest: float  # turns of the slowest pair in training
    pair: int  # the first pair that completes no turn in training; the last pair where all do
    trained_wavelength: float  # of this pair in training, tokens; infinite where it stands still
    wavelength: float  # of this pair at the target, tokens; infinite where it stands still
    # how many times slower this pair turned in training than without any rule; 0 where it stands still
    slowed: float
    turns: float  # of this pair in training
    turned: float  # of this pair at the last offset

    @property
    def incomplete(self) -> int:
        """Pairs that completed no turn in training."""
        return self.pairs - self.complete


def reading(own: PairWavelengths, after: PairWavelengths) -> Reading:
    """The numbers about layers as the config stands, and as written for the target."""
    pairs, last = len(own.used), own.reached - 1
    pair = pairs - 1 if own.complete.all() else int(np.argmin(own.complete))
    frequency = float(own.trained[pair])  # radians per token
    return Reading(
        pairs=pairs,
        complete=int(own.complete.sum()),
        unseen=int(own.unseen.sum()),
        left=int(after.unseen.sum()),
        seen=own.seen,
        target=own.target,
        last=last,
        needed=own.needed,
        critical=own.critical,
        slowest=float(own.turns[-1]),
        pair=pair,
        trained_wavelength=2 * np.pi / frequency if frequency else np.inf,
        wavelength=float(own.wavelengths[pair]),
        slowed=float(own.kind.trained()[pair]) / frequency if frequency else 0.0,
        turns=float(own.turns[pair]),
        turned=float(last * own.used[pair] / (2 * np.pi)),
    )
