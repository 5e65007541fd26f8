"""Pages of a folder that needs no server: the app's pictures, started by ordinary scripts.

Browsers refuse modules and requests on a disk, so a component's modules are written into one script.
"""

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from string import Template

from components.kit.markup import Markup, as_expression, read_script, read_style
from components.kit.stand_alone import PLACE, as_object, variables
from components.kit.streamlit_internals import font_file
from components.pictures.plot import bundle

_FOLDER = Path(__file__).parent


def page(
    title: str,
    links: str,  # HTML, as `main` and `foot`
    main: str,
    foot: str,
    scripts: Iterable[str],  # names of `scripts`, in the order in which they are needed
    policy: str = "",  # what scripts may do besides, and further directives
) -> str:
    """A page."""
    loaded = "".join(f'<script defer src="scripts/{name}.js"></script>\n' for name in scripts)
    template = Template(_FOLDER.joinpath("folder.html").read_text("utf-8"))
    return template.substitute(
        title=escape(title), links=links, main=main, foot=foot, scripts=loaded, policy=policy
    )


def scripts(pictures: Iterable[Markup]) -> dict[str, str]:
    """Scripts by name: one a component, Plotly's as "plotly", and "folder", which every page needs last."""
    found = {
        markup.name: f"(window.clockface ??= {{}}).{markup.name} = {as_object(markup)};\n" for markup in pictures
    }
    start, place = as_expression(read_script(_FOLDER)), as_expression(PLACE.read_text("utf-8"))
    return found | {"plotly": bundle.FILE.read_text("utf-8"), "folder": f"{start}({place});\n"}


def style(looks: Mapping[str, Mapping[str, str]]) -> str:
    """The style of every page; `looks` are CSS variables without "--st-", of a "light" and a "dark" page."""
    light, dark = (variables(looks[kind]) for kind in ("light", "dark"))
    colours = f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
    return colours + read_style(_FOLDER)


def font() -> bytes:
    """The font of pictures and words, for "font.woff2"."""
    return font_file().read_bytes()
