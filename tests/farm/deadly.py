"""A maker for the tests of the farm alone: its cases end the process that tries them."""

import os
from collections.abc import Iterator
from random import Random

from tests.farm.cases import Case, Fault

ENDS = ("abort", "exit", "memory", "nothing")


def make(chance: Random) -> Case:
    """Return a case that does one of these."""
    return Case("deadly", "made up", {}, {"end": chance.choice(ENDS)})


def judge(case: Case) -> Iterator[Fault]:
    """End as the case says."""
    match case.more["end"]:
        case "abort":
            os.abort()
        case "exit":
            os._exit(70)
        case "memory":
            try:
                bytearray(1 << 42)
            except MemoryError:
                yield Fault("bounded memory", "here")
        case _:
            return
