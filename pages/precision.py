import streamlit as st

from core.inputs.parameter import LENGTH
from core.inputs.settings import Settings
from core.long_context.dtypes import DTYPE, Dtypes, everywhere
from pages.long_context.precision import positions_and_pairs, scores
from pages.long_context.precision.rounding import ALL, EACH, KEYS, NAMES, SMALL, Rounding
from pages.long_context.precision.rounding_and_position import RoundingAndPosition
from pages.shared import address, frame, room
from pages.shared.view_row import view_name
from pages.shared.views import one_of, write_back
from pages.shared.words import Words

START = dict(zip(NAMES, ("bfloat16", "float32", "bfloat16", "bfloat16"), strict=True))  # with a dtype for each step
VIEWS = {"Positions and pairs": positions_and_pairs.draw, "Effect on q · k": scores.draw}


def draw(settings: Settings, words: Words) -> None:
    rounding, position = ask(words)
    more = None
    if settings.d_model < 2:
        st.info(words["One feature"])
    else:
        more = VIEWS[view_name()](RoundingAndPosition(rounding, position, settings, words))
    room.close(words, more)


def ask(words: Words) -> tuple[Rounding, int]:
    """What is rounded, to which dtypes, and the position that is followed."""
    line = frame.controls()
    last = LENGTH.stops[-1] - 1
    position = address.whole("followed", 257, 0, last)
    line.number_input(words["Position"], 0, last, width=140, **write_back("followed", position))
    parts = [ALL, *NAMES.values(), EACH]
    asked = address.text("rounding")
    part = asked if asked in parts else ALL
    line.selectbox(
        words["Part"],
        parts,
        format_func=lambda each: words.under("Part name").get(each, each),
        help=words["Part: help"],
        width=200,
        **write_back("rounding", part),
    )
    if part == EACH:
        with line.popover(words["Each: label"], help=words["Each: help"]):
            steps = (one_of(NAMES[step], DTYPE.options, key=KEYS[step], default=START[step]) for step in NAMES)
            dtypes = Dtypes(*steps)
        rounding = Rounding(part, SMALL[0], dtypes)
    else:
        dtype = one_of(words["To"], DTYPE.options, key="dtype", place=line, help=DTYPE.meaning)
        alone = {name: everywhere(dtype).only(step) for step, name in NAMES.items()}
        rounding = Rounding(part, dtype, alone.get(part, everywhere(dtype)))
    return rounding, position


draw(*room.enter(__file__))
