"""Classes to test with: random games with errors put in, as records and as plain data."""

from collections.abc import Sequence
from functools import cache
from itertools import cycle
from pathlib import Path

from generator.class_report import PRINTABLE, plan_class_report
from generator.paper.page import Page
from generator.printables.context import Context, Options
from generator.records.class_statistics import ClassStatistics, GameStatistics
from generator.records.record_format import catalog_rules
from generator.records.report import Report
from generator.records.writing import sample_record
from tests.judged import verify

# How many errors the games of a class have, one after another.
ERRORS = (0, 2, 1, 3, 0, 2, 1)


@cache
def texts_of(game: str, errors: tuple[int, ...] = ERRORS) -> tuple[str, ...]:
    """Return the records of a class in English."""
    rules = catalog_rules(game)
    seeds = enumerate(errors, start=1)
    return tuple(sample_record(rules, seed=n, errors=k, language="en").text for n, k in seeds)


def written(folder: Path, texts: Sequence[str]) -> Path:
    """Write records into a folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"{number}.yaml").write_text(text, encoding="utf-8")
    return folder


def reports_of(folder: Path) -> list[Report]:
    """Return the reports of all records of a folder."""
    return [report for file in sorted(folder.iterdir()) for report in verify(file)]


def tally_of(reports: Sequence[Report], times: int = 1) -> GameStatistics:
    """Return the one tally of reports, all counted so many times."""
    work = ClassStatistics()
    for _, report in zip(range(len(reports) * times), cycle(reports), strict=False):
        work.add(report)
    (tally,) = work.games()
    return tally


def page_of(tally: GameStatistics, options: Options) -> Page:
    """Return the plan_class_report page of a tally; ValueError where there is more than one."""
    (page,) = plan_class_report(tally, Context(tally.game, PRINTABLE, options, "page"))
    return page
