"""The room of probes: the range of its seed, and what it remembers."""

import pytest

from core.words.read_back import Way, read_back
from tests.pages.charts import charts
from tests.patterns import page_words
from tests.support.rooms import visit


@pytest.mark.parametrize(("text", "seed"), [("1e400", 0), ("123456789", 9999), ("17.4", 17)])
def test_a_seed_is_clamped_or_replaced(text, seed):
    alt = charts(visit("concatenate", {"seed": text}))[0].alt
    shares = {f"{way.name.lower()}_{d}": read_back(way, d, seed=seed) for way in Way for d in (8, 512)}
    assert alt == page_words("concatenate")("Read back: alt", **shares)


def test_a_reader_who_looks_at_another_seed_gets_its_numbers():
    app = visit("concatenate", {"seed": "3"})
    before = charts(app)[0].alt
    app.number_input(key="seed_asked").set_value(4).run()
    assert charts(app)[0].alt != before
    assert app.query_params["seed"] in ("4", ["4"])
