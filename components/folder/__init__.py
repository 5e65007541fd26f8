"""Pages of a folder that needs no server: the app's pictures, started by ordinary scripts.

Browsers refuse modules and requests on a disk, so a component's modules are written into one script.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Template

from components.kit.markup import Markup, as_expression, read_script, read_style
from components.kit.stand_alone import PLACE, as_object, variables
from components.pictures.plot import bundle

_FOLDER = Path(__file__).parent


def page(
    parts: Mapping[str, str],  # HTML: "title", "links", "main", "foot"; and "policy", what scripts may do besides
    scripts: Iterable[str],  # names of `scripts`, in the order in which they are needed
) -> str:
    """A page."""
    script_tags = "".join(f'<script defer src="scripts/{name}.js"></script>\n' for name in scripts)
    return Template(_FOLDER.joinpath("folder.html").read_text("utf-8")).substitute(parts, scripts=script_tags)


def scripts(pictures: Iterable[Markup]) -> dict[str, str]:
    """Scripts by name: one a component, Plotly's as "plotly", and "folder", which every page needs last."""
    by_name = {
        markup.name: f"(window.clockface ??= {{}}).{markup.name} = {as_object(markup)};\n" for markup in pictures
    }
    start, place = as_expression(read_script(_FOLDER)), as_expression(PLACE.read_text("utf-8"))
    return by_name | {"plotly": bundle.FILE.read_text("utf-8"), "folder": f"{start}({place});\n"}


def style(looks: Mapping[str, Mapping[str, str]]) -> str:
    """The style of every page; `looks` are CSS variables without "--st-", of a "light" and a "dark" page."""
    light, dark = (variables(looks[kind]) for kind in ("light", "dark"))
    colours = f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
    return colours + read_style(_FOLDER)
