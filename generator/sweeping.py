"""How seldom Python looks for dead objects that hold each other.

With the usual 700 new objects from one look to the next, a sixth of a kit's time went into looking
at a layout again, which is made of hundreds of thousands that live until it is written, and an
eighth of the start into looking at modules that live to the end.
"""

import gc

SWEPT = (50_000, 10, 10)


def sweep_seldom() -> None:
    """Let this process look seldom from now on."""
    gc.set_threshold(*SWEPT)
