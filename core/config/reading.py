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


def reading(before: PairWavelengths, after: PairWavelengths) -> Reading:
    """The numbers about layers as the config stands, and as written for the target."""
    pairs, last = len(before.used), before.reached - 1
    pair = pairs - 1 if before.complete.all() else int(np.argmin(before.complete))
    frequency = float(before.trained[pair])  # radians per token
    return Reading(
        pairs=pairs,
        complete=int(before.complete.sum()),
        unseen=int(before.unseen.sum()),
        left=int(after.unseen.sum()),
        seen=before.seen,
        target=before.target,
        last=last,
        needed=before.needed,
        critical=before.critical,
        slowest=float(before.turns[-1]),
        pair=pair,
        trained_wavelength=2 * np.pi / frequency if frequency else np.inf,
        wavelength=float(before.wavelengths[pair]),
        slowed=float(before.kind.trained()[pair]) / frequency if frequency else 0.0,
        turns=float(before.turns[pair]),
        turned=float(last * before.used[pair] / (2 * np.pi)),
    )
