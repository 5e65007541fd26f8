"""Sliders in a run of AppTest: what they show, and a hand that lets one go."""

import json

from streamlit.proto.WidgetStates_pb2 import WidgetStates


def component(app, key):
    """The element of a mounted component."""
    return next(part.proto for part in app.get("bidi_component") if part.proto.id.endswith(f"-{key}"))


def sliders(app):
    """What the page has been sent of each slider, by name."""
    all_data = (json.loads(part.proto.json) for part in app.get("bidi_component") if part.proto.json)
    found = (data for data in all_data if "stops" in data and "holds" in data)
    return {data["name"]: data | {"stops": data["stops"].split()} for data in found}


def slider_text(app, name):
    """The text that a slider shows, or two."""
    return sliders(app)[name]["view"]["text"]


def say(app, key, text, *, triggered=False):
    """Run the room once more with a text in place of what a component reports."""
    widget, states = component(app, key).id, WidgetStates()
    if triggered:
        states.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{widget}__events").json_trigger_value = text
    else:
        states.widgets.add(id=widget).json_value = text
    return app._run(states)


def move(app, name, text):
    """Let a slider go at a text, or two."""
    return say(app, name, json.dumps({"rest": {"text": text}}))
