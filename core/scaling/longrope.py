"""LongRoPE: a searched divisor for every pair, one list for short texts and one for long."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.inputs.checked import Reals, checked, reals
from core.inputs.finding import Finding, error, info, number
from core.inputs.parameter import whole
from core.scaling import engines
from core.scaling.entry import FACTOR, ORIGINAL_LENGTH, Entry, as_attention_factor, read_attention, read_ratios
from core.scaling.layers import Frequencies, Layers
from core.scaling.rule import Rule

# Divisors that were searched for Phi-3-mini-128k, 4,096 → 131,072 tokens, as released in April 2024.
PHI3_SHORT = (
    *(1.05,) * 3, *(1.1,) * 3, 1.25, 1.25, 1.4, 1.45, 1.55, 1.85, 1.9, *(2.0,) * 19, 2.1, 2.1, 2.2, *(2.35,) * 4,
    2.4, 2.4, 2.65, 2.7, 2.9, 2.95, *(3.05,) * 3,
)  # fmt: skip
PHI3_LONG = (
    1.03, 1.05, 1.05, 1.08, 1.23, 1.23, 1.3, 1.45, 1.6, 1.65, 1.9, 2.86, 3.69, 5.42, 5.49, 5.49, 9.09, 11.58,
    15.66, 15.77, 15.79, 18.36, 21.99, 23.08, 30.01, 32.35, 32.59, 35.56, 39.95, 53.84, 56.2, 57.95, 59.29, 59.77,
    59.92, 61.19, 61.96, 62.5, 63.37, 63.48, 63.48, 63.66, 63.85, 64.08, 64.76, 64.8, 64.81, 64.81,
)  # fmt: skip


def _one_a_pair(frequencies: NDArray[np.float64], short_factor: Any, long_factor: Any) -> None:
    for name, divisors in (("short_factor", short_factor), ("long_factor", long_factor)):
        if divisors.shape != frequencies.shape or not (divisors > 0).all():
            pairs, law = len(frequencies), "numbers greater than 0, one a pair"
            raise ValueError(f"{name} must be {pairs} {law}, got shape {divisors.shape}")


@checked(ORIGINAL_LENGTH, together=_one_a_pair, **reals("short_factor", "long_factor"))
def longrope(
    frequencies: Reals,
    *,
    original: float,
    short_factor: Sequence[float],
    long_factor: Sequence[float],
    sequence_length: float | None = None,
) -> NDArray[np.float64]:
    """Divide each frequency by its own divisor [1]_.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        Radians per token.
    original : float
        L, tokens.
    short_factor, long_factor : sequence of float, length n
        Divisors for texts of up to L tokens, and for longer ones; all tokens of a text have the same divisors.
    sequence_length : float or None
        Tokens; None means a short text.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    References
    ----------
    .. [1] Ding et al. 2024, section 3, https://arxiv.org/abs/2402.13753
    """
    is_long = sequence_length is not None and sequence_length > original
    return frequencies / (long_factor if is_long else short_factor)


@checked(
    ORIGINAL_LENGTH,
    attention_factor=as_attention_factor,
    short_mscale=as_attention_factor,
    long_mscale=as_attention_factor,
)
def longrope_attention(
    factor: float,
    original: float,
    *,
    attention_factor: float | None = None,
    short_mscale: float | None = None,
    long_mscale: float | None = None,
    sequence_length: float | None = None,
) -> float:
    r"""Factor on cosine and sine; scores grow by its square [1]_.

    :math:`\sqrt{1 + \ln s / \ln L}` unless given.

    Parameters
    ----------
    factor : float
        s, dimensionless, > 0.
    original : float
        L, tokens.
    attention_factor : float or None
        Taken as it is where given.
    short_mscale, long_mscale : float or None
        Taken as they are where given, for texts of up to L tokens and for longer ones.
    sequence_length : float or None
        Tokens; None means a short text.

    Returns
    -------
    factor : float
        Dimensionless; 1 for s up to 1.

    >>> round(longrope_attention(32, 4096), 4)
    1.1902

    References
    ----------
    .. [1] Microsoft, Phi-3 model code, and Hugging Face transformers 5.23, rule "longrope",
       https://huggingface.co/docs/transformers/internal/rope_utils
    """
    is_long = sequence_length is not None and sequence_length > original
    for stated_factor in (long_mscale if is_long else short_mscale, attention_factor):
        if stated_factor is not None:
            return stated_factor
    return longer_softmax(factor, original)


@checked(FACTOR, ORIGINAL_LENGTH)
def longer_softmax(factor: float, original: float) -> float:
    """What keeps the entropy of a softmax that sees `factor` times as many tokens."""
    return math.sqrt(1 + math.log(max(factor, 1)) / math.log(original))


@checked(whole("pairs"), **reals("divisors"))
def resample(divisors: ArrayLike, pairs: int) -> NDArray[np.float64]:
    """A list of divisors above 0 for another number of pairs, even on a logarithmic scale between its entries.

    >>> resample([1, 4, 64], 5)
    array([ 1.,  2.,  4., 16., 64.])
    """
    logarithms = np.log2(divisors)
    places = np.linspace(0, len(logarithms) - 1, pairs)
    return 2 ** np.interp(places, np.arange(len(logarithms)), logarithms)


def phi3_divisors(pairs: int) -> Mapping[str, Any]:
    """The lists of Phi-3 for another number of pairs, as arguments of `longrope`."""
    return {"short_factor": resample(PHI3_SHORT, pairs), "long_factor": resample(PHI3_LONG, pairs)}


def divisor_lists(layers: Layers) -> Iterator[Finding]:
    """A list has another length than there are pairs."""
    pairs = layers.rotary_dim // 2
    for name in ("short_factor", "long_factor"):
        values = layers.arguments[name]
        if len(values) == pairs:
            continue
        yield error(
            layers.entries.key(name),
            f"{name} has {number(len(values))} numbers, but {number(pairs)} pairs of features turn.",
            f"Each pair is divided by its own number, so none of {number(pairs)} has a frequency. Likely the list "
            "was made for other heads, or for another share of the head that turns.",
            f"Write {number(pairs)} numbers in {name}, or let {number(2 * len(values))} features turn; the numbers "
            "come from a search, which the file does not tell.",
        )


def two_lists(layers: Layers) -> Iterator[Finding]:
    """The lists change at a length, for all tokens of a text."""
    short, long = (np.asarray(layers.arguments[name]) for name in ("short_factor", "long_factor"))
    if short.shape != long.shape or (short == long).all():
        return
    if (layers.context or math.inf) <= (layers.original or 0):  # no text that is claimed is long
        return
    most = float(np.max(long / short))
    yield info(
        layers.entries.key("long_factor"),
        f"Texts of more than {number(layers.original or 0)} tokens are turned by long_factor, shorter ones by "
        "short_factor.",
        f"A pair turns up to {number(most)} times more slowly from there on: keys that were cached before a text "
        "grows beyond are wrong, and so is a program that chooses the list by its limit instead of by the text.",
        "Nothing has to change in the file: compute the cache anew when a text passes this length, or serve all "
        "texts with one of the lists.",
        source="https://github.com/vllm-project/vllm/issues/27431",
    )


def _by_lengths(layers: Layers, length: float | None) -> Frequencies:
    """SGLang and vLLM take claimed ÷ trained length for the attention factor, and read no attention_factor.

    vLLM chooses the list by the longest text that it accepts, the length in training unless more is asked for.
    """
    original = layers.original or 2
    mscales = {name: layers.arguments.get(name) for name in ("short_mscale", "long_mscale")}
    factor = (layers.context or original) / original
    attention = longrope_attention(factor, original, sequence_length=length, **mscales)
    return Frequencies(layers.frequencies(length).inverse, attention)


def _both_mscales(layers: Layers, target: int) -> engines.Options:
    """Entries for the attention factor where it does not follow from both lengths."""
    original = layers.original or 2
    lengths = {"short_mscale": original, "long_mscale": original + 1}
    factors = {name: layers.frequencies(length).attention_factor for name, length in lengths.items()}
    by_lengths = {name: _by_lengths(layers, length).attention_factor for name, length in lengths.items()}
    return engines.Options(entries={} if by_lengths == factors else factors)


RULE = Rule(
    name="LongRoPE",
    keys=("longrope", "su"),
    year=2024,
    source="Ding et al., section 3, [2402.13753](https://arxiv.org/abs/2402.13753)",
    look=("ink", "dash"),
    function=longrope,
    slower=False,  # searched divisors may be below 1
    attention=longrope_attention,
    entries=(
        Entry("short_factor", read_ratios, required_law="a list of numbers, one a pair", per_pair=True),
        Entry("long_factor", read_ratios, required_law="a list of numbers, one a pair", per_pair=True),
        Entry("attention_factor", read_attention),
        Entry("short_mscale", read_attention),
        Entry("long_mscale", read_attention),
    ),
    needs_original=True,
    factor_is_quotient=True,
    factor_tells_reach=False,
    engines={engines.VLLM: _both_mscales, engines.SGLANG: _both_mscales},
    read_by={engines.VLLM: _by_lengths, engines.SGLANG: _by_lengths},
    checks=(divisor_lists, two_lists),
    example_arguments=phi3_divisors,
)
