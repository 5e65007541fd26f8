"""What a room shows at an address, collected from a run of the app without a browser.

A room is described once, by its page: the run's elements give words and pictures in their order.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path

from streamlit.testing.v1 import AppTest

from components.kit.markup import Markup, read_markup
from components.kit.run_record import RunRecord, Slider, all_runs
from components.kit.streamlit_internals import scan_once
from pages.folder.elements import CELLS, OPEN_FOLD, elements, html_of, inline, is_picture, picture
from pages.folder.sliders import followed_sliders, form
from pages.take_away.files import table_html
from pages.take_away.takeaways import takeaways

_ROOT = Path(__file__).parents[2]
SECONDS = 120  # for a run; most take 0.2


@dataclass(frozen=True)
class View:
    """A room at an address."""

    stem: str
    query: Mapping[str, Sequence[str]]
    html: str  # all that it shows, with the app's links
    only_pictures: str  # with their headings, without sliders
    pictures: tuple[Markup, ...]
    sliders: tuple[Slider, ...]
    tables: Mapping[str, str]  # HTML by the name of the picture


def view(stem: str, query: Mapping[str, Sequence[str]]) -> View:
    """Run a room in a light and in a dark page, and collect what it shows."""
    with _as_served(), all_runs() as notes:
        app = AppTest.from_file(str(_ROOT / "app.py"), default_timeout=SECONDS)
        app.session_state[OPEN_FOLD] = True
        for name, values in query.items():
            app.query_params[name] = list(values)
        app.switch_page(f"pages/{stem}.py")
        for kind in ("light", "dark"):
            app.context = {"theme": kind}
            app.run()
            if app.exception:
                raise RuntimeError(f"the room {stem} must open, got {app.exception[0].message}")
    light, dark = notes[-2:]
    return _collect(stem, query, app, light, dark)


@contextmanager
def _as_served() -> Iterator[None]:
    """From the root, where Streamlit's options are, and without its warnings of runs that have no browser."""
    scan_once()
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with chdir(_ROOT):
            yield
    finally:
        logging.disable(before)


def _collect(
    stem: str, query: Mapping[str, Sequence[str]], app: AppTest, light: RunRecord, dark: RunRecord
) -> View:
    nodes, sliders = list(app.main.children.values()), tuple(followed_sliders(stem, light))
    pictures = {key: picture(light.pictures[key], dark.pictures[key]) for key in light.pictures}
    scripts = [part[0] for element in elements(app.main) if (part := inline(element)) and is_picture(part[0])]
    return View(
        stem,
        query,
        html="".join(html_of(nodes, pictures, form(sliders), whole=True)),
        only_pictures="".join(html_of(nodes, pictures, "", whole=False)),
        pictures=(
            *(each.markup for each in light.pictures.values()),
            *(read_markup(script.parent, "", is_isolated=False) for script in scripts),
        ),
        sliders=sliders,
        tables={each.label: table_html(each.frame(), cells=CELLS) for each in takeaways(light)},
    )
