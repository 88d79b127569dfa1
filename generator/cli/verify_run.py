"""One run of `verify`: records are found and judged, words told, files written, all that fails."""

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from generator.batch_judging import (
    Batch,
    BatchJudge,
    Failure,
    RecordOrFault,
    Summary,
    attempt,
    judge_in_batches,
)
from generator.errors import Accident, DataError, Problem, accident_message
from generator.interruption import on_interrupt
from generator.output import safe_stem, write
from generator.records import reading
from generator.records.class_statistics import ClassStatistics, GameStatistics
from generator.records.reading import STDIN, RecordText
from generator.words import message, say

if TYPE_CHECKING:
    from generator.documents.trials import Trial

# Seconds after which a run shows its speed.
LONG = 2.0


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

    def draw_class(self, path: Path, trials: Path | None = None) -> None:
        """Draw a page for each game that the class has played, named after its folder.

        What a file tells of its lesson goes with it.
        """
        folder = path if path.is_dir() else path.parent
        stem = safe_stem(folder.resolve().name) if path != STDIN else "stdin"
        tallies = self.classwork.games()
        if self.classwork.records and not tallies:
            self._tell(say(message("class.none"), self.language))
        tried = self._trials(trials) if trials is not None else ()
        played = {tally.game.name for tally in tallies}
        for name in sorted({one.game for one in tried if one.game} - played if tallies else ()):
            self._tell(say(message("class.not-played", game=name), self.language))
        for tally in tallies:
            own = [one for one in tried if one.game == tally.game.name]
            drawn = partial(self._class_page, tally, stem, own)
            self._write(drawn, "class.not-drawn", tally.game.name)

    def _trials(self, path: Path) -> Sequence["Trial"]:
        from generator.documents.trials import read_trials

        try:
            return read_trials(path)
        except DataError as error:
            self._tell(error.worded(self.language))
            return ()

    def _class_page(
        self, tally: GameStatistics, stem: str, trials: Sequence["Trial"]
    ) -> tuple[str, bytes]:
        from generator.class_report import class_report_file, draw_class_report

        options = self.judging.options
        return class_report_file(stem, tally, options), draw_class_report(tally, options, trials)

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
