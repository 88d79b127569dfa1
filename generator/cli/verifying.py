"""The commands about games written down: verify them, begin one, play a random one."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli import speech as spoken
from generator.errors import DataError, LudokitError, Problem, accident, system_reason
from generator.output import safe_stem
from generator.words import Language, message, say

if TYPE_CHECKING:
    from generator.game import Game
    from generator.printables.context import Options
    from generator.records.report import Report
    from generator.records.tally import Tally

STDIN = Path("-")


def verify(  # noqa: PLR0913 - one for each option
    speech: spoken.Speech,
    *,
    files: Sequence[Path],
    format: str,  # noqa: A002 - the option's name
    correct: bool,
    class_page: bool,
    to: Path,
    overwrite: bool,
    quiet: bool,
    **page: Any,  # noqa: ANN401 - paper, ink and font
) -> int:
    """Judge the records of files, folders or standard input; return the exit code of the worst."""
    from generator.printables.context import Options
    from generator.printables.planning import require_office
    from generator.records.report import json_array, json_lines, sarif

    options = Options(language=speech.language, **page)
    require_office(options)
    run = _Run(to, options, overwrite=overwrite, correct=correct)
    reports = run.reports(files)
    if quiet and format == "text":
        reports = (report for report in reports if not report.is_valid)
    write = {"text": _texts, "json": json_array, "jsonl": json_lines, "sarif": sarif}[format]
    for words in write(reports, speech.language):
        click.echo(words, nl=False)
    if class_page:
        run.draw_class(files[0])
    for path in () if quiet else run.written:
        click.echo(speech("wrote", path=str(path)), err=True)
    if run.accident is not None:
        raise run.accident
    return run.code


class _Run:
    """One run of `verify`: whatever a record does, the others are reported; `code` is the worst."""

    def __init__(self, folder: Path, options: "Options", *, overwrite: bool, correct: bool) -> None:
        from generator.records.tally import Classwork

        self.folder, self.options, self.language = folder, options, options.language
        self.overwrite, self.correct = overwrite, correct
        self.code = 0
        self.accident: Exception | None = None
        self.written: list[Path] = []
        self.contents = lru_cache(maxsize=1)(Path.read_bytes)  # a file of many records is read once
        self.classwork = Classwork()

    def reports(self, paths: Sequence[Path]) -> Iterator["Report"]:
        """Yield the reports of all files, and draw each one's correction after it was reported."""
        from generator.records.reading import files

        for path in paths:
            try:
                found = (path,) if path == STDIN else files(path)
            except DataError as error:
                self._tell(error.worded(self.language))
                continue
            for report in chain.from_iterable(map(self._judged, found)):
                self.code = max(self.code, report.exit_code)
                self.classwork.add(report)
                yield report
                if self.correct and report.game is not None:
                    self._correct(report, report.game)

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

    def _correct(self, report: "Report", game: "Game") -> None:
        """Draw the correction of a record that could be read, or tell why it has none."""
        from generator.correction import correction, file_name

        path = Path(report.file)

        def drawn() -> tuple[str, bytes]:
            data = correction(report, game, self._spoken(game))
            # Standard input cannot be read twice; what is drawn of it tells records apart as well.
            return file_name(report, self.contents(path) if path.is_file() else data), data

        name = f"{report.file} [{report.index}]" if report.index else report.file
        self._draw(drawn, "records.not-drawn", name)

    def draw_class(self, path: Path) -> None:
        """Draw a page of each game for the class, called after the folder of its first record."""
        from generator.class_page import class_page, page_file

        folder = path if path.is_dir() else path.parent
        stem = safe_stem(folder.resolve().name) if path != STDIN else "stdin"
        tallies = self.classwork.tallies()
        if self.classwork.records and not tallies:
            self._tell(say(message("class.none"), self.language))
        for tally in tallies:
            options = self._spoken(tally.game)

            def drawn(tally: "Tally" = tally, options: "Options" = options) -> tuple[str, bytes]:
                return page_file(stem, tally, options), class_page(tally, options)

            self._draw(drawn, "class.not-drawn", tally.game.name)

    def _spoken(self, game: "Game") -> "Options":
        """Return the options in a language that the game has."""
        return replace(self.options, language=game.language(self.language))

    def _draw(self, drawn: Callable[[], tuple[str, bytes]], refused: str, name: str) -> None:
        """Write what is drawn under its name, or tell why it cannot be: the others are drawn."""
        from generator.output import write

        try:
            self.written.append(write(self.folder, *drawn(), overwrite=self.overwrite))
        except LudokitError as error:
            reason = error.message
        except OSError as error:
            reason = system_reason(error)
        except Exception as error:  # noqa: BLE001 - the others are drawn all the same
            self.accident = self.accident or error
            reason = accident(error)
        else:
            return
        self._tell(say(message(refused, file=name, reason=reason), self.language))

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
