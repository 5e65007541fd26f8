"""Serve `deploy/asgi.py`; arguments are passed to `streamlit run`."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]


def serve(arguments: Sequence[str]) -> None:
    """Serve until the process is ended."""
    os.chdir(ROOT)  # Streamlit reads .streamlit/config.toml from the working directory
    from components.kit.streamlit_internals import start_server  # noqa: PLC0415
    from deploy.protocol import use  # noqa: PLC0415

    use()
    start_server(ROOT / "deploy" / "asgi.py", arguments)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    serve(sys.argv[1:])
