"""Swin's relative position bias: a number for each offset in a window, from a table or a small network."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.coordinates import cartesian_product, grid_coordinates
from core.beyond_text.sizes import MAX_VALUES, array, as_shape, check_both, flag, side
from core.inputs.checked import Reals, checked

STRETCH, LARGEST_BIAS = 8.0, 16.0  # of Swin V2: offsets reach ±8 before the logarithm, biases 0 … 16


def _window(window: Any, name: str = "window", least: int = 1) -> tuple[int, int]:
    height, width = (side(name).check(each) for each in check_both(window, name, "a height and a width"))
    if min(height, width) < least:
        raise ValueError(f"{name} must be at least {least} a side, got {min(height, width)}")
    return height, width


def _few_enough(window: tuple[int, int]) -> None:
    patches = window[0] * window[1]
    if (patches + 1) ** 2 > MAX_VALUES:
        raise ValueError(f"window must have at most {int(MAX_VALUES**0.5) - 1:,} patches, got {patches:,}")


@checked(flag("class_token"), together=_few_enough, window=_window)
def swin_index(window: tuple[int, int], *, class_token: bool = False) -> NDArray[np.int_]:
    """Row of the bias table for each query and key of a window [1]_ [2]_.

    :math:`(y_q - y_k + H - 1)(2W - 1) + (x_q - x_k + W - 1)`: query minus key.

    Parameters
    ----------
    window : (int, int)
        Height H and width W, patches.
    class_token : bool
        BEiT's: token 0 is a class token, with three rows of its own at the end of the table (class to token, token
        to class, class to class).

    Returns
    -------
    index : ndarray of int, shape (tokens, tokens)
        [query, key]; tokens row by row.

    References
    ----------
    .. [1] Liu et al. 2021, section 3.2, https://arxiv.org/abs/2103.14030
    .. [2] Bao et al. 2021, section 2.2, https://arxiv.org/abs/2106.08254
    """
    height, width = window
    y, x = grid_coordinates(height, width).astype(int).T
    index = (np.subtract.outer(y, y) + height - 1) * (2 * width - 1) + np.subtract.outer(x, x) + width - 1
    if not class_token:
        return index
    rows = table_rows(window)
    with_token = np.empty((height * width + 1,) * 2, int)
    with_token[0, :], with_token[:, 0], with_token[0, 0], with_token[1:, 1:] = rows, rows + 1, rows + 2, index
    return with_token


@checked(flag("class_token"), window=_window)
def table_rows(window: tuple[int, int], *, class_token: bool = False) -> int:
    """Number of offsets in a window, (2H − 1)(2W − 1), and of BEiT's three rows."""
    height, width = window
    return (2 * height - 1) * (2 * width - 1) + 3 * class_token


def _pretraining_window(window: Any) -> tuple[int, int]:
    return (0, 0) if window in ((0, 0), [0, 0]) else _window(window, "pretrained_window", 2)


@checked(window=_window, pretrained_window=_pretraining_window)
def offsets(
    window: tuple[int, int], pretrained_window: tuple[int, int] = (0, 0)
) -> NDArray[np.float64]:  # pretrained_window: (0, 0) for the same one
    """Offsets of a window over the largest one in pretraining, times 8: what Swin V2 takes the logarithm of.

    Returns (2 * height - 1, 2 * width - 1, 2) (y, x), dimensionless; ±8 at the largest offset of the pretraining.
    """
    (height, width), of_training = window, window if pretrained_window == (0, 0) else pretrained_window
    largest = [max(length - 1, 1) for length in of_training]
    axes = (np.arange(1 - n, n) * STRETCH / most for n, most in zip(window, largest, strict=True))
    return cartesian_product(*axes).reshape(2 * height - 1, 2 * width - 1, 2)


def log_offsets(window: tuple[int, int], pretrained_window: tuple[int, int] = (0, 0)) -> NDArray[np.float64]:
    r"""Log-spaced offsets of Swin V2, shaped like `offsets`.

    .. math:: \mathrm{sign}(o)\,\log_2(1 + |o|) / \log_2 8

    Source: Liu et al. 2021, section 3.3, https://arxiv.org/abs/2111.09883
    """
    linear = offsets(window, pretrained_window)
    return np.sign(linear) * np.log2(1 + np.abs(linear)) / np.log2(STRETCH)


def _two_layers(layers: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    weights, shift = check_both(layers, "first", "weights and a bias")
    checked_weights = as_shape(weights, "first", None, 2)
    return checked_weights, as_shape(shift, "first", len(checked_weights))


def _of_heads(window: tuple[int, int], first: tuple[Any, Any], second: NDArray[np.float64]) -> None:
    heads, patches = as_shape(second, "second", None, len(first[0])), window[0] * window[1]
    _few_enough(window)
    if len(heads) * patches**2 > MAX_VALUES:
        raise ValueError(f"heads · tokens² must be at most {MAX_VALUES:,}, got {len(heads) * patches**2:,}")


@checked(array("second", None, None), together=_of_heads, window=_window, first=_two_layers)
def continuous_bias(
    window: tuple[int, int],
    first: tuple[Reals, Reals],  # (hidden, 2) weights and bias of the first layer
    second: Reals,  # (heads, hidden) weights of the second layer
    *,
    pretrained_window: tuple[int, int] = (0, 0),
) -> NDArray[np.float64]:  # (heads, tokens, tokens) added to the scores of [query, key], from 0 to 16
    """Swin V2's bias: two layers with ReLU on the log-spaced offsets, then 16 · sigmoid.

    Source: Liu et al. 2021, section 3.3, https://arxiv.org/abs/2111.09883
    """
    weights, shift = first
    logs = log_offsets(window, pretrained_window).reshape(-1, 2)
    hidden = np.maximum(logs @ weights.T + shift, 0)  # (offsets, hidden)
    table = LARGEST_BIAS / (1 + np.exp(-np.clip(hidden @ second.T, -700, 700)))  # (offsets, heads)
    return table[swin_index(window)].transpose(2, 0, 1)
