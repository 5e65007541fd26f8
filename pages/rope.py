from core.inputs.settings import Settings
from pages.schemes.rope import layouts, partial, score, turn, values
from pages.schemes.rope.head import Head
from pages.shared import frame, preview, room
from pages.shared.view_row import view_name
from pages.shared.words import Words

HEAD_DIMS = (2, 4, 8, 16, 32, 64, 80, 96, 128, 192, 256)
VIEWS = {
    "Turn": turn.draw,
    "Score": score.draw,
    "Layouts": layouts.draw,
    "Partial": partial.draw,
    "Values": values.draw,
}


def draw(settings: Settings, words: Words) -> None:
    controls = frame.controls()
    dim = preview.slider(
        "head_dim", HEAD_DIMS, 64, key="head_dim", place=controls, width=170, help=words["Head: help"]
    )
    head = Head(dim, settings.length, settings.base, settings.scale, controls)
    room.close(words, VIEWS[view_name()](words, head))


draw(*room.enter(__file__))
