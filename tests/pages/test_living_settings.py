"""A shared setting is offered in a view exactly where it changes something that the view shows."""

import pytest
from streamlit.testing.v1 import AppTest

from core.inputs.settings import PARAMETERS
from pages.shared.contents import ALL, ROOMS
from tests.house import ROOT
from tests.pages.views import VIEWS

SHOWN = [(stem, asked) for stem, room in ROOMS.items() if room.settings for asked in VIEWS.get(stem, [{}])]
CONTROLS = {"SelectSlider", "ButtonGroup", "NumberInput", "Selectbox", "DownloadButton"}


def opened(stem, asked):
    """A room at an address, after its first run."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    if stem != "home":
        app.switch_page(f"pages/{stem}.py")
    for name, value in asked.items():
        app.query_params[name] = value
    return app.run()


def elements(block):
    for child in block.children.values():
        if hasattr(child, "children"):
            yield from elements(child)
        else:
            yield child


def is_html(element):
    return type(element.proto).__name__ == "Html"


def shown(block):
    """All that a page shows, but for controls, styles, and the part that watches the sliders."""
    for child in elements(block):
        told = type(child).__name__ not in CONTROLS and getattr(child.proto, "component_name", "") != "hand"
        if told and not (is_html(child) and "<style>" in child.proto.body):
            yield child.proto.SerializeToString(deterministic=True)


def offered(app):
    """Sliders of shared settings that no style hides."""
    everything = app._tree  # styles stand outside of page and sidebar
    styles = [child.proto.body for child in elements(everything) if is_html(child)]
    hidden = "".join(style for style in styles if style.endswith("{ display: none }</style>"))
    return {name for name in ALL if f".st-key-{name}" not in hidden}


@pytest.mark.parametrize(
    ("stem", "asked"), SHOWN, ids=[f"{stem}-{'-'.join(asked.values())}" for stem, asked in SHOWN]
)
def test_a_setting_is_offered_where_it_changes_something(stem, asked):
    app = opened(stem, asked)
    before, living = [*shown(app.main)], set()
    for parameter in PARAMETERS:
        usual = app.session_state[parameter.name]
        for stop in (parameter.stops[len(parameter.stops) // 3], parameter.stops[-1], parameter.stops[0]):
            app.session_state[parameter.name] = stop
            app.run()
            assert not app.exception
            if [*shown(app.main)] != before:
                living.add(parameter.name)
                break
        app.session_state[parameter.name] = usual
        app.run()
    assert offered(app) == living
