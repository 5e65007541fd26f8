import platform
import re
from functools import cache
from importlib.metadata import distribution, version

import numpy as np
import pandas as pd
import streamlit as st

from core import __version__
from core.scaling import RULES
from core.schemes import SCHEMES
from core.teach.verified import FILES, Checked, checks
from figures.teach.agreement import Agreement, agreement_dots
from pages.shared import chart, room
from pages.shared.numerals import scientific
from pages.shared.scripts import Given
from pages.shared.verbatim import markdown
from pages.shared.words import sections

PACKAGES = ("streamlit", "numpy", "plotly", "pandas", "ml_dtypes")
SHOWN = 10  # digits, beyond what float32 holds

settings, words = room.enter(__file__)


@st.cache_resource(scope="session", show_spinner=False)
def checked() -> list[Checked]:
    """Every case, computed as the reader opens the room: no setting alters one."""
    return [check.run() for check in checks()]


results = checked()
passed = [result for result in results if result.passed]
values = sum(len(result.differences) for result in results)
nearest = max(results, key=lambda result: result.share)
facts = {
    "cases": len(results),
    "passed": len(passed),
    "values": values,
    "exact": sum(int(np.count_nonzero(result.differences == 0)) for result in results),
    "nearest": f"{nearest.check.group}, {nearest.check.name}",
    "share": nearest.share,
}


def label(result: Checked) -> str:
    return f"{result.check.group} · {result.check.name}"


def small(number: float) -> str:
    return scientific(number) if number else "0"


def note(result: Checked) -> str:
    return words["Note"].format(largest=small(result.largest), allowed=small(result.check.tolerance))


def verdict(result: Checked) -> str:
    return words["Pass" if result.passed else "Fail"]


def every_case() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "group": [result.check.group for result in results],
            "case": [result.check.name for result in results],
            "values": [len(result.differences) for result in results],
            "largest difference": [result.largest for result in results],
            "allowed": [result.check.tolerance for result in results],
            "kind": ["relative" if result.check.relative else "absolute" for result in results],
            "verdict": [verdict(result) for result in results],
            "source": [result.check.source for result in results],
        }
    )


def one_case(result: Checked) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "index": np.arange(len(result.differences)),
            "reference value": result.check.expected,
            "computed now": result.computed,
            "difference": result.differences,
        }
    )


def show_case(result: Checked) -> None:
    check = result.check
    kind = "relative" if check.relative else "absolute"
    st.markdown(
        words["Case"].format(
            verdict=verdict(result), values=len(check.expected), largest=small(result.largest),
            allowed=small(check.tolerance), kind=kind, source=markdown(check.source),
        )
    )  # fmt: skip
    worst = int(np.argmax(result.differences))
    st.markdown(words["Worst"].format(index=worst, expected=check.expected[worst], computed=result.computed[worst]))
    numbers = st.column_config.NumberColumn(format=f"%.{SHOWN}g")
    tiny = st.column_config.NumberColumn(format="%.1e")
    st.dataframe(
        one_case(result), hide_index=True, height=320,
        column_config={"reference value": numbers, "computed now": numbers, "difference": tiny},
    )  # fmt: skip


@cache
def plotly_script() -> str:
    """Version of the script within Plotly's package, as its first line says."""
    with distribution("plotly").locate_file("plotly/package_data/plotly.min.js").open(encoding="utf-8") as script:
        return re.search(r"v(\d[\d.]*)", script.read(400))[1]


def values_tab() -> None:
    st.markdown(words["Count"].format(**facts))
    shown = [Agreement(r.check.group, r.check.name, r.share, note(r), r.passed) for r in results]
    figure = agreement_dots(shown, palette=chart.palette(), agrees=words["Pass"], differs=words["Fail"])
    chart.show(figure, alt=words["Agreement: alt"].format(**facts), table=every_case, key="agreement")
    names = [label(result) for result in results]
    name = st.selectbox(words["Choose"], names, key="case", bind="query-params", width=560)
    show_case(results[names.index(name)])


def formulas_tab() -> None:
    st.markdown(words["Formulas"])
    for title, records in (("Encodings", SCHEMES), ("Scaling rules", RULES)):
        st.markdown(f"#### {title}")
        for record in records.values():
            with st.container(border=True):
                st.markdown(f"**{record.name}**, {record.year}\n\n{sections(record.explanation)['Formula']}")
                st.caption(record.source)


def accuracy_tab() -> None:
    st.markdown(words["Accuracy"])
    st.markdown(words["Versions"])
    versions = {"Clockface": __version__, "Python": platform.python_version()}
    versions |= {name: version(name) for name in PACKAGES} | {"plotly.js": plotly_script()}
    st.dataframe(pd.DataFrame({"what": versions.keys(), "version": versions.values()}), hide_index=True, width=420)


TABS = {"Values": values_tab, "Formulas": formulas_tab, "Accuracy and versions": accuracy_tab}
for tab, show in zip(
    st.tabs(list(TABS), key="verified_view", bind="query-params", on_change="rerun"), TABS.values(), strict=True
):
    if tab.open:
        with tab:
            show()
room.close(words, {"agreement": Given(files=FILES)})
