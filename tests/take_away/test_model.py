"""The scripts of the room Model compute what the room shows."""

import numpy as np
import pytest

from model_configs.lengths import first_target, lengthen
from model_configs.pair_wavelengths import pair_wavelengths
from model_configs.rewrite import lengthened_config
from pages.long_context.model.script_values import comb_values, frequencies_values
from pages.long_context.model.wavelengths import _table
from take_away.model.scaled import attention_factor
from tests.model_configs.samples import CONFIGS, MORE, targets
from tests.take_away.running import columns_of_scripts

EVERY = [*CONFIGS.values(), *MORE]


def states(config):
    """In training, as the config stands, and as written for four times the length; one for each layer type."""
    target = 4 * first_target(config)
    for kind in config.layer_types:
        current = pair_wavelengths(kind, target)
        after = pair_wavelengths(kind, target, rewritten=lengthen(kind, target))
        yield {"training": current.in_training, "now": current, "written": after}


def cases():
    for config in EVERY:
        for target in targets(config):
            for kind in lengthened_config(config, target).layer_types:
                used = kind.frequencies(target).inverse
                expected = {"pair": np.arange(len(used)), "radians per token": used}
                yield "frequencies", frequencies_values(kind, target), expected
        for rows in states(config):
            yield "comb", comb_values(rows), _table(rows)


def test_the_scripts_compute_what_the_room_shows():
    every = list(cases())
    tables = columns_of_scripts([(f"model/{key}", values) for key, values, _ in every])
    assert len(every) > 200
    for columns, (key, values, expected) in zip(tables, every, strict=True):
        assert columns.keys() == set(expected)
        for name, column in expected.items():
            if name == "comb":
                assert columns[name].tolist() == column.tolist()
            else:
                np.testing.assert_allclose(columns[name], column, rtol=1e-10, err_msg=f"{key} {values} {name}")


def test_the_attention_factor_is_that_of_core():
    for config in EVERY:
        for kind in config.layer_types:
            values = frequencies_values(kind, 4096)
            factor = attention_factor(values["rule"], values["options"])
            assert factor == pytest.approx(kind.frequencies(4096).attention_factor, rel=1e-12)
