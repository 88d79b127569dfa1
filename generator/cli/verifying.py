"""The commands about records: `verify` judges, `record` writes a blank, `sample` a random one."""

import os
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from generator.cli.language import CliLanguage
from generator.cli.options import require_apart
from generator.errors import Accident, DataError, LudokitError, Problem, accident_message
from generator.interruption import on_interrupt
from generator.output import safe_stem
from generator.words import message, say

if TYPE_CHECKING:
    from generator.cli.batch_judging import (
        Batch,
        BatchJudge,
        Failure,
        RecordOrFault,
        RecordOutput,
        Success,
    )
    from generator.printables.context import Options
    from generator.records.class_statistics import GameStatistics
    from generator.records.reading import RecordText

STDIN = Path("-")
TABLE = "csv"
# Seconds after which a run shows its speed.
LONG = 2.0


def verify_records(  # noqa: PLR0913 - one for each option
    lang: CliLanguage,
    *,
    files: Sequence[Path],
    format: str,  # noqa: A002 - the option's name
    correct: bool,
    class_page: bool,
    slips: bool | None,
    rewrite: bool,
    jobs: int | None,
    cluster: str | None,
    to: Path,
    overwrite: bool,
    quiet: bool,
    **page: Any,
) -> int:
    """Judge the records of files, folders or standard input; return the exit code of the worst."""
    require_apart({"cluster": cluster, "jobs": jobs}, "cluster", "jobs")
    from generator.cli.batch_judging import BatchJudge
    from generator.printables.context import Options
    from generator.records.report import REPORT_FORMATS

    options = Options(language=lang.language, **page)
    if correct or class_page:
        from generator.printables.planning import require_usual_paper

        require_usual_paper(options)
    is_painted = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    form = "coloured" if format == "text" and is_painted else format
    wishes = (not quiet or format != "text", correct, class_page, slips, rewrite)
    run = _VerifyRun(to, BatchJudge(options, form, *wishes), overwrite=overwrite)
    with closing(run.words(files, jobs, cluster, is_quiet=quiet)) as worded:
        for words in REPORT_FORMATS[form].join(worded):
            click.echo(words, nl=False)
    if class_page:
        run.draw_class(files[0])
    if not quiet:
        run.tell_written()
    if run.accident is not None:
        raise run.accident
    return run.code


class _VerifyRun:
    """One run of `verify`: a record that fails never stops the others; `code` is the worst."""

    def __init__(self, folder: Path, judging: "BatchJudge", *, overwrite: bool) -> None:
        from generator.cli.batch_judging import Summary
        from generator.records.class_statistics import ClassStatistics

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
        from generator.cli.batch_judging import judge_in_batches

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
                    self._write_of(one.correction, "records.not-drawn", one.name)
                    self._write_of(one.rewriting, "records.not-rewritten", one.name)

    def _found(self, paths: Sequence[Path]) -> Iterator["RecordOrFault"]:
        from generator.records.reading import record_files

        for path in paths:
            try:
                inside = (path,) if path == STDIN else record_files(path)
            except DataError as error:
                yield error
                continue
            yield from chain.from_iterable(map(self._inside, inside))

    def _inside(self, file: Path) -> Iterator["RecordText"]:
        from generator.records.reading import RecordText, record_of_stdin, records_of_file

        # There is no standard input where it was closed before the program began.
        stdin = None if sys.stdin is None else sys.stdin.buffer
        index = 0
        try:
            for one in record_of_stdin(stdin) if file == STDIN else records_of_file(file):
                index = one.index
                yield one
        except Exception as error:  # noqa: BLE001 - a fault of ours in one file is told with it
            self.accident = self.accident or Accident.of(error)
            problem = Problem(str(file), None, None, "", accident_message(error))
            yield RecordText(str(file), index, problems=(problem,))

    def _watched(self, parts: Iterator["Batch"]) -> Iterator["Batch"]:
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
        from generator.class_report import class_report_file, draw_class_report
        from generator.cli.batch_judging import attempt

        folder = path if path.is_dir() else path.parent
        stem = safe_stem(folder.resolve().name) if path != STDIN else "stdin"
        tallies = self.classwork.games()
        if self.classwork.records and not tallies:
            self._tell(say(message("class.none"), self.language))
        for tally in tallies:
            language = tally.game.language(self.language)
            options = replace(self.judging.options, language=language)

            def drawn(
                tally: "GameStatistics" = tally, options: "Options" = options
            ) -> tuple[str, bytes]:
                return class_report_file(stem, tally, options), draw_class_report(tally, options)

            self._write(attempt(drawn), "class.not-drawn", tally.game.name)

    def _write_of(
        self, made: "Success[RecordOutput] | Failure | None", refused: str, name: str
    ) -> None:
        from generator.cli.batch_judging import Success, attempt

        if made is not None:
            named = attempt(made.value.file_name_and_data) if isinstance(made, Success) else made
            self._write(named, refused, name)

    def _write(
        self, drawn: "Success[tuple[str, bytes]] | Failure", refused: str, name: str
    ) -> None:
        from generator.cli.batch_judging import Success, attempt
        from generator.output import write

        if isinstance(drawn, Success):
            file, data = drawn.value
            path = attempt(lambda: write(self.folder, file, data, overwrite=self.overwrite))
            if isinstance(path, Success):
                self.written.append(path.value)
                return
            drawn = path
        self.accident = self.accident or drawn.accident
        self._tell(say(message(refused, file=name, reason=drawn.reason), self.language))

    def _tell(self, words: str) -> None:
        click.echo(words, err=True)
        self.code = 2

    def tell_written(self) -> None:
        for path in self.written:
            click.echo(say(message("cli.wrote", path=str(path)), self.language), err=True)
        # Of one record its report has said all.
        for words in self.summary.worded() if self.summary.records > 1 else ():
            click.echo(say(words, self.language), err=True)


def write_blank_record(
    lang: CliLanguage,
    *,
    game: str,
    format: str | None,  # noqa: A002 - the option's name
    players: str,
    to: Path | None,
) -> None:
    """Write a blank record with comments, or an empty table of final sheets."""
    from generator.records.record_format import catalog_rules
    from generator.records.writing import blank_record, blank_table

    is_table = format == TABLE or (format is None and to is not None and to.suffix == f".{TABLE}")
    words = (blank_table if is_table else blank_record)(
        catalog_rules(game), lang.language, _names(players)
    )
    # Spreadsheets know accents by the mark at the beginning of a file.
    _put(words, to, lang, "utf-8-sig" if is_table else "utf-8")


def write_sample(  # noqa: PLR0913 - one for each option
    lang: CliLanguage, *, game: str, seed: int, players: str, errors: int, to: Path | None
) -> None:
    """Write the record of a random game."""
    from generator.records.record_format import catalog_rules
    from generator.records.writing import sample_record as played

    rules, names = catalog_rules(game), _names(players)
    made = played(rules, seed=seed, players=names, errors=errors, language=lang.language)
    _put(made.text, to, lang)


def _names(players: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in players.split(",") if name.strip())


def _put(words: str, to: Path | None, lang: CliLanguage, encoding: str = "utf-8") -> None:
    if to is None:
        click.echo(words, nl=False)
        return
    from generator.output import write

    if to.is_dir() or not to.name:
        raise LudokitError(message("output.folder-in-the-way", path=str(to)))
    if to.exists():
        raise LudokitError(message("cli.there-already", path=str(to)))
    path = write(to.parent, to.name, words.encode(encoding), overwrite=False)
    click.echo(lang("wrote", path=str(path)))
