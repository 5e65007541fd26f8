"""Serve `deploy/asgi.py`; arguments are passed to `streamlit run`."""

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).parents[1]
    os.chdir(root)  # Streamlit reads .streamlit/config.toml from the working directory
    sys.path.insert(0, str(root))
    from components.kit.streamlit_internals import start_server
    from deploy.long_addresses import accept

    accept()
    start_server(root / "deploy" / "asgi.py", sys.argv[1:])
