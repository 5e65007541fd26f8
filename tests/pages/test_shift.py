import numpy as np
import pytest

from core.sinusoidal.shift import same_sine
from tests.pages.charts import charts
from tests.patterns import page_words, pattern
from tests.support.rooms import text_of, visit

WORDS = page_words("shift")


def test_the_answer_to_why_both_is_a_picture_and_two_numbers():
    app = visit("shift", {})
    assert charts(app)[0].alt.startswith("Two dots on the circle")
    pair = same_sine(7, 512)
    rising, falling = np.sin(pair.after)
    facts = {"rising": rising, "falling": falling, "degrees": np.degrees(pair.turn)}
    assert WORDS("Arrows", offset=7, pair=pair.pair, **facts) in text_of(app)


def blocks(**query):
    (table,) = visit("shift", query, more=True).table
    return table


def test_blocks_are_shown_as_numbers():
    table = blocks()
    assert table.value["pair"].tolist() == list(range(0, 256, 17))
    assert table.value["cos kω"][0] == "0.754"  # cos 7
    assert table.value["turned by (degrees)"][0] == "41.1"  # 7 radians are 401.1, a whole turn more


def test_looking_back_is_the_transpose():
    ahead, back = (blocks(offset=offset).value for offset in ("7", "-7"))
    assert ahead["cos kω"].tolist() == back["cos kω"].tolist()
    assert [number(sine) for sine in ahead["sin kω"]] == [-number(sine) for sine in back["sin kω"]]


def number(text):
    return float(text.replace("−", "-"))


@pytest.mark.parametrize(("size", "name", "checked"), [({}, "all", 128), ({"d_model": "16384"}, "some", 4)])
def test_the_rotation_is_checked_at_many_positions(size, name, checked):
    view = {"length": "128" if name == "all" else "1048576"}
    last, columns = int(view["length"]) - 1, int(size.get("d_model", 512))
    sentence = pattern(WORDS[f"Checked: {name}"], checked=checked, last=last, columns=columns)
    match = sentence.search(text_of(visit("shift", view | size, more=True)))
    assert "10⁻" in match[0]


def test_odd_d_model_names_the_sine_that_cannot_be_shifted():
    app = visit("shift", {"d_model": "3"}, more=True)
    assert WORDS["Rotation: odd"] in [caption.value for caption in app.caption]
