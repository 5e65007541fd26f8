"""Random embeddings of words."""

import unicodedata

import numpy as np


def embed(tokens, d_model, seed=0, scaled=True, features=None):
    """A row for each token, of the first so many features; a word has the same row in every sentence."""

    def row(token):
        form = unicodedata.normalize("NFC", unicodedata.normalize("NFC", token).casefold())
        return np.random.default_rng([seed, *form.encode()]).standard_normal(features or d_model)

    return np.array([row(token) for token in tokens]) / (1 if scaled else np.sqrt(d_model))
