"""An infinitely wide network that learns a signal: gradient flow with its neural tangent kernel."""

import numpy as np

from take_away.beyond_text.fourier import octave_features, random_features


def centres(count):
    """Centres of equal parts of the line from 0 to 1."""
    return (np.arange(count) + 0.5) / count


def signal_at(places, signal, drawn):
    """The signal at places from 0 to 1; a drawn one is given in hundredths."""
    if signal == "drawn":
        return np.interp(places, centres(len(drawn)), np.array(drawn) / 100)
    if signal == "steps":
        return np.where(np.floor(5 * places) % 2 == 0, 1.0, -1.0)
    return sum(size * np.sin(2 * np.pi * periods * places) for periods, size in [(1, 0.5), (4, 0.3), (10, 0.2)])


def encoded(places, encoding, sigma, octaves):
    """What the network is told of places, shape (n, features): "plain", "gaussian" or "octaves"."""
    column = places[:, np.newaxis]
    if encoding == "plain":
        return np.hstack([column, np.ones_like(column)])
    if encoding == "octaves":
        return octave_features(2 * column - 1, octaves) / octaves**0.5
    directions = sigma * np.random.default_rng(1).standard_normal((128, 1))
    return random_features(column, directions) / 128**0.5


def tangent_kernel(features, others, hidden=3):
    """Neural tangent kernel of a ReLU network without biases, shape (n, m)."""
    covariance = features @ others.T
    sizes = np.sqrt(np.outer((features**2).sum(axis=1), (others**2).sum(axis=1)))
    kernel = covariance
    for _ in range(hidden):
        cosine = np.clip(covariance / np.where(sizes > 0, sizes, 1), -1, 1)
        share = 1 - np.arccos(cosine) / np.pi  # of the units that both switch on
        covariance = sizes * (np.sqrt(1 - cosine**2) / np.pi + share * cosine)
        kernel = kernel * share + covariance
    return kernel


def network(samples, encoding, sigma=3.0, octaves=5):
    """Rates and eigenvectors of the kernel at the samples, and the kernel of points between them."""
    places = np.concatenate([centres(samples), centres(8 * samples)])
    features = encoded(places, encoding, sigma, octaves)
    kernel = tangent_kernel(features, features[:samples])
    rates, vectors = np.linalg.eigh(kernel[:samples])
    return np.maximum(rates, 0), vectors, kernel[samples:]


def learn(rates, vectors, across, values, time):
    """What the network says everywhere after a time, and the mean squared error at the samples."""
    parts = vectors.T @ values
    done = np.where(rates > 0, -np.expm1(-rates * time), 0)
    rest = vectors @ (parts * np.exp(-rates * time))
    weights = vectors @ (parts * done / np.where(rates > 0, rates, 1))
    return across @ weights, np.mean(rest**2)


def half_times(rates, vectors, waves):
    """Time after which half of the squared error of each pure sine wave is left."""
    along = (vectors.T @ np.sin(2 * np.pi * np.outer(centres(len(rates)), waves))) ** 2
    shares = along / along.sum(axis=0)
    low, high = np.full(len(waves), np.log(1e-9)), np.full(len(waves), np.log(1e9))
    for _ in range(48):
        middle = (low + high) / 2
        left = (np.exp(-2 * np.outer(rates, np.exp(middle))) * shares).sum(axis=0)
        low, high = np.where(left > 0.5, middle, low), np.where(left > 0.5, high, middle)
    return np.exp(high)
