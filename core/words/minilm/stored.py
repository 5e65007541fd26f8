"""The weights of all-MiniLM-L6-v2 as `training/minilm.py` stores them: rounded to 8 bits, in one file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.numeric.once import computed_once

FILE = Path(__file__).with_name("weights.npz")  # its origin is told in the .json beside it
MATRICES = ("query", "key", "value", "attention_output", "widen", "narrow")  # of each layer
SCALES, BIASES = "_scales", "_biases"  # behind the name of a matrix


@dataclass(frozen=True)
class Rounded:
    """Matrices whose weights are whole numbers from -127 to 127 times the scale of their group."""

    steps: NDArray[np.int8]  # (matrices, groups, weights in a group, columns)
    scales: NDArray[np.float32]  # (matrices, groups, 1, columns)

    def unpack(
        self,
        index: int | Sequence[int],
        room: NDArray[np.float32],  # (size,) at least that of the result, which is written there
    ) -> NDArray[np.float32]:  # (rows, columns)
        """One of the matrices, or several below one another."""
        steps = self.steps[index]
        weights = room[: steps.size].reshape(steps.shape)
        np.copyto(weights, steps)
        weights *= self.scales[index]
        return weights.reshape(-1, steps.shape[-1])


@dataclass(frozen=True)
class Weights:
    """What the model has learned, dimensionless; a matrix is multiplied from the right."""

    vocabulary: Mapping[str, int]  # row of each piece in words
    words: Rounded  # a matrix of one column for each piece
    positions: NDArray[np.float32]  # (512, 384)
    segment: NDArray[np.float32]  # (384,) of the first of two texts, which every token here belongs to
    matrices: Mapping[str, Rounded]  # by name, one a layer
    biases: Mapping[str, NDArray[np.float32]]  # (layers, columns)
    norms: Mapping[str, NDArray[np.float32]]  # (layers, 2, 384) gain and offset; "input_norm" has one
    # room for one matrix; in float32 all would take 42 MB, and fresh memory for each 20 ms a sentence
    room: NDArray[np.float32]

    def matrix(self, name: str, layer: int) -> NDArray[np.float32]:
        """A matrix (rows, columns), which stands until the next one is asked for."""
        return self.matrices[name].unpack(layer, self.room)

    def rows(self, pieces: Sequence[int]) -> NDArray[np.float32]:
        """Rows of the table of words (n, 384)."""
        room = np.empty((len(pieces), self.positions.shape[1]), np.float32)
        return self.words.unpack(pieces, room.ravel()).reshape(room.shape)


@computed_once(most=1)
def weights() -> Weights:
    """All of the model, read when it is first asked for; 30 MB in memory."""
    return assemble(_read())


@cache
def position_table() -> NDArray[np.float64]:
    """The learned table of positions of shape (512, 384), read-only; nothing else of the model is read."""
    table: NDArray[np.float64] = _read("positions")["positions"].astype(np.float64)
    table.setflags(write=False)
    return table


def assemble(arrays: Mapping[str, NDArray[Any]]) -> Weights:
    """The weights of the arrays of the file; where these are not rounded, neither are the weights."""
    pieces = arrays["vocabulary"].tobytes().decode("utf-8").splitlines()
    scales = {name: arrays[name + SCALES].astype(np.float32) for name in ("words", *MATRICES)}
    matrices = {name: Rounded(arrays[name], scales[name]) for name in scales}
    return Weights(
        vocabulary={piece: row for row, piece in enumerate(pieces)},
        words=matrices.pop("words"),
        positions=arrays["positions"].astype(np.float32),
        segment=arrays["segment"],
        matrices=matrices,
        biases={name: arrays[name + BIASES] for name in MATRICES},
        norms={name: arrays[name] for name in ("input_norm", "attention_norm", "output_norm")},
        room=np.empty(max(arrays[name][0].size for name in MATRICES), np.float32),
    )


def _read(*names: str) -> dict[str, NDArray[Any]]:
    """Arrays of the file by name; all of them where none is named."""
    if not FILE.exists():
        raise FileNotFoundError(
            f"{FILE.name} must lie in {FILE.parent}: it holds the weights of all-MiniLM-L6-v2. The repository, the "
            "wheel and the image have it, and `python -m training.minilm` makes it again."
        )
    with np.load(FILE, allow_pickle=False) as file:
        return {name: file[name] for name in names or file.files}
