"""Tables as NumPy's files."""

import io

import numpy as np


def npy(values, **options):
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.asanyarray(values), **options)
    return stream.getvalue()


def npz(*, compressed=True, **arrays):
    stream = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(stream, **arrays)
    return stream.getvalue()
