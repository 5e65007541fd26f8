"""The script of the room Verified agrees with the reference values where core does."""

import json
import shutil

import numpy as np
import pytest

from core.teach import verified
from core.teach.verified import FILES, REFERENCES
from model_configs import reference_frequencies
from tests.take_away.running import columns_of_scripts


def checks():
    return [*reference_frequencies.checks(), *verified.checks()]


@pytest.fixture(scope="module")
def columns(tmp_path_factory):
    """Columns of the script as it stands, and with reference values one of which is wrong."""
    folder = tmp_path_factory.mktemp("references")
    for path in FILES:
        shutil.copy(path, folder)
    wrong = json.loads((folder / "formulas.json").read_text("utf-8"))
    wrong["cases"][0]["values"][0] += 1
    (folder / "formulas.json").write_text(json.dumps(wrong))
    return columns_of_scripts([("verified/agreement", {"folder": str(each)}) for each in (REFERENCES, folder)])


def test_every_case_stands_in_the_table_and_agrees(columns):
    table, _ = columns
    expected = [check.run() for check in checks()]
    assert table["group"].tolist() == [result.check.group for result in expected]
    assert table["case"].tolist() == [result.check.name for result in expected]
    assert table["values"].tolist() == [len(result.check.reference) for result in expected]
    assert table["allowed"].tolist() == [result.check.tolerance for result in expected]
    assert table["kind"].tolist() == ["relative" if result.check.relative else "absolute" for result in expected]
    assert table["source"].tolist() == [result.check.source for result in expected]
    assert set(table["verdict"]) == {"agrees"}


def test_differences_from_values_in_float32_are_those_of_core(columns):
    results = [check.run() for check in checks()]
    of_models = [number for number, result in enumerate(results) if result.check.tolerance == 1e-6]
    assert len(of_models) > 12
    differences = columns[0]["largest difference"][of_models]
    np.testing.assert_allclose(differences, [results[number].largest for number in of_models], rtol=0, atol=1e-12)


def test_a_wrong_reference_value_is_told(columns):
    _, table = columns
    assert table["case"][table["verdict"] != "agrees"].tolist() == ["d_model 4, positions 1 to 3"]
