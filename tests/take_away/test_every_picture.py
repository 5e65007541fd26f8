"""What is taken away is what is shown: tables as files, and scripts that make their numbers."""

import ast
import re
from dataclasses import asdict, dataclass, field
from io import BytesIO, StringIO
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest
import streamlit as st

from components.kit.run_record import Picture, RunRecord
from core.inputs.settings import Settings
from core.scaling import RULES
from core.schemes import SCHEMES, learned
from core.schemes.analysis.identify import identify
from core.schemes.analysis.identify.beside import beside
from core.schemes.analysis.table import as_table
from core.schemes.sinusoidal import sinusoidal
from core.words.minilm.stored import FILE as WEIGHTS
from pages.schemes.learned import own
from pages.schemes.learned import tables as learned_tables
from pages.shared import address, contents, room, settings, views
from pages.shared.contents import ROOMS
from pages.take_away import files, offer
from pages.take_away.code import Code
from pages.take_away.script import FOLDER, read
from tests.house import ROOT
from tests.pages.views import EXTREMES, VIEWS
from tests.support.rooms import PATIENCE, App, visit
from tests.take_away.running import LEARNED, columns, exported, outputs, results

OTHER = (
    {"d_model": "96", "length": "40", "base": "500000", "scale": "2", "layout": "fairseq", "offset": "-5"}
    | {"heads": "6", "scheme": "T5", "num_buckets": "16", "normalised": "true", "position": "9", "m": "3"}
    | {"n": "300", "pair": "3", "dtype": "float16", "rounding": "angle", "rotary_dim": "64", "head": "2"}
    | {"sqrt_d_model": "false", "seed": "7", "slip": "shift", "time": "850", "sigma": "2", "octaves": "6"}
    | {"learning_time": "0.3", "schemes": [*SCHEMES], "rules": [*RULES]}
)
TOLERANCES = {  # made of float32
    "reading": 1e-4,
    "likeness": 1e-6,
    **dict.fromkeys(("readings", "explained"), 1e-4),  # a layer norm and a softmax in float32
    **dict.fromkeys(("fit_axial", "fit_mixed", "fit_golden"), 1e-4),  # least squares of waves that are nearly alike
    "agreement": 1e-12,  # the numbers are differences
}
WITHOUT_PICTURE = {"reading"}  # its script prints a line for each character
EITHER_WAY = {"components_sinusoidal"}  # one half of a vector may sum to 0, which leaves its sign to rounding


TABLES = {"sentence_view": "Embedding + encoding"}


class Item(NamedTuple):
    """A picture as it is offered."""

    key: str
    frame: pd.DataFrame
    code: object
    program: str


@dataclass
class Use:
    """What rooms have read of their address and of the shared settings."""

    names: set[str] = field(default_factory=set)
    settings: set[str] = field(default_factory=set)

    def name(self, name):
        if name not in contents.ALL:
            self.names.add(name)
        return contents.declared_name(name)

    def watch(self, shared):
        """The shared settings, noting which are read."""
        use = self

        class WatchedSettings(Settings):
            def __getattribute__(self, name):
                use.settings.update({name} & set(contents.ALL))
                return super().__getattribute__(name)

        return WatchedSettings(**asdict(shared))


@pytest.fixture
def use(monkeypatch):
    """What the rooms that a test visits use of what they declare."""
    noted, enter = Use(), room.enter

    def entered(page, **options):
        shared, words = enter(page, **options)
        watched = noted.watch(shared)
        noted.settings.clear()  # reading them here does not count
        return watched, words

    monkeypatch.setattr(room, "enter", entered)
    monkeypatch.setattr(views, "declared_name", noted.name)
    monkeypatch.setattr(address, "declared_name", noted.name)
    return noted


@pytest.fixture
def offers(monkeypatch):
    """Visit a room with everything open: `offers(room, address)` gives what it offers."""
    items = []
    draw = offer.draw

    def record(words, run):
        for item in offer.takeaways(run):
            values = asdict(settings.read())
            program = item.code.program(values, title=words["Title"]) if isinstance(item.code, Code) else ""
            items.append(Item(item.key, item.frame(), item.code, program))
        draw(words, run)

    def look(stem, query):
        items.clear()
        app = App(ROOT / "app.py", default_timeout=PATIENCE)
        app.session_state["more"], app.session_state[offer.KEY] = True, "Code"
        for name, value in query.items():
            app.query_params[name] = value
        app.switch_page(f"pages/{stem}.py").run()
        return app, list(items)

    monkeypatch.setattr(offer, "draw", record)
    return look


def expect_same(frame, script, tolerance):
    """Every column of numbers is among those that the script made, row by row of the first."""
    numbers = frame.select_dtypes("number")
    assert set(map(str, numbers.columns)) <= set(script)
    first = next(iter(script))
    rows = slice(None)
    if len(script[first]) != len(frame):  # the script goes through all, the table through some
        rows = [int(np.flatnonzero(script[first] == value)[0]) for value in frame[first]]
    for name, column in frame.items():
        if name in numbers:
            values = script[str(name)][rows]
            np.testing.assert_allclose(values, column, rtol=tolerance, atol=tolerance, err_msg=str(name))
        elif column.dtype.kind == "b" or (name in script and script[name].dtype.kind == "U"):
            assert script[name][rows].tolist() == column.tolist()


def expect_made(items, name="script"):
    """Every script makes the table of its picture; a question leads to the room that has the script."""
    items = [item for item in items if isinstance(item.code, Code)]
    files = {file for item in items for file in item.code.reads}
    made = results([item.program for item in items], files=files, name=name)
    for item, (table, text) in zip(items, made, strict=True):
        if name == "__main__" and item.key not in WITHOUT_PICTURE:
            assert text.startswith("Drawn with Matplotlib: "), item.key
        within = TOLERANCES.get(item.key, 1e-9)
        if item.key in EITHER_WAY:
            expect_same(item.frame.abs(), {column: np.abs(values) for column, values in table.items()}, within)
        else:
            expect_same(item.frame, table, within)


OF_A_FILE = {"beside_yours", "beside_right"}  # shown for a reader's own table alone


def test_the_script_of_a_readers_own_table_makes_the_cells_that_are_shown(tmp_path):
    table = sinusoidal(np.arange(60), 40, layout="concatenated")
    table[50, 37] += 0.5
    np.save(tmp_path / "learned.npy", table)
    cells = beside(as_table(table), identify(table))
    for kind in ("yours", "right"):
        code = Code("learned/beside", {"kind": kind, **own.script_values(cells)}, files=[tmp_path / "learned.npy"])
        ((made, _),) = results([code.program({}, title=kind)], files=code.reads, name="script")
        expect_same(pd.DataFrame(cells.by_column(kind)), made, 1e-9)


@pytest.mark.parametrize("stem", ROOMS)
def test_every_pictures_files_and_its_script_hold_the_numbers_of_its_table(offers, stem, use):
    """And a room uses what it declares: pictures, address parameters, shared settings."""
    _, items = offers(stem, {})
    expect_made(items, "__main__")
    for item in items:
        expect_files(item.frame)
    items, settings_read = [], set()
    for view in VIEWS.get(stem, [{}]):
        items += offers(stem, OTHER | view)[1]
        settings_read |= use.settings
    expect_made(items, "unsaved")
    declared = contents.ROOMS[stem]
    chooses = {declared.views.parameter} if declared.views else set()  # read by the row of views
    assert {item.key for item in items} == set(declared.pictures) - OF_A_FILE
    carried = set(contents.ROOMS[declared.part_of].address) if declared.part_of else set()  # read of a named model
    assert use.names | chooses | carried == set(declared.address) | carried
    assert settings_read >= set(declared.settings)  # "More" may read one that changes no picture


@pytest.mark.parametrize(
    ("model", "rule"),
    {"Llama-3.2-1B": "Llama 3", "Phi-4-mini": "LongRoPE", "Phi-3-mini-128k (April 2024)": "LongRoPE"}.items(),
)
def test_the_scripts_take_a_named_models_own_rule_from_its_config(offers, model, rule):
    items = []
    for view in ({}, {"stretch_view": "One pair"}):
        items += offers("stretch", {"model": model, "rules": ["Unscaled", rule]} | view)[1]
    assert {item.key for item in items} == {"coverage", "frequencies", "turns"}
    expect_made(items)


@pytest.mark.parametrize("shape", [(600, 270), (3, 5), (1, 4), (1100, 1030)])  # the last is averaged before its SVD
def test_the_scripts_of_a_learned_table_compute_what_the_room_shows_of_others(offers, monkeypatch, tmp_path, shape):
    table = np.random.default_rng(0).normal(size=shape)
    np.save(tmp_path / "learned.npy", table)
    monkeypatch.setattr(learned, "sample", lambda: table)
    monkeypatch.setattr(learned_tables, "SAMPLE", tmp_path / "learned.npy")
    for key in ("components_learned", "components_sinusoidal", "singular_values"):
        monkeypatch.setitem(TOLERANCES, key, 1e-6)
    st.cache_resource.clear()  # where measures of the sample are kept
    query = {"base": "500000", "scale": "2", "table": "sample"}
    expect_made([item for view in VIEWS["learned"] for item in offers("learned", query | view)[1]])
    st.cache_resource.clear()


@pytest.mark.parametrize(
    ("stem", "query"),
    [
        ("matrix", {"d_model": "2048", "length": "1024"}),
        ("matrix", {"d_model": "512", "length": "320"}),  # whose blocks are of two positions
        ("compare", {"d_model": "7", "length": "2048", "scale": "4", "head": "2", "schemes": [*SCHEMES]}),
        ("compare", {"d_model": "1", "length": "2", "schemes": ["NoPE", "xPos"]}),
    ],
)
def test_scripts_whose_points_are_means_hold_the_numbers_of_long_tables(offers, stem, query):
    _, items = offers(stem, query)
    assert items
    expect_made(items)


@pytest.mark.parametrize("stem", ["matrix", "clocks", "biases", "compare", "stretch"])
def test_what_is_taken_is_offered_at_the_ends_of_the_sliders(offers, stem):
    app, items = offers(stem, EXTREMES["largest"])
    for item in items:
        ast.parse(item.program)
    assert bool(items) == any("@misc" in code.value for code in app.main.code)


def test_files_have_the_settings_in_their_names(monkeypatch):
    names, name = [], files.file_name
    monkeypatch.setattr(offer, "file_name", lambda *parts: names.append(name(*parts)) or names[-1])
    queries = {
        "similarity": {"d_model": "64", "overlay": "bases"},
        "model": {"model": "Qwen2.5-7B", "target_context": "131072"},
        "sentence": TABLES | {"sentence": "../../etc <b>passwd</b> " * 9, "scale": "2"},
    }
    for stem, query in queries.items():
        app = visit(stem, query)
        app.session_state[offer.KEY] = "Data"
        assert not app.run().exception
    similarity, model, sentence = names
    assert similarity == "similarity_d_model-64_length-128_base-10000_scale-1_overlay-bases"
    assert model == "comb_model-Qwen2.5-7B_target_context-131072"
    assert sentence.startswith("token_rows_d_model-512_base-10000_scale-2_sentence-..-..-etc-b-passwd-b-")
    assert len(sentence) <= 160


def test_hostile_words_stay_words_in_a_script(offers):
    _, [item] = offers("sentence", {"sentence": "\"); import os  # ' \n```"})
    tree = ast.parse(item.program)
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert "os" not in imported
    assert "numpy" in imported


SCRIPTS = sorted(
    str(path.relative_to(FOLDER).with_suffix(""))
    for path in FOLDER.glob("*/*.py")
    if not path.stem.endswith("_torch") and "__main__" in path.read_text("utf-8")
)
DRAWINGS = [name for name in SCRIPTS if name != "extrapolation/losses"]  # which prints a line for each character
FILES = [LEARNED, WEIGHTS, *(ROOT / "core/teach/references").glob("*.json")]


def as_it_stands(name):
    """A script with its own values, but for the folder in which it is run."""
    return exported(name, {"folder": "."})


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_script_begins_with_what_it_computes_and_ends_with_how_it_is_saved(name):
    above, finish, below = as_it_stands(name).partition("\n\n\ndef finish(")
    assert finish
    assert read(name).body in above
    assert re.findall(r"^(?:def|if) \w+", below, re.M) == ["if __name__"]


def test_every_script_computes_with_its_own_values():
    tables = columns(map(as_it_stands, DRAWINGS), files=FILES)
    assert len(tables) > 20
    for name, table in zip(DRAWINGS, tables, strict=True):
        assert len({*map(len, table.values())}) == 1, name


def test_no_script_defines_a_name_twice():  # of two functions of one name, an export would keep the last
    for name in SCRIPTS:
        nodes = ast.parse(as_it_stands(name)).body
        defined = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
        assert len(defined) == len(set(defined)), name


def test_without_matplotlib_a_script_saves_its_numbers_and_says_where():
    for text in outputs(map(as_it_stands, ["matrix/pixels", "shift/same_sine"]), hidden="matplotlib"):
        assert "Matplotlib is not installed, so the numbers are in " in text


def expect_files(frame):
    """A table's files read back as the table."""
    read = pd.read_csv(StringIO(files.as_csv(frame).decode()))
    array = np.load(BytesIO(files.as_npy(frame)), allow_pickle=False)
    assert list(read.columns) == [str(name) for name in frame.columns]
    assert len(array) == len(frame)
    for i, (name, column) in enumerate(frame.items()):
        values = array[str(name)] if array.dtype.names else array[:, i]
        if column.dtype.kind in "bif":
            np.testing.assert_array_equal(values, column.to_numpy())
            np.testing.assert_array_equal(read[str(name)].to_numpy(float), column.to_numpy(float))
        else:
            assert values.tolist() == [str(value) for value in column]


def test_nothing_is_made_while_nothing_is_open(monkeypatch):
    def refuse(*_):
        raise AssertionError("made unasked")

    for name in offer.KINDS:
        monkeypatch.setitem(offer.KINDS, name, refuse)
    app = visit("similarity", {})
    assert not app.exception
    assert [group.options for group in app.button_group if group.key == offer.KEY] == [[*offer.KINDS]]


def test_the_rules_of_a_config_are_cited(offers):
    _, [item] = offers("model", {"model": "Qwen2.5-7B", "target_context": "131072"})
    assert [record.name for record in item.code.records] == ["Unscaled", "YaRN", "RoPE"]


def test_the_reference_values_are_offered_with_the_code_that_reads_them(offers):
    app, [item] = offers("verified", {})
    names = {file.name for file in item.code.reads}
    assert names == {"attention_biases.json", "formulas.json", "rope_frequencies.json"}
    assert names <= {button.label for button in app.get("download_button")}


def test_a_script_without_its_file_says_in_one_line_where_that_is(offers, tmp_path):
    _, [item] = offers("extrapolation", {})
    (file,) = item.code.reads
    space = {"__name__": "__main__", "__file__": str(tmp_path / "script.py")}
    with pytest.raises(SystemExit, match=rf"^Take {file.name} from the same place as this script"):
        exec(compile(item.program, "script", "exec"), space)


def test_tables_belong_to_the_picture_whose_key_they_go_on_from():
    record = RunRecord({"a": Picture("a", "", None, {}), "a_b": Picture("a_b", "", None, {})}, {})
    tables = {"a_b": lambda: {"x": [1]}, "a_c": lambda: {"x": [2]}, "other": lambda: {"x": [3]}}
    record.tables.update(tables)
    record.codes.update(dict.fromkeys(tables))
    values_by_key = {item.key: item.frame()["x"].tolist() for item in offer.takeaways(record)}
    assert values_by_key == {"a": [1], "a_b": [1], "a_c": [2], "other": [3]}


def test_a_table_of_words_becomes_rows_with_named_columns():
    frame = pd.DataFrame({"name": ["a", "bc"], "value": [0.5, np.nan], "seen": [True, False]})
    array = files.as_array(frame)
    assert array.dtype.names == ("name", "value", "seen")
    assert array["name"].tolist() == ["a", "bc"]
    assert array["seen"].tolist() == [True, False]


HIDDEN = ["\t1", "\r1", " =1", "\u200b=1", "\ufeff\u2060-1", "\u00a0@a", "\ufe0f=1", "\uff1d1"]
FORMULAS = ["=1", "+1", "-1", "@a", *HIDDEN]


@pytest.mark.parametrize("word", FORMULAS)
def test_no_word_of_a_csv_is_a_formula_of_a_spreadsheet(word):
    frame = pd.DataFrame({"token": [word, "a=1"], word: ["b", "'="], "value": [-1.5, 2.0]})
    word = word.replace("\r", "\n")
    read = pd.read_csv(StringIO(files.as_csv(frame).decode(), newline=""))
    assert list(read.columns) == ["token", f"'{word}", "value"]
    assert read["token"].tolist() == [f"'{word}", "a=1"]
    assert read[f"'{word}"].tolist() == ["b", "'="]
    assert read["value"].tolist() == [-1.5, 2.0]
