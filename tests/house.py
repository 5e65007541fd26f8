"""The folder of the project and its files."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def files(*patterns):
    """Files that are committed or could be, relative to the root; all without a pattern such as "*.py"."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted({name for name in listed if name and (ROOT / name).exists()})
