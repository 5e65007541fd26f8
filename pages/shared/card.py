"""The card of a room: its question and its small drawing, both in its Markdown, or drawn with numbers from core."""

from functools import cache
from pathlib import Path

import numpy as np

from core.schemes.sinusoidal import sinusoidal
from core.similarity import dot_product
from figures import room_pictures
from pages.shared.words import Words, read

_D_MODEL = 512


@cache
def picture(stem: str) -> str:
    """The drawing of a room as the address of an image."""
    return _PICTURES[stem]() if stem in _PICTURES else room_pictures.drawing(_words(stem)["Card: drawing"])


def question(stem: str) -> str:
    """What a reader may ask whom the room answers."""
    return _words(stem)["Card: question"]


def _words(stem: str) -> Words:
    return read(Path(__file__).parents[1] / f"{stem}.md")


def _matrix() -> str:
    return room_pictures.cells(sinusoidal(6, 10, base=100), limit=1)


def _waves() -> str:
    table = sinusoidal(np.linspace(0, 20, 41), _D_MODEL)  # (41, d_model)
    return room_pictures.curves([table[:, dimension] for dimension in (80, 0)], low=-1, high=1)


def _clocks() -> str:
    return room_pictures.dials(sinusoidal([2], _D_MODEL).reshape(-1, 2)[[0, 22, 45]])


def _similarity() -> str:
    product = dot_product(np.arange(-30, 31), _D_MODEL)
    return room_pictures.curves([product], low=float(product.min()), high=float(product.max()))


def _rope() -> str:
    angles = np.linspace(0, 3 * np.pi, 37)
    return room_pictures.curves([np.cos(angles), -np.cos(angles)], low=-1, high=1)


def _compare() -> str:
    offsets = np.arange(31)
    near = dot_product(offsets, _D_MODEL) / (_D_MODEL / 2)
    return room_pictures.curves([1 - offsets / 30, np.full(31, 0.2), near], low=0, high=1)


_PICTURES = {
    "matrix": _matrix,
    "waves": _waves,
    "clocks": _clocks,
    "similarity": _similarity,
    "rope": _rope,
    "compare": _compare,
}
