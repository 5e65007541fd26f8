"""Maps that a browser looks up hold what the formula gives for each patch."""

import numpy as np
import pytest

from core.beyond_text.likeness import likeness
from core.beyond_text.patch_maps import FEATURES, TRAINED, patch_maps


@pytest.mark.parametrize("squeeze", [False, True])
@pytest.mark.parametrize("grid", [(14, 14), (5, 9), (1, 6), (1, 1)])
def test_a_map_is_the_likeness_of_every_patch(grid, squeeze):
    maps = patch_maps(*grid, squeeze=squeeze)
    for patch in {(0, 0), (grid[0] - 1, grid[1] // 2), (grid[0] // 2, grid[1] - 1)}:
        for scheme, dim in FEATURES.items():
            wanted = likeness(scheme, patch, *grid, dim=dim, trained=TRAINED, squeeze=squeeze)
            found = maps.likeness(scheme, patch)
            np.testing.assert_allclose(found.values, wanted.values, atol=1e-12)
            assert found.neighbour == pytest.approx(wanted.neighbour, abs=1e-12)
            assert found.corner == pytest.approx(wanted.corner, abs=1e-12)


def test_the_first_look_has_the_numbers_of_the_released_sizes():
    """MAE at 768 features: measured in NumPy on the released formula, right neighbour and far corner."""
    mae = patch_maps(14, 14).likeness("MAE", (7, 7))
    assert (round(mae.neighbour, 3), round(mae.corner, 3)) == (0.986, 0.734)
