"""Loss against position, one line an encoding."""

import numpy as np
import streamlit as st

from core.long_context.trained.curves import TEXT, part, spread, stem
from core.long_context.trained.measurement import between
from core.long_context.trained.stored import LENGTH, alphabet, provenance
from pages.long_context.extrapolation.curve_pictures import by_position, listed
from pages.shared.words import Words


def draw(words: Words) -> None:
    curves = part("schemes")
    inside, twice, far = (
        {name: between(curves[name], first, last) for name in TEXT}
        for first, last in ((LENGTH // 2, LENGTH), (LENGTH, 2 * LENGTH), (8 * LENGTH, 16 * LENGTH))
    )
    facts = {"inside": inside, "twice": twice, "reached": listed(far, ".1f")}
    facts |= {"guess": np.log(len(alphabet())), "parameters": provenance(stem("text", TEXT[0]))["parameters"]}
    ranges = {name: spread(name, LENGTH, 2 * LENGTH) for name in TEXT}
    facts["spread"] = ", ".join(f"{name} {a:.2f} to {b:.2f}" for name, (a, b) in ranges.items() if np.isfinite(a))
    by_position("encodings", "schemes", {name: name for name in TEXT}, words, facts=facts)
    st.markdown(words("Encodings", **facts))
