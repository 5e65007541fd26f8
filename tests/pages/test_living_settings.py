"""A shared setting is offered exactly where it changes something in the view, a room's own control only there."""

import re

import pytest

from core.inputs.settings import PARAMETERS
from pages.shared.contents import ALL, ROOMS
from tests.pages.views import VIEWS
from tests.support.rooms import visit
from tests.support.sliders import slider_text, sliders

CONTROLS = {"ButtonGroup", "NumberInput", "Selectbox", "Multiselect", "Toggle", "DownloadButton"}
QUERY = re.compile(r"\?[^\"]*\"")  # of a link to another view, which brings every setting along
EVERY_VIEW = [(stem, query) for stem in ROOMS if stem not in ("questions", "lessons") for query in VIEWS[stem]]


def elements(block):
    for child in block.children.values():
        if hasattr(child, "children"):
            yield from elements(child)
        else:
            yield child


def is_html(element):
    return type(element.proto).__name__ == "Html"


def page_content(block):
    """All that a page shows, but for controls, styles, and what asks for runs on the way."""
    for child in elements(block):
        component = getattr(child.proto, "component_name", "")
        is_content = type(child).__name__ not in CONTROLS and component not in ("slider", "preview_runs")
        if is_html(child):
            if "<style>" not in child.proto.body:
                yield QUERY.sub('"', child.proto.body)
        elif is_content:
            yield child.proto.SerializeToString(deterministic=True)


def hidden(app):
    """Keys of controls that a style hides; those that a button brings are offered."""
    everything = app._tree  # styles stand outside of page and sidebar
    texts = [child.proto.body for child in elements(everything) if is_html(child)]
    styles = [style for text in texts for style in re.findall(r"<style>(.*?)</style>", text, re.DOTALL)]
    rules = [rule for style in styles for rule in style.split("}") if rule.endswith("{ display: none ")]
    rules = [rule for rule in rules if "data-sheet" not in rule]
    return set(re.findall(r"\.st-key-(\w+)", "".join(rules)))


@pytest.mark.parametrize(
    ("stem", "query"), EVERY_VIEW, ids=[f"{stem}-{'-'.join(query.values())}" for stem, query in EVERY_VIEW]
)
def test_a_setting_and_a_rooms_own_control_are_offered_where_they_change_something(stem, query):
    app = visit(stem, query)
    before = [*page_content(app.main)]
    if ROOMS[stem].settings:
        assert {*ALL} & sliders(app).keys() - hidden(app) == living(app, before)
    assert idle(app, before) == set()


def living(app, before):
    """Shared settings that change something; afterwards all are again as before."""
    names = set()
    for parameter in PARAMETERS:
        stops = (parameter.stops[len(parameter.stops) // 3], parameter.stops[-1], parameter.stops[0])
        if changes(app, before, parameter.name, stops):
            names.add(parameter.name)
    return names


def changes(app, before, name, stops):
    """Whether one of these values of a slider changes something; afterwards it is again as before."""
    usual = dict(app.query_params)
    for stop in stops:
        app.query_params[name] = [str(each) for each in stop] if isinstance(stop, tuple) else str(stop)
        app.run()
        if [*page_content(app.main)] != before:
            break
    has_changed = [*page_content(app.main)] != before
    app.query_params.clear()
    app.query_params.update(usual)
    app.run()
    return has_changed


def own_controls(app):
    """The room's own controls that are offered, by key; the finder goes elsewhere."""
    known = {child.key: child for child in elements(app.main) if type(child).__name__ in CONTROLS}
    return {key: child for key, child in known.items() if key not in {None, "find", *ALL, *hidden(app)}}


def others(control):
    """Other values of a control."""
    current, options = control.value, getattr(control, "options", [])
    match type(control).__name__:
        case "Toggle":
            return [not current]
        case "NumberInput":
            return [value for value in (0, control.max, control.min) if value not in (current, None)]
        case "Multiselect" | "ButtonGroup" if isinstance(current, list):
            return [current[1:]]
        case "DownloadButton":
            return []
    return [option for option in (options[len(options) // 3], options[-1], options[0]) if option != str(current)]


def idle(app, before):
    """Controls of the room that change nothing."""
    moves = {
        key: (control.value, values) for key, control in own_controls(app).items() if (values := others(control))
    }
    names = {*moves}
    for key, (usual, values) in moves.items():
        for value in values:
            if key not in own_controls(app):
                app.run()  # back in the view
            own_controls(app)[key].set_value(value)
            app.run()
            if [*page_content(app.main)] != before:
                names.discard(key)
                break
        own_controls(app)[key].set_value(usual)  # with the next run
    return names | idle_sliders(app, before)


def idle_sliders(app, before):
    """Sliders of the room's own that change nothing."""
    app.run()
    own = {name: data["stops"] for name, data in sliders(app).items() if name not in {*ALL, *hidden(app)}}
    two = {name for name in own if isinstance(slider_text(app, name), list)}
    ends = {name: [(stops[0], stops[-1]), (stops[1], stops[2])] for name, stops in own.items() if name in two}
    others = {name: ends.get(name, [stops[len(stops) // 3], stops[-1], stops[0]]) for name, stops in own.items()}
    return {name for name, values in others.items() if not changes(app, before, name, values)}
