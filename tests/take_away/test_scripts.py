"""Scripts of rooms compute what core computes, also of other tables and configs than the room shows."""

import json
import shutil
from itertools import count

import numpy as np
import pytest

from core.config.lengths import first_target, lengthened
from core.config.pair_wavelengths import pair_wavelengths
from core.config.rewrite import lengthened_config
from core.schemes.analysis.spectrum import principal_components, strongest_sinusoids
from core.schemes.analysis.table import (
    cosine_means,
    row_norms,
    run_means,
    run_size,
    sinusoidal_table,
    stored,
    table_means,
)
from core.sinusoidal.block_means import block_means
from core.teach.verified import FILES
from pages.long_context.model.script_values import comb_values, frequencies_values, ratio_values
from take_away.model.scaled import attention_factor
from tests.core.config.samples import CONFIGS, MORE, targets
from tests.house import ROOT
from tests.take_away.calling import columns_of_scripts, run_as_scripts

# ---- The scripts of the Learned room compute what the room shows of other tables than the sample.

TURNED = {"base": 500.5, "scale": 2.5}
SHAPES = [(600, 270), (3, 5), (1, 4), (1100, 1030)]


def components(table, count=6):
    result = principal_components(table, count)
    shown = strongest_sinusoids(result, points=512)
    at = result.positions * shown.size * np.arange(len(shown.vectors))
    return {"position": at} | {f"u{number}": vector for number, vector in enumerate(shown.vectors.T, 1)}


def similarity(table):
    cosines, positions = cosine_means(table, rows=256)
    starts = np.arange(len(cosines)) * positions
    return dict(zip(map(str, starts), cosines, strict=True)) | {"position": starts}


def named(means):
    columns = {str(i * means.dimensions): values for i, values in enumerate(means.values.T)}
    return {"position": np.arange(len(means.values)) * means.positions} | columns


def table_learned(learned, _, **__):
    return named(table_means(learned, rows=256, columns_=256))


def table_sinusoidal(learned, _, **shape):
    means = table_means(learned, rows=256, columns_=256)
    longer = -(-9 * len(means.values) // 8)
    return named(block_means(longer * means.positions, learned.d_model, rows=longer, columns_=256, **shape))


def singular_values(learned, sinusoidal, **_):
    values = [principal_components(table, 1).values for table in (learned, sinusoidal)]
    return {"component": np.arange(1, len(values[0]) + 1), "learned": values[0], "sinusoidal": values[1]}


def norms(learned, sinusoidal, **_):
    size = run_size(learned.length, 512)
    curves = [run_means(row_norms(table), size) for table in (learned, sinusoidal)]
    return {"position": np.arange(0, learned.length, size), "learned": curves[0], "sinusoidal": curves[1]}


TABLES_OF_ROOM = {
    "components_learned": lambda learned, _, **__: components(learned),
    "components_sinusoidal": lambda _, sinusoidal, **__: components(sinusoidal, 4),
    "singular_values": singular_values,
    "table_learned": table_learned,
    "table_sinusoidal": table_sinusoidal,
    "norms": norms,
    "similarity_learned": lambda learned, _, **__: similarity(learned),
    "similarity_sinusoidal": lambda _, sinusoidal, **__: similarity(sinusoidal),
}

TABLES = [np.random.default_rng(seed).normal(size=shape) for seed, shape in enumerate(SHAPES)]
LARGE = len(SHAPES) - 1  # index of the table whose rows are averaged before they are decomposed

TABLE_CASES = [
    (key, index, turned)
    for key in TABLES_OF_ROOM
    for index, turned in [(0, TURNED), (1, {}), (2, {}), (LARGE, {})]
    if index < LARGE or key == "components_learned"
]


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    folder, files = tmp_path_factory.mktemp("tables"), []
    for number, table in zip(count(), TABLES):
        np.save(folder / f"{number}.npy", table)
        files.append({"file": str(folder / f"{number}.npy")})
    return columns_of_scripts([(f"learned/{key}", files[index] | turned) for key, index, turned in TABLE_CASES])


@pytest.mark.parametrize(
    "index", range(len(TABLE_CASES)), ids=[f"{key} {table} {bool(t)}" for key, table, t in TABLE_CASES]
)
def test_scripts_of_learned_compute_what_the_room_shows(index, scripts):
    key, number, turned = TABLE_CASES[index]
    learned = stored(TABLES[number])
    expected = TABLES_OF_ROOM[key](learned, sinusoidal_table(learned.length, learned.d_model, **turned), **turned)
    assert scripts[index].keys() >= expected.keys()
    spectral = key.startswith(("components", "singular"))
    tolerance = 1e-6 if spectral else 1e-11
    for name, values in expected.items():
        sign = np.sign(values @ scripts[index][name]) if name.startswith("u") else 1  # a half's sum may be rounding
        actual = sign * np.asarray(scripts[index][name])
        np.testing.assert_allclose(actual, values, rtol=tolerance, atol=tolerance, err_msg=name)


# ---- The scripts of the room Model compute what the room shows.

EVERY = [*CONFIGS.values(), *MORE]


def lists(values):
    """Tuples as lists, as an export writes them."""
    return {
        name: list(value) if isinstance(value, tuple) else lists(value) if isinstance(value, dict) else value
        for name, value in values.items()
    }


def states(config):
    """In training, as the config stands, and as written for four times the length; one for each layer type."""
    target = 4 * first_target(config)
    for kind in config.layer_types:
        own = pair_wavelengths(kind, target)
        after = pair_wavelengths(kind, target, rewritten=lengthened(kind, target))
        yield {"training": own.in_training, "now": own, "written": after}


def combs(rows):
    return {
        "comb": [name for name, row in rows.items() for _ in row.used],
        "pair": [pair for row in rows.values() for pair in range(len(row.used))],
        "wavelength": np.concatenate([row.wavelengths for row in rows.values()]),
        "completed a turn": np.concatenate([row.complete for row in rows.values()]),
        "meets unseen angles": np.concatenate([row.unseen for row in rows.values()]),
    }


def ratios(rows):
    (one, first), (other, second) = rows.items()
    count = min(len(first.used), len(second.used))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = second.used[:count] / first.used[:count]
    return {"pair": np.arange(count), one: first.used[:count], other: second.used[:count], "ratio": ratio}


def cases():
    for config in EVERY:
        for target in targets(config):
            for kind in lengthened_config(config, target).layer_types:
                used = kind.frequencies(target).inverse
                wanted = {"pair": np.arange(len(used)), "radians per token": used}
                yield "frequencies", frequencies_values(kind, target), wanted
        for rows in states(config):
            yield "comb", comb_values(rows), combs(rows)
    first = next(states(EVERY[0]))["now"]
    for config in EVERY[1:]:
        pair = {"one": first, "other": next(states(config))["now"]}
        yield "beside_ratio", ratio_values(pair), ratios(pair)


def test_the_scripts_compute_what_the_room_shows():
    every = list(cases())
    result = columns_of_scripts([(f"model/{key}", lists(values)) for key, values, _ in every])
    assert len(every) > 250
    for columns, (key, values, wanted) in zip(result, every, strict=True):
        assert columns.keys() == wanted.keys()
        for name, column in wanted.items():
            if name == "comb":
                assert columns[name] == column
            else:
                np.testing.assert_allclose(columns[name], column, rtol=1e-10, err_msg=f"{key} {values} {name}")


def test_the_attention_factor_is_that_of_core():
    for config in EVERY:
        for kind in config.layer_types:
            values = frequencies_values(kind, 4096)
            result = attention_factor(values["rule"], values["options"])
            assert result == pytest.approx(kind.frequencies(4096).attention_factor, rel=1e-12)


# ---- The script of the room Matrix, whose pixels are means; tests of every picture see the rest.

PIXELS = {"d_model": 2000, "length": 1000, "base": 1e4, "scale": 1.0}


def test_a_pixel_is_the_mean_of_the_cells_that_it_covers():
    [result] = columns_of_scripts([("matrix/pixels", PIXELS)])
    means = block_means(**PIXELS, rows=340, columns_=768)
    assert result["position"] == (np.arange(len(means.values)) * means.positions).tolist()
    for i, values in enumerate(means.values.T):
        np.testing.assert_allclose(result[str(i * means.dimensions)], values, rtol=1e-11, atol=1e-11)


# ---- The script of the room Verified agrees with the reference values where core does.

SCRIPT = "verified/agreement"


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """Columns of the script with reference values one of which is wrong."""
    folder = tmp_path_factory.mktemp("references")
    for path in FILES:
        shutil.copy(path, folder)
    wrong = json.loads((folder / "formulas.json").read_text("utf-8"))
    wrong["cases"][0]["values"][0] += 1
    (folder / "formulas.json").write_text(json.dumps(wrong))
    [result] = columns_of_scripts([(SCRIPT, {"folder": str(folder)})])
    return result


def test_a_wrong_reference_value_is_reported(compared):
    at = compared["case"].index("d_model 4, positions 1 to 3")
    assert [number for number, verdict in enumerate(compared["verdict"]) if verdict != "agrees"] == [at]


def test_it_saves_what_it_compared(tmp_path):
    run_as_scripts([ROOT / f"take_away/{SCRIPT}.py"], tmp_path)
    assert [path.stem for path in tmp_path.iterdir()] == ["agreement"]
