"""What is taken away is what is shown: tables as files, and code that makes their numbers."""

import ast
import importlib.util
import json
import shutil
import subprocess
import sys
from io import BytesIO, StringIO
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
import pytest

from components.kit.noted import Noted, Picture
from core.method import LANGUAGES
from core.teach.questions import CARDS
from pages.shared import room, scripts, takeaways
from tests.house import ROOT
from tests.pages.test_rooms import EXTREMES, ROOMS, visit

RUNNER = """
import contextlib, io, json, sys
answers = []
for code in json.load(sys.stdin):
    space = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, "script", "exec"), space)
    plain = lambda value: value if isinstance(value, str) else float(value)
    answers.append({name: [plain(value) for value in values] for name, values in space["shown"].items()})
json.dump(answers, sys.stdout)
"""
OTHER = {  # another value for whatever room has the setting
    "d_model": "96", "length": "40", "base": "500000", "scale": "2", "layout": "fairseq", "offset": "-5",
    "heads": "6", "scheme": "T5", "num_buckets": "16", "normalised": "true", "position": "9", "m": "3", "n": "300",
    "pair": "3", "dtype": "float16", "rounding": "angle", "rotary_dim": "64", "head": "2", "sqrt_d_model": "false",
    "seed": "7",
    "schemes": ["learned", "xPos", "Shaw", "FIRE", "KERPLE", "sinusoidal"],
    "rules": ["LongRoPE", "Dynamic NTK", "Llama 3", "Proportional", "NTK-by-parts"],
}  # fmt: skip
VIEWS = {  # what the address says to show each of a room's pictures; a room without has one view
    "similarity": [{}, {"picture": "Gram matrix"}, {"picture": "Random W_q, W_k"}],
    "waves": [{}, {"view": "Wavelengths"}, {"view": "Binary counter"}],
    "sentence": [{}, {"sentence_view": "One pair"}, {"sentence_view": "Swap"}],
    "concatenate": [{}, {"probes": "Swamp"}, {"probes": "Layers"}],
    "questions": [{"card": slug, "revealed": "true"} for slug in CARDS],
    "nope": [{}, {"nope_view": "Random transformer"}],
    "model": [
        {},
        {"model": "Qwen2.5-7B", "target_context": "131072", "model_view": "Side by side", "beside": "Phi-4-mini"},
        {"model": "gpt-oss-20b", "target_context": "262144"},
    ],
    "biases": [{}, *({"bias_view": view} for view in ("Softmax mass", "Buckets"))],
    "learned": [{}, *({"learned_view": view} for view in ("Table", "Similarity"))],
    "stretch": [{}, *({"stretch_view": view} for view in ("YaRN’s two ramps", "Attention", "Cached keys"))],
    "precision": [{}, *({"precision_view": view} for view in ("Steps and dtypes", "Effect on q · k"))],
    "rope": [{}, *({"rotary_view": view} for view in ("Score", "Layouts", "Partial", "Values"))],
}
TOLERANCES = {  # made of float32; and PyTorch goes from float64 to float16 by way of it
    ("random_head", "NumPy"): 1e-5,
    ("random_head", "PyTorch"): 1e-5,
    ("error_map", "PyTorch"): 1e-3,
    ("agreement", "NumPy"): 1e-12,  # the numbers are differences
    ("agreement", "PyTorch"): 1e-4,  # of which those at position 2**40 are made of last bits
    ("layers", "PyTorch"): 0.02,  # where float32 has made all tokens alike, the last bits decide
}
EITHER_WAY = {"components_sinusoidal"}  # one half of a vector may sum to 0, which leaves its sign to rounding
TORCH = pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="torch is not installed; only parsed")


@pytest.fixture
def taken(monkeypatch):
    """Visit a room with everything open: `taken(room, address)` gives each picture's key, table and program."""
    found = []
    offer = takeaways._offer

    def record(words, items):
        found.extend((item.key, item.frame(), item.program(words)) for item in items)
        offer(words, items)

    def look(stem, query):
        found.clear()
        app = visit(stem, query)
        app.session_state[takeaways._KEY] = True
        app.run()
        assert not app.exception
        return app, list(found)

    monkeypatch.setattr(takeaways, "_offer", record)
    return look


def run(programs, language):
    """What each script leaves as `shown`, where there is nothing of this project but the files offered with it."""
    with TemporaryDirectory() as folder:
        for file in {file for program in programs for file in program.files}:
            shutil.copy(file, folder)
        done = subprocess.run(
            [sys.executable, "-I", "-c", RUNNER],
            input=json.dumps([program.text(language, title=program.key) for program in programs]),
            capture_output=True,
            text=True,
            cwd=folder,
            check=False,
        )
    assert not done.returncode, done.stderr
    return [{name: np.array(values) for name, values in shown.items()} for shown in json.loads(done.stdout)]


def expect_same(frame, shown, tolerance):
    """Every column of numbers is among those that the script made, row by row of the first."""
    numbers = frame.select_dtypes("number")
    assert set(map(str, numbers.columns)) <= set(shown)
    first = next(iter(shown))
    rows = slice(None)
    if len(shown[first]) != len(frame):  # the script goes through all, the table through some
        rows = [int(np.flatnonzero(shown[first] == value)[0]) for value in frame[first]]
    for name, column in frame.items():
        if name in numbers:
            made = shown[str(name)][rows]
            np.testing.assert_allclose(made, column, rtol=tolerance, atol=tolerance, err_msg=str(name))
        elif column.dtype.kind == "b" or (name in shown and shown[name].dtype.kind == "U"):
            assert shown[name][rows].tolist() == column.tolist()


@pytest.mark.parametrize("stem", ROOMS)
def test_a_room_s_files_and_its_script_hold_the_numbers_of_its_table(taken, stem):
    _, items = taken(stem, {})
    expect_made(items, "NumPy")
    for _, frame, _ in items:
        expect_files(frame)


@pytest.mark.parametrize("language", ["NumPy", pytest.param("PyTorch", marks=TORCH)])
@pytest.mark.parametrize("stem", ROOMS)
def test_every_picture_s_script_holds_the_numbers_of_its_table_at_other_settings(taken, stem, language):
    items = [item for view in VIEWS.get(stem, [{}]) for item in taken(stem, OTHER | view)[1]]
    expect_made(items, language)
    assert headed(stem, language) <= {key for key, _, _ in items}
    for _, _, program in items:
        ast.parse(program.text("PyTorch", title=stem))


def expect_made(items, language):
    """Every picture has lines of its room's own, which make its table."""
    for key, _, program in items:
        assert scripts.room_parts(program.words, language, key)
    made = run([program for _, _, program in items], language)
    for (key, frame, _), shown in zip(items, made, strict=True):
        if key in EITHER_WAY:
            expect_same(frame.abs(), {name: np.abs(values) for name, values in shown.items()}, 1e-9)
        else:
            expect_same(frame, shown, TOLERANCES.get((key, language), 1e-9))


def headed(stem, language):
    """Keys of the pictures that have code of their own."""
    words = room.sections((ROOT / "pages" / f"{stem}.md").read_text("utf-8"))
    found = (heading.partition(f"Code: {language}: ")[2] for heading in words)
    return {key for keys in found if keys for key in keys.split(", ")}


@pytest.mark.parametrize("stem", ROOMS)
def test_what_a_room_computes_is_said_in_every_language(stem):
    first, *others = (headed(stem, language) for language in LANGUAGES)
    assert all(first == other for other in others)


@pytest.mark.parametrize("query", [EXTREMES[name] for name in ("largest", "hostile")])
@pytest.mark.parametrize("stem", ["matrix", "clocks", "biases", "compare", "stretch"])
def test_what_is_taken_is_offered_at_the_ends_of_the_sliders(taken, stem, query):
    app, items = taken(stem, query)
    for _, _, program in items:
        for language in LANGUAGES:
            ast.parse(program.text(language, title=stem))
    assert bool(items) == any("@misc" in code.value for code in app.main.code)


def test_hostile_words_stay_words_in_a_script(taken):
    _, [(key, _, program)] = taken("sentence", {"sentence": "\"); import os  # ' \n```"})
    tree = ast.parse(program.text("NumPy", title=key))
    assert {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names} == {
        "re",
        "numpy",
    }


def expect_files(frame):
    """A table's files read back as the table."""
    read = pd.read_csv(StringIO(takeaways.as_csv(frame).decode()))
    array = np.load(BytesIO(takeaways.as_npy(frame)), allow_pickle=False)
    assert list(read.columns) == [str(name) for name in frame.columns]
    assert len(array) == len(frame)
    for i, (name, column) in enumerate(frame.items()):
        own = array[str(name)] if array.dtype.names else array[:, i]
        if column.dtype.kind in "bif":
            np.testing.assert_array_equal(own, column.to_numpy())
            np.testing.assert_array_equal(read[str(name)].to_numpy(float), column.to_numpy(float))
        else:
            assert own.tolist() == [str(value) for value in column]


def test_nothing_is_made_while_nothing_is_open(monkeypatch):
    def refuse(*_):
        raise AssertionError("made unasked")

    monkeypatch.setattr(takeaways, "_offer", refuse)
    app = visit("similarity", {})
    assert not app.exception
    assert [expander.label for expander in app.get("expander")][-1:] == ["Take it with you"]


def test_lines_for_all_for_some_and_for_one_picture_stand_together():
    said = {"NumPy": "# last\na = 1", "NumPy: x, y-z": "# first\nb = 2", "NumPy: y-z": "# last\nc = 3"}
    words = {f"Code: {heading}": f"```python\n{code}\n```" for heading, code in said.items()}
    for key, expected in {"y-z": ["b = 2", "c = 3"], "x": ["b = 2", "a = 1"], "z": ["a = 1"]}.items():
        parts = scripts.room_parts(words, "NumPy", key)
        assert [parts[place].strip() for place in ("first", "last") if place in parts] == expected


def test_the_rules_of_a_config_are_cited(taken):
    _, [(_, _, program)] = taken("model", {"model": "Qwen2.5-7B", "target_context": "131072"})
    assert [record.name for record in program.records] == ["RoPE", "Unscaled", "YaRN"]


def test_the_reference_values_are_offered_with_the_code_that_reads_them(taken):
    app, [(_, _, program)] = taken("verified", {})
    names = {file.name for file in program.files}
    assert names == {"attention_biases.json", "formulas.json", "rope_frequencies.json"}
    assert names <= {button.label for button in app.get("download_button")}


def test_tables_belong_to_the_picture_whose_key_they_go_on_from():
    shown = Noted({"a": Picture("a", "", None, {}), "a_b": Picture("a_b", "", None, {})}, {})
    tables = {"a_b": lambda: {"x": [1]}, "a_c": lambda: {"x": [2]}, "other": lambda: {"x": [3]}}
    shown.tables.update(tables)
    found = {taken.key: taken.frame()["x"].tolist() for taken in takeaways.offered(shown, {})}
    assert found == {"a": [1], "a_b": [1], "a_c": [2], "other": [3]}


def test_a_table_of_words_becomes_rows_with_named_columns():
    frame = pd.DataFrame({"name": ["a", "bc"], "value": [0.5, np.nan], "seen": [True, False]})
    array = takeaways.as_array(frame)
    assert array.dtype.names == ("name", "value", "seen")
    assert array["name"].tolist() == ["a", "bc"]
    assert array["seen"].tolist() == [True, False]
