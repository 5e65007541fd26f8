"""Functions of a component's JavaScript, called in the browser."""

from components.kit.markup import read_script
from tests.house import ROOT

_IMPORT = "const module = await import(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})));"


def run(page, name, body, **given):
    """Evaluate a function body; `module` has the component's functions, `given` the arguments."""
    arguments = {"script": read_script(ROOT / "components/pictures" / name), **given}
    return page.evaluate(f"async ({{script, ...given}}) => {{ {_IMPORT} {body} }}", arguments)
