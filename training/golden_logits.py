"""Logits of PyTorch for the tests of core: `python -m training.golden_logits`, after `training.extrapolation`."""

from pathlib import Path

import numpy as np
import torch

from core.long_context.trained.stored import FOLDER, LENGTH, held_out, provenance
from training.extrapolation import loaded, logits, rotation

TARGET = Path(__file__).parents[1] / "tests/core/long_context/trained/logits.npz"


@torch.no_grad()
def last_rows(name: str) -> np.ndarray:
    """Of the first held-out text, at the last three of 512 positions, or of the rows of a learned table."""
    said = provenance(name)
    tokens = held_out()[0][: LENGTH if said["scheme"] == "learned" else 4 * LENGTH]
    turn = rotation(said["rule"], LENGTH) if "rule" in said else {}
    found = logits(loaded(FOLDER / f"{name}.npz"), torch.from_numpy(tokens[None]), said["scheme"], **turn)
    return found[0, -3:].numpy()


if __name__ == "__main__":
    names = [file.stem for file in sorted(FOLDER.glob("text_*.npz"))]
    np.savez_compressed(TARGET, **{name: last_rows(name) for name in names})
