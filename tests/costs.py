"""What work costs, processor time and memory, beside a yardstick: no limit is one of a machine."""

import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from coverage import Coverage

STATUS = Path("/proc/self/status")
# What the yardstick takes where the limits of the tests were written, in seconds.
YARDSTICK = 0.09


def slowness(clock: Callable[[], float] = process_time) -> float:
    """Return how many times as long as there the same work takes here and now, once at least."""
    begun = clock()
    found = {str(number): [number] * 8 for number in range(100_000)}
    total = sum(len(word) + sum(found[word]) for word in sorted(found, reverse=True))
    assert total > 0
    return max(1.0, (clock() - begun) / YARDSTICK)


def is_within(spent: float, seconds: float) -> bool:
    """Tell whether so much processor time is no more than a limit, told by the yardstick.

    Where coverage counts lines, it slows the program and not the yardstick: no limit holds.
    """
    return spent <= seconds or spent <= seconds * slowness() or Coverage.current() is not None


def spent() -> float:
    """Return the seconds of processor time of this process and of those it has seen end."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def busy(seconds: float) -> float:
    """Return how long something may take by the clock where it takes so long with a core free."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 1.0
    return seconds * slowness() * max(1.0, load / (os.cpu_count() or 1))


def idle(wait: Callable[[], object], times: int = 3) -> float:
    """Return the least seconds that a wait would take on an idle machine, by the yardstick.

    Each time the yardstick is laid before and after, by the same clock: what else is at work
    slows both down.
    """
    found = []
    for _ in range(times):
        before, begun = slowness(perf_counter), perf_counter()
        wait()
        taken = perf_counter() - begun
        found.append(2 * taken / (before + slowness(perf_counter)))
    return min(found)


def highest() -> float:
    """Return the most memory that this process has had at once, in MiB, where there is /proc.

    Not `ru_maxrss`, which a process inherits from the one that started it.
    """
    lines = STATUS.read_text(encoding="utf-8").splitlines()
    (line,) = (one for one in lines if one.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
