"""Classes to test with: random games with errors put in, as records and as plain data."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import yaml

from generator.class_page import PRINTABLE, planned
from generator.paper.page import Page
from generator.printables.context import Options, PrintContext
from generator.records.form import rules_of
from generator.records.report import Report
from generator.records.tally import Classwork, Tally
from generator.records.writing import sample
from tests.judged import verify

# How many errors the games of a class have, one after another.
ERRORS = (0, 2, 1, 3, 0, 2, 1)


@cache
def texts_of(game: str, errors: tuple[int, ...] = ERRORS) -> tuple[str, ...]:
    """Return the records of a class in English."""
    rules = rules_of(game)
    seeds = enumerate(errors, start=1)
    return tuple(sample(rules, seed=n, errors=k, language="en").text for n, k in seeds)


def written(folder: Path, texts: Sequence[str]) -> Path:
    """Write records into a folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"{number}.yaml").write_text(text, encoding="utf-8")
    return folder


def reports_of(folder: Path) -> list[Report]:
    """Return the reports of all records of a folder."""
    return [report for file in sorted(folder.iterdir()) for report in verify(file)]


def tally_of(reports: Sequence[Report], times: int = 1) -> Tally:
    """Return the one tally of reports, all counted so many times."""
    work = Classwork()
    for _, report in zip(range(len(reports) * times), cycle(reports), strict=False):
        work.add(report)
    (tally,) = work.tallies()
    return tally


def plain(texts: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield records as plain data, read by nothing of the program."""
    yield from map(yaml.safe_load, texts)


def page_of(tally: Tally, options: Options) -> Page:
    """Return the planned page of a tally; ValueError where there is more than one."""
    (page,) = planned(tally, PrintContext(tally.game, PRINTABLE, options, "page"))
    return page
