"""Numbers in tables are written as in the text: thousands apart, a dash where there is none."""

import json

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from pages.take_away import files


def table_proto(values):
    """Message to the browser for a table of one column."""

    def page(values):
        import pandas as pd

        from pages.shared.chart import grid

        grid(pd.DataFrame({"number": values}), meanings={"number": "of what"})

    return AppTest.from_function(page, args=(values,)).run().dataframe[0].proto


@pytest.mark.parametrize(
    ("values", "style", "step"),
    [
        ([1, 2048, np.nan], "accounting", 1),
        ([6.28, 54_410.2], "accounting", 0.01),
        ([0.0065, 20_860.6], "accounting", 0.0001),
        ([-4096, 2], "localized", 1),  # "accounting" writes brackets for a minus sign
        ([0.5, 999, np.inf], None, None),
    ],
)
def test_large_numbers_have_their_thousands_apart(values, style, step):
    proto = table_proto(values)
    column = json.loads(proto.columns)["number"]
    assert proto.placeholder == "–"
    assert column["help"] == "of what"
    assert (column["type_config"].get("format"), column["type_config"].get("step")) == (style, step)


def test_a_file_of_its_own_writes_them_in_the_same_way():
    frame = pd.DataFrame({"whole": [1024, 7], "part": [54_410.25, np.nan]})
    table = files.table_html(frame)
    assert [cell.split("<")[0] for cell in table.split("<td>")[1:]] == ["1,024", "54,410.2", "7", "–"]
