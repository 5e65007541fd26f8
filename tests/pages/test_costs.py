"""What an address can ask for is bounded, counted in bytes and calls, which do not depend on the machine."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest

from pages.take_away import files
from tests.pages.views import COSTLY
from tests.support.rooms import visit

MOST = 40e6  # bytes beyond what is held before


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
