"""The script of the room Verified agrees with the reference values where core does."""

import json
import shutil

import numpy as np
import pytest

from core.teach.verified import FILES, checks
from tests.house import ROOT
from tests.take_away.calling import columns_of_scripts, run_as_scripts

SCRIPT = "verified/agreement"


@pytest.fixture(scope="module")
def columns(tmp_path_factory):
    """Columns of the script as it stands, and with reference values one of which is wrong."""
    folder = tmp_path_factory.mktemp("references")
    for path in FILES:
        shutil.copy(path, folder)
    wrong = json.loads((folder / "formulas.json").read_text("utf-8"))
    wrong["cases"][0]["values"][0] += 1
    (folder / "formulas.json").write_text(json.dumps(wrong))
    return columns_of_scripts([(SCRIPT, {}), (SCRIPT, {"folder": str(folder)})])


def test_every_case_stands_in_the_table_and_agrees(columns):
    table, _ = columns
    expected = [check.run() for check in checks()]
    assert table["group"] == [result.check.group for result in expected]
    assert table["case"] == [result.check.name for result in expected]
    assert table["values"] == [len(result.check.expected) for result in expected]
    assert table["allowed"] == [result.check.tolerance for result in expected]
    assert table["kind"] == ["relative" if result.check.relative else "absolute" for result in expected]
    assert table["source"] == [result.check.source for result in expected]
    assert set(table["verdict"]) == {"agrees"}


def test_differences_from_values_in_float32_are_those_of_core(columns):
    results = [check.run() for check in checks()]
    of_models = [number for number, result in enumerate(results) if result.check.tolerance == 1e-6]
    assert len(of_models) > 12
    differences = np.array(columns[0]["largest difference"])[of_models]
    np.testing.assert_allclose(differences, [results[number].largest for number in of_models], rtol=0, atol=1e-12)


def test_a_wrong_reference_value_is_told(columns):
    _, table = columns
    at = table["case"].index("d_model 4, positions 1 to 3")
    assert [number for number, verdict in enumerate(table["verdict"]) if verdict != "agrees"] == [at]


def test_it_saves_what_it_compared(tmp_path):
    run_as_scripts([ROOT / f"take_away/{SCRIPT}.py"], tmp_path)
    assert [path.stem for path in tmp_path.iterdir()] == ["agreement"]
