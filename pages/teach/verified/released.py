"""The view Released code of the room Verified: files of golden values, and how core agreed in the tests."""

import pandas as pd
import streamlit as st

from core.numeric.numerals import small
from core.teach.verified import Released, released
from pages.shared.verbatim import markdown
from pages.shared.views import bind
from pages.shared.words import Words


def releases(words: Words) -> None:
    """Draw how every file agrees, and the cases of one."""
    files = {each.file: each for each in released()}
    nearest = max(files.values(), key=lambda each: each.share)
    counts = {
        "cases": sum(len(each.cases) for each in files.values()),
        "agree": sum(each.agree for each in files.values()),
        "values": sum(each.values for each in files.values()),
    }
    st.markdown(words("Released", **counts, share=nearest.share, files=len(files)))
    wide = {"implementation and version": st.column_config.TextColumn(width="large")}
    everything = every_file(list(files.values()))
    st.dataframe(everything, hide_index=True, height=320, alt=words["Released: alt"], column_config=wide)
    choice = st.selectbox(words["Released: choose"], list(files), width=360, **bind("file"))
    name = choice if choice in files else next(iter(files))
    st.markdown(words("Released: file", name=name, source=markdown(files[name].source)))
    alt = words("Released: cases alt", name=name)
    st.dataframe(cases(files[name], words), hide_index=True, height=320, alt=alt)


def every_file(files: list[Released]) -> pd.DataFrame:
    """A row for each file: what it holds, how far core was off, and who computed it."""
    return pd.DataFrame(
        {
            "file": [each.file for each in files],
            "checks": [len(each.cases) for each in files],
            "agree": [each.agree for each in files],
            "values": [each.values for each in files],
            "equal to the last bit": [each.equal for each in files],
            "largest difference": [small(max(largest for *_, largest, _ in each.cases)) for each in files],
            "of what is allowed": [f"{each.share:.1%}" for each in files],
            "implementation and version": [each.source for each in files],
        }
    )


def cases(file: Released, words: Words) -> pd.DataFrame:
    """A row for each check of a file."""
    names, values, equal, largest, allowed = zip(*file.cases, strict=True)
    return pd.DataFrame(
        {
            "case and implementation": names,
            "values": values,
            "equal to the last bit": equal,
            "largest difference": [small(each) for each in largest],
            "allowed": [small(each) for each in allowed],
            "verdict": [
                words["Pass" if one <= most else "Fail"] for one, most in zip(largest, allowed, strict=True)
            ],
        }
    )
