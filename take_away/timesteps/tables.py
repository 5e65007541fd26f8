"""Tables of embeddings of time as released models compute them, and with a slip."""

import numpy as np

from take_away.beyond_text.timesteps import timestep_embedding


def switches(preset):
    """Shift, whether cosines come first, and the factor on times of a released model."""
    return {
        "DDPM": (1, False, 1.0),
        "Stable Diffusion, DiT": (0, True, 1.0),
        "FLUX": (0, True, 1000.0),
        "fairseq": (1, False, 1.0),
    }[preset]


def table_of(steps, d_model, base, preset, slip="none"):
    """Rows of steps from 0 to 1,000, shape (n, d_model)."""
    shift, cosines_first, scale = switches(preset)
    factor = {"not × 1000": 1e-3, "× 1000 twice": 1e3}.get(slip, 1.0)
    shift = 1 - shift if slip == "shift" else shift
    cosines_first = cosines_first != (slip == "order")
    times = factor * np.asarray(steps) / scale  # as the model is fed
    return timestep_embedding(times, d_model, shift, cosines_first, scale, base)


def cosines(left, right):
    """Cosine of the angle between rows; one row is compared with all."""
    lengths = np.linalg.norm(left, axis=-1) * np.linalg.norm(right, axis=-1)
    return (left * right).sum(axis=-1) / lengths
