"""What the Learned room says, draws, reads and refuses."""

import json
import pickle

import numpy as np
import pytest

from core.frequencies import inverse_frequencies, wavelengths
from core.scaling import RULES
from core.schemes.analysis.identify import identify, identify_pair
from core.schemes.analysis.learned_hands import learned_hands
from core.schemes.analysis.table import as_table, norm_curve, read_row
from core.schemes.learned import sample
from core.schemes.sinusoidal import sinusoidal
from core.words.minilm import stored
from core.words.minilm.stored import position_table
from pages.schemes.learned.tables import OPEN
from pages.shared.table_upload import PASTED
from pages.shared.verbatim import markdown
from tests.pages.charts import charts
from tests.pages.uploads import uploaded
from tests.patterns import Known, page_words, pattern
from tests.support.rooms import page, visit
from tests.support.tables import npy, npz

VIEWS = ("Clocks", "Spectrum", "Table", "Similarity")
SAMPLE = {"table": "sample"}
REAL = as_table(position_table())
FOUND = learned_hands(as_table(position_table()[1:511]))
WORDS = page_words("learned")


def say(heading, **facts):
    return WORDS(heading, **facts).replace("\n", " ")


def cells(app, number):
    """Values of a heatmap as the browser gets them."""
    (trace,) = charts(app)[number].spec["data"]
    return trace


def clocks(app):
    """What the browser gets of the clocks."""
    (data,) = (json.loads(each.proto.json) for each in app.get("bidi_component") if "paths" in each.proto.json)
    return data


def test_the_default_view_shows_the_five_clock_hands_of_a_real_model():
    app = visit("learned", {})
    assert WORDS["Takeaway"] in page(app)
    facts = {"periods": "5.9, 17, 52, 155 and 607", "explained": 0.996, "last": 511}
    assert say("Clocks", **facts) in page(app)
    data = clocks(app)
    np.testing.assert_allclose(data["paths"], FOUND.tips, atol=5.1e-4)
    np.testing.assert_allclose(data["frequencies"], 2 * np.pi / FOUND.periods)
    assert (data["first"], data["last"], data["step"], data["view"]) == (1, 510, 1, {"position": 100})
    assert data["playing"]
    assert not app.number_input
    assert not app.warning


def test_a_link_to_a_position_stands_still_there():
    for asked, shown in {"37": 37, "0": 1, "511": 510, "nan": 100}.items():
        data = clocks(visit("learned", {"position": asked}))
        assert (data["view"], data["playing"]) == ({"position": shown}, False)


@pytest.mark.parametrize("base", [10_000, 200])
def test_periods_stand_beside_as_many_of_the_formula_in_even_steps(base):
    (chart,) = charts(visit("learned", {"base": str(base), "scale": "2"}))
    learned, formula = (np.asarray(trace["x"], float) for trace in chart.spec["data"])
    np.testing.assert_allclose(learned, FOUND.periods, rtol=1e-6)
    np.testing.assert_allclose(formula, 2 * wavelengths(10, base), rtol=1e-6)
    assert chart.spec["layout"]["xaxis"]["type"] == "log"
    np.testing.assert_allclose(np.diff(np.log(formula)), np.log(base) / 5, rtol=1e-5)


def test_with_a_base_near_250_the_formula_has_nearly_the_same_hands():
    apart = np.abs(np.log(wavelengths(10, 250) / FOUND.periods))
    assert apart.max() < np.log(1.25)
    assert (np.abs(np.log(wavelengths(10, 10_000) / FOUND.periods))[1:] > np.log(2)).all()


def test_clocks_of_another_table_are_not_called_five_hands_of_training_on_text():
    for app in (visit("learned", SAMPLE), uploaded("mine.npy", npy(sample()))):
        assert WORDS["Takeaway"] not in page(app)
        assert pattern(WORDS["Clocks: found"], count=7).search(page(app))
        assert len(clocks(app)["paths"]) == 7


def test_clocks_of_a_long_table_are_its_fastest_at_its_first_rows():
    angles = np.outer(np.arange(3000), 2 * np.pi / np.geomspace(4, 900, 12))
    mixed = np.linalg.qr(np.random.default_rng(0).normal(size=(24, 24)))[0]  # else it is named as a formula's
    data = clocks(uploaded("mine.npy", npy(np.hstack([np.sin(angles), np.cos(angles)]) @ mixed)))
    assert np.shape(data["paths"]) == (8, 1024, 2)
    assert data["last"] == 1023


@pytest.mark.parametrize("values", [np.eye(2), np.arange(12.0).reshape(6, 2)])
def test_where_nothing_turns_there_is_a_word_in_place_of_clocks(values):
    app = uploaded("mine.npy", npy(values))
    assert app.info[0].value == WORDS["Clocks: none"]


def test_without_the_weights_the_room_says_so_and_shows_the_sample(monkeypatch, tmp_path):
    monkeypatch.setattr(stored, "FILE", tmp_path / "weights.npz")
    app = visit("learned", {})
    assert app.info[0].value == WORDS("No weights", file="weights.npz")
    assert WORDS["Takeaway"] not in page(app)
    assert say("Shown: sample", length=256, d_model=64) in page(app)


def test_views_of_the_real_model_measure_its_whole_table():
    assert say("Trained", length=512, d_model=384, numbers=196_608) in page(visit("learned", {}, more=True))
    app = visit("learned", {"learned_view": "Table", "row": "511"})
    assert app.success[0].value == WORDS("Row: found", reading=read_row(REAL, 511))
    assert visit("learned", {"learned_view": "Table", "row": "512"}).warning
    app = visit("learned", {"learned_view": "Spectrum"})
    assert pattern(WORDS["Spectrum"], length=512).search(page(app))
    assert WORDS["Spectrum: all-MiniLM-L6-v2"] in page(app)


def test_the_spectrum_of_the_sample_is_one_of_waves():
    app = visit("learned", SAMPLE | {"learned_view": "Spectrum"})
    assert say("Spectrum", held=0.94, swings="swings once", length=256) in page(app)
    alt = charts(app)[0].alt.replace("\n", " ")
    assert "1 cycle: 94%; 1 cycle: 98%; 2 cycles: 72%; 2 cycles: 68%; 3 cycles: 65%; 4 cycles: 24%" in alt


def test_singular_values_are_those_of_numpy():
    table = sample() - sample().mean(axis=0)
    values = np.linalg.svd(table, compute_uv=False)
    needed = np.searchsorted(np.cumsum(values**2), 0.9 * np.sum(values**2)) + 1
    text = page(visit("learned", SAMPLE | {"learned_view": "Spectrum"}, more=True))
    assert pattern(WORDS["Values"], needed=needed, count=64, first=values[0]).search(text)


@pytest.mark.parametrize("row", [0, 7, 255])
def test_a_row_that_is_there_is_measured(row):
    app = visit("learned", SAMPLE | {"learned_view": "Table", "row": str(row)})
    assert app.success[0].value == WORDS("Row: found", reading=read_row(as_table(sample()), row))
    assert not app.warning
    assert app.query_params["row"] == str(row)


@pytest.mark.parametrize("row", [256, 1_048_576])
def test_a_row_that_is_not_there_is_said_to_be_missing(row):
    app = visit("learned", SAMPLE | {"learned_view": "Table", "row": str(row)})
    assert app.warning[0].value == WORDS("Row: missing", row=row, last=255)
    value = sinusoidal([row], 64)[0, 0]
    assert f"= {value:.3g}".replace("-", "−") in app.info[0].value


@pytest.mark.parametrize(
    "query", [{}, {"row": "7"}, {"step": "order.5", "row": "256"}, {"step": "order.5", "unfolded": "true"}]
)
def test_both_tables_are_shown_beyond_the_last_row(query):
    plots = charts(visit("learned", SAMPLE | {"learned_view": "Table", **query}))
    learned, computed = [chart for chart in plots if "z" in chart.spec["data"][0]][-2:]
    assert [learned.spec["layout"]["annotations"][0]["text"], len(computed.spec["data"][0]["z"])] == [
        "no such row",
        288,
    ]


def test_a_step_that_asks_what_comes_after_the_last_row_does_not_show_it():
    app = visit("learned", SAMPLE | {"learned_view": "Table", "step": "order.5"})
    learned, computed = charts(app)
    assert not learned.spec["layout"]["annotations"]
    assert not computed.spec["layout"]["shapes"]
    assert len(computed.spec["data"][0]["z"]) == 256
    assert not app.warning
    assert say("Table", last=255) not in page(app)


def test_the_numbers_that_were_trained_are_counted():
    assert say("Trained", length=256, d_model=64, numbers=16_384) in page(visit("learned", SAMPLE, more=True))


def test_the_table_ends_and_the_formula_goes_on():
    app = visit("learned", SAMPLE | {"learned_view": "Table"}, more=True)
    learned, computed = cells(app, 0), cells(app, 1)
    assert learned["z"].shape == (256, 64)
    assert computed["z"].shape == (288, 64)
    assert say("Norms", learned=norm_curve(as_table(sample()), points=256)) in page(app)
    assert "√(d_model / 2) = 5.657" in page(app)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    ("shape", "dtype"),
    [((1, 1), "f4"), ((1, 7), "f8"), ((2, 3), "f2"), ((5, 1), "i4"), ((40, 9), "f4"), ((3000, 5), "f4")],
)
def test_every_view_shows_tables_of_every_shape(view, shape, dtype):
    values = np.random.default_rng(0).normal(size=shape) * 10
    app = uploaded("mine.npy", npy(values.astype(dtype)), learned_view=view)
    size = {"length": shape[0], "d_model": shape[1], "dtype": np.dtype(dtype)}
    assert say("Upload: read", name=markdown("mine.npy"), **size) in page(app)


def test_equal_rows_and_rows_of_zeros_are_shown_as_such():
    app = uploaded("flat.csv", b"1,2\n1,2\n1,2\n")
    assert "Position is missing" in page(app)
    assert len(charts(app)) == 2
    app = uploaded("flat.csv", b"1,2\n1,2\n1,2\n", learned_view="Spectrum")
    assert app.info[0].value == WORDS["No components"]
    for view in VIEWS:
        uploaded("none.csv", b"0,0\n0,0\n", learned_view=view)


def test_a_single_row_has_neither_components_nor_pairs():
    app = uploaded("one.csv", b"1,2,3\n", learned_view="Spectrum")
    assert len(app.info) == 2
    assert not charts(app)
    assert uploaded("one.csv", b"1,2,3\n", learned_view="Similarity").info[0].value == WORDS["Similarity: one row"]


def test_cosines_are_those_of_the_rows():
    app = visit("learned", SAMPLE | {"learned_view": "Similarity", "scale": "64", "base": "2"})
    unit = sample() / np.linalg.norm(sample(), axis=1, keepdims=True)
    computed = sinusoidal([0, 255], 64, base=2, scale=64)
    far = computed[0] @ computed[1] / 32  # norms are √32
    learned = Known(neighbours=np.mean(np.sum(unit[1:] * unit[:-1], axis=1)), ends=unit[0] @ unit[255])
    assert pattern(WORDS["Similarity"], learned=learned).search(page(app))
    for chart, reading in zip(charts(app), (learned, Known(ends=far)), strict=True):
        assert pattern(WORDS["Similarity: alt"], length=256, reading=reading).search(chart.alt)


def test_large_tables_say_what_was_averaged():
    app = uploaded(
        "mine.npy",
        npy(np.random.default_rng(0).normal(size=(3000, 300)).astype("f2")),
        learned_view="Table",
        more=True,
    )
    assert say("Table: averaged", positions=12, dimensions=2) in page(app)
    assert WORDS("Points", points=6) in page(app)


def test_a_tensor_of_several_is_chosen():
    data = npz(words=np.ones((9, 4)), wpe=np.random.default_rng(0).normal(size=(1, 12, 5)), bias=np.zeros(3))
    app = uploaded("model.npz", data)
    assert app.selectbox[0].options == ["wpe", "words"]
    assert say("Upload: read", name=markdown("model.npz: wpe"), length=12, d_model=5, dtype="float64") in page(app)
    assert say("Upload: squeezed", shape="1 × 12 × 5") in page(app)
    app.selectbox[0].set_value("words").run()
    assert say("Upload: read", name=markdown("model.npz: words"), length=9, d_model=4, dtype="float64") in page(app)


def test_an_index_column_is_left_out_and_said_so():
    assert say("Upload: index") in page(uploaded("frame.csv", b",a,b\n0,1,2\n1,3,5\n"))


def test_a_stored_table_can_be_looked_at_beside_ones_own():
    app = uploaded("t.npy", npy(sinusoidal(40, 8)))
    assert app.query_params["table"] == "own"
    own = WORDS["Own: right table"]
    assert own in page(app)
    for word, text in (("sample", say("Shown: sample", length=256, d_model=64)), ("own", own)):
        next(each for each in app.button_group if each.key == "table").set_value(word).run()
        assert text in page(app)
    app = uploaded("t.npy", b"none")
    assert "table" not in app.query_params
    assert next(each for each in app.button_group if each.key == "table").options == [
        WORDS["Choice: all-MiniLM-L6-v2"],
        WORDS["Choice: sample"],
    ]


CHOICE = {"learned_view": "Table", "table": "sample", "row": "7", "base": "500"}
REFUSED = {
    "pickle": ("t.npy", pickle.dumps({"a": 1}), "t.npy is a pickle"),
    "a hostile name": ("[x](js:1)`$y$`:smile:.csv", b"a", "[x](js:1)`$y$`:smile:.csv is empty"),
}


@pytest.mark.parametrize(("name", "data", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_refused_file_is_named_and_the_sample_stays(name, data, reason):
    app = uploaded(name, data, **CHOICE)
    before, after = WORDS("Refused", error="|").split("|")
    assert app.warning[0].value.startswith(before + markdown(reason))
    assert app.warning[0].value.endswith(after)
    assert say("Shown: sample", length=256, d_model=64) in page(app)
    assert app.query_params == CHOICE
    app.file_uploader[0].upload("good.npy", npy(np.eye(9))).run()
    assert say("Upload: read", name=markdown("good.npy"), length=9, d_model=9, dtype="float64") in page(app)
    assert not app.warning


# ---- The reader's own table, where it is recognised.

PAPER = sinusoidal(np.arange(64), 48)
HALF = sinusoidal(np.arange(64), 48, base=100.0)  # as the exponent i/d makes it


def changed():
    """The paper's table with a wrong cell."""
    values = PAPER.copy()
    values[50, 40] += 0.5
    return values


ANGLES = np.outer(np.arange(40), 10_000.0 ** (-np.arange(16) / 16))
PAIRS = {
    "right": (np.tile(np.cos(ANGLES), 2), np.tile(np.sin(ANGLES), 2), ""),
    "two layouts": (np.repeat(np.cos(ANGLES), 2, axis=1), np.tile(np.sin(ANGLES), 2), "halves"),
    "swapped": (np.tile(np.sin(ANGLES), 2), np.tile(np.cos(ANGLES), 2), "holds sines"),
}


@pytest.mark.parametrize(("cosines", "sines", "wrong"), PAIRS.values(), ids=PAIRS)
@pytest.mark.parametrize("chosen", ["cos", "sin"])
def test_cosines_and_sines_of_one_file_are_looked_at_together(cosines, sines, wrong, chosen):
    app = uploaded("rope.npz", npz(cos=cosines, sin=sines))
    app.selectbox[0].set_value(chosen).run()
    assert not app.exception
    found = identify_pair(as_table(cosines), as_table(sines), cosines.shape, is_named=True)
    assert bool(found.mistakes) == bool(wrong)
    assert wrong in " ".join(found.mistakes)
    assert [sentence for sentence in found.mistakes if markdown(sentence) not in page(app)] == []
    assert markdown(found.summary) in page(app)


def test_a_table_that_is_not_recognised_is_said_to_be_none_that_is_known():
    values = np.random.default_rng(3).normal(size=(64, 48))
    app = uploaded("mine.npy", npy(values))
    assert markdown(identify(values).summary) in page(app)
    assert WORDS["Own: headline"] in page(app)


def test_a_right_table_is_said_to_be_right_and_no_cell_is_outlined():
    app = uploaded("pe.npy", npy(PAPER.astype("f4")))
    text = page(app)
    assert "**This is the paper\\'s table\\.**" in text
    assert pattern(WORDS["Own: right"]).search(text)
    assert WORDS["Own: headline"] in text
    assert not app.session_state[OPEN]  # the field would cover this
    assert "trained numbers" not in page(uploaded("pe.npy", npy(PAPER), more=True))
    yours, right = charts(app)
    assert [len(each.spec["data"]) for each in (yours, right)] == [1, 1]
    np.testing.assert_allclose(yours.spec["data"][0]["z"], PAPER[:24, :32], atol=1e-6)
    assert not app.code


@pytest.mark.parametrize("make", [changed, lambda: HALF], ids=["a cell", "an exponent"])
def test_a_wrong_table_is_shown_beside_the_right_one_with_the_cells_that_differ(make):
    values = make()
    found = identify(values)
    app = uploaded("pe.npy", npy(values))
    yours, right = charts(app)
    assert markdown(found.mistakes[0]) in page(app)
    cells_of_yours, outline = yours.spec["data"]
    first, across = int(cells_of_yours["y0"]), int(cells_of_yours["x0"])
    assert (first <= found.first.row < first + 24, across <= found.first.column < across + 32) == (True, True)
    np.testing.assert_allclose(cells_of_yours["z"], values[first : first + 24, across : across + 32], atol=1e-6)
    np.testing.assert_allclose(
        right.spec["data"][0]["z"], PAPER[first : first + 24, across : across + 32], atol=1e-6
    )
    places = [place for place in outline["x"] if place is not None]
    assert min(places) <= found.first.column - 0.5 < max(places)
    lines = [f"- {each.makes}\n+ {each.mends}" for each in found.faults if each.makes]
    assert [each.value for each in app.code] == lines


def test_its_other_views_do_not_call_a_formula_trained():
    app = uploaded("pe.npy", npy(PAPER), learned_view="Table", row="3")
    text = page(app)
    assert pattern(WORDS["Own: row"], reading=Known(row=3)).search(app.success[0].value)
    assert WORDS["Own: heading"] in text
    assert WORDS["learned: heading"] not in text
    assert say("Own: table", last=63) in page(uploaded("pe.npy", npy(PAPER), learned_view="Table"))


def paste(app, numbers):
    app.text_area(key=PASTED).set_value(numbers)
    app.button(key=f"{PASTED}_check").click().run()


def test_checking_pasted_numbers_closes_the_field_which_covers_the_answer():
    app = visit("learned", {"table": "own"})
    assert app.session_state[OPEN]
    paste(app, str(PAPER[:3].round(4).tolist()))
    assert not app.session_state[OPEN]


@pytest.mark.parametrize("view", VIEWS)
def test_numbers_may_be_pasted(view):
    app = visit("learned", {"learned_view": view})
    paste(app, str(PAPER[:3].round(4).tolist()))
    assert say("Upload: read", name=markdown("pasted.txt"), length=3, d_model=48, dtype="text") in page(app)
    assert ("This is the paper" in page(app)) == (view == "Clocks")
    assert not {"pasted", PASTED} & {*app.query_params}
    paste(app, "[[1, 2], [x, 4]]")
    assert "pasted\\.txt holds “x”" in app.warning[0].value
    paste(app, "  ")
    assert not app.warning
    assert say("Shown: all-MiniLM-L6-v2", length=512, d_model=384) in page(app)


def test_a_learned_table_is_shown_as_before():
    text = page(uploaded("wpe.npy", npy(sample()), learned_view="Spectrum"))
    assert pattern(WORDS["Spectrum"]).search(text)


ROTATIONS = np.exp(1j * np.outer(np.arange(40), inverse_frequencies(64)))


def test_complex_rotations_are_named_and_stand_beside_the_right_ones():
    app = uploaded("freqs_cis.npy", npy(ROTATIONS.astype(np.complex64)))
    text = page(app)
    assert markdown("RoPE's complex rotations, base 10,000.") in text
    assert pattern(WORDS["Own: right"]).search(text)
    assert WORDS["Upload: complex"] in text
    yours = cells(app, 0)["z"]
    np.testing.assert_allclose(yours, ROTATIONS.imag[:24, :32], atol=1e-6)
    back = uploaded("freqs_cis.npy", npy(ROTATIONS.conj().astype(np.complex64)))
    assert markdown(identify(ROTATIONS.conj().astype(np.complex64)).mistakes[0]) in page(back)
    assert any("x1 * cos" in each.value for each in back.code)
    assert len(charts(back)[0].spec["data"]) == 2  # the sines are outlined


@pytest.mark.parametrize("view", VIEWS)
def test_complex_rotations_have_every_view(view):
    app = uploaded("freqs_cis.npy", npy(ROTATIONS.astype(np.complex64)), learned_view=view)
    size = {"length": 40, "d_model": 64, "dtype": "complex64"}
    assert say("Upload: read", name=markdown("freqs_cis.npy"), **size) in page(app)


@pytest.mark.parametrize("shape", [(32,), (1, 32), (32, 1)])
def test_a_list_of_inverse_frequencies_tells_its_rule(shape):
    llama = RULES["Llama 3"].apply(inverse_frequencies(64, 500_000.0), base=500_000.0, factor=32.0, original=8192)
    text = page(uploaded("inv_freq.npy", npy(llama.inverse.reshape(shape).astype(np.float32))))
    expected = "RoPE's inverse frequencies, base 500,000, stretched by Llama 3 factor 32 original 8,192."
    assert markdown(expected) in text


def test_pasted_lists_and_rotations_are_read():
    app = visit("learned", {})
    paste(app, str(inverse_frequencies(64).tolist()))
    assert markdown("RoPE's inverse frequencies, base 10,000.") in page(app)
    paste(app, str(ROTATIONS.round(6).tolist()))
    assert markdown("RoPE's complex rotations, base 10,000.") in page(app)
