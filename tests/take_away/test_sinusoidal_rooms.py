"""The script of the room Matrix, whose pixels are means; test_every_picture.py tests the rest."""

import numpy as np

from core.sinusoidal.block_means import block_means
from tests.take_away.calling import columns_of_scripts

SHAPE = {"d_model": 2000, "length": 1000, "base": 1e4, "scale": 1.0}


def test_a_pixel_is_the_mean_of_the_cells_that_it_covers():
    [columns] = columns_of_scripts([("matrix/pixels", SHAPE)])
    means = block_means(**SHAPE, rows=340, columns_=768)
    assert columns["position"] == (np.arange(len(means.values)) * means.positions).tolist()
    for i, values in enumerate(means.values.T):
        np.testing.assert_allclose(columns[str(i * means.dimensions)], values, rtol=1e-11, atol=1e-11)
