"""Memory and processor time of the processes that this one has started."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
import psutil


def started(
    command_text: str = "",  # only processes with this text in their command line, and the descendants of these
) -> list[psutil.Process]:
    """The processes that this one has started, with their descendants."""
    processes: dict[psutil.Process, None] = {}
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # it ended meanwhile
            if command_text in " ".join(child.cmdline()):
                processes |= dict.fromkeys([child, *child.children(recursive=True)])
    return list(processes)


def processor_time() -> float:
    """Seconds in user and system mode of all started processes and their threads."""
    seconds = 0.0
    for process in started():
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            seconds += times.user + times.system
    return seconds


def memory(command_text: str = "") -> float:
    """Resident memory of the processes that `started` gives, in MB; nan if there are none."""
    total = 0
    for process in started(command_text):
        with suppress(psutil.NoSuchProcess):
            total += process.memory_info().rss
    return total / 1e6 or np.nan


def peak_memory(command_text: str = "") -> float:
    """The same, each process at its peak since it started or since `reset_peak_memory`, in MB."""
    total = 0  # KiB
    for process in started(command_text):
        with suppress(OSError, psutil.NoSuchProcess):
            status = Path(f"/proc/{process.pid}/status").read_text()  # psutil does not report this on Linux
            total += sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))
    return total * 1024 / 1e6 or np.nan


def reset_peak_memory(command_text: str = "") -> None:
    """Start the peaks again from the present values."""
    for process in started(command_text):
        Path(f"/proc/{process.pid}/clear_refs").write_text("5")
