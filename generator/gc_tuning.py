"""Rare garbage collection: of objects that live to the end it cost a sixth of a kit's time."""

import gc


def collect_rarely() -> None:
    """Make the cyclic garbage collector of this process run rarely from now on."""
    gc.set_threshold(50_000, 10, 10)
