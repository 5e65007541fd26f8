import pytest

from tests.patterns import Known, heading, on_screen, pattern

TEXT = """##### Pair {pair} of {pairs}
It *turns* **{rate:.2f}** times, {found.seen:,} tokens, $a_{{b}}$ in [a room](x)."""


def test_a_section_is_found_as_the_page_shows_it():
    text = "Pair 3 of 8\nIt turns 0.12 times, 4,096 tokens, KaTeX in a room."
    assert on_screen(TEXT, pair=3, rate=0.125, found=Known(seen=4096)).search(text)
    assert on_screen(TEXT).search(text)
    assert pattern(TEXT, pair=3).search(TEXT.format(pair=3, pairs=8, rate=0.125, found=Known(seen=4096)))
    assert heading(TEXT, pair=3, pairs=8).search(text)


@pytest.mark.parametrize("facts", [{"pair": 4}, {"rate": 0.13}, {"found": Known(seen=409)}])
def test_another_value_is_not_found(facts):
    assert not on_screen(TEXT, **facts).search("Pair 3 of 8 It turns 0.12 times, 4,096 tokens, KaTeX in a room.")


def test_another_word_is_not_found():
    assert not on_screen(TEXT).search("Pair 3 of 8 It stands 0.12 times, 4,096 tokens, KaTeX in a room.")
