"""Cases of rotations: of images, video and prompts; and of newer ideas for text."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from core.beyond_text import coordinates
from core.beyond_text.cope import cope
from core.beyond_text.directions import X, Y, along_axes, axial, axis_frequencies, mixed_arrows, shared_series
from core.beyond_text.fourier import bands
from core.beyond_text.mrope import axis_of_pair, mrope, xdrope_axes, xdrope_turn
from core.beyond_text.prompt import prompt_positions
from core.beyond_text.rotation import Rotation, rotation
from core.frequencies import inverse_frequencies
from core.schemes.rope import pairs
from model_configs.model_config import read_config
from tests.golden.image_rope import IMAGE_ROPES, cogvideox_rope, flux_rope, vjepa2_turn
from tests.golden.newer_text import (
    distance_bank,
    learned_frequencies,
    learned_temperature,
    polar,
    polar_frequencies,
    stepped_temperature,
)
from tests.golden.quantity import Case, Quantity, complete, sides, single

ROTATION, BY_PIXELS = 4e-6, 2e-4
BLOCK_MODULES = (  # modules of transformers whose vision tower has y | x, halves, and tokens in blocks
    "qwen2_vl qwen2_5_vl qwen2_5_omni qwen3_vl qwen3_vl_moe qwen3_omni_moe qwen3_5 qwen3_5_moe "
    "glm4v glm4v_moe glm_ocr ernie4_5_vl_moe paddleocr_vl"
).split()


def rotation_values(case: Case, case_rotation: Rotation, floor: float = ROTATION) -> Iterator[Quantity]:
    """The cosines and sines of a case, for each pair or for each feature as it has them, and the turned vector."""
    within = single(floor, case_rotation.angles)
    for name, function in (("cos", np.cos), ("sin", np.sin)):
        if name in case:
            by_column = np.shape(case[name])[-1] == case_rotation.dim
            angles = case_rotation.by_column() if by_column else case_rotation.angles
            yield Quantity(name, function(angles), within)
    if "rotated" in case:
        yield Quantity("rotated", case_rotation.turn(case["vector"]), 2 * within)


def image(case: Case, model: str) -> Iterator[Quantity]:
    """A released model by its record."""
    rope = IMAGE_ROPES[model]
    case_rotation = rope.rotation(*sides(case["grid"]), case["head_dim"], base=case["rope_theta"])
    yield from rotation_values(case, case_rotation)
    places = rope.coordinates(*sides(case["grid"]))  # (n, 2), (y, x)
    if "position_ids" in case:
        order = (X, Y) if model == "Gemma 4" else (Y, X)
        yield Quantity("position_ids", places[:, order])
    if "coords_yx" in case:
        yield Quantity("coords_yx", places, ROTATION)


def pixtral(case: Case) -> Iterator[Quantity]:
    """Pixtral, with the series in the order of its buffer."""
    yield from image(case, "Pixtral")
    arrows = shared_series(case["head_dim"], case["rope_theta"])
    if "inv_freq" in case:
        yield Quantity("inv_freq", arrows.sum(axis=1), ROTATION)


def in_blocks(case: Case) -> Iterator[Quantity]:
    """Qwen2-VL and its kin, whose tokens come in blocks."""
    places = coordinates.merged_blocks(*sides(case["grid"]), case.get("spatial_merge_size", 1))
    yield from rotation_values(case, rotation(places, axial(case["head_dim"], case["rope_theta"])))
    if "position_ids" in case:
        yield Quantity("position_ids", places)


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
    case_rotation = rotation(places, arrows, "half" if values["rotate_half"] else "interleaved")
    yield from rotation_values(case, case_rotation, BY_PIXELS if pixels else ROTATION)


def rope_vit(case: Case) -> Iterator[Quantity]:
    """Axial RoPE-ViT: end_x columns, end_y rows."""
    values = complete(case["call"], "dim", "end_x", "end_y", theta=100.0)
    rope = IMAGE_ROPES["RoPE-ViT axial"]
    size = values["end_y"], values["end_x"]
    yield from rotation_values(case, rope.rotation(*size, values["dim"], base=values["theta"]))


def rope_vit_mixed(case: Case) -> Iterator[Quantity]:
    """Mixed RoPE-ViT by its learned frequencies, [axis x, y][head][pair]."""
    values = complete(case["call"], "dim", "num_heads", "end_x", "end_y", theta=10.0)
    places = coordinates.grid_coordinates(values["end_y"], values["end_x"])
    yield from rotation_values(case, rotation(places, mixed_arrows(case["freqs"]), "interleaved"))


def flux(case: Case) -> Iterator[Quantity]:
    """Ids with an axis for each block of features."""
    yield from rotation_values(case, flux_rope(case["ids"], case["axes_dim"], base=case["theta"]))


def cogvideox(case: Case) -> Iterator[Quantity]:
    """get_3d_rotary_pos_embed of diffusers; in slices of a larger grid, rows and columns count from 0."""
    names = ("embed_dim", "crops_coords", "grid_size", "temporal_size")
    values = complete(case["call"], *names, theta=10_000, use_real=True, grid_type="linspace", max_size=None)
    height, width = sides(values["grid_size"])
    crop = values["crops_coords"] if values["grid_type"] == "linspace" else None
    frames, dim = values["temporal_size"], values["embed_dim"]
    yield from rotation_values(case, cogvideox_rope(frames, height, width, dim, crop=crop, base=values["theta"]))


def vjepa2(case: Case) -> Iterator[Quantity]:
    """V-JEPA 2's features, and their norms, which a rotation would keep."""
    actual = vjepa2_turn(case["vector"], case["positions"])
    yield Quantity("rotated", actual, 2 * single(ROTATION, case["positions"]))
    yield from norms(case, actual)


def norms(case: Case, actual: Any) -> Iterator[Quantity]:
    """Lengths of the vector and of what became of it, where a case has them."""
    if "norm_of_vector" in case:
        yield Quantity("norm_of_vector", np.linalg.norm(case["vector"]), ROTATION)
    if "norm_of_rotated" in case:
        yield Quantity("norm_of_rotated", np.linalg.norm(actual, axis=-1), 2 * ROTATION)


OF_ROTATIONS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {
    "transformers pixtral": pixtral,
    **{f"transformers {module} ": in_blocks for module in BLOCK_MODULES},
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


NEWER = 4e-6
LAYERS = ("RoPE", "none", "no attention")


def contextual(case: Case) -> Iterator[Quantity]:
    """CoPE; what stands above the diagonal is for keys that a query does not see."""
    logits = np.array(case["logits (future keys: -1e30)"], float)
    past = np.tri(len(logits)) > 0
    vectors = np.array(case["pos_emb"], float)[: case["max_pos"]]
    reference = np.array(case["added_to_logits"], float)[past]
    actual = cope(case["query"], np.where(past, logits, 0), vectors)[past]
    yield Quantity("added_to_logits", actual, 2 * NEWER, reference)


def llama4(case: Case) -> Iterator[Quantity]:
    """Factor on queries of positions one after the other."""
    positions = case["first_position"] + np.arange(len(case["scale"]))
    options = {"floor_scale": case["floor_scale"], "attn_scale": case["attn_scale"]}
    yield Quantity("scale", stepped_temperature(positions, **options), NEWER)


def pope(case: Case) -> Iterator[Quantity]:
    """Polar features."""
    dim, base, positions = case["dim"], case["base"], case["positions"]
    yield Quantity("frequencies", polar_frequencies(dim, base), NEWER)
    longest = np.log1p(np.exp(np.max(case["x"])))  # of the vectors
    within = max(1.0, longest) * single(NEWER, positions)
    yield Quantity("encoded", polar(case["x"], positions, base=base), within)


def inkling(case: Case) -> Iterator[Quantity]:
    """A bank of profiles, cut at its extent."""
    bank = np.array(case["proj"], float)[:, : case["rel_extent"]]
    mixtures = case["relative_states [query][head]"]
    yield Quantity("bias", distance_bank(mixtures, bank), NEWER)


def lerope(case: Case) -> Iterator[Quantity]:
    """Learned factors on the frequencies."""
    case_rotation = learned_frequencies(case["positions"], case["alpha"], base=case["rope_theta"])
    yield from rotation_values(case, case_rotation, NEWER)


def temperature(case: Case) -> Iterator[Quantity]:
    """A learned factor on the queries of each head."""
    arguments = case["positions"], case["scale"], case["bias"]
    yield Quantity("factor", learned_temperature(*arguments), NEWER)


def layers(case: Case) -> Iterator[Quantity]:
    """Which layers rotate, by number: RoPE, attention without it, no attention."""
    actual = [LAYERS.index(layer.position) for layer in read_config(case["config"]).stack]
    yield Quantity("layers", actual, reference=[LAYERS.index(layer) for layer in case["layers"]])


OF_TEXTS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {
    "CoPE": contextual,
    "Llama 4 query scale": llama4,
    "PoPE": pope,
    "Inkling relative logits": inkling,
    "LeRoPE": lerope,
    "mistral_large4 softmax scaling": temperature,
}


MROPE = 2e-6
MODULES = {  # of transformers: how pairs follow axes, and which features form a pair
    ("chunked", "half"): "qwen2_vl qwen2_5_vl qwen2_5_omni glm4v_moe glm_image paddleocr_vl",
    ("chunked", "interleaved"): "glm4v glm_ocr",
    ("interleaved", "half"): "qwen3_vl qwen3_vl_moe qwen3_omni_moe qwen3_5 qwen3_5_moe qwen4_exp cosmos3_edge "
    "cohere_compass",
    ("alternating", "interleaved"): "ernie4_5_vl_moe ernie4_5_vl",
}
ARRANGEMENTS = {module: arrangement for arrangement, modules in MODULES.items() for module in modules.split()}
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
    column = _by_column(np.arange(columns // 2), layout)
    yield Quantity("axis_of_column", of_pair[column])
    frequencies = inverse_frequencies(columns, case["rope_theta"])[column]
    yield Quantity("inverse_frequency_of_column", frequencies, MROPE)


def cos_sin(case: Case) -> Iterator[Quantity]:
    """Cosines, sines and a turned vector, whose features beyond the rotated ones stay."""
    arrangement, layout = _of_module(case, ARRANGEMENTS)
    columns = np.shape(case["cos"])[-1]
    options = {"base": case["rope_theta"], "arrangement": arrangement, "layout": layout}
    case_rotation = mrope(case["positions_thw"], columns, case["mrope_section"], **options)
    yield from rotation_values({name: case[name] for name in ("cos", "sin")}, case_rotation, MROPE)
    if "rotated" in case:
        vector, within = case["vector"], 2 * single(MROPE, case_rotation.angles)
        still = np.tile(np.asarray(vector, float)[columns:], (len(case_rotation.angles), 1))
        yield Quantity("rotated", np.hstack([case_rotation.turn(vector[:columns]), still]), within)


def four_axes(case: Case) -> Iterator[Quantity]:
    """HunYuan-VL, where the members of a pair follow different axes."""
    sections, base = case["mrope_section"], case["rope_theta"]
    count = 2 * sum(sections)
    actual = xdrope_turn(case["vector"], case["positions"], sections, base=base)
    frequencies = np.tile(inverse_frequencies(count, base), 2)
    yield Quantity("axis_of_column", xdrope_axes(sections))
    yield Quantity("inverse_frequency_of_column", frequencies, MROPE)
    yield Quantity("rotated", actual, 2 * single(MROPE, case["positions"]))
    yield from norms(case, actual)


def positions(case: Case) -> Iterator[Quantity]:
    """Positions of a prompt by each version of the library that the case names."""
    model = _of_module(case, MODELS)
    options = {"model": model, "merge": case["spatial_merge_size"], "seconds": case.get("second_per_grid_ts")}
    if case.get("tokens_per_second") is not None:
        options["tokens_per_second"] = case["tokens_per_second"]
    versions = case["versions"] if "versions" in case else [name for name in case if name[:1].isdigit()]
    if not versions:
        raise ValueError("versions must name at least one version, got none")
    for version in versions:
        reference = case if "versions" in case else case[version]
        tracks = prompt_positions(case["parts"], version=version, **options)
        for name, actual in (("positions_thw", tracks.positions), ("rope_delta", tracks.delta)):
            yield Quantity(f"{name} of {version}", actual, reference=reference[name])
        yield Quantity(f"token_type of {version}", tracks.kinds, reference=case["token_type"])


def _of_module(case: Case, by_module: Mapping[str, Any]) -> Any:
    """What is known of the module of transformers that a case comes from."""
    words = case["implementation"].split()
    if len(words) < 2 or words[1] not in by_module:
        raise ValueError(
            f"implementation must be transformers and one of {', '.join(by_module)}, got {' '.join(words)}"
        )
    return by_module[words[1]]


def _by_column(values: Any, layout: str) -> Any:
    """Values of pairs in the columns of their features."""
    return Rotation(values[np.newaxis], *pairs(2 * len(values), layout)).by_column()[0].astype(int)


OF_PROMPTS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {
    "axes": axes,
    "cos_sin": cos_sin,
    "four_axes": four_axes,
    "positions": positions,
}
