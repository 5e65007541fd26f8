"""What the Attention biases room says and draws."""

import pytest

from core.schemes import SCHEMES
from core.schemes.alibi import slopes
from core.schemes.scheme import Family
from pages.shared.contents import ALL
from tests.patterns import Known, page_words, pattern
from tests.support.rooms import text_of, visit
from tests.support.sliders import sliders

WORDS = page_words("biases")

BIASES = [name for name, scheme in SCHEMES.items() if scheme.family is Family.BIAS]


def metrics(app):
    return [(metric.value, metric.delta) for metric in app.metric]


def test_the_default_view_says_where_weights_halve():
    text = text_of(visit("biases", {}))
    assert WORDS("Bias: halves", first="1.39 tokens", last="177 tokens", reading=Known(heads=8)) in text
    assert "$$" not in text


def test_how_far_heads_see_is_under_more():  # ln 2 / slope for slopes 1/2 … 1/256
    assert metrics(visit("biases", {}, more=True)) == [
        ("1.39 tokens", "head 1"),
        ("2", "nearest of 128 keys"),
        ("177 tokens", "head 8, beyond view"),
        ("57", "nearest of 128 keys"),
    ]


@pytest.mark.parametrize("scheme", BIASES)
def test_the_third_control_is_the_scheme_s_own(scheme):
    app = visit("biases", {"scheme": scheme})
    parameters = [parameter.name for parameter in SCHEMES[scheme].parameters if parameter.name != "heads"][:1]
    kinds = ("button_group", "segmented_control", "number_input")
    labels = {element.proto.label for kind in kinds for element in app.main.get(kind)}
    labels |= {data["label"] for data in sliders(app).values()}
    assert labels - {*ALL, "Take it with you"} == {"scheme", "heads", *parameters}


@pytest.mark.parametrize("scheme", BIASES)
def test_what_the_numbers_are_is_said(scheme):
    words = SCHEMES[scheme].explanation.split("## Numbers shown\n")[1].strip()
    assert words in text_of(visit("biases", {"scheme": scheme}, more=True))
    assert words.startswith("A trained model has its own") == SCHEMES[scheme].is_learned
    assert (WORDS["Bias: learned"] in text_of(visit("biases", {"scheme": scheme}))) == SCHEMES[scheme].is_learned


def test_the_formula_has_the_reader_s_numbers():
    text = text_of(visit("biases", {"heads": "4", "length": "9"}, more=True))
    assert pattern(WORDS["Formula"], reading=Known(head=2, heads=4, distance=8)).search(text)
    assert r"-0.0625\cdot 8" in text
    assert "−0.5000" in text
    assert "0.6065" in text  # e^-0.5


def test_every_head_has_its_numbers():
    table = visit("biases", {"bias_view": "Softmax mass"}, more=True).dataframe[0].value
    assert table["weight halves at (tokens)"].tolist() == [1.39, 2.77, 5.55, 11.09, 22.18, 44.36, 88.72, 177.45]
    assert table["bias at 16"].tolist() == [-8, -4, -2, -1, -0.5, -0.25, -0.125, -0.0625]
    assert table["50% within (keys)"].tolist() == [2, 3, 6, 12, 22, 37, 49, 57]


@pytest.mark.parametrize(("heads", "first"), [(8, None), (12, 9), (6, 5)])
def test_heads_beyond_a_power_of_two_are_said_to_begin_steep_again(heads, first):
    text = text_of(visit("biases", {"heads": str(heads)}))
    assert ("no power of two" in text) == (first is not None)
    if first:
        assert f"heads {first} to {heads} have slopes of a second row" in text
        assert slopes(heads)[first - 1] > slopes(heads)[0]
