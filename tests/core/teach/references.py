"""The formulas of the papers in 50 digits, for arguments of every kind: makes core/teach/references/formulas.json.

`python -m tests.core.teach.references` writes the file; a test computes it again.
"""

import json
from typing import Any

from tests.core.oracle import EPS, cell, frequency, mp
from tests.house import ROOT

FILE = ROOT / "core/teach/references/formulas.json"
SOURCE = (
    "Computed with mpmath 1.4.1 in 50 digits from the formulas of Vaswani et al. 2017, section 3.5, "
    "https://arxiv.org/abs/1706.03762 (tensor2tensor: get_timing_signal_1d), and of Su et al. 2021, "
    "section 3.2.2, https://arxiv.org/abs/2104.09864, rounded to float64."
)
TABLES = [  # name, positions, d_model, options
    ("d_model 4, positions 1 to 3", [1, 2, 3], 4, {}),
    ("d_model 6, position 3", [3], 6, {}),
    ("odd d_model 7, position 5", [5], 7, {}),
    ("d_model 512, position 127", [127], 512, {}),
    ("d_model 128, position 1,048,575", [1_048_575], 128, {}),
    ("d_model 64, position 2⁴⁰", [2**40], 64, {}),
    ("d_model 64, position 100.25, scale 4", [100.25], 64, {"scale": 4.0}),
    ("d_model 64, base 500,000, position 8,191", [8191], 64, {"base": 500_000.0}),
    ("layout concatenated, d_model 8", [9], 8, {"layout": "concatenated"}),
    ("layout tensor2tensor, d_model 9", [9], 9, {"layout": "tensor2tensor"}),
    ("layout fairseq, d_model 8", [9], 8, {"layout": "fairseq"}),
]
OFFSETS = [0, 1, 2, 5, 10, 44, 50, 100, 500, 1000, 5000]


def make() -> dict[str, Any]:
    """The whole file."""
    return {"source": SOURCE, "cases": [*tables(), *series(), *products(), *turned()]}


def tables():
    for name, positions, d_model, options in TABLES:
        keywords = {"base": 10_000.0, "scale": 1.0, "layout": "interleaved"} | options
        cells = [cell(position, column, d_model, **keywords) for position in positions for column in range(d_model)]
        within = 4 * EPS * (1 + max(abs(float(angle)) for _, angle in cells))
        values = [value for value, _ in cells]
        yield case("Sinusoidal table", name, "sinusoidal", [positions, d_model], values, within, **options)


def series():
    for dim, base in ((4, 10_000), (64, 150_000), (128, 10_000), (512, 10_000), (128, 1_000_000)):
        values = [frequency(2 * i, dim, base) for i in range(dim // 2)]
        turns, name = [2 * mp.pi / value for value in values], f"dim {dim}, base {base:,}"
        for group, numbers in (("Inverse frequencies", values), ("Wavelengths", turns)):
            function = group.lower().replace(" ", "_")
            yield case(group, name, function, [dim, base], numbers, 4 * EPS) | {"relative": True}


def products():
    for d_model in (16, 128, 512):
        omegas = [frequency(2 * i, d_model, 10_000) for i in range(d_model // 2)]
        values = [sum(mp.cos(offset * omega) for omega in omegas) for offset in OFFSETS]
        within = d_model / 2 * 4 * EPS * (1 + max(OFFSETS))
        yield case("Dot product by offset", f"d_model {d_model}", "dot_product", [OFFSETS, d_model], values, within)


def turned():
    for layout in ("half", "interleaved"):
        dim, position = 8, 4097
        vector = [1.0, -0.5, 0.25, 2.0, -1.0, 0.75, 0.5, -0.125]
        pairs = [(i, i + dim // 2) if layout == "half" else (2 * i, 2 * i + 1) for i in range(dim // 2)]
        out = [mp.mpf(0)] * dim
        for i, (first, second) in enumerate(pairs):
            angle = position * frequency(2 * i, dim, 10_000)
            out[first] = vector[first] * mp.cos(angle) - vector[second] * mp.sin(angle)
            out[second] = vector[first] * mp.sin(angle) + vector[second] * mp.cos(angle)
        name, within = f"layout {layout}, dim 8, position 4,097", 4 * 4 * EPS * (1 + position)
        yield case("RoPE", name, "rope", [[vector], [position]], out, within, layout=layout)


def case(group, name, function, arguments, values, tolerance, **options):
    """One case as the file has it; its tolerance is absolute."""
    return {
        "group": group,
        "name": name,
        "function": function,
        "arguments": arguments,
        "options": options,
        "tolerance": tolerance,
        "relative": False,
        "values": [float(value) for value in values],
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(make(), ensure_ascii=False, indent=None, separators=(",", ":")) + "\n", "utf-8")
