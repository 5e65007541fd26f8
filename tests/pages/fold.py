"""The fold "More" of a room."""


def unfold(app):
    """Open it, as a click does."""
    app.session_state["more"] = True
    return app.run()
