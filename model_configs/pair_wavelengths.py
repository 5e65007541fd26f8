"""A model's wavelengths compared with its trained, claimed and target lengths."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.long_context.coverage import critical_dimension, trained_turns
from core.long_context.rules import horizon
from core.scaling import UNSCALED
from core.scaling.rule import Frequencies
from model_configs.entries import ConfigError, Entries
from model_configs.keys import RULE
from model_configs.lengths import lengths
from model_configs.model import LayerType
from model_configs.rules.layers import Lengths

FARTHEST = 2**20  # tokens, the last offset at which the sum of cosines is examined
STEPS = (2**14, 2**17, FARTHEST)
COSINES = 2**27  # in all sums together: 0.2 s
ROUNDING = 1e-8  # tokens, tolerance for where the arc ends


@dataclass(frozen=True)
class PairWavelengths:
    """The pairs of one type of layers: wavelengths, and which of them meet angles never seen in training."""

    kind: LayerType  # in use at the target length
    origin: LayerType  # in training
    lengths: Lengths  # of the config, tokens
    target: int  # length of the text, tokens
    trained_omega: NDArray[np.float64]  # (n,) in training, radians per token; 0 for a pair that stands still
    omega: NDArray[np.float64]  # (n,) frequencies at the target
    attention_factor: float  # at the target, dimensionless

    @property
    def in_training(self) -> PairWavelengths:
        """The same pairs in training, where by definition no angle is new."""
        length = self.lengths.original
        return replace(self, kind=self.origin, target=length, omega=self.trained_omega, attention_factor=1.0)

    @property
    def trained_offsets(self) -> int:
        """Offsets in training, tokens: those of a whole text, or of the window."""
        return min(self.lengths.original, self.kind.window or self.lengths.original)

    @property
    def target_offsets(self) -> int:
        """Offsets in a text of the target length, tokens."""
        return min(self.target, self.kind.window or self.target)

    @property
    def wavelengths(self) -> NDArray[np.float64]:
        """Tokens for one turn, shape (n,); infinite for a pair that stands still."""
        with np.errstate(divide="ignore", over="ignore"):
            tokens: NDArray[np.float64] = 2 * np.pi / self.omega
        return tokens

    @property
    def turns(self) -> NDArray[np.float64]:
        """Turns of each pair in training, shape (n,)."""
        return trained_turns(self.trained_omega, max(self.trained_offsets, 2))

    @property
    def complete(self) -> NDArray[np.bool_]:
        """Pairs that reached every angle in training, shape (n,)."""
        return self.turns >= 1

    @property
    def first_unseen(self) -> NDArray[np.float64]:
        """First offset at an angle never seen in training, tokens, shape (n,); infinite without one.

        Position p counts as having shown the angles of [p, p + 1) in training, as in `core.long_context.coverage`.
        """
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            first = np.ceil(2 * np.pi * self.turns / self.omega - ROUNDING)
        return np.where(self.complete | (self.omega == 0), np.inf, first)

    @property
    def unseen_pairs(self) -> NDArray[np.bool_]:
        """Pairs that meet an angle never seen in training, shape (n,)."""
        return self.first_unseen < self.target_offsets

    @property
    def needed_factor(self) -> float:
        """Factor that would keep every pair within the angles of training; at least 1."""
        return max(1.0, self.target_offsets / self.trained_offsets)

    @property
    def critical(self) -> int:
        """Features whose pairs complete a turn in training."""
        return critical_dimension(self.trained_omega, max(self.trained_offsets, 2))

    @property
    def last_searched(self) -> int:
        """Last offset that `horizon` examines, tokens."""
        return min(FARTHEST, COSINES // max(len(self.omega), 1))

    @property
    def horizon(self) -> int | None:
        r"""First offset at which :math:`\sum_i \cos(k\,\omega_i)` is negative; None beyond the search."""
        steps = (min(step, self.last_searched) for step in STEPS)
        return next((offset for step in steps if (offset := horizon(self.omega, step)) is not None), None)


def pair_wavelengths(
    kind: LayerType,  # unchanged; also the source of the training length
    target: int,
    *,
    # in use at the target, such as the result of `lengthen`; None for the config as it stands
    rewritten: LayerType | None = None,
) -> PairWavelengths:
    """One type of layers at a target length.

    Raises ConfigError if the target is not valid, or the numbers of the config give no finite frequencies.
    """
    length = Entries({"target": target}).whole("target", least=2)
    assert length is not None
    in_use = rewritten or kind
    frequencies, origin = finite(in_use, length), _in_training(kind)
    return PairWavelengths(
        kind=in_use,
        origin=origin,
        lengths=lengths(kind),
        target=length,
        trained_omega=origin.frequencies().inverse,
        omega=frequencies.inverse,
        attention_factor=frequencies.attention_factor,
    )


def finite(kind: LayerType, sequence_length: float | None) -> Frequencies:
    """Frequencies as by `LayerType.frequencies`, or a ConfigError where the config gives no finite ones."""
    try:
        with np.errstate(all="ignore"):
            frequencies = kind.frequencies(sequence_length)
    except ConfigError:
        raise
    except (ValueError, OverflowError, ZeroDivisionError) as error:
        raise ConfigError(
            kind.entries.key(*RULE), f"a rule with usable numbers ({error})", kind.rule.name
        ) from None
    if np.isfinite(frequencies.inverse).all() and math.isfinite(frequencies.attention_factor):
        return frequencies
    raise ConfigError(kind.entries.key("factor"), "such that frequencies are finite", kind.factor)


def _in_training(kind: LayerType) -> LayerType:
    """Without the rule, unless the model was trained with it."""
    if kind.trained_scaled:
        return kind
    if kind.in_configs.trained_scaled:
        return replace(kind, factor=1.0)
    return replace(kind, rule=UNSCALED, factor=None, arguments={})


@dataclass(frozen=True)
class Reading:
    """A model as its config stands, at a target length."""

    pairs: int
    complete: int  # pairs that completed a turn in training
    unseen_pairs: int  # pairs that meet unseen angles at the target
    still_unseen: int  # pairs that meet unseen angles once the config is written for the target
    trained_offsets: int  # offsets in training, tokens
    target: int  # tokens
    last: int  # last offset at the target, tokens
    needed_factor: float  # factor that would keep every pair within the angles of training
    slowest: float  # turns of the slowest pair in training
    pair: int  # the first pair that completes no turn in training; the last pair where all do
    trained_wavelength: float  # of this pair in training, tokens; infinite where it stands still
    wavelength: float  # of this pair at the target, tokens; infinite where it stands still
    # how many times slower this pair turned in training than without any rule; 0 where it stands still
    slowdown: float
    turns: float  # of this pair in training
    target_turns: float  # of this pair at the last offset

    @property
    def incomplete(self) -> int:
        """Pairs that completed no turn in training."""
        return self.pairs - self.complete


def reading(before: PairWavelengths, after: PairWavelengths) -> Reading:
    """The numbers about layers as the config stands, and as written for the target."""
    pairs, last = len(before.omega), before.target_offsets - 1
    pair = pairs - 1 if before.complete.all() else int(np.argmin(before.complete))
    frequency = float(before.trained_omega[pair])  # radians per token
    return Reading(
        pairs=pairs,
        complete=int(before.complete.sum()),
        unseen_pairs=int(before.unseen_pairs.sum()),
        still_unseen=int(after.unseen_pairs.sum()),
        trained_offsets=before.trained_offsets,
        target=before.target,
        last=last,
        needed_factor=before.needed_factor,
        slowest=float(before.turns[-1]),
        pair=pair,
        trained_wavelength=2 * np.pi / frequency if frequency else np.inf,
        wavelength=float(before.wavelengths[pair]),
        slowdown=float(before.kind.trained_frequencies()[pair]) / frequency if frequency else 0.0,
        turns=float(before.turns[pair]),
        target_turns=float(last * before.omega[pair] / (2 * np.pi)),
    )
