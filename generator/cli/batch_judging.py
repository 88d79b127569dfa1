"""Judge records in batches, in this process or in several: same words, same order, all files."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import file_digest, sha256
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import click

from generator import errors
from generator.cli.parameters import MOST_JOBS
from generator.errors import Accident, DataError, LudokitError, Problem, accident_message
from generator.game import Game
from generator.interruption import on_interrupt
from generator.output import safe_stem, write
from generator.printables.context import Options
from generator.records import reading
from generator.records.class_statistics import ClassStatistics, GameStatistics
from generator.records.reading import LINES, STDIN, RecordText
from generator.records.replay import report_of
from generator.records.report import REPORT_FORMATS, Report
from generator.words import Message, message, say

T = TypeVar("T")
# What a search in files and folders finds: records, and folders that cannot be searched.
RecordOrFault = RecordText | DataError
# Handing a batch out costs little, and it fills no memory; YAML takes eight times JSON's time.
MOST_WEIGHT, YAML_WEIGHT, MOST_SIGNS = 32, 8, 131_072
# Batches judged in this process first: others take about half a second to start.
WORTH = 4
# Seconds after which a run shows its speed.
LONG = 2.0


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
        report = report_of(one)
        is_usual = self.correct or Path(one.file).suffix.lower() != LINES
        if report.errors and (is_usual if self.slips is None else self.slips):
            from generator.records.single_edit_search import with_suggestions

            report = with_suggestions(report)
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


class VerifyRun:
    """One run of `verify`: a record that fails never stops the others; `code` is the worst."""

    def __init__(self, folder: Path, judging: BatchJudge, *, overwrite: bool) -> None:
        self.folder, self.judging, self.overwrite = folder, judging, overwrite
        self.language = judging.options.language
        self.code = 0
        self.accident: Exception | None = None
        self.written: list[Path] = []
        self.summary = Summary()
        self.classwork = ClassStatistics()

    def words(
        self, paths: Sequence[Path], jobs: int | None, cluster: str | None, *, is_quiet: bool
    ) -> Generator[Any]:
        """Judge the records of some files; yield what the report's format makes of each."""
        with closing(judge_in_batches(self.judging, self._found(paths), jobs, cluster)) as parts:
            for part in parts if is_quiet else self._watched(parts):
                self.classwork.merge(part.classwork)
                for one in part.records:
                    self.accident = self.accident or one.accident
                    if one.fault is not None:
                        self._tell(one.fault.worded(self.language))
                        continue
                    self.code = max(self.code, one.code)
                    self.summary.add(one)
                    if one.words is not None:
                        yield one.words
                    self._write(one.correction, "records.not-drawn", one.name)
                    self._write(one.rewriting, "records.not-rewritten", one.name)

    def _found(self, paths: Sequence[Path]) -> Iterator[RecordOrFault]:
        for path in paths:
            try:
                inside = (path,) if path == STDIN else reading.record_files(path)
            except DataError as error:
                yield error
                continue
            yield from chain.from_iterable(map(self._inside, inside))

    def _inside(self, file: Path) -> Iterator[RecordText]:
        # There is no standard input where it was closed before the program began.
        stdin = None if sys.stdin is None else sys.stdin.buffer
        index = 0
        try:
            texts = reading.record_of_stdin(stdin) if file == STDIN else None
            for one in texts or reading.records_of_file(file):
                index = one.index
                yield one
        except Exception as error:  # noqa: BLE001 - a fault of ours in one file is told with it
            self.accident = self.accident or Accident.of(error)
            problem = Problem(str(file), None, None, "", accident_message(error))
            yield RecordText(str(file), index, problems=(problem,))

    def _watched(self, parts: Iterator[Batch]) -> Iterator[Batch]:
        """Yield the batches; a long run shows its speed, unless reports go to the terminal."""
        start = monotonic()
        if not sys.stderr.isatty() or sys.stdout.isatty():
            yield from parts
            return
        for part in parts:
            yield part
            if monotonic() - start > LONG:
                break
        from rich.console import Console

        console = Console(stderr=True)
        # The line that turns hides the cursor.
        with on_interrupt(console.show_cursor), console.status("") as status:
            for part in parts:
                yield part
                count = self.summary.records
                speed = round(count / (monotonic() - start))
                words = message("cli.verified-speed", n=count, speed=speed)
                status.update(say(words, self.language))

    def draw_class(self, path: Path) -> None:
        """Draw a page for each game that the class has played, named after its folder."""
        folder = path if path.is_dir() else path.parent
        stem = safe_stem(folder.resolve().name) if path != STDIN else "stdin"
        tallies = self.classwork.games()
        if self.classwork.records and not tallies:
            self._tell(say(message("class.none"), self.language))
        for tally in tallies:
            drawn = partial(self._class_page, tally, stem)
            self._write(drawn, "class.not-drawn", tally.game.name)

    def _class_page(self, tally: GameStatistics, stem: str) -> tuple[str, bytes]:
        from generator.class_report import class_report_file, draw_class_report

        options = self.judging.options
        return class_report_file(stem, tally, options), draw_class_report(tally, options)

    def _write(
        self, made: Callable[[], tuple[str, bytes]] | Failure | None, refused: str, name: str
    ) -> None:
        if made is None:
            return
        put = partial(write, self.folder, overwrite=self.overwrite)
        path = made if isinstance(made, Failure) else attempt(lambda: put(*made()))
        if not isinstance(path, Failure):
            self.written.append(path)
            return
        self.accident = self.accident or path.accident
        self._tell(say(message(refused, file=name, reason=path.reason), self.language))

    def _tell(self, words: str) -> None:
        click.echo(words, err=True)
        self.code = 2

    def tell_written(self) -> None:
        """Tell the files that were written, and the summary of several records."""
        for path in self.written:
            click.echo(say(message("cli.wrote", path=str(path)), self.language), err=True)
        # Of one record its report has said all.
        for words in self.summary.worded() if self.summary.records > 1 else ():
            click.echo(say(words, self.language), err=True)
