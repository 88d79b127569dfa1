"""What this process has cost so far, processor time and memory, and what others cost it."""

import os
from pathlib import Path

STATUS = Path("/proc/self/status")


def spent() -> float:
    """Return the seconds of processor time of this process and of those it has seen end."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def busy(seconds: float) -> float:
    """Return how long something may take by the clock where it takes so long with a core free."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def highest() -> float:
    """Return the most memory that this process has had at once, in MiB, where there is /proc.

    Not `ru_maxrss`, which a process inherits from the one that started it.
    """
    lines = STATUS.read_text(encoding="utf-8").splitlines()
    (line,) = (one for one in lines if one.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
