"""A learned table in PyTorch: one trained row for every position, and none beyond."""

from pathlib import Path

import numpy as np
import torch


def stored_rows(file="learned.npy"):
    """Rows of a trained table, (positions, d_model), from the working directory or from beside this script."""
    path = Path(file) if Path(file).exists() else Path(__file__).parent / file
    return torch.from_numpy(np.load(path)).double()


def learned(positions, d_model=64, table=None):
    """Rows of shape (n, d_model) for positions of shape (n,), whole tokens; past the end there is no row."""
    rows = stored_rows() if table is None else table
    positions = torch.as_tensor(positions, device=rows.device)
    if d_model != rows.shape[1]:
        raise ValueError(f"d_model must be the table's width {rows.shape[1]}, got {d_model}")
    if torch.any((positions < 0) | (positions >= len(rows)) | (positions % 1 > 0)):
        raise ValueError(f"positions must be rows 0 … {len(rows) - 1}")
    return torch.nn.functional.embedding(positions.long(), rows)
