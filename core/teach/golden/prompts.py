"""Cases of M-RoPE: axes of pairs, rotations, and positions of prompts."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from core.beyond_text.mrope import axis_of_pair, mrope, xdrope_axes, xdrope_turn
from core.beyond_text.prompt import prompt_positions
from core.beyond_text.rotation import Rotation
from core.frequencies import inverse_frequencies
from core.schemes.rope import pairs
from core.teach.golden.quantity import Quantity, single
from core.teach.golden.rotations import norms, turned

Case = dict[str, Any]

MROPE = 2e-6
MODULES = {  # of transformers: how pairs follow axes, and which features form a pair
    ("chunked", "half"): ("qwen2_vl", "qwen2_5_vl", "qwen2_5_omni", "glm4v_moe", "glm_image", "paddleocr_vl"),
    ("chunked", "interleaved"): ("glm4v", "glm_ocr"),
    ("interleaved", "half"): (
        *("qwen3_vl", "qwen3_vl_moe", "qwen3_omni_moe", "qwen3_5", "qwen3_5_moe", "qwen4_exp"),
        *("cosmos3_edge", "cohere_compass"),
    ),
    ("alternating", "interleaved"): ("ernie4_5_vl_moe", "ernie4_5_vl"),
}
ARRANGEMENTS = {module: arrangement for arrangement, modules in MODULES.items() for module in modules}
MODELS = {
    "qwen2_vl": "Qwen2-VL",
    "qwen2_5_vl": "Qwen2.5-VL",
    **dict.fromkeys(("qwen3_vl", "qwen3_vl_moe", "qwen3_5", "qwen3_5_moe"), "Qwen3-VL"),
}


def axes(case: Case) -> Iterator[Quantity]:
    """Which axis moves each column, and by how much a step."""
    arrangement, layout = _of_module(case, ARRANGEMENTS)
    columns = case["columns"]
    of_pair = axis_of_pair(case["mrope_section"], arrangement, pairs=columns // 2)
    column = _scattered(np.arange(columns // 2), layout)
    yield Quantity("axis_of_column", case["axis_of_column"], lambda: of_pair[column])
    yield Quantity(
        "inverse_frequency_of_column",
        case["inverse_frequency_of_column"],
        lambda: inverse_frequencies(columns, case["rope_theta"])[column],
        MROPE,
    )


def cos_sin(case: Case) -> Iterator[Quantity]:
    """Cosines, sines and a turned vector, whose features beyond the rotated ones stay."""
    arrangement, layout = _of_module(case, ARRANGEMENTS)
    columns = np.shape(case["cos"])[-1]
    options = {"base": case["rope_theta"], "arrangement": arrangement, "layout": layout}
    turning = mrope(case["positions_thw"], columns, case["mrope_section"], **options)
    yield from turned({name: case[name] for name in ("cos", "sin")}, turning, MROPE)
    if "rotated" in case:
        vector, within = case["vector"], 2 * single(MROPE, turning.angles)
        still = np.tile(np.asarray(vector, float)[columns:], (len(turning.angles), 1))
        yield Quantity(
            "rotated", case["rotated"], lambda: np.hstack([turning.turn(vector[:columns]), still]), within
        )


def four_axes(case: Case) -> Iterator[Quantity]:
    """HunYuan-VL, where the members of a pair follow different axes."""
    sections, base = case["mrope_section"], case["rope_theta"]
    count = 2 * sum(sections)

    def compute() -> Any:
        return xdrope_turn(case["vector"], case["positions"], sections, base=base)

    frequencies = np.tile(inverse_frequencies(count, base), 2)
    yield Quantity("axis_of_column", case["axis_of_column"], lambda: xdrope_axes(sections))
    yield Quantity("inverse_frequency_of_column", case["inverse_frequency_of_column"], lambda: frequencies, MROPE)
    yield Quantity("rotated", case["rotated"], compute, 2 * single(MROPE, case["positions"]))
    yield from norms(case, compute)


def positions(case: Case) -> Iterator[Quantity]:
    """Positions of a prompt by each version of the library that the case names."""
    model = _of_module(case, MODELS)
    options = {"model": model, "merge": case["spatial_merge_size"], "seconds": case.get("second_per_grid_ts")}
    if case.get("tokens_per_second") is not None:
        options["tokens_per_second"] = case["tokens_per_second"]
    named = case["versions"] if "versions" in case else [name for name in case if name[:1].isdigit()]
    if not named:
        raise ValueError("versions must name at least one version, got none")
    for version in named:
        expected = case if "versions" in case else case[version]
        tracks = prompt_positions(case["parts"], version=version, **options)
        for name, actual in (("positions_thw", tracks.positions), ("rope_delta", tracks.delta)):
            yield Quantity(f"{name} of {version}", expected[name], lambda actual=actual: actual)  # type: ignore[misc]
        yield Quantity(f"token_type of {version}", case["token_type"], lambda kinds=tracks.kinds: kinds)  # type: ignore[misc]


def _of_module(case: Case, known: Mapping[str, Any]) -> Any:
    """What is known of the module of transformers that a case comes from."""
    words = case["implementation"].split()
    if len(words) < 2 or words[1] not in known:
        raise ValueError(
            f"implementation must be transformers and one of {', '.join(known)}, got {' '.join(words)}"
        )
    return known[words[1]]


def _scattered(values: Any, layout: str) -> Any:
    """Values of pairs in the columns of their features."""
    return Rotation(values[np.newaxis], *pairs(2 * len(values), layout)).by_column()[0].astype(int)


READERS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {
    "axes": axes,
    "cos_sin": cos_sin,
    "four_axes": four_axes,
    "positions": positions,
}
