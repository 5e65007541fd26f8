"""The machine and its processes, as /proc tells."""

import os
import platform
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import numpy as np

PACKAGES = ("streamlit", "numpy", "plotly", "pandas")


def stamp(busy: float) -> str:
    """Date, machine and versions, in a sentence; busy is the share of a core that was in use before."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC; {processor()}, {os.cpu_count()} cores, {installed():.0f} GB; "
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}, {packages}; "
        f"before it began, {100 * busy:.0f} % of a core was in use."
    )


def processor() -> str:
    """What the processor calls itself."""
    lines = Path("/proc/cpuinfo").read_text().split("\n")
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def installed() -> float:
    """Memory of the machine in GB."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9


def busy(seconds: float = 2) -> float:
    """Cores in use, on average over so many seconds from now."""
    start, before = time.perf_counter(), used_by_all()
    time.sleep(seconds)
    return (used_by_all() - before) / (time.perf_counter() - start)


# ---- Processes.


def started(asked: str = "") -> list[Path]:
    """Folders in /proc of the processes that this one has started, and of those that they have.

    Parameters
    ----------
    asked : str
        Only such as were started with these words in their command line, and what they have started.
    """
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        if fields := stat(folder):
            parents[int(folder.name)] = int(fields[1])
    found = below([os.getpid()], parents)
    return [
        Path(f"/proc/{pid}") for pid in below([pid for pid in found if asked in command(pid)], parents, own=True)
    ]


def below(roots: list[int], parents: dict[int, int], *, own: bool = False) -> list[int]:
    """The processes that others have started, at any depth; with the others themselves if they are wanted."""
    found = list(roots)
    for above in found:
        found += [pid for pid, parent in parents.items() if parent == above and pid not in found]
    return found if own else found[len(roots) :]


def stat(folder: Path) -> list[str]:
    """Fields of a process from its state on; empty when it has ended."""
    try:
        return (folder / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def command(pid: int) -> str:
    """The words a process was started with; empty when it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def used(folder: Path) -> float:
    """Seconds in user and system mode of all threads."""
    return sum(map(int, stat(folder)[11:13])) / os.sysconf("SC_CLK_TCK")


def used_by_all() -> float:
    """Seconds of all cores that were neither idle nor waiting for a disk."""
    fields = [int(text) for text in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def memory(entry: str = "VmRSS", asked: str = "") -> float:
    """Resident memory of what was started in MB; `VmHWM` the most it ever was; nan where that is nothing."""
    lines = [line for folder in started(asked) for line in status(folder)]
    return sum(int(line.split()[1]) for line in lines if line.startswith(f"{entry}:")) * 1024 / 1e6 or np.nan


def status(folder: Path) -> list[str]:
    """Lines on a process; none when it has ended."""
    try:
        return (folder / "status").read_text().split("\n")
    except (FileNotFoundError, ProcessLookupError):
        return []


def forget_most(asked: str = "") -> None:
    """Let `VmHWM` begin again from what is held now."""
    for folder in started(asked):
        (folder / "clear_refs").write_text("5")
