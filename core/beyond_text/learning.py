"""How fast an infinitely wide network learns a signal, wave by wave: a closed form, without training anything.

Such a network under gradient flow is kernel regression with its neural tangent kernel: the error shrinks by
exp(−λt) along each eigenvector. Honest limits: infinite width, no biases in hidden layers, one coordinate.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.fourier import gaussian_directions, gaussian_features, nerf_features
from core.beyond_text.sizes import array, as_shape, up_to
from core.inputs.checked import Reals, checked
from core.inputs.parameter import Choice, whole

HIDDEN_LAYERS = 3
MAX_SAMPLES = 256  # of a signal; the eigenvectors of 64 take 1 ms
BETWEEN = 8  # points between two samples' centres at which a learned signal is shown
DIRECTIONS = 128  # of Gaussian features
SEED = 1  # of these directions
MAX_SIGMA = 1_000.0  # turns over the signal
MAX_TIME = 1e9
ENCODING = Choice("encoding", "What the network is told of a place.", ("plain", "gaussian", "octaves"))


@dataclass(frozen=True, eq=False)
class Learner:
    """A network that gets places on a line from 0 to 1 in some encoding, ready to learn any signal on them.

    Two learners are equal only if they are the same object, so that results can be kept by learner.
    """

    places: NDArray[np.float64]  # (n,) of the samples: the centres of n equal parts
    between: NDArray[np.float64]  # (m,) where the learned signal is evaluated
    # (n,) eigenvalues of the kernel, ascending: how fast each eigenvector is learned, 1 over time
    rates: NDArray[np.float64]
    vectors: NDArray[np.float64]  # (n, n) eigenvectors in columns
    across: NDArray[np.float64]  # (m, n) kernel between those places and the samples


@dataclass(frozen=True)
class LearnedSignal:
    """A signal after some time of learning."""

    between: NDArray[np.float64]  # (m,) what the network says everywhere
    error: float  # mean square of what is left at the samples


@lru_cache(maxsize=32)
@checked(whole("samples", 2, MAX_SAMPLES), ENCODING, up_to("sigma", MAX_SIGMA), whole("octaves", 1, 16))
def learner(
    samples: int = 64, *, encoding: str = "gaussian", sigma: float = 3.0, octaves: int = 5
) -> Learner:  # features are scaled so that their squares sum to 1, but for "plain"
    """The network with an encoding of a place: itself, 128 random frequencies, or NeRF's octaves with π [1] [2].

    [1] Tancik et al. 2020, sections 3 and 4, https://arxiv.org/abs/2006.10739
    [2] Jacot et al. 2018, section 4, https://arxiv.org/abs/1806.07572
    """
    places, between = centres(samples), centres(BETWEEN * samples)
    features = _encode_places(np.concatenate([places, between]), encoding, sigma, octaves)
    kernel = relu_kernel(features, features[:samples])  # (n + m, n)
    rates, vectors = np.linalg.eigh(kernel[:samples])
    teacher = Learner(places, between, np.maximum(rates, 0.0), vectors, kernel[samples:])
    for each in vars(teacher).values():
        each.setflags(write=False)
    return teacher


def _a_value_each(teacher: Learner, signal: NDArray[np.float64]) -> None:
    as_shape(signal, "signal", len(teacher.places))


@checked(array("signal", None), up_to("time", MAX_TIME), together=_a_value_each)
def learn_signal(teacher: Learner, signal: Reals, time: float) -> LearnedSignal:  # signal: (n,) at its places
    r"""What the network says of a signal after a time t.

    .. math:: K_{*} K^{-1} (1 - e^{-Kt})\, y

    Source: Lee et al. 2019, section 2.2, equations 8 and 9, https://arxiv.org/abs/1902.06720
    """
    parts = teacher.vectors.T @ signal  # (n,) of the signal along each eigenvector
    unlearned_share = np.exp(-teacher.rates * time)  # (n,) share that is not learned yet
    learned_share = np.where(teacher.rates > 0, -np.expm1(-teacher.rates * time), 0.0)
    weights = teacher.vectors @ (parts * learned_share / np.where(teacher.rates > 0, teacher.rates, 1.0))
    rest = teacher.vectors @ (parts * unlearned_share)
    return LearnedSignal(teacher.across @ weights, float(np.mean(rest**2)))


def _below_half_of_the_samples(teacher: Learner, waves: NDArray[np.float64]) -> None:
    half = len(teacher.places) / 2
    if waves.size and not (waves.min() > 0 and waves.max() < half):
        bad = waves[(waves <= 0) | (waves >= half)][0]
        raise ValueError(f"waves must be above 0 and below half of the samples = {half:g}, got {bad}")


@checked(array("waves", None), together=_below_half_of_the_samples)
def halving_times(teacher: Learner, waves: Reals) -> NDArray[np.float64]:
    """Time after which half of the squared error of each pure sine wave is left, shape (k,).

    Waves are periods from 0 to 1, greater than 0 and less than half of the samples. Found by bisection of a sum of
    falling exponentials, to 1 part in 10^12; infinite where it takes longer than MAX_TIME.
    """
    return _halving_times(teacher, tuple(waves.tolist()))


@lru_cache(maxsize=8)  # 1 ms each; few, as each keeps its teacher
def _halving_times(teacher: Learner, waves: tuple[float, ...]) -> NDArray[np.float64]:
    shares = _shares(teacher, waves)
    low, high = np.full(shares.shape[1], np.log(1e-9)), np.full(shares.shape[1], np.log(MAX_TIME))
    for _ in range(48):
        middle = (low + high) / 2  # (k,) logarithm of the time
        remainder = (np.exp(-2 * np.outer(teacher.rates, np.exp(middle))) * shares).sum(axis=0)
        low, high = np.where(remainder > 0.5, middle, low), np.where(remainder > 0.5, high, middle)
    times = np.where(np.isclose(high, np.log(MAX_TIME)), np.inf, np.exp(high))
    times.setflags(write=False)
    return times


def relu_kernel(
    features: NDArray[np.float64],  # (n, d)
    others: NDArray[np.float64],  # (m, d)
    hidden: int = HIDDEN_LAYERS,  # layers with ReLU
) -> NDArray[np.float64]:  # (n, m)
    """Neural tangent kernel of an infinitely wide ReLU network without biases.

    Source: Arora et al. 2019, section 3.1, https://arxiv.org/abs/1904.11955 (with He's weights: their c = 2)
    """
    covariance = features @ others.T
    sizes = np.sqrt(np.outer((features**2).sum(axis=1), (others**2).sum(axis=1)))  # the same in every layer
    kernel = covariance
    for _ in range(hidden):
        cosine = np.clip(covariance / np.where(sizes > 0, sizes, 1.0), -1.0, 1.0)
        share = 1 - np.arccos(cosine) / np.pi  # of the units that both inputs switch on
        covariance = sizes * (np.sqrt(1 - cosine**2) / np.pi + share * cosine)
        kernel = kernel * share + covariance
    return kernel


def _shares(teacher: Learner, waves: tuple[float, ...]) -> NDArray[np.float64]:
    """Share of the square of each wave along each eigenvector, shape (n, k); columns sum to 1."""
    along = teacher.vectors.T @ np.sin(2 * np.pi * np.outer(teacher.places, waves))  # (n, k)
    return along**2 / (along**2).sum(axis=0)


def _encode_places(places: NDArray[np.float64], encoding: str, sigma: float, octaves: int) -> NDArray[np.float64]:
    """Features (n, d) of places (n,)."""
    column = places[:, np.newaxis]
    if encoding == "plain":
        return np.hstack([column, np.ones_like(column)])
    if encoding == "octaves":
        features = nerf_features(2 * column - 1, octaves, with_pi=True, include_input=False)
        return features / np.sqrt(octaves)
    return gaussian_features(column, random_frequencies(sigma)) / np.sqrt(DIRECTIONS)


def random_frequencies(sigma: float) -> NDArray[np.float64]:
    """Frequencies of the Gaussian features, turns from 0 to 1, shape (DIRECTIONS, 1)."""
    return gaussian_directions(DIRECTIONS, 1, sigma, SEED)


def centres(count: int) -> NDArray[np.float64]:
    """Centres of equal parts of the line from 0 to 1, shape (count,)."""
    return (np.arange(count) + 0.5) / count
