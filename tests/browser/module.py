"""Functions of a picture's JavaScript, or of a module of `components/kit`, called in the browser."""

from components.kit.markup import read_with_imports
from tests.house import ROOT

_IMPORT = "const module = await import(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})));"


def run(page, name, body, **inputs):
    """Evaluate a function body; `module` has the functions, `inputs` the arguments."""
    return run_file(page, ROOT / "components/pictures" / name / f"{name}.js", body, **inputs)


def run_kit(page, name, body, **inputs):
    return run_file(page, ROOT / "components/kit" / f"{name}.js", body, **inputs)


def run_file(page, file, body, **inputs):
    arguments = {"script": read_with_imports(file), **inputs}
    return page.evaluate(f"async ({{script, ...inputs}}) => {{ {_IMPORT} {body} }}", arguments)
