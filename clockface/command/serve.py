"""`clockface serve`: the whole app on this machine."""

import argparse
import sys
from importlib.util import find_spec

PORTS = range(1, 65536)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--port", type=int, default=8501, choices=PORTS, metavar="N", help="8501 by default")
    parser.add_argument("--address", default="localhost", help="localhost by default; 0.0.0.0 for a classroom")


def run(options: argparse.Namespace) -> int:
    """Serve until the process is ended."""
    if find_spec("streamlit") is None:
        print("serve needs Streamlit, which is not installed here: pip install clockface", file=sys.stderr)
        return 2
    from deploy.serve import serve  # noqa: PLC0415 – Streamlit, which the other commands do without

    serve([f"--server.port={options.port}", f"--server.address={options.address}"])
    return 0
