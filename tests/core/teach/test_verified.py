"""Reference values are met, and `clockface golden` finds a wrong one."""

import json
from dataclasses import replace

import numpy as np
import pytest

from core.teach.verified import REFERENCES, released
from core.teach.verified import checks as checks_of_files
from model_configs import reference_frequencies
from tests.core.teach.references import FILE, make
from tests.golden.__main__ import main
from tests.golden.folder import checks, compare, reader
from tests.golden.report import FILES, FOLDER, report

# ---- Verified.

CHECKS = [*reference_frequencies.checks(), *checks_of_files()]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: f"{check.group}: {check.name}")
def test_every_reference_value_is_met(check):
    checked = check.run()
    assert checked.passes, checked.largest
    assert checked.actual.shape == check.reference.shape


def test_the_formulas_of_the_file_are_those_of_the_papers():
    assert json.loads(FILE.read_text("utf-8")) == json.loads(json.dumps(make()))


def test_every_file_of_references_is_checked():
    sources = {json.loads(path.read_text("utf-8"))["source"] for path in REFERENCES.glob("*.json")}
    assert {check.source for check in CHECKS} == sources
    assert len({(check.group, check.name) for check in CHECKS}) == len(CHECKS)


@pytest.mark.parametrize("check", {check.group: check for check in CHECKS}.values(), ids=lambda check: check.group)
def test_a_wrong_value_fails(check):
    off = check.reference.copy()
    beyond = 3 * check.tolerance or 1  # a bucket is right or wrong
    off[-1] += beyond * abs(off[-1]) if check.relative else beyond
    checked = replace(check, reference=off).run()
    assert not checked.passes
    assert checked.differences.argmax() == len(off) - 1


def test_another_number_of_values_fails():
    checked = replace(CHECKS[0], reference=CHECKS[0].reference[:-1]).run()
    assert not checked.passes
    assert np.isnan(checked.actual).all()


def test_a_value_that_is_not_a_number_fails():
    checked = replace(CHECKS[0], compute=lambda: np.full(CHECKS[0].reference.shape, np.nan)).run()
    assert not checked.passes


# ---- Released implementations and core agree; each file names its implementations, versions and sources.


CASES = [
    (path.name, number, case)
    for path in FILES
    for number, case in enumerate(json.loads(path.read_text("utf-8"))["cases"])
]

MAE = {"implementation": "facebookresearch/mae", "table": []}
PROMPT = {"kind": "positions", "implementation": "transformers qwen2_vl", "spatial_merge_size": 2, "parts": []}
INDEX = {"kind": "index", "window": [2, 2], "index": []}
READ, COMPARED = "some.json: cannot be read: ", "cannot be compared: ValueError: "


def test_the_room_shows_what_the_tests_find_now():
    rows = report()
    assert [(each.file, each.source) for each in released()] == [(row["file"], row["source"]) for row in rows]
    for stored, row in zip(released(), rows, strict=True):
        names, values, _, largest, allowed = zip(
            *row["cases"], strict=True
        )  # another machine rounds other values alike
        assert [*zip(*stored.cases, strict=True)][:2] == [names, values]
        np.testing.assert_allclose([*zip(*stored.cases, strict=True)][3:], [largest, allowed], rtol=0.1, atol=1e-12)


def test_a_gpu_rounds_as_core_does_in_the_narrow_dtypes_and_by_one_unit_in_the_last_place_otherwise_in_float32():
    rows = {row["file"]: np.array([case[1:] for case in row["cases"]]) for row in report()}
    values, equal, *_ = np.array(
        [rows[f"gpu_{dtype}.json"].sum(axis=0) for dtype in ("bfloat16", "float16", "float32")]
    ).T
    assert values.tolist() == [1984, 1984, 1984]
    assert equal.tolist() == [1984, 1984, 1784]
    assert equal.tolist() == [each.equal for each in released() if each.file.startswith("gpu")]
    assert rows["gpu_float32.json"][:, 2].max() <= 2**-24


def golden_folder(folder, content, name="some.json"):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return folder


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_core_agrees_with_every_implementation(path):
    results = [check.run() for check in checks(path)]
    assert [(result.check.name, result.largest) for result in results if not result.passes] == []
    assert all(result.check.source for result in results)


@pytest.mark.parametrize(
    ("file", "number", "case"), CASES, ids=lambda value: None if isinstance(value, dict) else value
)
def test_a_wrong_value_in_any_case_is_a_disagreement(tmp_path, file, number, case):
    """Each array that is compared is shifted once, and only it is reported."""
    for quantity in reader(case)(case):
        if quantity.name not in case or quantity.name == "layers":
            continue
        off = np.array(case[quantity.name], float)
        off.flat[off.size // 2 if file == "text_newer.json" and off.ndim == 2 else 0] += 1 + 3 * quantity.tolerance
        folder = golden_folder(tmp_path, {"source": "s", "cases": [case | {quantity.name: off.tolist()}]})
        (line,) = [line for line in compare(folder).disagreements if f": {quantity.name} " in line]
        assert line.startswith("some.json: case 1, ")
        assert "differs by" in line


def test_a_layer_that_does_not_turn_as_said_is_a_disagreement(tmp_path):
    case = {"config": {"model_type": "llama", "num_hidden_layers": 2}, "layers": ["RoPE", "none"]}
    (line,) = compare(golden_folder(tmp_path, {"cases": [case]})).disagreements
    assert line == "some.json: case 1, unknown: layers differs by 1, at most 0 allowed"


def test_the_command_says_how_many_agree(capsys, tmp_path):
    cases = json.loads((FOLDER / "detr_sine.json").read_text("utf-8"))
    assert main([str(golden_folder(tmp_path, cases))]) == 0
    assert capsys.readouterr().out == "5 of 5 cases agree (520 values in 1 files), 0 disagreements\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "some.json: cannot be read: "),
        ("[" * 100_000, "some.json: cannot be read: "),
        ({"cases": []}, READ + "must have at least one case, got none"),
        ({"cases": [7]}, COMPARED + "a case must be an object, got 7"),
        ({"cases": [{}]}, COMPARED + "a case must name its kind or its implementation, got None"),
        ({"cases": [{"kind": "new"}]}, COMPARED + "the schema must be known, got 'new'"),
        ({"cases": [INDEX]}, COMPARED + "a case must hold values, got none"),
        ({"cases": [PROMPT]}, COMPARED + "versions must name at least one version, got none"),
        (
            {"cases": [PROMPT | {"implementation": "transformers new"}]},
            COMPARED
            + "implementation must be transformers and one of qwen2_vl, qwen2_5_vl, qwen3_vl, qwen3_vl_moe, "
            "qwen3_5, qwen3_5_moe, got transformers new",
        ),
        ({"cases": [MAE | {"call": "f("}]}, COMPARED + "call must be a call, got 'f('"),
        ({"cases": [MAE | {"call": "__import__('os').getpid()"}]}, "ValueError: "),
        (
            {"cases": [MAE | {"call": "f(8, 2, depth=3)"}]},
            COMPARED + "arguments must be embed_dim, grid_size, cls_token, got embed_dim, grid_size, depth",
        ),
        (
            {"cases": [{"kind": "index", "window": [2, 2], "index": [[4]]}]},
            "index must be of shape (1, 1), core gives (4, 4)",
        ),
    ],
)
def test_what_cannot_be_read_is_a_disagreement_by_name(tmp_path, capsys, content, message):
    assert main([str(golden_folder(tmp_path, content))]) == 1
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith("some.json: ")
    assert message in first
    assert last.endswith("1 disagreements")


def test_a_folder_without_files_is_a_disagreement(tmp_path, capsys):
    assert main([str(tmp_path)]) == 1
    assert "must be a folder with files of golden values, got none" in capsys.readouterr().out
    assert main([]) == 2


def test_bytes_that_are_no_text_are_a_disagreement(tmp_path, capsys):
    (tmp_path / "some.json").write_bytes(b"\xff\xfe\x00")
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.startswith("some.json: cannot be read: ")


GRID = {"height": 2, "width": 2, "temperature": 1e4, "normalize": False}
DETR = GRID | {"implementation": "facebookresearch/detr PositionEmbeddingSine"}


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"num_pos_feats": 7, "raises": True}, ""),
        ({"num_pos_feats": 7, "raises": "divisible"}, ""),
        ({"num_pos_feats": 7, "raises": "colour"}, "must be refused with 'colour'"),
        ({"num_pos_feats": 8, "raises": True}, "must be refused, core gives values"),
    ],
)
def test_a_case_may_have_to_be_refused(tmp_path, changes, line):
    report = compare(golden_folder(tmp_path, {"cases": [DETR | changes]}))
    assert report.matches == (not line)
    assert [line in each for each in report.disagreements] == ([True] if line else [])
