"""Judge records in batches, in this process or in several: same words, same order, all files."""

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, TypeVar

from generator import errors
from generator.errors import Accident, DataError, LudokitError, accident_message
from generator.game import Game
from generator.options import MOST_JOBS
from generator.printables.context import Options
from generator.records.class_statistics import ClassStatistics
from generator.records.reading import LINES, RecordText
from generator.records.replay import report_of
from generator.records.report import REPORT_FORMATS, Report
from generator.words import Message, message

T = TypeVar("T")
# What a search in files and folders finds: records, and folders that cannot be searched.
RecordOrFault = RecordText | DataError
# Handing a batch out costs little, and it fills no memory; YAML takes eight times JSON's time.
MOST_WEIGHT, YAML_WEIGHT, MOST_SIGNS = 32, 8, 131_072
# Batches judged in this process first: others take about half a second to start.
WORTH = 4


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something was not made; an `accident` is a bug of the program."""

    reason: Message
    accident: Accident | None = None


def attempt(task: Callable[[], T]) -> T | Failure:
    """Run a task and return its value or why it failed, so that the next ones run all the same."""
    try:
        return task()
    except LudokitError as error:
        return Failure(error.message)
    except OSError as error:
        return Failure(errors.system_reason(error))
    except Exception as error:  # noqa: BLE001 - told with what it was that broke
        return Failure(accident_message(error), Accident.of(error))


def judge_record(one: RecordText, *, slips: bool) -> Report:
    """Judge a record; search the slips that explain its errors where they are wanted."""
    report = report_of(one)
    if slips and report.errors:
        from generator.records.single_edit_search import with_suggestions

        return with_suggestions(report)
    return report


def is_archive(one: RecordText) -> bool:
    """Tell whether a record is one of many in a file of lines."""
    return Path(one.file).suffix.lower() == LINES


@dataclass(frozen=True, slots=True)
class RecordOutput:
    """A file made of a record; `name` is a pattern into which the record's stem is put."""

    name: str
    file: str
    index: int
    data: bytes

    def __call__(self) -> tuple[str, bytes]:
        """Return name and content; the record's file is read here, for its digest."""
        from generator.correction import stem_of

        path = Path(self.file)
        # Standard input cannot be read twice; what is made of it tells records apart as well.
        written = path.stat().st_mtime_ns if path.is_file() else None
        digest = sha256(self.data).hexdigest() if written is None else _of_file(path, written)
        return self.name.format(stem_of(self.file, self.index, digest)), self.data


@dataclass(frozen=True, slots=True)
class _RecordOutcome:
    """What is kept of a judged record, or the `fault` of a folder without readable records."""

    name: str = ""
    code: int = 2
    game: str | None = None
    rules: tuple[str, ...] = ()
    words: Any = None
    correction: RecordOutput | Failure | None = None
    rewriting: RecordOutput | Failure | None = None
    accident: Accident | None = None
    fault: DataError | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Records that were judged together, in order, and their statistics for the class."""

    records: tuple[_RecordOutcome, ...]
    classwork: ClassStatistics


@dataclass(frozen=True, slots=True)
class BatchJudge:
    """Judges a batch, here or in other processes; `slips` None leaves their search to the file."""

    options: Options
    form: str
    valid: bool = True
    correct: bool = False
    class_page: bool = False
    slips: bool | None = None
    rewrite: bool = False

    def __call__(self, found: Sequence[RecordOrFault]) -> Batch:
        work = ClassStatistics()
        return Batch(tuple(self._judged(one, work) for one in found), work)

    def _judged(self, one: RecordOrFault, work: ClassStatistics) -> _RecordOutcome:
        if isinstance(one, DataError):
            return _RecordOutcome(fault=one)
        judged, broken = attempt(partial(self._report_and_words, one)), None
        if isinstance(judged, Failure):
            broken = judged.accident
            report = Report.unread(one.file, one.index, judged.reason)
            judged = report, self._words(report)
        report, words = judged
        if self.class_page:
            work.add(report)
        correction = rewriting = None
        if (game := report.game) is not None:
            if self.correct:
                correction = attempt(partial(self._corrected, report, game))
            if self.rewrite and report.notes:
                rewriting = attempt(partial(self._rewritten, report, game))
        name = f"{one.file} [{one.index}]" if one.index else one.file
        rules = tuple(found.rule for found in report.findings)
        about = report.exit_code, report.game_name, rules
        return _RecordOutcome(name, *about, words, correction, rewriting, broken)

    def _report_and_words(self, one: RecordText) -> tuple[Report, object]:
        is_usual = self.correct or not is_archive(one)
        report = judge_record(one, slips=is_usual if self.slips is None else self.slips)
        return report, self._words(report)

    def _words(self, report: Report) -> object:
        if report.is_valid and not self.valid:
            return None
        return REPORT_FORMATS[self.form].word(report, self.options.language)

    def _corrected(self, report: Report, game: Game) -> RecordOutput:
        from generator.correction import FILE, draw_correction

        data = draw_correction(report, game, self.options)
        return RecordOutput(FILE, report.file, report.index, data)

    def _rewritten(self, report: Report, game: Game) -> RecordOutput:
        from generator.records.writing import normalised_record

        data = normalised_record(report, game.language(self.options.language)).encode()
        return RecordOutput("rewritten/{}.yaml", report.file, report.index, data)


@lru_cache(maxsize=1)
def _of_file(path: Path, _written: int) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


@dataclass
class Summary:
    """The number of records for each exit code, and how often each rule was broken."""

    codes: Counter[int] = field(default_factory=Counter)
    broken: dict[str, Counter[str]] = field(default_factory=dict)

    @property
    def records(self) -> int:
        """Return how many records were judged."""
        return self.codes.total()

    def add(self, one: _RecordOutcome) -> None:
        """Count one more record."""
        self.codes[one.code] += 1
        if one.game is not None and one.rules:
            self.broken.setdefault(one.game, Counter()).update(one.rules)

    def worded(self) -> Iterator[Message]:
        """Yield a line for all records, then one for each game with its most broken rules first."""
        valid, wrong, unreadable = (self.codes[code] for code in range(3))
        counts = {"valid": valid, "wrong": wrong, "unreadable": unreadable}
        yield message("cli.verified", records=self.records, **counts)
        for game, broken in sorted(self.broken.items()):
            often = sorted(broken.items(), key=lambda one: (-one[1], one[0]))
            rules = tuple(f"{rule} {times}" for rule, times in often)
            yield message("cli.verified-broken", game=game, rules=rules)


def judge_in_batches(
    judging: BatchJudge, found: Iterable[RecordOrFault], jobs: int | None, cluster: str | None
) -> Generator[Batch]:
    """Yield judged batches in order and lazily; a few records are judged in this process."""
    found = iter(found)
    most = jobs or min(os.cpu_count() or 1, MOST_JOBS)
    if cluster is None:
        weight = (WORTH if jobs is None else 2) * MOST_WEIGHT
        for one in found:
            # Each is told before the next is read, whatever that does.
            yield judging((one,))
            weight -= _weight(one)
            if most > 1 and weight <= 0:
                break
        else:
            return
    from generator.processes import map_in_order, worker_pool

    with worker_pool(most, cluster) as (pool, ahead):
        yield from map_in_order(pool, judging, _chunks(found), ahead)


def _weight(one: RecordOrFault) -> int:
    if isinstance(one, DataError):
        return 0
    return 1 if one.is_json else YAML_WEIGHT


def _chunks(found: Iterable[RecordOrFault]) -> Iterator[tuple[RecordOrFault, ...]]:
    """Group records so that each batch takes about as long to judge."""
    chunk: list[RecordOrFault] = []
    weight = signs = 0
    for one in found:
        chunk.append(one)
        weight += _weight(one)
        signs += len(one.text) if isinstance(one, RecordText) else 0
        if weight >= MOST_WEIGHT or signs >= MOST_SIGNS:
            yield tuple(chunk)
            chunk, weight, signs = [], 0, 0
    if chunk:
        yield tuple(chunk)
