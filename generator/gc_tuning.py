"""Raise the garbage collector's thresholds: cyclic collection cost a sixth of a kit's time.

With Python's own 700 allocations between two collections, a layout of hundreds of thousands of
objects was scanned again and again though all of them live until it is written, and an eighth of
the start went into scanning modules that live to the end.
"""

import gc


def collect_rarely() -> None:
    """Make the cyclic garbage collector of this process run rarely from now on."""
    gc.set_threshold(50_000, 10, 10)
