"""The sliders of a room whose pictures follow them in the browser, as a form."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from html import escape
from json import dumps
from pathlib import Path

from components.kit.run_record import RunRecord, Slider
from pages.shared.contents import ROOMS
from pages.shared.words import read

WORDS = Path(__file__).with_name("folder.md")


def followed_sliders(stem: str, record: RunRecord) -> Iterator[Slider]:
    """Those of the room that all its pictures follow."""
    follows = [picture.follows for picture in record.pictures.values()]
    names = frozenset.intersection(*follows) if follows else frozenset()
    for name, each in record.sliders.items():
        if name in names & {*ROOMS[stem].settings, *ROOMS[stem].address}:
            yield each


def form(sliders: Sequence[Slider]) -> str:
    """The row of sliders."""
    words = read(WORDS)
    places = "".join(map(_place, sliders))
    reset = f'<button type="button" class="reset">{words["Reset"]}</button>'
    return (
        f'<div class="sliders" role="group" aria-label="{words["Settings"]}">{places}{reset}</div>'
        if sliders
        else ""
    )


def _place(each: Slider) -> str:
    data = asdict(each) | {"defaults": each.texts}  # the page's own picture is at these
    return f'<div class="slider" data-slider="{escape(dumps(data, ensure_ascii=False))}"></div>'


def moved_note(sliders: Sequence[Slider]) -> str:
    """What stands below the sentences while a slider has been moved."""
    settings = ", ".join(f"{each.label} {', '.join(each.texts)}" for each in sliders)
    return f'<p class="moved" hidden>{escape(read(WORDS)("Moved", settings=settings))}</p>' if sliders else ""
