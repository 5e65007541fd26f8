"""The scripts of the Attention biases room compute what the room shows, for every bias."""

import numpy as np
import pytest

from core.numeric.spacing import evenly_spread
from core.schemes import SCHEMES
from core.schemes.analysis.bias_weights import bias_by_distance, softmax_mass, spaced_distances
from core.schemes.analysis.offset_groups import shared_groups
from core.schemes.scheme import Family
from tests.take_away.calling import columns_of_scripts

BIASES = [name for name, scheme in SCHEMES.items() if scheme.family is Family.BIAS]
GROUPED = [name for name in BIASES if SCHEMES[name].groups]
SETTINGS = [{"schemes": [name]} for name in BIASES] + [
    {"schemes": ["KERPLE"], "parameters": {"kernel": "power"}, "length": 5000, "heads": 5},
    {"schemes": ["T5"], "parameters": {"direction": "causal"}, "length": 40_000, "heads": 12},
    {"schemes": ["FIRE"], "parameters": {"threshold": 32}, "length": 2, "heads": 1},
]


def by_head(distances, values):
    return {"distance": distances} | {f"head {head}": row for head, row in enumerate(values, 1)}


def bias(given, distances):
    scheme, query = SCHEMES[given["schemes"][0]], given["length"] - 1
    return bias_by_distance(scheme, distances, given["heads"], query=query, **given["parameters"])


def heatmap(given):
    distances = spaced_distances(given["length"] - 1, most=320, first=1)
    return by_head(distances, bias(given, distances))


def curves(given):
    distances = np.union1d(spaced_distances(given["length"] - 1, most=256), evenly_spread(given["length"], 512))
    return by_head(distances, bias(given, distances))


def weight(given):
    distances = spaced_distances(given["length"] - 1, most=512, first=1)
    return by_head(distances, np.exp(bias(given, distances) - bias(given, [0])))


def mass(given):
    distances = spaced_distances(given["length"] - 1, most=512, first=1)
    scheme = SCHEMES[given["schemes"][0]]
    found = softmax_mass(scheme, given["length"], given["heads"], **given["parameters"])
    return by_head(distances, found.at(distances))


CASES = [
    (key, wanted, given)
    for key, wanted in (("bias_heatmap", heatmap), ("bias_curves", curves), ("weight", weight), ("mass", mass))
    for given in [{}, *SETTINGS]
]
GROUPS = [
    {},
    *({"schemes": [name]} for name in GROUPED),
    {"schemes": ["T5"], "parameters": {"direction": "causal"}},
]


@pytest.fixture(scope="module")
def found():
    scripts = [(f"biases/{key}", given) for key, _, given in CASES]
    return columns_of_scripts(scripts + [("biases/groups", given) for given in GROUPS])


@pytest.mark.parametrize("index", range(len(CASES)), ids=[f"{key} {given}" for key, _, given in CASES])
def test_a_script_computes_what_the_room_shows(index, found):
    key, wanted, given = CASES[index]
    columns = wanted({"schemes": ["ALiBi"], "parameters": {}, "length": 128, "heads": 8} | given)
    near = 1e-8 if key == "mass" else 1e-11  # core sums far distances in runs
    assert found[index].keys() == columns.keys()
    for name, values in columns.items():
        np.testing.assert_allclose(found[index][name], values, rtol=near, atol=near, err_msg=name)


@pytest.mark.parametrize("index", range(len(GROUPS)), ids=map(str, GROUPS))
def test_groups_of_offsets_are_those_of_the_room(index, found):
    given = {"schemes": ["T5"], "parameters": {}} | GROUPS[index]
    groups = shared_groups(SCHEMES[given["schemes"][0]], **given["parameters"])
    ends = {end: [getattr(group, end) for group in groups] for end in ("first", "last")}
    written = {f"{name} offset": ["no end" if end is None else str(end) for end in ends[name]] for name in ends}
    assert found[len(CASES) + index] == {"number": [group.number for group in groups]} | written
