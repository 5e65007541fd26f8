"""The formulas of the papers in 50 digits, written down without looking at the core.

The paper is Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762; the layout of
tensor2tensor is that of get_timing_signal_1d,
https://github.com/tensorflow/tensor2tensor/blob/master/tensor2tensor/layers/common_attention.py.
"""

from typing import Any

import mpmath
import numpy as np

EPS = float(np.finfo(np.float64).eps)

mp: Any = mpmath.mp.clone()  # untyped
mp.dps = 50


def frequency(numerator: int, denominator: int, base: float) -> Any:
    """base**(-numerator / denominator)."""
    return mp.mpf(base) ** (-mp.mpf(numerator) / denominator)


def cell(position: float, column: int, d_model: int, *, base: float, scale: float, layout: str) -> tuple[Any, Any]:
    """The value that stands in one cell of the table, and the angle it is the sine or cosine of."""
    if layout in {"tensor2tensor", "fairseq"}:
        pairs = d_model // 2
        if column == 2 * pairs:  # padding
            return mp.mpf(0), mp.mpf(0)
        omega = frequency(column % pairs, max(pairs - 1, 1), base)
        function = mp.sin if column < pairs else mp.cos
    else:
        sines = [2 * i for i in range(d_model) if 2 * i < d_model]  # PE(p, 2i)
        cosines = [2 * i + 1 for i in range(d_model) if 2 * i + 1 < d_model]  # PE(p, 2i + 1)
        dimension = column if layout == "interleaved" else [*sines, *cosines][column]
        omega = frequency(dimension - dimension % 2, d_model, base)
        function = mp.cos if dimension % 2 else mp.sin
    angle = (mp.mpf(position) + (2 if layout == "fairseq" else 0)) / mp.mpf(scale) * omega
    return function(angle), angle


def error(value: float, exact: Any) -> float:
    """How far a float64 is from the exact value."""
    return float(abs(mp.mpf(float(value)) - exact))


def exact_product(offset: float, d_model: int, base: float, scale: float) -> tuple[Any, float]:
    """Σ cos(kω / scale) in 50 digits, and the error that float64 may make: 4 eps (1 + |angle|) per term."""
    shifted = mp.mpf(offset) / mp.mpf(scale)
    angles = [shifted * frequency(2 * i, d_model, base) for i in range(d_model // 2)]
    return mp.fsum(map(mp.cos, angles)), 4 * EPS * (len(angles) + float(sum(map(abs, angles))))


def offsets_covered(curve: Any) -> Any:
    """The offsets that each point of a curve covers, shape (points, offsets_per_point)."""
    reach = (curve.offsets_per_point - 1) // 2
    return curve.offsets[:, np.newaxis] + np.arange(-reach, reach + 1)
