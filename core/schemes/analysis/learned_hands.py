"""Clock hands in a table: planes in which its rows turn, found from the linear map from each row to the next."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import wavelengths
from core.inputs.checked import checked
from core.inputs.parameter import check_whole, whole
from core.schemes.analysis.spectrum import principal_components
from core.schemes.analysis.table import Table
from core.sinusoidal.learned_shift import LearnedMap, learn_map
from core.sinusoidal.shift import shift_matrix

HELD = 0.9  # share of the power that the directions hold in which hands are looked for
MOST_DIRECTIONS = 32
MOST_HANDS, MOST_DOTS = 8, 1024  # of a picture: the fastest hands, the first rows


@dataclass(frozen=True)
class LearnedHands:
    """Rotations in the map from row to row, the fastest first; drawn at (x = sine, y = cosine) as all hands."""

    periods: NDArray[np.float64]  # (m,) tokens for one turn
    growth: NDArray[np.float64]  # (m,) factor by which a hand grows from one row to the next; 1 for a clock
    # (m, n, 2) sine and cosine of each hand at each row, around the middle of its circle, in units of the mean
    # length; it stands at twelve in the first row
    tips: NDArray[np.float64]
    rows: NDArray[np.float64]  # (n, directions) coordinates of each row, in units of the table
    step: int  # positions from one row to the next: more than 1 where rows of a long table were averaged
    share: float  # of the table's power that the directions hold, without the mean row

    @property
    def turns(self) -> NDArray[np.float64]:  # (m, n)
        """Whole turns and fractions since twelve by row; of a clock, a straight line."""
        sine, cosine = np.moveaxis(self.tips, -1, 0)
        return np.unwrap(np.arctan2(sine, cosine), axis=1) / (2 * np.pi)

    @property
    def blocks(self) -> NDArray[np.float64]:  # (m, 2, 2)
        """What the map does in each plane: it takes (sine, cosine) at a row to those at the next."""
        return turning_blocks(self.periods, self.growth, self.step)

    def map_by(self, offset: int) -> LearnedMap:
        """The linear map that takes the coordinates of each row to those of the row `offset` rows later."""
        check_whole(offset, "offset", most=len(self.rows) - 1)
        return _map_by(self.rows, offset)


@checked(whole("count"))
def learned_hands(
    table: Table,  # of at least 3 rows
    *,
    count: int | None = None,  # directions in which hands are looked for; None for as many as hold 90% of the power
) -> LearnedHands:
    """Clock hands in a table of positions.

    In the directions of the largest singular values, a linear map is learned that takes each row to the next. Where
    it turns a plane, two of its eigenvalues are a complex pair, whose angle is how far it turns from row to row; an
    eigenvector of the transposed map tells where each row stands in that plane. Singular vectors alone mix hands
    of nearly equal length.
    """
    check_whole(table.length, "length of the table", least=3)
    components = principal_components(table, MOST_DIRECTIONS if count is None else count)
    wanted = components.count_holding(HELD) if count is None else count
    directions = min(wanted + wanted % 2, components.vectors.shape[1])  # a hand needs two
    values, power = components.values[:directions], components.values**2
    rows = components.vectors[:, :directions] * values  # (n, directions)
    factors, vectors = np.linalg.eig(_map_by(rows, 1).matrix.T)
    turning = np.flatnonzero(factors.imag > 0)  # one of each pair; a real one turns nothing
    turning = turning[np.argsort(-np.angle(factors[turning]))]
    angles = np.angle(factors[turning])  # (m,) radians a row
    tips = [_tip(*each) for each in zip((rows @ vectors[:, turning]).T, angles, strict=True)]
    return LearnedHands(
        periods=2 * np.pi * components.positions / angles,
        growth=np.abs(factors[turning]),
        tips=np.reshape(tips, (len(turning), len(rows), 2)),
        rows=rows,
        step=components.positions,
        share=float(np.sum(values**2) / np.sum(power)) if power.any() else 0.0,
    )


def hands_columns(
    tips: NDArray[np.float64],  # (m, n, 2) as in `LearnedHands`
    first: int = 0,  # position of the first row, tokens
    step: int = 1,  # positions from one row to the next
) -> dict[str, NDArray[Any]]:
    """Sine and cosine of the hands of a table at its rows, as dots of circles."""
    shown = tips[:MOST_HANDS, :MOST_DOTS]
    columns = {"position": first + step * np.arange(shown.shape[1])}
    for number, hand in enumerate(shown, 1):
        columns |= {f"hand {number} sine": hand[:, 0], f"hand {number} cosine": hand[:, 1]}
    return columns


def periods_columns(
    periods: NDArray[np.float64],  # (m,) tokens, the fastest hand first
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:  # wavelengths in tokens
    """Wavelengths of the hands of a table, and of as many pairs of the formula."""
    shown = periods[:MOST_HANDS]
    return {
        "table": np.repeat(["learned", "formula"], len(shown)),
        "wavelength": np.concatenate([shown, scale * wavelengths(2 * len(shown), base)]),
        "hand": np.tile(np.arange(1, len(shown) + 1), 2),
    }


def turning_blocks(
    periods: NDArray[np.float64],  # (m,) tokens
    growth: NDArray[np.float64],  # (m,) from one row to the next
    step: int,  # positions from one row to the next
) -> NDArray[np.float64]:  # (m, 2, 2)
    """What takes (sine, cosine) of each hand at a row to those at the next: a rotation, times its growth."""
    angles = 2 * np.pi * step / periods
    cos, sin = growth * np.cos(angles), growth * np.sin(angles)
    return np.moveaxis(np.array([[cos, sin], [-sin, cos]]), -1, 0)


def map_columns(
    periods: NDArray[np.float64],  # (m,) tokens, the fastest hand first
    growth: NDArray[np.float64],  # (m,) from one row to the next
    step: int = 1,  # positions from one row to the next
) -> dict[str, NDArray[Any]]:
    """The map from each row of a table to the next, in the coordinates of its hands: a block for each hand."""
    blocks = turning_blocks(periods[:MOST_HANDS], growth[:MOST_HANDS], step)
    names = [f"{part} {number}" for number in range(1, len(blocks) + 1) for part in ("sine", "cosine")]
    return {"of the next row": np.array(names), **dict(zip(names, shift_matrix(blocks).T, strict=True))}


def _map_by(rows: NDArray[np.float64], offset: int) -> LearnedMap:
    before, after = rows[:-offset], rows[offset:]
    return learn_map(before - before.mean(axis=0), after - after.mean(axis=0))


def _tip(plane: NDArray[np.complex128], angle: float) -> NDArray[np.float64]:  # (n, 2)
    """Sine and cosine of a hand at each row, from its place in its plane (n,) and its angle from row to row."""
    turned = np.exp(1j * angle * np.arange(len(plane)))
    middle, _ = np.linalg.lstsq(np.column_stack([np.ones_like(turned), turned]), plane)[0]
    hand = plane - middle
    hand *= np.exp(-1j * np.angle(hand[0])) / np.abs(hand).mean()
    return np.column_stack([hand.imag, hand.real])
