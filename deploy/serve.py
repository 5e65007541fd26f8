"""Serve the app as `deploy/asgi.py` has it. Arguments are handed on to `streamlit run`."""

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).parents[1]
    os.chdir(root)  # Streamlit looks for its settings in the current folder
    sys.path.insert(0, str(root))
    from components.kit.streamlit_internals import start_server
    from deploy.long_addresses import take

    take()
    start_server(root / "deploy" / "asgi.py", sys.argv[1:])
