"""The scripts of the room Stretch compute what the room shows."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.cached_keys import apparent_positions, stale_scores
from core.long_context.coverage import unseen_share
from core.long_context.rules import attention_factor, compared_ramps, scaled_to
from core.long_context.sharpness import sharpness
from core.scaling import RULES, by_parts, dynamic, yarn
from tests.take_away.calling import columns_of_scripts

DEFAULTS = {"rotary_dim": 128, "base": 10_000.0, "original": 4096, "target": 32_768}
CHOSEN = ["Unscaled", "Linear", "NTK", "YaRN"]
OTHERS = {
    "rotary_dim": 24,
    "base": 500_000.0,
    "original": 512,
    "target": 16_384,
    "rules": [name for name in RULES if name not in CHOSEN],
    "at_pair": 7,
}


def scaled(names, rotary_dim, base, original, target):
    lengths = {"base": base, "original": original, "target": target}
    return {name: scaled_to(RULES[name], rotary_dim, **lengths).inverse for name in names}


def frequencies(model, rules):
    columns = {f"{name}, radians per token": omega for name, omega in scaled(rules, **model).items()}
    return {"pair": np.arange(model["rotary_dim"] // 2)} | columns


def shares(model, omega):
    trained = inverse_frequencies(model["rotary_dim"], model["base"])
    return 100 * unseen_share(trained, omega, model["original"], [0, model["target"]])[0]


def coverage(model, rules):
    found = {f"{n}, never seen (%)": shares(model, omega).round(3) for n, omega in scaled(rules, **model).items()}
    return {"pair": np.arange(model["rotary_dim"] // 2)} | found


def turns(model, rules, pair):
    target, found = model["target"], scaled(rules, **model).values()
    own = np.array([omega[pair] for omega in found])
    return {
        "rule": rules,
        "radians per token": own,
        "÷ unscaled": own / inverse_frequencies(model["rotary_dim"], model["base"])[pair],
        f"turns at {target - 1:,}": (target - 1) * own / (2 * np.pi),
        "never seen (%)": [shares(model, omega)[pair] for omega in found],
    }


def ramps(model):
    dim, lengths = model["rotary_dim"], {name: model[name] for name in ("base", "original", "target")}
    found = compared_ramps(by_parts.RULE, yarn.RULE, dim, **lengths)
    columns = {"paper": found.one, "released": found.other, "released ÷ paper": found.ratio}
    return {"pair": np.arange(dim // 2)} | columns


def multipliers(model, times):
    original, names = model["original"], [name for name, rule in RULES.items() if rule.attention]
    return {
        name: [attention_factor(RULES[name], original=original, target=original * by) ** 2 for by in times]
        for name in names
    }


def multiplier(model):
    times = np.geomspace(1, model["target"] / model["original"], 33)
    return {"wanted ÷ trained": times} | multipliers(model, times)


def softmax(model):
    few, many = model["original"], model["target"]
    now = multipliers(model, [many / few])
    curves = [(f"{few:,} keys", sharpness(few)), (f"{many:,} keys", sharpness(many))]
    curves += [(f"{many:,} keys, {name}", sharpness(many, by[0])) for name, by in now.items()]
    return {
        "scores": [name for name, curve in curves for _ in curve.held],
        "strongest keys": np.concatenate([curve.strongest for _, curve in curves]),
        "share": np.concatenate([curve.held for _, curve in curves]),
    }


def believed(model):
    trained = inverse_frequencies(model["rotary_dim"], model["base"])
    present = scaled(["Dynamic NTK"], **model)["Dynamic NTK"]
    found = apparent_positions(model["original"] - 1, trained, present)
    return {"pair": np.arange(len(trained)), "taken for position": found}


def errors(model):
    original, target = model["original"], model["target"]
    added = np.unique(np.geomspace(1, target - original, 33).round().astype(int))
    trained, factor = inverse_frequencies(model["rotary_dim"], model["base"]), target / original
    found = stale_scores(dynamic.RULE, trained, factor=factor, original=original, lengths=original + added)
    return {"tokens added since": added, "error of the score": found.error}


@pytest.mark.parametrize("values", [{}, OTHERS], ids=["own", "other"])
def test_the_scripts_of_stretch(values):
    given = DEFAULTS | {"rules": CHOSEN, "at_pair": 52} | values
    model = {name: given[name] for name in DEFAULTS}
    wanted = {
        "frequencies": frequencies(model, given["rules"]),
        "coverage": coverage(model, given["rules"]),
        "turns": turns(model, given["rules"], given["at_pair"]),
        "ramps": ramps(model),
        "multiplier": multiplier(model),
        "softmax": softmax(model),
        "believed": believed(model),
        "errors": errors(model),
    }
    attention = {name: value for name, value in values.items() if name != "rules"}
    scripts = [(f"stretch/{key}", attention if key in {"multiplier", "softmax"} else values) for key in wanted]
    for (key, columns), found in zip(wanted.items(), columns_of_scripts(scripts), strict=True):
        assert list(found) == list(columns), key
        for name, values_of_column in columns.items():
            if name in {"rule", "scores"}:
                assert found[name] == list(values_of_column)
            else:
                np.testing.assert_allclose(found[name], values_of_column, rtol=1e-11, atol=1e-11, err_msg=name)
