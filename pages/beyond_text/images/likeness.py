"""A picture made of patches, and how like one of them is to all others under five schemes."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from components.pictures.patches import patches
from core.beyond_text.contents import METHODS
from core.beyond_text.patch_maps import FEATURES, LEARNED, OLD_SIDE, PatchMaps, patch_maps
from pages.beyond_text.images import upload
from pages.shared import address, chart, frame, sliders
from pages.shared.columns import Columns
from pages.shared.views import one_of
from pages.shared.words import Words
from pages.take_away.code import Code

STOPS = (4, 7, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28)
GO_ON, SQUEEZED = "go on", "squeezed"
CITES = ("Sines and cosines on a grid", "DETR", "2-D RoPE", "Learned grid")
KEY = "patches"


def draw(words: Words) -> Callable[[], None]:
    """Draw picture and maps; returns what draws the rest."""
    controls = frame.controls()
    along = sliders.slider(
        words["Resolution"],
        STOPS,
        OLD_SIDE,
        key="resolution",
        place=controls,
        width=260,
        help=words["Resolution: help"],
    )
    is_squeezed = (
        one_of(words["Beyond"], [GO_ON, SQUEEZED], key="beyond", place=controls, help=words["Beyond: help"])
        == SQUEEZED
    )
    picture = upload.choose(words, controls)
    height, width = picture.patches(along)
    maps = patch_maps(height, width, squeeze=is_squeezed)
    shares = {name: address.number(name, 0.5, 0, 1) for name in ("patch_y", "patch_x")}
    patch = int(min(shares["patch_y"] * height, height - 1)), int(min(shares["patch_x"] * width, width - 1))
    cosines = {scheme: maps.likeness(scheme, patch) for scheme in FEATURES}
    facts = {"row": patch[0], "column": patch[1], "height": height, "width": width, "reading": cosines}
    facts |= {"trained": OLD_SIDE, "step": OLD_SIDE / width if is_squeezed else 1}
    palette = chart.palette()
    st.markdown(words["Shapes"])
    patches(
        picture.pixels,
        (height, width),
        by_offset=maps.by_offset,
        rows={LEARNED: maps.rows},
        view=shares,
        colours={name: getattr(palette, name) for name in ("negative", "neutral", "positive")},
        alt={"": words("Patches: alt", **facts)}
        | {name: words("Map: alt", scheme=name, map=cosines[name], **facts) for name in FEATURES},
        key=KEY,
        on_rest_change=partial(address.keep, KEY, *shares),
    )
    code = Code(
        "images/patches",
        {"height": height, "width": width, "row": patch[0], "column": patch[1], "squeeze": is_squeezed},
        cites=[METHODS[name] for name in CITES],
    )
    chart.data(Columns(lambda: table(maps, patch), code), key=KEY)
    st.markdown(words("Squeezed" if is_squeezed else "Go on", **facts))
    return partial(reading, words, facts)


def table(maps: PatchMaps, patch: tuple[int, int]) -> pd.DataFrame:
    rows, columns = np.indices((maps.height, maps.width))
    places = {"row": rows.ravel(), "column": columns.ravel()}
    return pd.DataFrame(places | {scheme: maps.likeness(scheme, patch).values.ravel() for scheme in FEATURES})


def reading(words: Words, facts: Mapping[str, Any]) -> None:
    """Why a cross, what another resolution does, and whose features these are."""
    left, right = st.columns(2, gap="large")
    left.markdown(words("Cross", **facts))
    beside = facts["reading"]["MAE"].neighbour
    if facts["width"] > 1:
        step = facts["step"]
        left.latex(words("Shapes: formula", step=step, half=(2 * beside - 1) * 192, beside=beside))
    right.markdown(words("Resolutions", **facts))
    right.markdown(words["Stand-in"])
