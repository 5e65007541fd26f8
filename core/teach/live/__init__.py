"""A live class: messages between teacher, server and students, and how answers are counted.

Everything that arrives is untrusted: it is read into frozen records or refused with a sentence that names argument,
rule and value.
"""

import os

ROUTES_VARIABLE = "CLOCKFACE_LIVE"
"""Environment variable that `deploy/asgi.py` sets to 1 in its own process."""


def has_live_routes() -> bool:
    """Whether this server has the routes of live classes; `streamlit run app.py` has none."""
    return os.environ.get(ROUTES_VARIABLE) == "1"
