"""all-MiniLM-L6-v2, a released model of 22.7 million parameters, in plain NumPy.

A BERT of six layers with twelve heads of 32 features each; a row of a learned table tells each token its position.
Its sentence embeddings are used for search. Its weights are rounded to 8 bits here.

Source: Devlin et al. 2018, https://arxiv.org/abs/1810.04805; Wang et al. 2020, https://arxiv.org/abs/2002.10957;
https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.inputs.checked import as_real
from core.numeric.once import computed_once
from core.words.minilm import stored
from core.words.minilm.stored import Weights
from core.words.minilm.wordpiece import tokens
from core.words.sentence import cosine
from core.words.transformer import attention_weights, layer_norm

LAYERS, HEADS, ROWS = 6, 12, 512
EPSILON = 1e-12  # of the layer norms, as the model's config has it
KEPT = 16  # runs, of at most 0.3 MB each


@dataclass(frozen=True)
class Run:
    """What the model makes of a sentence; the arrays are read-only."""

    tokens: tuple[str, ...]  # (n,) from [CLS] to [SEP]
    position_ids: NDArray[np.int_]  # (n,) row of the table that each token got; none of them if positions is False
    attention: NDArray[np.float32]  # (6, 12, n, n) share of each query token (row) on each key token; rows sum to 1
    embedding: NDArray[np.float64]  # (384,) mean over all tokens, norm 1
    is_cut: bool  # whether the sentence goes on behind these tokens


def run(sentence: str, position_ids: ArrayLike | None = None, *, positions: bool = True) -> Run:
    """Read a sentence.

    Parameters
    ----------
    sentence : str
        Untrusted. Its first 30 tokens are read, between [CLS] and [SEP].
    position_ids : array_like of shape (n,) or None
        The row of the learned table for each token, whole numbers from 0 to 511. None for 0 … n - 1.
    positions : bool
        Whether the table is added at all.

    Returns
    -------
    run : Run
        Tokens, attention of all heads and the sentence's embedding.

    Raises
    ------
    ValueError
        If sentence is not text, or position_ids are not one whole number from 0 to 511 for each token.
    FileNotFoundError
        If the file of weights is missing.
    """
    if not isinstance(sentence, str):
        raise ValueError(f"sentence must be text, got {sentence!r:.80}")
    pieces, is_cut = tokens(sentence, stored.weights().vocabulary)
    ids = range(len(pieces)) if position_ids is None else _checked_ids(position_ids, len(pieces))
    return _run(pieces, tuple(ids), bool(positions), is_cut)


def likeness(first: Run, second: Run) -> float:
    """Cosine between the embeddings of two sentences, from -1 to 1."""
    return cosine(first.embedding, second.embedding)


def _checked_ids(position_ids: ArrayLike, count: int) -> list[int]:
    ids = as_real(position_ids, "position_ids")
    if ids.shape != (count,):
        raise ValueError(f"position_ids must be one for each of the {count} tokens, got the shape {ids.shape}")
    wrong = ids[(ids % 1 != 0) | (ids < 0) | (ids >= ROWS)]
    if wrong.size:
        raise ValueError(f"position_ids must be whole numbers from 0 to {ROWS - 1}, got {wrong[0]:g}")
    return [int(each) for each in ids]


@computed_once(most=KEPT)
def _run(pieces: tuple[str, ...], position_ids: tuple[int, ...], positions: bool, is_cut: bool) -> Run:
    weights, ids = stored.weights(), np.array(position_ids)
    rows = [weights.vocabulary[piece] for piece in pieces]
    shares, state = forward(weights, rows, ids if positions else None)
    mean = state.mean(axis=0, dtype=np.float64)  # (384,)
    embedding = mean / np.linalg.norm(mean)
    for array in (ids, shares, embedding):
        array.setflags(write=False)
    return Run(pieces, ids, shares, embedding, is_cut)


def forward(
    weights: Weights,
    rows: Sequence[int],  # (n,) of the table of words
    position_ids: NDArray[np.int_] | None,  # (n,) of the table of positions, which None leaves out
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Attention of all heads (layers, heads, n, n), and the state after the last layer (n, d_model).

    One call at a time for the same weights, which have room for one matrix; `run` sees to that.
    """
    state = weights.rows(rows) + weights.segment
    if position_ids is not None:
        state = state + weights.positions[position_ids]
    state = _normalise(state, weights.norms["input_norm"][0])  # (n, d_model)
    every = []
    for layer in range(LAYERS):
        shares, change = _attend(weights, layer, state)
        every.append(shares)
        state = _normalise(state + change, weights.norms["attention_norm"][layer])
        hidden = gelu(_linear(weights, "widen", layer, state))  # (n, 4 d_model)
        state = _normalise(state + _linear(weights, "narrow", layer, hidden), weights.norms["output_norm"][layer])
    return np.stack(every), state


def _attend(weights: Weights, layer: int, state: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Attention of the heads of a layer (heads, n, n), and what it adds to the state (n, d_model)."""
    query, key, value = (
        _linear(weights, name, layer, state).reshape(len(state), HEADS, -1).swapaxes(0, 1)
        for name in ("query", "key", "value")
    )  # (heads, n, head_dim)
    shares = attention_weights(query, key)
    outputs = (shares @ value).swapaxes(0, 1).reshape(state.shape)
    return shares, _linear(weights, "attention_output", layer, outputs)


def _linear(weights: Weights, name: str, layer: int, inputs: NDArray[Any]) -> NDArray[Any]:
    return inputs @ weights.matrix(name, layer) + weights.biases[name][layer]


def _normalise(inputs: NDArray[Any], gain_and_offset: NDArray[np.float32]) -> NDArray[Any]:
    gain, offset = gain_and_offset
    return layer_norm(inputs, epsilon=EPSILON) * gain + offset


def gelu(inputs: NDArray[Any]) -> NDArray[Any]:
    """Each number times the chance that a normal one is below it, x Φ(x), in the inputs' precision.

    Source: Hendrycks and Gimpel 2016, section 2, https://arxiv.org/abs/1606.08415
    """
    return inputs * (1 + erf(inputs / np.sqrt(2, dtype=inputs.dtype))) / 2


def erf(inputs: NDArray[Any]) -> NDArray[Any]:
    """The error function within 1.5e-7, which is float32's rounding; `math.erf` takes one number, 20 times as long.

    Source: Abramowitz and Stegun 1964, formula 7.1.26
    """
    t = 1 / (1 + 0.3275911 * np.abs(inputs))
    polynomial = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return np.copysign(1 - polynomial * np.exp(-(inputs**2)), inputs)
