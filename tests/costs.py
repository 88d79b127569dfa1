"""What this process has cost so far: processor time and memory."""

import os
from pathlib import Path

STATUS = Path("/proc/self/status")


def spent() -> float:
    """Return the seconds of processor time of this process and of those it has seen end."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def highest() -> float:
    """Return the most memory that this process has had at once, in MiB, where there is /proc.

    Not `ru_maxrss`, which a process inherits from the one that started it.
    """
    lines = STATUS.read_text(encoding="utf-8").splitlines()
    (line,) = (one for one in lines if one.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
