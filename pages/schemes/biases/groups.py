"""Which offsets share one of the scheme's numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.numeric.numerals import minus
from core.schemes import SCHEMES
from core.schemes.analysis.offset_groups import read_groups
from figures.schemes.offset_groups import group_stairs
from pages.shared import chart
from pages.take_away.code import Code

if TYPE_CHECKING:
    from core.schemes.analysis.bias_reading import BiasReading
    from pages.shared.words import Words


def view(words: Words, found: BiasReading) -> None:
    scheme = found.scheme
    read = read_groups(scheme, found.length, **found.parameters)
    if read is None:
        grouped = ", ".join(name for name, other in SCHEMES.items() if other.groups)
        st.info(words("No groups", scheme=scheme.name, grouped=grouped))
        return
    facts = {"scheme": scheme.name, "count": len(read.groups), "length": found.length, "read": read}
    ends = {"first offset": [group.first for group in read.groups], "last offset": [g.last for g in read.groups]}
    columns: dict[str, list[int] | list[str]] = {"number": [group.number for group in read.groups]}
    columns |= {name: [words["No end"] if k is None else str(k) for k in offsets] for name, offsets in ends.items()}
    left, right = st.columns([3, 2], gap="medium")
    with left:
        chart.show(
            group_stairs(
                read.offsets, read.numbers, palette=chart.palette(), y="which number", length=found.length
            ),
            alt=words("Groups: alt", **facts),
            table=lambda: pd.DataFrame(columns),
            key="groups",
            code=Code(
                "biases/groups", {"schemes": [scheme.name], "parameters": found.parameters}, chosen=(scheme,)
            ),
        )
    with right:
        st.markdown(words("Groups", **facts))
        if read.unmet:
            st.markdown(words("Groups: unmet", unmet=", ".join(map(str, read.unmet))))
        shown = pd.DataFrame(columns).map(lambda value: minus(value) if isinstance(value, str) else value)
        st.dataframe(shown, hide_index=True, height=280, alt=words("Groups: alt", **facts))
