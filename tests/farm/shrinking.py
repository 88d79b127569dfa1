"""A case made smaller: whatever can be left out while the same promise is broken is left out."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.farm.cases import Case

TRIES = 150


def shrunk(case: Case, is_broken: Callable[[Case], bool]) -> Case:
    """Return the smallest case that is found in a number of tries and still is broken."""
    left = TRIES
    while left > 0:
        for smaller in _smaller(case):
            left -= 1
            if is_broken(smaller):
                case = smaller
                break
            if left <= 0:
                return case
        else:
            break
    return case


def _smaller(case: Case) -> Iterator[Case]:
    """Yield cases that lack something, the largest things first."""
    for name in case.files if len(case.files) > 1 else ():
        rest = {one: data for one, data in case.files.items() if one != name}
        yield replace(case, files=rest)
    requests = case.more.get("requests", ())
    for number in range(len(requests)) if len(requests) > 1 else ():
        rest_of = [*requests[:number], *requests[number + 1 :]]
        yield replace(case, more={**case.more, "requests": rest_of})
    for name, data in case.files.items():
        # What is packed falls apart.
        if not data.startswith(b"PK"):
            for less in _shorter(data):
                yield replace(case, files={**case.files, name: less})


def _shorter(data: bytes) -> Iterator[bytes]:
    for sign in (b"\n", b""):
        parts = data.split(sign) if sign else [data[at : at + 1] for at in range(len(data))]
        size = len(parts) // 2
        while size:
            for start in range(0, len(parts), size):
                yield sign.join([*parts[:start], *parts[start + size :]])
            size //= 2
