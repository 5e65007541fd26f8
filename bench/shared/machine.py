"""The machine and the processes that this one has started."""

import platform
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import numpy as np
import psutil

PACKAGES = ("streamlit", "numpy", "plotly", "pandas")


def stamp() -> str:
    """Date, kind of machine and versions, as one sentence."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"{datetime.now(UTC):%Y-%m-%d}; {psutil.cpu_count()} cores, {psutil.virtual_memory().total / 1e9:.0f} GB; "
        f"Python {platform.python_version()}, {packages}."
    )


def started(
    named: str = "",  # only processes with this text in their command line, and the descendants of these
) -> list[psutil.Process]:
    """The processes that this one has started, with their descendants."""
    found: dict[psutil.Process, None] = {}
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # it ended meanwhile
            if named in " ".join(child.cmdline()):
                found |= dict.fromkeys([child, *child.children(recursive=True)])
    return list(found)


def processor_time() -> float:
    """Seconds in user and system mode of all started processes and their threads."""
    seconds = 0.0
    for process in started():
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            seconds += times.user + times.system
    return seconds


def memory(named: str = "") -> float:
    """Resident memory of the processes that `started` gives, in MB; nan if there are none."""
    held = 0
    for process in started(named):
        with suppress(psutil.NoSuchProcess):
            held += process.memory_info().rss
    return held / 1e6 or np.nan


def peak_memory(named: str = "") -> float:
    """The same, each process at its peak since it started or since `reset_peak_memory`, in MB."""
    held = 0  # KiB
    for process in started(named):
        with suppress(OSError, psutil.NoSuchProcess):
            status = Path(f"/proc/{process.pid}/status").read_text()  # psutil does not report this on Linux
            held += sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))
    return held * 1024 / 1e6 or np.nan


def reset_peak_memory(named: str = "") -> None:
    """Start the peaks again from what is held now."""
    for process in started(named):
        Path(f"/proc/{process.pid}/clear_refs").write_text("5")
