"""How long a table of encodings takes beside the plainest NumPy and beside a copy, as ratios of one run.

The goals at 32,768 x 1,024 in float32: plain / sinusoidal at least 10, sinusoidal / copy at most 2.5.
"""

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.schemes.sinusoidal import sinusoidal

SIZES = ((128, 512), (32_768, 1_024))


def plain(length: int, d_model: int, base: float = 10_000.0) -> NDArray[np.float64]:
    """The table as the paper's formula reads, in float64."""
    frequencies = base ** (-np.arange(0, d_model, 2) / d_model)  # (d_model / 2,) radians per token
    angles = np.outer(np.arange(length), frequencies)
    table = np.empty((length, d_model))
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


def seconds(call: Callable[[], object], least: float = 1.0) -> float:
    """The shortest of as many calls as take at least so many seconds, and of no fewer than three."""
    times: list[float] = []
    while len(times) < 3 or sum(times) < least:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    print("length x d_model    sinusoidal   plain / sinusoidal   sinusoidal / copy   largest difference")
    for length, d_model in SIZES:
        table = sinusoidal(length, d_model, dtype=np.float32)
        ours = seconds(lambda n=length, d=d_model: sinusoidal(n, d, dtype=np.float32))
        theirs = seconds(lambda n=length, d=d_model: plain(n, d))
        copy = seconds(table.copy)
        difference = np.abs(table - plain(length, d_model)).max()
        print(
            f"{length:>6,} x {d_model:<6,} {ours * 1e3:>12.2f} ms {theirs / ours:>18.2f} {ours / copy:>19.1f}"
            f" {difference:>20.1e}"
        )


if __name__ == "__main__":
    main()
