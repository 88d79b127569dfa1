"""Look for faults as long as one says: `python -m tests.farm --minutes 30 --seed 7 --only records`.

Cases are made up at random, by each maker in turn, and tried on the program. One that breaks a
promise is made as small as it goes and kept in the folder `cases` beside this file, once for each
place that fails; the tests try what is kept there again. The exit code is 1 where something was
found.
"""

import argparse
import sys
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import monotonic

from tests.farm.cases import CASES, Case, Fault, as_text, case_path, keep, kept_cases, read_case
from tests.farm.shrinking import shrunk
from tests.farm.workers import MAKERS, Worker, seed_of


def main(arguments: list[str]) -> int:
    """Look for faults, or try those again that are kept."""
    told = _parser().parse_args(arguments)
    if told.again:
        return _again(told.to)
    only = tuple(told.only.split(",")) if told.only else MAKERS
    if strange := {*only} - {*MAKERS}:
        sys.exit(f"no maker is called {', '.join(sorted(strange))}; there are {', '.join(MAKERS)}")
    begun, taken = monotonic(), dict.fromkeys(only, 0.0)
    tried, found = Counter[str](), Counter[str]()
    with ExitStack() as ended:
        workers = {name: ended.enter_context(Worker(name)) for name in only}
        while left := [one for one in only if not told.count or tried[one] < told.count]:
            if not told.count and monotonic() - begun > 60 * told.minutes:
                break
            # Each gets as much time as the others.
            name = min(left, key=lambda one: taken[one])
            since = monotonic()
            verdict = workers[name].tried(seed_of(told.seed, name, tried[name]))
            for fault in verdict.faults:
                found[name] += _is_new(verdict.case, fault, told.to)
            tried[name] += 1
            taken[name] += monotonic() - since
    for name in only:
        say(f"{name}: {tried[name]} cases in {taken[name]:.0f} s, new finds: {found[name]}")
    return int(found.total() > 0)


def say(words: str) -> None:
    """Write a line at once: a run takes its time."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.farm", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to look")
    parser.add_argument("--count", type=int, default=0, help="so many cases of each maker instead")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same cases")
    parser.add_argument("--only", default="", help=f"some of {','.join(MAKERS)}")
    parser.add_argument("--to", type=Path, default=CASES, help="where finds are kept")
    again = "try what is kept again; what is mended is no longer marked as known"
    parser.add_argument("--again", action="store_true", help=again)
    return parser


def _is_new(case: Case, fault: Fault, folder: Path) -> bool:
    """Keep a case that failed where none failed before, as small as it goes."""
    if case_path(case, fault, folder).exists():
        return False
    with Worker(case.maker) as alone:

        def is_broken(other: Case) -> bool:
            return any(one.key == fault.key for one in alone.tried(other).faults)

        told = f"{case.what[:200]}: {fault.key}: {fault.words[:300]!r}"
        if not is_broken(case):
            say(f"not found again by itself: {case.maker}, {told}")
            return False
        kept = keep(shrunk(case, is_broken), fault, folder)
    say(f"{kept}: {told}")
    return True


def _again(folder: Path) -> int:
    """Try all that is kept; take the mark off what is mended, and tell what fails unmarked."""
    code = 0
    for path in kept_cases(folder):
        case = read_case(path)
        with Worker(case.maker) as alone:
            faults = alone.tried(case).faults
        if faults and not case.known:
            code = 1
        elif case.known and not faults:
            path.write_text(as_text(replace(case, known="")), encoding="utf-8")
        ended = "; ".join(fault.key for fault in faults) or "in order"
        say(f"{path.name}: {ended}{f' (known: {case.known})' if case.known else ''}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
