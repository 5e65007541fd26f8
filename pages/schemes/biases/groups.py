"""Which offsets share one of the scheme's numbers."""

import pandas as pd
import streamlit as st

from core.schemes import SCHEMES
from core.schemes.analysis.bias_reading import BiasReading
from core.schemes.analysis.offset_groups import groups_columns, read_groups
from figures.schemes.offset_groups import group_stairs
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.code import Code
from pages.take_away.derived import derived


def draw(words: Words, found: BiasReading) -> None:
    *_, other = (each for each in SCHEMES.values() if each.groups)
    own = found.scheme.groups is not None
    scheme, parameters = (found.scheme, found.parameters) if own else (other, {})
    read = read_groups(scheme, found.length, **parameters)
    assert read is not None
    facts = {"scheme": scheme.name, "count": len(read.groups), "length": found.length, "read": read}
    script = derived(groups_columns, "rows")
    chart.show(
        group_stairs(read.offsets, read.numbers, palette=chart.palette(), y="which number", length=found.length),
        alt=words("Groups: alt", **facts),
        table=lambda: pd.DataFrame(groups_columns(scheme, **parameters)),
        key="groups",
        code=Code(script, {"scheme": scheme.name, "parameters": parameters}, chosen=(scheme,)),
    )
    none = "" if own else words("No groups", own=found.scheme.name)
    unmet = words("Groups: unmet", unmet=", ".join(map(str, read.unmet))) if read.unmet else ""
    st.markdown(f"{none} {words('Groups', **facts)} {unmet}")
