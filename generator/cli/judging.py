"""Records judged one after another or side by side: the same words in the same order."""

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from generator.cli.options import MOST_JOBS
from generator.errors import Accident, DataError, LudokitError, Problem, accident, system_reason
from generator.game import Game
from generator.printables.context import Options
from generator.records.reading import LINES, Written
from generator.records.replay import report_of
from generator.records.report import FORMS, Report
from generator.records.tally import Classwork
from generator.words import Message, message

T = TypeVar("T")
# What is found in files and folders: records, and what is wrong with the finding itself.
Found: TypeAlias = Written | DataError
# So much is handed out at a time: enough that handing out costs nothing beside it, too little to
# fill memory. A record in YAML takes as long to read as so many in JSON.
MOST_WEIGHT, YAML_WEIGHT, MOST_SIGNS = 32, 8, 131_072
# Other processes take about half a second to begin: what is done before is judged in this one.
WORTH = 4


@dataclass(frozen=True, slots=True)
class Refused:
    """Why something was not made; an `accident` is a fault of ours."""

    reason: Message
    accident: Accident | None = None


@dataclass(frozen=True, slots=True)
class Made(Generic[T]):
    """What was made."""

    value: T


def attempted(attempt: Callable[[], T]) -> Made[T] | Refused:
    """Return what is made, or why it is not: the others are made all the same."""
    try:
        return Made(attempt())
    except LudokitError as error:
        return Refused(error.message)
    except OSError as error:
        return Refused(system_reason(error))
    except Exception as error:  # noqa: BLE001 - told with what it was that broke
        return Refused(accident(error), Accident.of(error))


@dataclass(frozen=True, slots=True)
class OfRecord:
    """What was made of a record, the name of its file as yet without what that is called."""

    name: str
    file: str
    index: int
    data: bytes

    def named(self) -> tuple[str, bytes]:
        """Return the name of its file, and what is in it: the record's file is looked at here."""
        from generator.correction import stem_of

        path = Path(self.file)
        # Standard input cannot be read twice; what is made of it tells records apart as well.
        written = path.stat().st_mtime_ns if path.is_file() else None
        digest = _digest(self.data) if written is None else _of_file(path, written)
        return self.name.format(stem_of(self.file, self.index, digest)), self.data


@dataclass(frozen=True, slots=True)
class Judged:
    """What a run needs of a record that was judged: words in its form, counts, files to write.

    `fault` stands where there is no record: a folder without any, or shut.
    """

    name: str = ""
    code: int = 2
    game: str | None = None
    rules: tuple[str, ...] = ()
    words: Any = None
    correction: Made[OfRecord] | Refused | None = None
    rewriting: Made[OfRecord] | Refused | None = None
    accident: Accident | None = None
    fault: DataError | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Some records that were judged, in order, and what they come to for the class."""

    records: tuple[Judged, ...]
    classwork: Classwork


@dataclass(frozen=True, slots=True)
class Judging:
    """How records are judged, in this process or in others: called with some, it returns a part.

    `form` says how reports are written; without `valid` those of valid games are left out. Likely
    `slips` are searched, or not.
    """

    options: Options
    form: str
    valid: bool = True
    correct: bool = False
    class_page: bool = False
    slips: bool | None = None
    rewrite: bool = False

    def __call__(self, found: Sequence[Found]) -> Part:
        """Judge what was found, whatever is in it."""
        work = Classwork()
        return Part(tuple(self._judged(one, work) for one in found), work)

    def _judged(self, one: Found, work: Classwork) -> Judged:
        if isinstance(one, DataError):
            return Judged(fault=one)
        broken = None
        try:
            report = report_of(one)
            if report.errors and self._is_searched(one):
                from generator.records.slips import slips

                report = replace(report, slips=slips(report))
            words = self._words(report)
        except Exception as error:  # noqa: BLE001 - a fault of ours in one record is told with it
            broken = Accident.of(error)
            problem = Problem(one.file, None, None, "", broken.message)
            report = Report(one.file, one.index, None, problems=(problem,))
            words = self._words(report)
        if self.class_page:
            work.add(report)
        correction = rewriting = None
        if (game := report.game) is not None:
            if self.correct:
                correction = attempted(partial(self._corrected, report, game))
            if self.rewrite and report.notes:
                rewriting = attempted(partial(self._rewritten, report, game))
        name = f"{one.file} [{one.index}]" if one.index else one.file
        rules = tuple(found.rule for found in report.findings)
        about = report.exit_code, report.game_name, rules
        return Judged(name, *about, words, correction, rewriting, broken)

    def _is_searched(self, one: Written) -> bool:
        """Return whether slips are searched: where nobody says, in all but archives."""
        if self.slips is not None:
            return self.slips
        return self.correct or Path(one.file).suffix.lower() != LINES

    def _words(self, report: Report) -> object:
        if report.is_valid and not self.valid:
            return None
        return FORMS[self.form].worded(report, self.options.language)

    def _corrected(self, report: Report, game: Game) -> OfRecord:
        from generator.correction import FILE, correction

        language = game.language(self.options.language)
        data = correction(report, game, replace(self.options, language=language))
        return OfRecord(FILE, report.file, report.index, data)

    def _rewritten(self, report: Report, game: Game) -> OfRecord:
        """Return a record as it was understood."""
        from generator.records.rewriting import rewritten

        data = rewritten(report, game.language(self.options.language)).encode()
        return OfRecord("rewritten/{}.yaml", report.file, report.index, data)


def _digest(data: bytes) -> str:
    from hashlib import sha256

    return sha256(data).hexdigest()


@lru_cache(maxsize=1)
def _of_file(path: Path, _written: int) -> str:
    """Return the digest of a file's bytes, worked out once for all of its records."""
    from hashlib import file_digest

    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


@dataclass
class Summary:
    """How many records there were of each exit code, and how often each rule was broken."""

    codes: Counter[int] = field(default_factory=Counter)
    broken: dict[str, Counter[str]] = field(default_factory=dict)

    @property
    def records(self) -> int:
        """Return how many records were judged."""
        return self.codes.total()

    def add(self, one: Judged) -> None:
        """Add up one more record."""
        self.codes[one.code] += 1
        if one.game is not None and one.rules:
            self.broken.setdefault(one.game, Counter()).update(one.rules)

    def worded(self) -> Iterator[Message]:
        """Yield a line for the records, and one for each game: what was found most comes first."""
        valid, wrong, unreadable = (self.codes[code] for code in range(3))
        counts = {"valid": valid, "wrong": wrong, "unreadable": unreadable}
        yield message("cli.verified", records=self.records, **counts)
        for game, broken in sorted(self.broken.items()):
            often = sorted(broken.items(), key=lambda one: (-one[1], one[0]))
            rules = tuple(f"{rule} {times}" for rule, times in often)
            yield message("cli.verified-broken", game=game, rules=rules)


def judged(
    judging: Judging, found: Iterable[Found], jobs: int | None, cluster: str | None = None
) -> Generator[Part]:
    """Yield what comes of all that was found, in order; memory does not grow with its number.

    Without a number of `jobs` as many processes help as there are cores, where that pays; a few
    records are always judged here, and all are by the `cluster` at an address. LudokitError where a
    process is ended from outside, or a cluster cannot go on.
    """
    chunks = _chunks(found)
    most = jobs or min(os.cpu_count() or 1, MOST_JOBS)
    if cluster is None:
        least = WORTH if jobs is None else 2
        first = tuple(islice(chunks, least)) if most > 1 else ()
        chunks = chain(first, chunks)
        if len(first) < least:
            yield from map(judging, ((one,) for chunk in chunks for one in chunk))
            return
    from generator.processes import in_order, lent

    with lent(most, cluster) as (pool, ahead):
        yield from in_order(pool, judging, chunks, ahead)


def _chunks(found: Iterable[Found]) -> Iterator[tuple[Found, ...]]:
    """Yield what was found in parts that take about as long to judge."""
    chunk: list[Found] = []
    weight = signs = 0
    for one in found:
        chunk.append(one)
        if isinstance(one, Written):
            weight += 1 if one.is_json else YAML_WEIGHT
            signs += len(one.text)
        if weight >= MOST_WEIGHT or signs >= MOST_SIGNS:
            yield tuple(chunk)
            chunk, weight, signs = [], 0, 0
    if chunk:
        yield tuple(chunk)
