"""The view Released code of the room Verified: every file of golden values, beside what core computes now."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from core.numeric.numerals import small
from core.teach.check import CheckResult, Summary
from core.teach.golden.folder import checks
from core.teach.verified import REFERENCES
from pages.shared.verbatim import markdown
from pages.shared.views import bind
from pages.shared.words import Words

FOLDER = REFERENCES / "beyond_text"


@st.cache_resource(scope="session", show_spinner=False)
def run_checks() -> dict[str, list[CheckResult]]:
    """All cases by file, computed when the reader opens the view; no setting changes them."""
    return {path.name: [check.run() for check in checks(path)] for path in sorted(FOLDER.glob("*.json"))}


def releases(words: Words) -> None:
    """Draw how every file agrees, and the cases of one."""
    files = run_checks()
    summary = Summary.from_results([result for results in files.values() for result in results])
    st.markdown(words("Released", reading=summary, files=len(files)))
    wide = {"implementation and version": st.column_config.TextColumn(width="large")}
    everything = every_file(files, words)
    st.dataframe(everything, hide_index=True, height=320, alt=words["Released: alt"], column_config=wide)
    choice = st.selectbox(words["Released: choose"], list(files), width=360, **bind("file"))
    name = choice if choice in files else next(iter(files))
    source = markdown(files[name][0].check.source)
    st.markdown(words("Released: file", name=name, source=source))
    alt = words("Released: cases alt", name=name)
    st.dataframe(cases(files[name], words), hide_index=True, height=320, alt=alt)


def every_file(files: Mapping[str, Sequence[CheckResult]], words: Words) -> pd.DataFrame:
    """A row for each file: what it holds, how far core is off today, and who computed it."""
    summaries = [Summary.from_results(results) for results in files.values()]
    return pd.DataFrame(
        {
            "file": list(files),
            "checks": [each.cases for each in summaries],
            "agree": [each.passed_cases for each in summaries],
            "values": [each.values for each in summaries],
            "largest difference": [small(max(result.largest for result in results)) for results in files.values()],
            "of what is allowed": [f"{each.share:.1%}" for each in summaries],
            "implementation and version": [results[0].check.source for results in files.values()],
        }
    )


def cases(results: Sequence[CheckResult], words: Words) -> pd.DataFrame:
    """A row for each check of a file."""
    return pd.DataFrame(
        {
            "case and implementation": [result.check.name for result in results],
            "values": [len(result.differences) for result in results],
            "largest difference": [small(result.largest) for result in results],
            "allowed": [small(result.check.tolerance) for result in results],
            "verdict": [words["Pass" if result.passes else "Fail"] for result in results],
        }
    )
