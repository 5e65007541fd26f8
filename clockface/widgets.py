"""The pictures that the browser draws live, as widgets of Jupyter, marimo and other hosts of anywidget.

>>> from clockface.widgets import Clocks
>>> clocks = Clocks(d_model=64, base=10_000)
>>> clocks.base = 500  # the hands follow; a slider sets the trait in the same way
"""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import traitlets
from anywidget import AnyWidget

from components import notebook
from components.kit.run_record import Slider
from core.inputs.settings import PARAMETERS
from pages.folder.sliders import form
from pages.folder.view import view
from pages.shared.contents import ROOMS
from pages.take_away.files import looks

_LAWS = {parameter.name: parameter for parameter in PARAMETERS}


class RoomWidget(AnyWidget):
    """The pictures of the room that the class is named after, with their sliders, each of which is a trait.

    A shared setting takes any valid value between the ends of its slider; any other slider takes one of its stops.
    The room's further query parameters are keyword arguments of the constructor.
    """

    view_query: ClassVar[Mapping[str, str]] = {}  # query parameters that choose the view

    rest = traitlets.Dict(help="Where the picture rests, by the hand or from Python.").tag(sync=True)

    def __init__(self, **values: Any) -> None:
        room = type(self).__name__.lower()
        names = ROOMS[room].settings + ROOMS[room].address
        for name in values:
            if name not in names:
                raise TypeError(f"{type(self).__name__} takes {', '.join(names)}; got {name}")
        page = view(room, {name: [str(value)] for name, value in {**self.view_query, **values}.items()})
        self._esm = notebook.module(form(page.sliders) + page.only_pictures, page.pictures, looks())
        self.add_traits(**{each.name: _trait(each).tag(sync=True) for each in page.sliders})
        super().__init__(**{name: value for name, value in values.items() if self.has_trait(name)})

    def save(self, file: str | Path) -> None:  # ends in .mjs
        """Write the widget's module, which needs no Python, as MyST's directive anywidget takes it."""
        Path(file).write_text(self._esm, "utf-8")


class _Finite(traitlets.Float[float, float]):
    """A number between two ends; traitlets compares only, and NaN passes every comparison."""

    def validate(self, obj: Any, value: Any) -> float:
        number: float = super().validate(obj, value)
        return self.error(obj, value) if math.isnan(number) else number


def _number(stop: str) -> float | str:
    return int(stop) if stop.isdecimal() else stop


def _trait(slider: Slider) -> traitlets.TraitType[Any, Any]:
    """The trait of a slider; of a shared setting with the law of core."""
    law, value = _LAWS.get(slider.name), _number(slider.texts[0])
    if law is None:
        return traitlets.Enum([*map(_number, slider.stops)], value, help=slider.help)
    kind: Any = traitlets.Int if law.whole else _Finite
    return kind(value, min=law.stops[0], max=law.stops[-1], help=law.meaning)


class Home(RoomWidget):
    """Words to drag into another order, with and without position."""


class Matrix(RoomWidget):
    """The table as a picture, with a row and a column that follow the pointer."""


class Waves(RoomWidget):
    """Dimensions as waves over position."""


class Clocks(RoomWidget):
    """One clock for each pair of dimensions."""


class Similarity(RoomWidget):
    """The dot product of two positions against their offset."""


class RoPE(RoomWidget):
    """A pair of a query and a key, turned by their positions."""


class Sentence(RoomWidget):
    """A word's embedding in one pair of dimensions, and its sums with the encodings of all positions."""

    view_query: ClassVar[Mapping[str, str]] = {"sentence_view": "One pair"}


class Images(RoomWidget):
    """How like one patch of a picture is to all others under five schemes."""
