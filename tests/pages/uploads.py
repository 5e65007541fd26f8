"""Learned with a reader's file."""

from tests.support.rooms import visit


def uploaded(name, data, *, more=False, **query):
    """The room after the upload, with its fold "More" open if asked for."""
    app = visit("learned", query, more=more)
    return app.file_uploader[0].upload(name, data).run()
