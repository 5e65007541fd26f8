"""A model's wavelengths against the lengths that it was trained with, claims, and is asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from core.config.defaults import SCALED_ALREADY
from core.config.entries import LARGEST, ConfigError, Entries
from core.long_context.coverage import critical_dimension, trained_turns
from core.long_context.rules import horizon
from core.scaling import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from core.model_config import LayerType, ModelConfig
    from core.scaling.rule import Scaled

ASSUMED = 4096  # tokens, where a config tells no length
FARTHEST = 2**20  # tokens, the last offset at which the sum of cosines is looked at
STEPS = (2**14, 2**17, FARTHEST)
COSINES = 2**27  # in all sums together: 0.2 s
ROUNDING = 1e-8  # tokens, of where the arc ends


@dataclass(frozen=True)
class Lengths:
    """What a config tells of one type of layers.

    Parameters
    ----------
    trained : int
        Tokens in training, before any rule.
    claimed : int
        Tokens that the config is written for.
    told : bool
        Whether the config names any of it.
    """

    trained: int
    claimed: int
    told: bool


def lengths(kind: LayerType, model_type: str = "") -> Lengths:
    """Trained and claimed length of one type of layers.

    `max_position_embeddings` has two meanings. Linear and dynamic scaling without an original length take it
    for the length before the factor, as Hugging Face's documentation asks; others for the length after it.

    Parameters
    ----------
    kind : LayerType
    model_type : str
        Decides where a family is known to claim the length after the factor.

    Returns
    -------
    lengths : Lengths
        Tokens.
    """
    context, factor = kind.context, kind.factor or 1.0
    if context is None and kind.original is None:
        return Lengths(ASSUMED, ASSUMED, told=False)
    original = kind.original or context or ASSUMED
    if kind.rule.name == "Unscaled" or (kind.rule.name == "Linear" and model_type in SCALED_ALREADY):
        trained = context or original
        return Lengths(trained, trained, told=True)
    grown = original if kind.rule.name in {"LongRoPE", "Llama 3", "Proportional"} else _tokens(original * factor)
    return Lengths(original, max(context or 0, grown), told=True)


def _tokens(number: float) -> int:
    return int(min(round(number), LARGEST))


def stretched_to(kind: LayerType, target: int, model_type: str = "") -> LayerType:
    """The layers as they should be written for texts of the target length.

    Within the claimed length nothing is changed. Beyond, layers without a rule get YaRN with the quotient of
    both lengths, and those with a factor a larger one. Dynamic NTK follows the text by itself, and the lists of
    LongRoPE hold no factor that could be raised.

    Parameters
    ----------
    kind : LayerType
    target : int
        Tokens.
    model_type : str
        As in `lengths`.

    Returns
    -------
    kind : LayerType
    """
    known = lengths(kind, model_type)
    if min(target, kind.window or target) <= known.claimed:
        return kind
    match kind.rule.name:
        case "Unscaled":
            arguments = {"rule": RULES["YaRN"], "original": known.trained, "arguments": {}}
            return replace(kind, factor=target / known.trained, **arguments)  # type: ignore[arg-type]
        case "YaRN":
            return replace(kind, factor=target / known.trained)
        case "Linear" | "Llama 3" | "Proportional":
            return replace(kind, factor=(kind.factor or 1.0) * target / known.claimed)
        case _:
            return kind


@dataclass(frozen=True)
class Comb:
    """The pairs of one type of layers, as tall as the lengths that they are asked for.

    Parameters
    ----------
    kind : LayerType
        What turns at the target.
    origin : LayerType
        What turned in training.
    lengths : Lengths
        Of the config, tokens.
    target : int
        Length asked for, tokens.
    trained : ndarray of shape (n,)
        Frequencies in training, radians per token; 0 for a pair that stands still.
    used : ndarray of shape (n,)
        Frequencies at the target.
    attention_factor : float
        At the target, dimensionless.
    """

    kind: LayerType
    origin: LayerType
    lengths: Lengths
    target: int
    trained: NDArray[np.float64]
    used: NDArray[np.float64]
    attention_factor: float

    @property
    def in_training(self) -> Comb:
        """The same pairs in training, which meet no angle that is new."""
        then: Mapping[str, Any] = {"kind": self.origin, "target": self.lengths.trained, "used": self.trained}
        return replace(self, **then, attention_factor=1.0)

    @property
    def seen(self) -> int:
        """Offsets of training, tokens: those of a whole text, or of the window."""
        return min(self.lengths.trained, self.kind.window or self.lengths.trained)

    @property
    def reached(self) -> int:
        """Offsets of a text of the target length, tokens."""
        return min(self.target, self.kind.window or self.target)

    @property
    def wavelengths(self) -> NDArray[np.float64]:
        """Tokens for one turn, shape (n,); infinite for a pair that stands still."""
        with np.errstate(divide="ignore", over="ignore"):
            found: NDArray[np.float64] = 2 * np.pi / self.used
        return found

    @property
    def turns(self) -> NDArray[np.float64]:
        """Turns of each pair in training, shape (n,)."""
        return trained_turns(self.trained, max(self.seen, 2))

    @property
    def complete(self) -> NDArray[np.bool_]:
        """Pairs that have been at every angle in training, shape (n,)."""
        whole: NDArray[np.bool_] = self.turns >= 1
        return whole

    @property
    def first_unseen(self) -> NDArray[np.float64]:
        """First offset at an angle never seen in training, tokens, shape (n,); infinite where there is none.

        In training position p stood for the angles of [p, p + 1), as in `core.long_context.coverage`.
        """
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            first = np.ceil(2 * np.pi * self.turns / self.used - ROUNDING)
        return np.where(self.complete | (self.used == 0), np.inf, first)

    @property
    def unseen(self) -> NDArray[np.bool_]:
        """Pairs that meet an angle never seen in training, shape (n,)."""
        met: NDArray[np.bool_] = self.first_unseen < self.reached
        return met

    @property
    def needed(self) -> float:
        """Factor that would keep every pair within the angles of training; at least 1."""
        return max(1.0, self.reached / self.seen)

    @property
    def critical(self) -> int:
        """Features whose pairs complete a turn in training."""
        return critical_dimension(self.trained, max(self.seen, 2))

    @property
    def searched(self) -> int:
        """Last offset at which `horizon` looks, tokens."""
        return min(FARTHEST, COSINES // max(len(self.used), 1))

    @property
    def horizon(self) -> int | None:
        r"""First offset at which :math:`\sum_i \cos(k\,\omega_i)` is negative; None where none is found."""
        steps = (min(step, self.searched) for step in STEPS)
        return next((found for step in steps if (found := horizon(self.used, step)) is not None), None)


def comb(kind: LayerType, target: int, model_type: str = "", *, rewritten: LayerType | None = None) -> Comb:
    """One type of layers at a target length.

    Parameters
    ----------
    kind : LayerType
        As its config stands, which is what training is told by.
    target : int
        Tokens, at least 2.
    model_type : str
        As in `lengths`.
    rewritten : LayerType or None
        What turns at the target, such as `stretched_to` makes of it; None for the config as it stands.

    Returns
    -------
    comb : Comb

    Raises
    ------
    ConfigError
        If the target is not valid, or the numbers of the config give no finite frequencies.
    """
    checked = Entries({"target": target}).whole("target", least=2)
    assert checked is not None
    now = rewritten or kind
    scaled = _finite(now, checked)
    origin = _in_training(kind, model_type)
    return Comb(now, origin, lengths(kind, model_type), checked, origin.frequencies().inverse, scaled.inverse,
                scaled.attention_factor)  # fmt: skip


def _finite(kind: LayerType, target: int) -> Scaled:
    """Frequencies, or a ConfigError where numbers are so far off that there are none."""
    try:
        with np.errstate(all="ignore"):
            scaled = kind.frequencies(target)
    except ConfigError:
        raise
    except (ValueError, OverflowError, ZeroDivisionError) as error:
        key = kind.entries.key("rope_type", "type")
        raise ConfigError(key, f"a rule with usable numbers ({error})", kind.rule.name) from None
    if np.isfinite(scaled.inverse).all() and math.isfinite(scaled.attention_factor):
        return scaled
    raise ConfigError(kind.entries.key("factor"), "such that frequencies are finite", kind.factor)


def _in_training(kind: LayerType, model_type: str) -> LayerType:
    """Without the rule, unless the trained length includes it or pairs stand still."""
    if kind.rule.name == "Linear" and model_type in SCALED_ALREADY:
        return kind
    if kind.rule.name == "Proportional":
        return replace(kind, factor=1.0)
    return replace(kind, rule=RULES["Unscaled"], factor=None, arguments={})


def first_target(config: ModelConfig) -> int:
    """The length to look at unless asked: the longest that any of its layers is written for, tokens."""
    claims = [lengths(kind, config.model_type).claimed for kind in config.layer_types]
    return max([*claims, 2])
