"""The commands about games written down: verify them, begin one, play a random one."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli import speech as spoken
from generator.errors import DataError, LudokitError, Problem, accident, system_reason
from generator.words import Language, message, say

if TYPE_CHECKING:
    from generator.records.report import Report

STDIN = Path("-")


def verify(  # noqa: PLR0913 - one for each option
    speech: spoken.Speech,
    *,
    files: Sequence[Path],
    format: str,  # noqa: A002 - the option's name
    correct: bool,
    to: Path,
    overwrite: bool,
    quiet: bool,
) -> int:
    """Judge the records of files, folders or standard input; return the exit code of the worst."""
    from generator.records.report import json_array, json_lines, sarif

    run = _Run(speech, to if correct else None, overwrite=overwrite)
    reports = run.reports(files)
    if quiet and format == "text":
        reports = (report for report in reports if not report.is_valid)
    write = {"text": _texts, "json": json_array, "jsonl": json_lines, "sarif": sarif}[format]
    for words in write(reports, speech.language):
        click.echo(words, nl=False)
    for path in () if quiet else run.written:
        click.echo(speech("wrote", path=str(path)), err=True)
    if run.accident is not None:
        raise run.accident
    return run.code


class _Run:
    """One run of `verify`: whatever a record does, the others are reported; `code` is the worst."""

    def __init__(self, speech: spoken.Speech, folder: Path | None, *, overwrite: bool) -> None:
        self.speech, self.folder, self.overwrite = speech, folder, overwrite
        self.code = 0
        self.accident: Exception | None = None
        self.written: list[Path] = []
        self.contents = lru_cache(maxsize=1)(Path.read_bytes)  # a file of many records is read once

    def reports(self, paths: Sequence[Path]) -> Iterator["Report"]:
        """Yield the reports of all files, and draw each one's correction after it was reported."""
        from generator.records.reading import files

        for path in paths:
            try:
                found = (path,) if path == STDIN else files(path)
            except DataError as error:
                self._tell(error.worded(self.speech.language))
                continue
            for report in chain.from_iterable(map(self._judged, found)):
                self.code = max(self.code, report.exit_code)
                yield report
                self._correct(report)

    def _judged(self, file: Path) -> Iterator["Report"]:
        from generator.records.reading import sources, standard_input
        from generator.records.replay import report_of
        from generator.records.report import Report

        # There is no standard input where it was closed before the program began.
        stdin = None if sys.stdin is None else sys.stdin.buffer
        found = standard_input(stdin) if file == STDIN else sources(file)
        index = 0
        while True:
            try:
                source = next(found, None)
                if source is None:
                    return
                index, report = source.index, report_of(source)
            except Exception as error:  # noqa: BLE001 - a fault of ours in one record is told with it
                self.accident = self.accident or error
                problem = Problem(str(file), None, None, "", accident(error))
                report = Report(str(file), index, None, problems=(problem,))
            yield report

    def _correct(self, report: "Report") -> None:
        """Draw the correction of a record that could be read, or tell why it has none."""
        from generator.correction import correction, file_name
        from generator.output import write

        if self.folder is None or report.game is None:
            return
        path = Path(report.file)
        try:
            data = correction(report, report.game, self.speech.language)
            # Standard input cannot be read twice; what is drawn of it tells records apart as well.
            name = file_name(report, self.contents(path) if path.is_file() else data)
            self.written.append(write(self.folder, name, data, overwrite=self.overwrite))
        except LudokitError as error:
            reason = error.message
        except OSError as error:
            reason = system_reason(error)
        except Exception as error:  # noqa: BLE001 - the others are drawn all the same
            self.accident = self.accident or error
            reason = accident(error)
        else:
            return
        name = f"{report.file} [{report.index}]" if report.index else report.file
        words = message("records.not-drawn", file=name, reason=reason)
        self._tell(say(words, self.speech.language))

    def _tell(self, words: str) -> None:
        """Say what is wrong beside the reports, which go to standard output."""
        click.echo(words, err=True)
        self.code = 2


def _texts(reports: Iterable["Report"], language: Language) -> Iterator[str]:
    """Yield each report for people, in colour where a terminal shows it."""
    from generator.records.report import coloured, text

    worded = coloured if sys.stdout.isatty() and "NO_COLOR" not in os.environ else text
    for number, report in enumerate(reports):
        yield "\n" if number else ""
        yield worded(report, language)


def record(speech: spoken.Speech, *, game: str, to: Path | None) -> None:
    """Write a blank record with comments."""
    from generator.records.form import rules_of
    from generator.records.writing import blank

    _put(blank(rules_of(game), speech.language), to, speech)


def sample(  # noqa: PLR0913 - one for each option
    speech: spoken.Speech, *, game: str, seed: int, players: str, errors: int, to: Path | None
) -> None:
    """Write the record of a random game."""
    from generator.records.form import rules_of
    from generator.records.writing import sample as played

    names = tuple(name.strip() for name in players.split(",") if name.strip())
    made = played(rules_of(game), seed=seed, players=names, errors=errors, language=speech.language)
    _put(made.text, to, speech)


def _put(words: str, to: Path | None, speech: spoken.Speech) -> None:
    """Write to standard output, or to a file that is not there yet."""
    if to is None:
        click.echo(words, nl=False)
        return
    from generator.output import write

    if to.is_dir() or not to.name:
        raise LudokitError(message("output.folder-in-the-way", path=str(to)))
    if to.exists():
        raise LudokitError(message("cli.there-already", path=str(to)))
    path = write(to.parent, to.name, words.encode(), overwrite=False)
    click.echo(speech("wrote", path=str(path)))
