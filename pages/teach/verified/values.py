"""The view Values of the room Verified: every reference value beside the value that core computes now."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from core.method import Method
from core.numeric.numerals import small
from core.scaling import dynamic, linear, llama3, longrope, yarn
from core.schemes import alibi, rope, sinusoidal, t5
from core.teach import verified
from core.teach.check import CheckResult, Summary
from core.teach.verified import FILES
from figures.teach.agreement import Agreement, agreement_dots
from model_configs import reference_frequencies
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.verbatim import markdown
from pages.shared.views import bind
from pages.shared.words import Words
from pages.take_away.code import Code

_DIGITS = 10  # more than float32 holds
_CITES: Sequence[Method] = (
    *(module.SCHEME for module in (sinusoidal, rope, alibi, t5)),
    *(module.RULE for module in (linear, dynamic, yarn, longrope, llama3)),
)


@st.cache_resource(scope="session", show_spinner=False)
def run_checks() -> list[CheckResult]:
    """All cases, computed when the reader opens the room; no setting changes them."""
    return [check.run() for check in (*reference_frequencies.checks(), *verified.checks())]


def values(words: Words) -> None:
    """Draw how many cases agree, a dot for each, and one case value by value."""
    results = run_checks()
    summary = Summary.from_results(results)
    st.markdown(words("Count", reading=summary))
    agreements(results, summary, words)
    labels = [f"{result.check.group} · {result.check.name}" for result in results]
    label = st.selectbox(words["Choose"], labels, width=560, **bind("case"))
    one_case(results[labels.index(label)], words)


def agreements(results: Sequence[CheckResult], summary: Summary, words: Words) -> None:
    code = Code("verified/agreement", {"folder": "."}, cites=_CITES, files=FILES)
    columns = Columns(lambda: every_case(results, words), code)
    figure = agreement_dots(
        [
            Agreement(result.check.group, result.check.name, result.share, note(result, words), result.passes)
            for result in results
        ],
        palette=chart.palette(),
        agrees=words["Pass"],
        differs=words["Fail"],
    )
    chart.show(figure, columns, alt=words("Agreement: alt", reading=summary), key="agreement")


def note(result: CheckResult, words: Words) -> str:
    return words("Note", largest=small(result.largest), allowed=small(result.check.tolerance))


def every_case(results: Sequence[CheckResult], words: Words) -> pd.DataFrame:
    checks = [result.check for result in results]
    return pd.DataFrame(
        {
            "group": [check.group for check in checks],
            "case": [check.name for check in checks],
            "values": [len(check.reference) for check in checks],
            "largest difference": [result.largest for result in results],
            "allowed": [check.tolerance for check in checks],
            "kind": [kind(result) for result in results],
            "verdict": [verdict(result, words) for result in results],
            "source": [check.source for check in checks],
        }
    )


def kind(result: CheckResult) -> str:
    return "relative" if result.check.relative else "absolute"


def verdict(result: CheckResult, words: Words) -> str:
    return words["Pass" if result.passes else "Fail"]


def one_case(result: CheckResult, words: Words) -> None:
    check, worst = result.check, int(np.argmax(result.differences))
    st.markdown(
        words(
            "Case",
            verdict=verdict(result, words),
            values=len(check.reference),
            largest=small(result.largest),
            allowed=small(check.tolerance),
            kind=kind(result),
            source=markdown(check.source),
        )
    )
    st.markdown(words("Worst", index=worst, expected=check.reference[worst], computed=result.actual[worst]))
    number = st.column_config.NumberColumn(format=f"%.{_DIGITS}g")
    tiny = st.column_config.NumberColumn(format="%.1e")
    columns = {
        "index": np.arange(len(result.differences)),
        "reference value": check.reference,
        "computed now": result.actual,
        "difference": result.differences,
    }
    formats = {"reference value": number, "computed now": number, "difference": tiny}
    st.dataframe(pd.DataFrame(columns), hide_index=True, height=220, column_config=formats)
