"""A reader's text as Markdown, and a declaration of every place that shows some."""

import re

from hypothesis import given
from hypothesis import strategies as st

from pages.shared.verbatim import code, markdown
from tests.house import ROOT
from tests.readers_text import PLACES, TEXTS

PARTS = st.sampled_from(
    [*TEXTS, "http", "://", "www", ".", "@", ":", "a", "é", "->", "\n", "\x00", "\ud800", "\u202e"]
)
MARKS = re.compile(r"https?://|www\.|\w@\w|:[\w+-]+:|:material/|(^|\s)(<->|->|<-|--|>=|<=|~=)(\s|$)", re.IGNORECASE)
TRUSTED = {  # numbers, names known to this project, and what its models wrote
    *("teach/verified/released", "teach/verified/values", "long_context/extrapolation/measured"),
    "schemes/learned/own",  # what it says of a table comes from core: templates with numbers
    "shared/plain_markdown",  # takes the seam out again
}
UNSEEN = {  # which Chromium is not shown here
    "class",  # needs a live class
    "shared/finder",  # needs words that it does not find
    "shared/upload",  # shows the name of a file only where a session has too many bytes of files
}


def pieces(text):
    """Texts that Streamlit searches for markup: those between elements, with escapes undone."""
    return [re.sub(r"\\(.)", r"\1", piece) for piece in markdown(text).split(":small[]")]


@given(st.lists(PARTS | st.text(max_size=4), max_size=12).map("".join))
def test_nothing_is_left_to_draw_and_nothing_is_lost(text):
    parts = pieces(text)
    assert not any(MARKS.search(piece) for piece in parts)
    assert len("".join(parts)) == len(" ".join(text.split()))
    "".join(parts).encode()  # no half of a character is left
    assert not re.search(r"(?<!\\)[`*_$<\[]", "".join(markdown(text).split(":small[]")))


@given(st.text(max_size=20) | st.lists(st.sampled_from("`a \n\x00"), max_size=9).map("".join))
def test_code_ends_where_the_text_does(text):
    block = code(text)
    fence = re.match("`+", block)[0]
    assert block.endswith(fence)
    assert fence not in re.split(f"^{fence} ?| ?{fence}$", block)[1]
    assert "\n" not in block
    block.encode()


def test_every_module_that_shows_such_text_is_declared_and_looked_at():
    using = {
        str(path.relative_to(ROOT / "pages").with_suffix(""))
        for path in (ROOT / "pages").rglob("*.py")
        if "pages.shared.verbatim import" in path.read_text("utf-8")
    }
    assert using == TRUSTED | UNSEEN | {module for place in PLACES.values() for module in place.modules}
