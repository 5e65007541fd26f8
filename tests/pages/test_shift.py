import pytest

from core.sinusoidal.learned_shift import learn_shift
from pages.shared.words import read
from tests.house import ROOT
from tests.pages.test_rooms import visit

WORDS = read(ROOT / "pages" / "shift.md")


@pytest.mark.parametrize("offset", ["1e400", "-9e99", "abc", "", "2.5", "0", "nan", "-1000", "1000"])
def test_no_offset_breaks_it(offset):
    app = visit("shift", {"offset": offset, "length": "1"})
    assert not app.exception
    assert len(app.metric) == 3


def test_the_answer_to_why_both_is_a_number_on_the_first_screen():
    checked, both, sines = visit("shift", {}).metric
    assert "10⁻" in checked.value
    assert "10⁻" in both.value
    assert float(sines.value) == pytest.approx(learn_shift(7, 512).sines.residual, abs=5e-4)


def test_blocks_are_shown_as_numbers():
    (table, *_) = visit("shift", {}).table
    assert table.value["pair"].tolist() == list(range(0, 256, 17))
    assert table.value["cos kω"][0] == "0.754"  # cos 7
    assert table.value["kω (degrees)"][0] == "401.1"


def test_looking_back_is_the_transpose():
    ahead, back = (visit("shift", {"offset": offset}).table[0].value for offset in ("7", "-7"))
    assert ahead["cos kω"].tolist() == back["cos kω"].tolist()
    assert [number(sine) for sine in ahead["sin kω"]] == [-number(sine) for sine in back["sin kω"]]


def number(written):
    return float(written.replace("−", "-"))


def test_large_tables_say_how_many_positions_were_checked():
    captions = [caption.value for caption in visit("shift", {"d_model": "16384", "length": "1048576"}).caption]
    assert WORDS("Checked: some", checked=4, last=2**20 - 1, columns=2**14) in captions


def test_odd_d_model_names_the_sine_that_cannot_be_shifted():
    assert WORDS["Rotation: odd"] in [caption.value for caption in visit("shift", {"d_model": "3"}).caption]


def test_without_a_pair_there_is_nothing_to_rotate():
    app = visit("shift", {"d_model": "1"})
    assert app.info[0].value == WORDS["No pair"]
    assert not app.metric
