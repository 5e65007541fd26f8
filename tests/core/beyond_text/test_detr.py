import numpy as np
import pytest

from core.beyond_text.detr import detr_learned, detr_sine
from tests.core.oracle import EPS, error, frequency, mp


@pytest.mark.parametrize("normalize", [True, False])
@pytest.mark.parametrize("base", [10_000, 20])
def test_every_cell_is_as_exact_as_its_angle_allows(base, normalize):
    height, width, features = 5, 4_000, 12
    mask = np.ones((height, width))
    mask[3:], mask[:, 3_900:] = 0, 0
    table = detr_sine(mask, features, base=base, normalize=normalize)
    for y, x in ((0, 0), (2, 77), (1, 3_899), (2, 3_999), (4, 5)):
        for column in (0, 3, features - 1, features, features + 5, 2 * features - 1):
            line, upto = (mask[:, x], y) if column < features else (mask[y], x)
            angle = int(line[: upto + 1].sum()) * frequency(column % features // 2, features // 2, base)
            if normalize:
                angle *= 2 * mp.pi / (int(line.sum()) + mp.mpf("1e-6"))
            exact = mp.cos(angle) if column % 2 else mp.sin(angle)
            assert error(table[y, x, column], exact) <= 4 * EPS * (1 + float(angle))


def test_coordinates_start_at_one_and_stand_still_on_padding():
    mask = np.ones((3, 5))
    mask[2:], mask[:, 4:] = 0, 0
    table = detr_sine(mask, 2, normalize=False)  # sin y, cos y, sin x, cos x
    np.testing.assert_allclose(
        table[..., 0], np.sin([[1, 1, 1, 1, 0], [2, 2, 2, 2, 0], [2, 2, 2, 2, 0]]), atol=1e-15
    )
    np.testing.assert_allclose(table[:2, :, 2], [np.sin([1, 2, 3, 4, 4])] * 2, atol=1e-15)


def test_normalised_the_fastest_wave_makes_one_turn_on_every_size():
    for height, width in ((4, 6), (40, 60)):
        table = detr_sine(np.ones((height, width)), 8)
        angles = np.unwrap(np.arctan2(table[:, 0, 0], table[:, 0, 1]))
        np.testing.assert_allclose(angles, 2 * np.pi * np.arange(1, height + 1) / height, rtol=1e-6)


@pytest.mark.parametrize(("base", "neighbour", "corner"), [(10_000, 0.9995, 0.81), (20, 0.9985, 0.45)])
def test_neighbours_of_a_large_picture_are_almost_alike(base, neighbour, corner):
    table = detr_sine(np.ones((25, 34)), base=base).reshape(25 * 34, -1)
    middle = table[12 * 34 + 17]
    likeness = table @ middle / (middle @ middle)
    assert round(likeness[12 * 34 + 18], 4) == neighbour
    assert round(likeness[0], 2) == corner


def test_a_line_of_padding_divides_nothing_by_zero():
    assert np.isfinite(detr_sine(np.zeros((2, 3)), 4)).all()


def test_the_learned_variant_has_x_first():
    rows, columns = np.arange(6).reshape(2, 3), 10 + np.arange(4).reshape(4, 1)
    table = detr_learned(rows, columns)
    assert table.shape == (2, 4, 4)
    np.testing.assert_array_equal(table[1, 3], [13, 3, 4, 5])
