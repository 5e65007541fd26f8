"""A component's JavaScript as a module: its numbers, evaluated by the browser."""

from components.kit.markup import read_script
from tests.house import ROOT

_IMPORT = "const module = await import(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})));"


def run(page, name, body, **given):
    """Evaluate JavaScript with the component's functions in `module` and the arguments in `given`."""
    arguments = {"script": read_script(ROOT / "components/pictures" / name), **given}
    return page.evaluate(f"async ({{script, ...given}}) => {{ {_IMPORT} {body} }}", arguments)
