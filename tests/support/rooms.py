"""Rooms as their readers' addresses open them, without a browser: run by Streamlit's AppTest."""

from streamlit.testing.v1 import AppTest

from components.kit.streamlit_internals import scan_once
from tests.house import ROOT

PATIENCE = 120  # seconds for a run; a busy machine is not a failure

scan_once()


class App(AppTest):
    """The app; no run may show an exception."""

    def _run(self, *arguments, **options):
        query = dict(self.query_params)
        super()._run(*arguments, **options)
        assert not self.exception, (query, self.exception[0].message)
        return self


def visit(stem, query, *, more=False):
    """A room at an address, after its first run; with its fold "More" open if asked for."""
    app = App(ROOT / "app.py", default_timeout=PATIENCE)
    app.session_state["more"] = more
    for name, value in query.items():
        app.query_params[name] = value
    return app.switch_page(f"pages/{stem}.py").run()


def text_of(app):
    """Text of a room."""
    return " ".join(element.value for element in (*app.main.markdown, *app.main.caption))


def page(app):
    """Text of a room in one line."""
    return text_of(app).replace("\n", " ")


def html(app):
    """What a room writes as HTML of its own."""
    return "".join(element.proto.body for element in app.get("html"))
