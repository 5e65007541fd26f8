"""What the Sentence room says and draws, and what it does with any text."""

import json

import pytest

from pages.words.sentence.rows import Cosines
from tests.pages.charts import charts
from tests.pages.looks import mounted
from tests.patterns import Known, page_words
from tests.support.rooms import text_of, visit
from tests.support.sliders import slider_text

WORDS = page_words("sentence")
VIEWS = ("Embedding + encoding", "One pair", "Swap")
ROWS = {"sentence_view": "Embedding + encoding"}
PAIR = {"position": 2, "stands": "2 and 11", "wavelength": "6.3 tokens", "at": Known(sum_x=-0.3024, sum_y=0.2406)}


def notices(app):
    return [info.value for info in app.info]


def spec(app):
    return charts(app)[0].spec


def test_one_pair_is_a_circle():
    app = visit("sentence", {"sentence_view": "One pair"})
    assert WORDS("Pair", word="playing", **PAIR) in text_of(app)
    assert not charts(app)
    assert not app.info


def test_rows_of_a_word_that_comes_twice_are_compared():
    app = visit("sentence", {})
    cosines = Cosines("1.000", "0.701", "0.901")
    facts = {"word": "playing", "first": 2, "second": 11, "reading": cosines}
    assert WORDS("Twice", **facts) in text_of(app)
    assert charts(app)[0].alt.endswith(WORDS("Twice: alt", **facts))
    assert "$$" not in text_of(app)
    assert r"{27.91 \cdot 27.75} = 0.901" in text_of(visit("sentence", ROWS, more=True))
    assert not app.info


def test_a_swap_moves_nothing_without_position_and_every_word_with_it():
    app = visit("sentence", {"sentence_view": "Swap"})
    assert [box.value for box in app.selectbox] == ["brown · 5", "red · 14"]
    assert WORDS("Swap", moved=16, tokens=16, most="is", largest=0.445) in text_of(app)
    bars, without = spec(app)["data"]
    assert set(without["x"]) == {0}
    assert min(map(float, bars["text"])) > 0


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("text", ["", " ", "\u200b\u202e"])
def test_nothing_to_encode_is_said_and_nothing_else_is_lost(text, view):
    query = {
        "sentence": text,
        "sentence_view": view,
        "embedding_seed": "7",
        "sqrt_d_model": "false",
        "d_model": "64",
    }
    app = visit("sentence", query)
    assert notices(app) == [WORDS["Unseen" if text else "Empty"]]
    assert not charts(app)
    assert app.toggle[0].value is False
    assert slider_text(app, "d_model") == "64"
    (button,) = (button for button in app.button if button.label == WORDS["Take the default"])
    button.click().run()
    assert app.text_input[0].value == WORDS["Default"]
    assert app.query_params["embedding_seed"] == "7"
    assert not app.info


def test_ten_thousand_characters_are_cut_with_a_notice_that_names_both_numbers():
    app = visit("sentence", {"sentence_view": "Swap"})
    app.text_input[0].set_value("word " * 2000).run()
    assert notices(app)[:2] == [WORDS("Long", characters=10_000, kept=2_000), WORDS("Cut", tokens=400, kept=128)]
    assert len(app.text_input[0].value) == 2000
    app.text_input[0].set_value("short again, again").run()
    assert not app.info


def test_a_short_length_from_another_room_leaves_the_sentence_whole():
    query = ROWS | {"length": "8"}
    app = visit("sentence", query)
    assert not app.info
    assert "16 tokens" in charts(app)[0].alt


def test_a_choice_of_a_sentence_that_is_gone_is_replaced():
    app = visit("sentence", {"sentence_view": "Swap", "swap_this": "my · 8", "swap_with": "<b>"})
    assert [box.value for box in app.selectbox] == ["my · 8", "red · 14"]
    app.text_input[0].set_value("two words").run()
    assert "**two** **words**" in text_of(app)


def test_the_walk_of_a_link_is_told_with_its_numbers():
    app = visit("sentence", {"sentence_view": "One pair", "word": "2", "word_position": "11", "word_pair": "0"})
    alts = [json.loads(part).get("alt", "") for part in mounted(app)]
    assert any("(−2.212, 0.662)" in alt for alt in alts)  # (−1.212, 0.657) + (sin 11, cos 11) = (−1.000, 0.004)


def test_a_seed_in_the_address_is_another_table_and_the_button_draws_the_next():
    app = visit("sentence", {"embedding_seed": "7"}, more=True)
    assert text_of(app) != text_of(visit("sentence", {}, more=True))
    (button,) = (button for button in app.button if "draw another" in button.label)
    assert button.label == WORDS("Seed", seed=7)
    button.click().run()
    assert app.query_params["embedding_seed"] == "8"


def test_a_large_product_is_written_out():
    page = " ".join(
        text.value
        for text in visit(
            "sentence", {"d_model": "8192", "sentence_view": "Embedding + encoding"}, more=True
        ).markdown
    )
    assert r"\lVert" in page
    assert "e+0" not in page
