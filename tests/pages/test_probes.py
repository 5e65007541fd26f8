"""The two rooms of probes: the range of their own parameters, and what they remember."""

import pytest

from core.schemes.analysis.causal_probe import Experiment, probe_positions
from core.words.read_back import Way, read_back
from tests.pages.charts import charts
from tests.pages.test_rooms import text_of, visit
from tests.patterns import page_words, pattern


@pytest.mark.parametrize(("text", "seed"), [("1e400", 0), ("123456789", 9999), ("17.4", 17)])
def test_a_seed_is_clamped_or_replaced(text, seed):
    alt = charts(visit("concatenate", {"seed": text}))[0].alt
    shares = {f"{way.name.lower()}_{d}": read_back(way, d, seed=seed) for way in Way for d in (8, 512)}
    assert alt == page_words("concatenate")("Read back: alt", **shares)


def test_a_reader_who_looks_at_another_seed_gets_its_numbers():
    app = visit("nope", {"nope_view": "Random transformer", "seed": "3"})
    words = page_words("nope")["Transformer"]
    assert pattern(words, masked=probe_positions(Experiment(True, True, 3))).search(text_of(app))
    app.number_input(key="seed_asked").set_value(4).run()
    assert pattern(words, masked=probe_positions(Experiment(True, True, 4))).search(text_of(app))
    assert app.query_params["seed"] in ("4", ["4"])
