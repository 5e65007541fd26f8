"""Cases of rotary schemes of images and video."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from core.beyond_text import coordinates
from core.beyond_text.directions import X, Y, along_axes, axial, axis_frequencies, mixed, shared_series
from core.beyond_text.fourier import bands
from core.beyond_text.image_rope import IMAGE_ROPES, cogvideox_rope, flux_rope, vjepa2_turn
from core.beyond_text.rotation import Rotation, rotation
from core.teach.golden.call import complete, sides
from core.teach.golden.quantity import Quantity, single

Case = dict[str, Any]

ROTATED, BY_PIXELS = 4e-6, 2e-4
MERGED = (  # modules of transformers whose vision tower has y | x, halves, and tokens in blocks
    *(
        "qwen2_vl",
        "qwen2_5_vl",
        "qwen2_5_omni",
        "qwen3_vl",
        "qwen3_vl_moe",
        "qwen3_omni_moe",
        "qwen3_5",
        "qwen3_5_moe",
    ),
    *("glm4v", "glm4v_moe", "glm_ocr", "ernie4_5_vl_moe", "paddleocr_vl"),
)


def turned(case: Case, turning: Rotation, floor: float = ROTATED) -> Iterator[Quantity]:
    """The cosines and sines of a case, for each pair or for each feature as it has them, and the turned vector."""
    within = single(floor, turning.angles)
    for name, function in (("cos", np.cos), ("sin", np.sin)):
        if name in case:
            by_column = np.shape(case[name])[-1] == turning.dim
            angles = turning.by_column() if by_column else turning.angles
            yield Quantity(name, case[name], partial(function, angles), within)
    if "rotated" in case:
        yield Quantity("rotated", case["rotated"], lambda: turning.turn(case["vector"]), 2 * within)


def image(case: Case, model: str) -> Iterator[Quantity]:
    """A released model by its record."""
    rope = IMAGE_ROPES[model]
    turning = rope.rotation(*sides(case["grid"]), case["head_dim"], base=case["rope_theta"])
    yield from turned(case, turning)
    places = rope.coordinates(*sides(case["grid"]))  # (n, 2), (y, x)
    if "position_ids" in case:
        order = (X, Y) if model == "Gemma 4" else (Y, X)
        yield Quantity("position_ids", case["position_ids"], lambda: places[:, order])
    if "coords_yx" in case:
        yield Quantity("coords_yx", case["coords_yx"], lambda: places, ROTATED)


def pixtral(case: Case) -> Iterator[Quantity]:
    """Pixtral, with the series in the order of its buffer."""
    yield from image(case, "Pixtral")
    arrows = shared_series(case["head_dim"], case["rope_theta"])
    if "inv_freq" in case:
        yield Quantity("inv_freq", case["inv_freq"], lambda: arrows.sum(axis=1), ROTATED)


def merged(case: Case) -> Iterator[Quantity]:
    """Qwen2-VL and its kin, whose tokens come in blocks."""
    places = coordinates.merged_blocks(*sides(case["grid"]), case.get("spatial_merge_size", 1))
    yield from turned(case, rotation(places, axial(case["head_dim"], case["rope_theta"])))
    if "position_ids" in case:
        yield Quantity("position_ids", case["position_ids"], lambda: places)


def timm(case: Case) -> Iterator[Quantity]:
    """RotaryEmbeddingCat of timm: frequencies by a base or by pixels, on the grid or squeezed to a reference."""
    options = {"max_res": 224, "temperature": 10_000.0, "in_pixels": True, "linear_bands": False}
    values = complete(case["call"], "dim", **options, ref_feat_shape=None, grid_indexing="ij", rotate_half=False)
    height, width = sides(case["grid"])
    pixels = values["in_pixels"]
    if pixels:
        frequencies = bands(values["dim"] // 4, values["max_res"], linear=values["linear_bands"])
    else:
        frequencies = axis_frequencies(values["dim"], values["temperature"])
    places = (coordinates.edge_to_edge if pixels else coordinates.grid_coordinates)(height, width)
    if values["ref_feat_shape"] is not None:
        places = places * np.array(sides(values["ref_feat_shape"])) / (height, width)
    arrows = along_axes(frequencies, (X, Y) if values["grid_indexing"] == "xy" else (Y, X))
    turning = rotation(places, arrows, "half" if values["rotate_half"] else "interleaved")
    yield from turned(case, turning, BY_PIXELS if pixels else ROTATED)


def rope_vit(case: Case) -> Iterator[Quantity]:
    """Axial RoPE-ViT: end_x columns, end_y rows."""
    values = complete(case["call"], "dim", "end_x", "end_y", theta=100.0)
    rope = IMAGE_ROPES["RoPE-ViT axial"]
    size = values["end_y"], values["end_x"]
    yield from turned(case, rope.rotation(*size, values["dim"], base=values["theta"]))


def rope_vit_mixed(case: Case) -> Iterator[Quantity]:
    """Mixed RoPE-ViT by its learned frequencies, [axis x, y][head][pair]."""
    values = complete(case["call"], "dim", "num_heads", "end_x", "end_y", theta=10.0)
    places = coordinates.grid_coordinates(values["end_y"], values["end_x"])
    yield from turned(case, rotation(places, mixed(case["freqs"]), "interleaved"))


def flux(case: Case) -> Iterator[Quantity]:
    """Ids with an axis for each block of features."""
    yield from turned(case, flux_rope(case["ids"], case["axes_dim"], base=case["theta"]))


def cogvideox(case: Case) -> Iterator[Quantity]:
    """get_3d_rotary_pos_embed of diffusers; in slices of a larger grid, rows and columns count from 0."""
    names = ("embed_dim", "crops_coords", "grid_size", "temporal_size")
    values = complete(case["call"], *names, theta=10_000, use_real=True, grid_type="linspace", max_size=None)
    height, width = sides(values["grid_size"])
    crop = values["crops_coords"] if values["grid_type"] == "linspace" else None
    frames, dim = values["temporal_size"], values["embed_dim"]
    yield from turned(case, cogvideox_rope(frames, height, width, dim, crop=crop, base=values["theta"]))


def vjepa2(case: Case) -> Iterator[Quantity]:
    """What V-JEPA 2 does, and the norms that show that it is no rotation."""
    vector, positions = case["vector"], case["positions"]
    within = 2 * single(ROTATED, positions)
    yield Quantity("rotated", case["rotated"], lambda: vjepa2_turn(vector, positions), within)
    yield from norms(case, lambda: vjepa2_turn(vector, positions))


def norms(case: Case, compute: Callable[[], Any]) -> Iterator[Quantity]:
    """Lengths of the vector and of what became of it, where a case has them."""
    if "norm_of_vector" in case:
        yield Quantity("norm_of_vector", case["norm_of_vector"], lambda: np.linalg.norm(case["vector"]), ROTATED)
    if "norm_of_rotated" in case:
        yield Quantity(
            "norm_of_rotated", case["norm_of_rotated"], lambda: np.linalg.norm(compute(), axis=-1), 2 * ROTATED
        )


READERS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {
    "transformers pixtral": pixtral,
    **{f"transformers {module} ": merged for module in MERGED},
    "transformers llama4 Llama4VisionRotaryEmbedding": partial(image, model="Llama 4"),
    "timm RotaryEmbeddingCat": timm,
    "transformers dinov3_vit": partial(image, model="DINOv3"),
    "transformers gemma4 Gemma4VisionRotaryEmbedding": partial(image, model="Gemma 4"),
    "naver-ai/rope-vit compute_axial_cis": rope_vit,
    "naver-ai/rope-vit init_random_2d_freqs": rope_vit_mixed,
    "black-forest-labs/flux": flux,
    "diffusers get_3d_rotary_pos_embed": cogvideox,
    "transformers kimi_k25": partial(image, model="Kimi K2.5"),
    "transformers vjepa2": vjepa2,
}
