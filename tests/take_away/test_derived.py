"""The script of a picture is made from the function that returns its columns."""

import inspect

from core.beyond_text.rectangle import fit_columns
from core.schemes import SCHEMES
from core.schemes.analysis.bias_weights import bias_curves_columns
from core.sinusoidal.gram import gram_columns
from pages.take_away.code import Code
from pages.take_away.derived import axes_of, derive_script
from take_away import kinds
from tests.take_away.running import outputs

NUMBERS = "{'position': [0, 1, 2], 'a': [1.0, float('nan'), -2.0], 'b': [0.0, 1.0, 2.0]}"
KINDS = [name for name, _ in inspect.getmembers(kinds, inspect.isfunction)]


def test_every_kind_of_picture_is_drawn():
    columns = f"from matplotlib.figure import Figure\ncolumns = {NUMBERS}\n"
    calls = [f"{inspect.getsource(kinds)}\n{columns}{name}(Figure(), columns)\nprint({name!r})" for name in KINDS]
    assert outputs(calls) == [f"{name}\n" for name in KINDS]


def test_arguments_are_inputs_with_the_comments_that_they_have_in_core():
    script = derive_script(gram_columns, "cells", xlabel="position (tokens)")
    assert script.doc == "Dot products of all pairs of positions, averaged over square blocks where there are many."
    assert script.inputs["d_model"] == (None, "# features")
    assert script.inputs["cells"] == (256, "# rows and columns at most")
    assert "gram_columns(length, d_model, base=base, scale=scale, normalise=normalise, cells=cells)" in script.body
    assert 'draw_cells(figure, columns, xlabel="position (tokens)")' in script.body


def test_an_axis_without_a_title_has_title_and_scale_of_the_figure():
    layout = {"xaxis": {"title": {"text": "pair"}}, "yaxis": {"title": {"text": "size (1)"}, "type": "log"}}
    assert axes_of({"layout": layout}, {}) == {"xlabel": "pair", "ylabel": "size (1)", "yscale": "log"}
    assert axes_of({"layout": layout}, {"ylabel": "bias"}) == {"xlabel": "pair", "ylabel": "bias"}
    assert axes_of({}, {"rows": "model"}) == {"rows": "model"}


def test_comments_behind_a_last_line_are_kept_and_constants_stand_on_successive_lines():
    values = {"target": "disc", "kind": "golden", "base": 10}
    program = Code(derive_script(fit_columns, "cells", rows="rows"), values).program({}, title="Fit")
    assert "\nY = 0  # the order of coordinates everywhere\nX = 1  # the order" in program
    program = Code(derive_script(gram_columns, "cells"), {"length": 8, "d_model": 4}).program({}, title="Gram")
    assert "return rows @ rows.T, positions  # the mean of the products" in program


def test_a_scheme_is_an_input_by_its_name():
    values = {"scheme": "ALiBi", "parameters": {}, "heads": 4}
    code = Code(derive_script(bias_curves_columns, "curves"), values, methods=[SCHEMES["ALiBi"]])
    program = code.program({"length": 16, "d_model": 8}, title="Biases")
    assert '\nscheme = "ALiBi"\n' in program
    assert "bias_curves_columns(SCHEMES[scheme], length, heads, **parameters)" in program
    assert "KERPLE" not in program.replace('"kernel": "power"} of KERPLE', "")
    [message] = outputs([program])
    assert message == "Drawn with Matplotlib: bias_curves.png\n"
    [saved] = outputs([program], hidden="matplotlib")
    assert saved == "Matplotlib is not installed, so the numbers are in bias_curves.csv\n"
