"""The two rooms of probes: what their own parameters may ask for, and what they remember."""

import pytest
from streamlit.testing.v1 import AppTest

from core.schemes.analysis.causal_probe import Experiment, probe_positions
from core.words.read_back import WIDTHS, Way, read_back
from pages.shared.words import read
from tests.house import ROOT
from tests.pages.charts import charts
from tests.said import written


def visit(room, query, **more):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in (query | more).items():
        app.query_params[name] = value
    return app.switch_page(f"pages/{room}.py").run()


def text(app):
    return " ".join(block.value for block in app.main.markdown)


@pytest.mark.parametrize(("asked", "seed"), [("1e400", 0), ("-9e99", 0), ("123456789", 9999), ("17.4", 17)])
def test_a_seed_is_clamped_or_replaced(asked, seed):
    alt = charts(visit("concatenate", {"seed": asked}))[0].alt
    found = {f"{way.name.lower()}_{d}": read_back(way, d, seed=seed) for way in Way for d in (8, 512)}
    assert alt == read(ROOT / "pages/concatenate.md")("Read back: alt", **found)


def test_what_was_measured_once_is_not_measured_again():
    visit("concatenate", {"seed": "77"})
    before = read_back.cache_info()
    app = visit("concatenate", {"seed": "77"})
    after = read_back.cache_info()
    assert after.misses == before.misses
    assert after.hits == before.hits + len(WIDTHS) * len(Way)
    assert not app.get("progress")  # nothing to wait for


def test_a_reader_who_looks_at_another_seed_gets_its_numbers():
    app = visit("nope", {"nope_view": "Random transformer", "seed": "3"})
    words = read(ROOT / "pages/nope.md")["Transformer"]
    assert written(words, masked=probe_positions(Experiment(True, True, 3))).search(text(app))
    app.number_input(key="seed_asked").set_value(4).run()
    assert written(words, masked=probe_positions(Experiment(True, True, 4))).search(text(app))
    assert app.query_params["seed"] in ("4", ["4"])


def test_one_token_is_told_that_nothing_varies():
    app = visit("concatenate", {"probes": "Swamp", "length": "1"})
    assert app.info[0].value == read(ROOT / "pages/concatenate.md")["One token"]
