"""The sliders of a room whose pictures follow them in the browser, as a form."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import SelectSlider

from components.kit.run_record import RunRecord
from pages.shared.contents import ROOMS
from pages.shared.words import read

WORDS = Path(__file__).with_name("folder.md")

Slider = SelectSlider[str]
"""A slider as a run has shown it."""


def followed_sliders(stem: str, app: AppTest, record: RunRecord) -> Iterator[Slider]:
    """Those of the room that all its pictures follow."""
    follows = [picture.follows for picture in record.pictures.values()]
    names = frozenset.intersection(*follows) if follows else frozenset()
    for each in app.select_slider:
        if each.key in names & {*ROOMS[stem].settings, *ROOMS[stem].address}:
            yield each


def form(sliders: Sequence[Slider]) -> str:
    """The row of sliders."""
    words = read(WORDS)
    inputs = "".join(map(_slider, sliders))
    reset = f'<button type="reset">{words["Reset"]}</button>'
    return f'<form class="sliders" aria-label="{words["Settings"]}">{inputs}{reset}</form>' if sliders else ""


def _slider(each: Slider) -> str:
    stops = escape("[" + ",".join(f'"{stop}"' for stop in each.options) + "]")
    return (
        f'<label title="{escape(each.help)}"><span>{escape(each.label)} <output></output></span>'
        f'<input type="range" name="{each.key}" min="0" max="{len(each.options) - 1}"'
        f' value="{each.options.index(str(each.value))}" data-stops="{stops}"></label>'
    )


def moved_note(sliders: Sequence[Slider]) -> str:
    """What stands below the sentences while a slider has been moved."""
    settings = ", ".join(f"{each.label} {each.value}" for each in sliders)
    return f'<p class="moved" hidden>{escape(read(WORDS)("Moved", settings=settings))}</p>' if sliders else ""
