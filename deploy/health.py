"""Ask the server in this container whether it is ready; exit status 0 if it is."""

import os
from urllib.request import urlopen

PORT = os.environ.get("STREAMLIT_SERVER_PORT", "8501")
BASE = os.environ.get("STREAMLIT_SERVER_BASE_URL_PATH", "").strip("/")

urlopen(f"http://127.0.0.1:{PORT}/{BASE}/ready".replace("//ready", "/ready"), timeout=4).close()
