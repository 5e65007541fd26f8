"""Pictures in a notebook: the module of a widget, in the form of anywidget."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from components.kit.markup import Markup, as_expression, read_script, read_style
from components.kit.stand_alone import PLACE, as_json, as_object, variables

_FOLDER = Path(__file__).parent
# `window` is the widget's own: its pictures share there what is under the hand, which other widgets must not see.
_MODULE = """const before = globalThis.Plotly;
{library}
const {{ Plotly }} = globalThis;
globalThis.Plotly = before;
export default {{
  render(given) {{
    const window = {{ Plotly }};
    return ({start})(given, {html}, {{ {parts} }}, {place});
  }},
}};
"""


def module(
    html: str,  # pictures and sliders
    pictures: Sequence[Markup],
    looks: Mapping[str, Mapping[str, str]],  # as for the folder's style
) -> str:
    """The module that draws them and follows the traits of the widget; it needs nothing else."""
    style = "".join(
        f".clockface.{kind} {{ color-scheme: {kind}; {variables(look)} }}\n" for kind, look in looks.items()
    )
    return _MODULE.format(
        library=next((markup.library.read_text("utf-8") for markup in pictures if markup.library), ""),
        html=as_json(f"<style>{style}{read_style(_FOLDER)}</style>{html}"),
        parts=", ".join(f"{markup.name}: {as_object(markup)}" for markup in pictures),
        start=as_expression(read_script(_FOLDER)),
        place=as_expression(PLACE.read_text("utf-8")),
    )
