"""The room A real model: what it shows is what core computes, whatever an address or a browser says."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from components.kit import run_record
from core.words import minilm
from core.words.minilm import stored
from core.words.minilm.heads import share_at_offset
from core.words.minilm.numbering import NUMBERINGS, numbering_of, position_ids
from pages.words.real_model.choice import BY_HAND
from tests.house import ROOT
from tests.pages.charts import unpack
from tests.patterns import page_words
from tests.support.rooms import page, visit

WORDS = page_words("real_model")
CAT, TWIN = "The cat sat on the mat", "The mat sat on the cat"
GOLDEN = json.loads((ROOT / "tests/core/words/minilm/golden.json").read_text("utf-8"))


def shown(query):
    """The room at an address, its picture's data, and its tables."""
    with run_record.all_runs() as records:
        app = visit("real_model", query)
    tables = {key: make() for key, make in records[-1].tables.items()}
    return app, unpack(records[-1].pictures["attention"].data), tables


def test_at_first_sight_every_line_goes_one_token_back_and_off_they_do_not():
    for query, on in (({}, True), ({"positions": "off"}, False)):
        _, data, tables = shown(query)
        n = len(data["tokens"])
        lines = data["shares"].reshape(6, 12, n, n)[0, 2] / 255
        attention = minilm.run(CAT, positions=on).attention[0, 2]
        np.testing.assert_allclose(lines, attention, atol=0.5 / 255 + 1e-6)
        np.testing.assert_array_equal(tables["attention"]["share"], attention.ravel())
        assert (tables["attention"]["even share"] == 1 / n).all()
        back = np.diagonal(lines, -1)
        assert back.min() > 0.99 if on else back.mean() < 0.3


def test_the_lines_and_the_numbers_are_those_of_pytorch():
    golden = next(case for case in GOLDEN["cases"] if case["sentence"] == CAT)
    for name, query in (("trained", {}), ("shifted by 100", {"ids": "from 100"}), ("none", {"positions": "off"})):
        _, data, tables = shown(query | {"head": "1.8"})
        n = len(golden["tokens"])
        assert data["tokens"] == golden["tokens"]
        expected = golden["variants"][name].get("attention 1.8")
        if expected is not None:
            np.testing.assert_allclose(tables["attention"]["share"].to_numpy().reshape(n, n), expected, atol=0.05)
        embeddings = [np.array(golden["variants"][each]["embedding"]) for each in (name, "trained")]
        assert tables["likeness"]["likeness"][0] == pytest.approx(embeddings[0] @ embeddings[1], abs=0.003)


def test_order_is_measured_with_positions_and_forced_without():
    _, data, tables = shown({})
    assert [bar["number"] for bar in data["bars"][:3]] == ["1.000", "0.973", "0.946"]
    assert tables["likeness"]["likeness"].tolist()[1:] == pytest.approx([0.9726, 0.9456, 0.1134], abs=0.0025)
    app, data, _ = shown({"positions": "off"})
    assert data["bars"][1]["number"] == "1.000"
    assert data["bars"][0]["value"] < 0.5
    assert "forced" in page(app)
    assert "forced" not in page(visit("real_model", {}))


def test_a_sentence_of_the_scale_that_the_reader_writes_stands_there_once():
    for written in (WORDS["Paraphrase"], WORDS["Unrelated"].lower()):
        _, data, tables = shown({"twin": written})
        assert [bar["label"].lower() for bar in data["bars"][1:]].count(written.lower()) == 1
        assert len(tables["likeness"]) == len(data["bars"]) == 3


def test_a_likeness_below_zero_has_a_minus_sign():
    _, data, _ = shown({"sentence": "Pneumonoultramicroscopicsilicovolcanoconiosis is internationalization"})
    unlike = data["bars"][-1]
    assert unlike["value"] < 0
    assert unlike["number"].startswith("−")


@pytest.mark.parametrize("name", NUMBERINGS)
def test_every_numbering_is_chosen_by_its_name(name):
    app, data, _ = shown({"ids": name})
    assert data["view"]["ids"] == ",".join(map(str, NUMBERINGS[name].position_ids(8)))
    assert data["has_positions"] == NUMBERINGS[name].positions
    assert data["bars"][0]["value"] == pytest.approx(
        minilm.likeness(minilm.run(CAT), NUMBERINGS[name].read(CAT)), abs=1e-12
    )
    assert f"{data['bars'][0]['value']:.3f}" in page(app) or name == "right"


def test_the_controls_write_the_address_and_the_menu_says_when_ids_are_set_by_hand():
    app = visit("real_model", {"ids": "0,1,2,9", "sentence": "dog bites man"})
    menu = next(box for box in app.selectbox if box.key == "real_ids_by_hand")
    assert menu.value == BY_HAND
    menu.set_value("all 0").run()
    assert app.query_params["ids"] == "all 0"
    app.toggle(key="real_positions").set_value(False).run()
    assert app.query_params["positions"] == "off"
    app.text_input(key="real_sentence").set_value(CAT).run()
    assert "sentence" not in app.query_params
    app.text_input(key="real_twin").set_value("dog").run()
    assert app.query_params["twin"] == "dog"
    app = visit("real_model", {"ids": "off"})
    app.toggle(key="real_positions").set_value(True).run()
    assert not app.query_params


def test_a_twin_that_another_one_has_replaced_is_not_taken_for_the_readers():
    app = visit("real_model", {})
    before = app.text_input(key="real_twin").value
    app.text_input(key="real_sentence").set_value("dog bites man").run()
    assert app.text_input(key="real_twin").value == "man bites dog"
    app.text_input(key="real_twin").set_value(before).run()  # a report of before, which comes late
    assert "twin" not in app.query_params
    assert app.text_input(key="real_twin").value == "man bites dog"
    app.run()
    app.text_input(key="real_twin").set_value(
        before
    ).run()  # the reader's, now that the browser has had the new one
    assert app.query_params["twin"] == before


def test_while_positions_are_off_no_ids_can_be_chosen():
    menus = [visit("real_model", query).selectbox[0] for query in ({}, {"positions": "off"})]
    assert [menu.disabled for menu in menus] == [False, True]


def test_a_long_sentence_is_quoted_by_its_beginning():
    long = "the dog that saw the cat that sat on the mat by the door of the house at the end of the road"
    quoted = [
        text for text in (each.value for each in visit("real_model", {"twin": long}).markdown) if "the dog" in text
    ]
    assert quoted
    assert all("…" in text and long not in text for text in quoted)


HOSTILE = [
    "",
    "<b>x</b> *y* $z$ [l](http://a) :smile:",
    "\u202e \x00",
    "猫" * 5000,
    "a" + "\u0301" * 900,
    "word " * 99,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_is_typed_is_read_at_most_32_tokens_long(text):
    query = {"sentence": text, "twin": text, "ids": "9" * 500, "head": "9.9", "positions": "<b>"}
    with run_record.all_runs() as records:
        app = visit("real_model", query)
    for picture in records[-1].pictures.values():
        assert 3 <= len(unpack(picture.data)["tokens"]) <= 32
    assert len(app.text_input(key="real_sentence").value) <= 300


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", [0, 1, 2, 3]),
        ("5", [5, 6, 7, 8]),
        ("1,2,3,4,5,6", [1, 2, 3, 4]),
        ("511,,900,-1", [511, 511, 511, 511]),
        ("²,1e3,<b>,٣", [0, 1, 2, 3]),
        ("7," * 1000, [7, 7, 7, 7]),
        ("reversed", [3, 2, 1, 0]),
    ],
)
def test_ids_of_an_address_are_clamped_and_filled_up(text, ids):
    assert position_ids(text, 4).tolist() == ids


def test_ids_are_named_where_they_have_a_name_and_read_back():
    for n in (3, 8, 32):
        for name, numbering in NUMBERINGS.items():
            ids = numbering.position_ids(n)
            assert position_ids(numbering_of(ids), n).tolist() == ids.tolist(), name
    assert numbering_of([0, 1, 2, 9]) == "0,1,2,9"


def test_without_the_weights_the_room_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(stored, "FILE", tmp_path / "weights.npz")
    monkeypatch.setattr(stored, "weights", stored.computed_once(most=1)(stored.weights.__wrapped__))
    app = visit("real_model", {"sentence": "a sentence that nobody has read"})
    assert [each.value for each in app.info] == [WORDS["No weights"]]
    assert app.title


def test_a_moving_id_costs_one_run_of_the_model(monkeypatch):
    app, count = visit("real_model", {}), []
    forward = minilm.model.forward
    monkeypatch.setattr(minilm.model, "forward", lambda *parts: count.append(1) or forward(*parts))
    app.query_params["ids"] = "0,1,2,3,4,5,6,77"
    app.run()
    assert len(count) == 1


def test_the_share_that_is_said_is_that_of_core():
    _, data, _ = shown({})
    attention = minilm.run(CAT).attention
    assert data["aims"][1][8] == WORDS["offset 1"]
    assert data["aim_shares"][1][8] == pytest.approx(share_at_offset(attention, 1)[1, 8], abs=1e-4)
    assert re.search(r"\d", WORDS["Picture: says"]) is None  # all its numbers are computed
    assert Path(stored.FILE).exists()


def test_a_head_that_looks_at_one_token_from_everywhere_is_said_to_do_so():
    _, data, _ = shown({"positions": "off"})
    attention = minilm.run(CAT, positions=False).attention[1, 8]  # all its lines meet at [CLS]
    assert data["aims"][1][8].startswith("[CLS]")
    assert data["aim_shares"][1][8] == pytest.approx(attention[1:-1, 0].mean(), abs=1e-4)
    assert data["aim_shares"][1][8] > 0.5
