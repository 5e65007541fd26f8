"""What an address can ask for is bounded, counted in bytes and calls, which do not depend on the machine."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest

from model_configs.link import pack
from model_configs.model_config import read_config
from pages.take_away import files
from tests.pages.test_rooms import visit

MOST = 40e6  # bytes beyond what is held before
SENTENCE = " ".join(f"w{number}" for number in range(128))
WIDE = {"sentence": SENTENCE, "d_model": "16384", "length": "1048576"}
TYPES = {f"type {number}": {"rope_type": "default", "rope_theta": 1e4 + number} for number in range(64)}
LAYERS = {"layer_types": [*TYPES], "rope_parameters": TYPES}
MANY = pack(read_config({"model_type": "gemma3_text", "head_dim": 2**16, **LAYERS}))
COSTLY = [
    ("concatenate", {"probes": "Layers", "seed": "7001"}),
    ("concatenate", {"seed": "7001"}),
    ("sentence", {**WIDE, "embedding_seed": "71"}),
    ("sentence", {**WIDE, "sentence_view": "Swap", "embedding_seed": "72"}),
    ("mrope", {"prompt": "text 99999, video 50 x 50 x 50, image 99 x 99"}),
    ("model", {"model": "your config", "config": MANY}),
    (
        "extrapolation",
        {
            "trained_view": "Play",
            "read_by": "NoPE",
            "your_text": "And it came to pass. " * 50,
        },
    ),
]


@pytest.mark.parametrize(("stem", "query"), COSTLY, ids=lambda each: each if isinstance(each, str) else "")
def test_the_costliest_addresses_need_little_memory(stem, query):
    visit(stem, {})  # imports are no cost of the address
    tracemalloc.start()
    try:
        visit(stem, query)
        assert tracemalloc.get_traced_memory()[1] < MOST
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("shape", [(5_000, 2), (400, 800), (3, 16_384)])
def test_a_page_of_its_own_holds_the_first_rows_of_a_large_table(shape):
    frame = pd.DataFrame(np.zeros(shape))
    cells = files.table_html(frame).count("<td>")
    rows = cells // shape[1]
    assert rows == cells / shape[1]
    assert 1 <= rows <= 1000
    assert cells <= files._CELLS
