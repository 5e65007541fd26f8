"""Loss against position, one line an encoding."""

import numpy as np
import streamlit as st

from core.long_context.trained.curves import TEXT, part, stem
from core.long_context.trained.measurement import between
from core.long_context.trained.stored import LENGTH, alphabet, provenance
from core.schemes import SCHEMES
from figures import theme
from pages.long_context.extrapolation.shown import by_position, line
from pages.shared.words import Words


def draw(words: Words) -> None:
    found = part("schemes")
    colours = {name: theme.of_scheme(name, SCHEMES[name].family) for name in TEXT}
    again = {each: each.partition(",")[0] for each in found if ", seed " in each}
    lines = [line(each, found[each], theme.clear(colours[of], 0.5), named=False) for each, of in again.items()]
    lines += [line(name, found[name], colour) for name, colour in colours.items()]
    inside = {name: between(found[name], LENGTH // 2, LENGTH) for name in TEXT}
    twice = {name: between(found[name], LENGTH, 2 * LENGTH) for name in TEXT}
    far = {name: between(found[name], 8 * LENGTH, 16 * LENGTH) for name in TEXT}
    reached = ", ".join(f"{name} {far[name]:.1f}" for name in TEXT if np.isfinite(far[name]))
    said = {"inside": inside, "twice": twice, "far": far, "reached": reached}
    said |= {"guess": np.log(len(alphabet())), "parameters": provenance(stem("text", TEXT[0]))["parameters"]}
    records = [SCHEMES[name] for name in TEXT]
    by_position(
        "encodings",
        {each.name: each.name for each in lines},
        lines,
        words,
        part="schemes",
        cites=records,
        said=said,
    )
    st.markdown(words("Encodings", **said))
