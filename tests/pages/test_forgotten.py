"""Input of readers ends with their session: nothing in the process holds it afterwards."""

import gc

import numpy as np
import pytest
from streamlit.runtime import caching

from model_configs.link import pack
from model_configs.model_config import read_config
from tests.model_configs.samples import MINE
from tests.pages.uploads import uploaded
from tests.support.rooms import visit
from tests.support.tables import npy

SESSION = "test session id"  # of every AppTest
MARK = "quainthippogriff"
CONFIG = pack(read_config(MINE | {"model_type": MARK}))
INPUTS = {
    "sentence": lambda: visit("sentence", {"sentence": f"a {MARK} sleeps"}),
    "sentence of the real model": lambda: visit(
        "real_model", {"sentence": f"a {MARK} sleeps", "twin": f"no {MARK} sleeps", "ids": "from 100"}
    ),
    "config": lambda: visit("model", {"model": "your config", "config": CONFIG}),
    "text": lambda: visit(
        "extrapolation", {"trained_view": "Play", "your_text": f"And the {MARK} came to pass. " * 30}
    ),
    "table": lambda: uploaded(f"{MARK}.npy", npy(np.eye(4))),
}


def marks_in_memory():
    """Number of texts in the process that contain the mark."""
    gc.collect()
    texts = {id(text): text for each in gc.get_objects() for text in gc.get_referents(each) if type(text) is str}
    return sum(MARK in text for text in texts.values())


@pytest.mark.parametrize("what", INPUTS)
def test_nothing_is_held_beyond_the_session(what):
    before = marks_in_memory()
    app = INPUTS[what]()
    del app
    caching.clear_session_resource_cache(SESSION)  # as the server does when a session ends
    assert marks_in_memory() <= before


def test_what_is_held_is_found():
    before, app = marks_in_memory(), INPUTS["sentence"]()
    assert marks_in_memory() > before
    assert app.title
