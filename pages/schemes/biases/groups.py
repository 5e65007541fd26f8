"""Which offsets share one of the scheme's numbers."""

import streamlit as st

from core.schemes import SCHEMES
from core.schemes.analysis.bias_reading import BiasReading, groups_columns, read_groups
from figures.schemes.biases import group_stairs
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.derived import table_and_code


def draw(words: Words, reading: BiasReading) -> None:
    *_, other = (each for each in SCHEMES.values() if each.groups)
    has_groups = reading.scheme.groups is not None
    scheme, parameters = (reading.scheme, reading.parameters) if has_groups else (other, {})
    read = read_groups(scheme, reading.length, **parameters)
    assert read is not None
    facts = {"scheme": scheme.name, "count": len(read.groups), "length": reading.length, "read": read}
    chart.show(
        group_stairs(read.offsets, read.numbers, palette=chart.palette(), y="which number", length=reading.length),
        alt=words("Groups: alt", **facts),
        key="groups",
        **table_and_code(groups_columns, "rows", {"scheme": scheme, "parameters": parameters}),
    )
    none = "" if has_groups else words("No groups", own=reading.scheme.name)
    unmet = words("Groups: unmet", unmet=", ".join(map(str, read.unused_numbers))) if read.unused_numbers else ""
    st.markdown(f"{none} {words('Groups', **facts)} {unmet}")
