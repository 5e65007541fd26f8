"""The scripts of the room Precision compute what the room shows."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.dtypes import EXACT, STEPS, Dtypes, everywhere
from core.long_context.error_map import error_map
from core.long_context.rotation_errors import rotation_errors, rotations
from core.long_context.score_drift import rotated_scores, score_drift
from core.numeric.spacing import evenly_spread
from tests.take_away.calling import columns_of_scripts

NAMES = dict(zip(("position", "inverse frequency", "angle", "cos and sin"), STEPS, strict=True))
SMALL = ("bfloat16", "float16", "float32")
DEFAULTS = {
    "length": 8192,
    "d_model": 512,
    "base": 10_000.0,
    "scale": 1.0,
    "rounding": "all four",
    "dtype": "bfloat16",
    "each": ["bfloat16", "float32", "bfloat16", "bfloat16"],
}
SETTINGS = {
    "own": {},
    "one step": {
        "length": 70_000,
        "d_model": 64,
        "base": 5e5,
        "scale": 2.0,
        "rounding": "angle",
        "dtype": "float16",
    },
    "each its own": {
        "length": 100_000,  # positions overflow in float16
        "d_model": 7,
        "rounding": "each its own",
        "each": ["float16", "bfloat16", "float32", "float16"],
    },
    "exact": {"dtype": EXACT},
}


def dtypes_of(rounding, dtype, each):
    if rounding == "each its own":
        return Dtypes(*each)
    return everywhere(dtype) if rounding == "all four" else everywhere(dtype).only(NAMES[rounding])


def compared(rounding, dtype, dtypes):
    """What is drawn beside each other: everything rounded, and each step alone."""
    if rounding == "each its own":
        return {"together": dtypes} | {f"{n}, {getattr(dtypes, s)}": dtypes.only(s) for n, s in NAMES.items()}
    small = everywhere(dtype if dtype != EXACT else "bfloat16")
    return {"all four": small} | {name: small.only(step) for name, step in NAMES.items()}


def along_the_text(length, dim, rounding, dtype, dtypes, shape):
    cells = error_map(length, dim, dtypes, **shape)
    drift = score_drift(length, 1, dim, dtypes, **shape)
    alone = {small: everywhere(small) for small in SMALL}
    if rounding in NAMES:
        alone = {small: each.only(NAMES[rounding]) for small, each in alone.items()}

    def grown(ways):
        found = {name: error_map(length, dim, way, **shape).so_far for name, way in ways.items()}
        return {"up to position": cells.positions} | found

    pairs = {f"pair {pair}": row for pair, row in zip(cells.pairs, cells.worst, strict=True)}
    queries = {"first query": drift.edges[:-1], "last query": drift.edges[1:] - 1}
    exact = np.full(len(drift.lowest), drift.exact)
    return {
        "error_map": {"first position": cells.edges[:-1], "last position": cells.edges[1:] - 1} | pairs,
        "steps": grown(compared(rounding, dtype, dtypes)),
        "dtypes": grown(alone),
        "score_drift": queries | {"lowest": drift.lowest, "highest": drift.highest, "exact": exact},
    }


def stairs(dim, dtypes, followed, first, last, base, scale):
    errors = rotation_errors([followed], dim, dtypes, base=base, scale=scale)[0]
    pair = int(np.argmax(np.where(np.isnan(errors), np.inf, errors)))
    positions = first + evenly_spread(last - first + 1, 193)
    found = rotations(positions, dim, dtypes, pairs=[pair], base=base, scale=scale)
    seen = found.angles[:, 0] / (inverse_frequencies(dim, base)[pair] / scale)
    return {"position": positions, "after rounding": found.positions, f"by the angle of pair {pair}": seen}


def rounded_scores(dim, dtypes, queries, shape):
    offsets = np.arange(65)
    columns = {"offset": offsets, "exact": rotated_scores(offsets, 0 * offsets, dim, Dtypes(), **shape)}
    for query in queries:
        kept = offsets[: query + 1]
        scores = rotated_scores(0 * kept + query, query - kept, dim, dtypes, **shape)
        columns[f"query at {query}"] = np.append(scores, np.full(65 - len(kept), np.nan))
    return columns


@pytest.mark.parametrize("values", SETTINGS.values(), ids=SETTINGS)
def test_the_scripts_of_precision(values):
    given = DEFAULTS | values
    length, dim, shape = given["length"], given["d_model"], {name: given[name] for name in ("base", "scale")}
    dtypes = dtypes_of(given["rounding"], given["dtype"], given["each"])
    places = {"followed": length // 2, "first": length // 2 - 300, "last": length // 2 + 300}
    queries = [30, length - 1]
    wanted = along_the_text(length, dim, given["rounding"], given["dtype"], dtypes, shape)
    wanted["stairs"] = stairs(dim, dtypes, **places, **shape)
    wanted["rounded_scores"] = rounded_scores(dim, dtypes, queries, shape)
    more = {"stairs": places, "rounded_scores": {"queries": queries}}
    scripts = [(f"precision/{key}", values | more.get(key, {})) for key in wanted]
    for (key, columns), found in zip(wanted.items(), columns_of_scripts(scripts), strict=True):
        assert list(found) == list(columns), key
        for name, column in columns.items():
            np.testing.assert_allclose(
                np.array(found[name], float), column, rtol=1e-11, atol=1e-11, err_msg=f"{key}: {name}"
            )
