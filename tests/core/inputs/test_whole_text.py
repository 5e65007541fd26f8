"""Text from outside is whole: it can be sent to a browser."""

from hypothesis import given
from hypothesis import strategies as st

from core.inputs.whole_text import whole_text

ANY = st.text(st.characters(codec=None, categories=None))


@given(ANY)
def test_it_can_be_written_in_utf_8_and_holds_no_control_characters(text):
    found = whole_text(text)
    found.encode()
    assert not any(sign in found for sign in map(chr, [*range(9), *range(14, 32), 127, 0x85, 0x9F]))
    assert whole_text(found) == found


@given(st.text())
def test_what_is_whole_stays(text):
    kept = "".join(sign for sign in text if sign in "\t\n\r" or not (sign < " " or "\x7f" <= sign <= "\x9f"))
    assert whole_text(kept) == kept
