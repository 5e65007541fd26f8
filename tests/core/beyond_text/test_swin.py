import numpy as np
import pytest

from core.beyond_text.swin import continuous_bias, log_offsets
from tests.core.oracle import EPS, error, mp


def exact_log(offset, largest):
    """sign(o) log2(1 + |o|) / log2(8), for o = 8 offset / largest."""
    stretched = 8 * mp.mpf(offset) / largest
    return mp.sign(stretched) * mp.log(1 + abs(stretched), 2) / 3


@pytest.mark.parametrize("pretrained", [(0, 0), (8, 3)])
def test_every_log_offset_is_exact_to_a_few_units(pretrained):
    height, width = 16, 5
    logs = log_offsets((height, width), pretrained)
    largest = (15, 4) if pretrained == (0, 0) else (7, 2)
    for y in range(1 - height, height):
        for x in range(1 - width, width):
            for axis, offset in enumerate((y, x)):
                exact = exact_log(offset, largest[axis])
                assert error(logs[y + height - 1, x + width - 1, axis], exact) <= 4 * EPS * abs(float(exact))


def test_the_bias_of_the_network_is_the_one_of_50_digits():
    rng = np.random.default_rng(0)
    weights, shift, heads = rng.normal(size=(6, 2)), rng.normal(size=6), rng.normal(size=(2, 6))
    bias = continuous_bias((3, 2), (weights, shift), heads)
    for query in range(6):
        for key in range(6):
            logs = [exact_log(query // 2 - key // 2, 2), exact_log(query % 2 - key % 2, 1)]
            parts = [
                [*(mp.mpf(w) * log for w, log in zip(row, logs, strict=True)), mp.mpf(start)]
                for row, start in zip(weights.tolist(), shift.tolist(), strict=True)
            ]
            for head, row in enumerate(heads.tolist()):
                reached = mp.fsum(w * max(mp.fsum(part), 0) for w, part in zip(row, parts, strict=True))
                size = float(sum(abs(w) * sum(map(abs, part)) for w, part in zip(row, parts, strict=True)))
                exact = 16 / (1 + mp.exp(-reached))
                assert error(bias[head, query, key], exact) <= 16 * EPS * (1 + size)
