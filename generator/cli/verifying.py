"""The commands about games written down: verify them, begin one, play a random one."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

import click

from generator.cli.options import command, file_option, flag, game_argument, option, to_option
from generator.cli.speech import OneOf, Speech, SpokenCommand, Whole
from generator.errors import DataError, LudokitError, Problem, accident, system_reason
from generator.words import message, say

if TYPE_CHECKING:
    from generator.game import Game
    from generator.records.report import Report
    from generator.rules.families import AnyRules

FORMATS = ("text", "json", "jsonl", "sarif")
MOST_ERRORS = 20
LARGEST_SEED = 999_999_999
STDIN = Path("-")

Write: TypeAlias = "Callable[[Iterable[Report]], Iterator[str]]"


def verify_command(speech: Speech) -> SpokenCommand:
    """Return the command that judges records."""
    path = click.Path(path_type=Path, readable=False)
    where = speech("file-metavar")
    return command(
        speech,
        "verify",
        lambda **given: verify(speech, **given),
        click.Argument(["files"], type=path, nargs=-1, required=True, metavar=f"{where}..."),
        option(speech, "format", type=OneOf(speech, "format", FORMATS), default="text"),
        flag(speech, "correct"),
        to_option(speech),
        option(speech, "overwrite/no-overwrite", default=True),
        flag(speech, "quiet"),
    )


def record_command(speech: Speech) -> SpokenCommand:
    """Return the command that begins a record."""
    run = partial(record, speech)
    return command(speech, "record", run, game_argument(speech), _file(speech))


def sample_command(speech: Speech) -> SpokenCommand:
    """Return the command that plays a random game."""
    return command(
        speech,
        "sample",
        lambda **given: sample(speech, **given),
        game_argument(speech),
        option(speech, "seed", type=Whole(0, LARGEST_SEED), default=1),
        option(speech, "players", default="", metavar=speech("players-metavar")),
        option(speech, "errors", type=Whole(0, MOST_ERRORS), default=0),
        _file(speech),
    )


def _file(speech: Speech) -> click.Option:
    return file_option(speech, "to", help=speech("to-file-help"))


def verify(  # noqa: PLR0913 - one for each option
    speech: Speech,
    *,
    files: Sequence[Path],
    format: str,  # noqa: A002 - the option's name
    correct: bool,
    to: Path,
    overwrite: bool,
    quiet: bool,
) -> int:
    """Judge the records of files, folders or standard input; return the exit code of the worst."""
    run = _Run(speech, to if correct else None, overwrite=overwrite)
    reports = run.reports(files)
    if quiet and format == "text":
        reports = (report for report in reports if not report.is_valid)
    for words in _writer(format, speech)(reports):
        click.echo(words, nl=False)
    for path in () if quiet else run.written:
        click.echo(speech("wrote", path=str(path)), err=True)
    if run.accident is not None:
        raise run.accident
    return run.code


class _Run:
    """One run of `verify`: nothing that one record does keeps the others from being reported.

    `code` is that of the worst record so far; `accident` the first fault of the program itself, to
    be told when all is done. Corrections go to `folder`, where one is given.
    """

    def __init__(self, speech: Speech, folder: Path | None, *, overwrite: bool) -> None:
        self.speech, self.folder, self.overwrite = speech, folder, overwrite
        self.code = 0
        self.accident: Exception | None = None
        self.written: list[Path] = []
        self.contents: tuple[Path, bytes] | None = None

    def reports(self, paths: Sequence[Path]) -> Iterator["Report"]:
        """Yield the reports of all files, and draw each one's correction after it was reported."""
        for path in paths:
            for file in self._meant(path):
                for report in self._judged(file):
                    self.code = max(self.code, report.exit_code)
                    yield report
                    self._correct(report)

    def _meant(self, path: Path) -> Sequence[Path]:
        from generator.records.reading import files

        try:
            return (path,) if path == STDIN else files(path)
        except DataError as error:
            self._tell(error.worded(self.speech.language))
            return ()

    def _judged(self, file: Path) -> Iterator["Report"]:
        from generator.records.reading import sources, standard_input
        from generator.records.replay import report_of

        found = standard_input(_standard_input()) if file == STDIN else sources(file)
        index = 0
        while True:
            try:
                source = next(found, None)
                if source is None:
                    return
                index, report = source.index, report_of(source)
            except Exception as error:  # noqa: BLE001 - a fault of ours in one record is told with it
                report = self._failed(file, index, error)
            yield report

    def _failed(self, file: Path, index: int, error: Exception) -> "Report":
        from generator.records.report import Report

        self.accident = self.accident or error
        problem = Problem(str(file), None, None, "", accident(error))
        return Report(str(file), index, None, problems=(problem,))

    def _correct(self, report: "Report") -> None:
        """Draw the correction of a record that could be read, or tell why it has none."""
        if self.folder is None or report.game is None:
            return
        try:
            self._draw(report, report.game, self.folder)
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

    def _draw(self, report: "Report", game: "Game", folder: Path) -> None:
        from generator.correction import correction, file_name
        from generator.output import write

        data, path = correction(report, game, self.speech.language), Path(report.file)
        # Standard input cannot be read twice; what is drawn of it tells records apart as well.
        name = file_name(report, self._contents(path) if path.is_file() else data)
        self.written.append(write(folder, name, data, overwrite=self.overwrite))

    def _contents(self, path: Path) -> bytes:
        """Return what a file holds; one with many records is read once."""
        if self.contents is None or self.contents[0] != path:
            self.contents = path, path.read_bytes()
        return self.contents[1]

    def _tell(self, words: str) -> None:
        """Say what is wrong beside the reports, which go to standard output."""
        click.echo(words, err=True)
        self.code = 2


def _standard_input() -> BinaryIO | None:
    # There is none where it was closed before the program began.
    return None if sys.stdin is None else sys.stdin.buffer


def _writer(wanted: str, speech: Speech) -> Write:
    from generator.records.for_programs import json_array, json_lines, sarif

    language = speech.language
    writers: dict[str, Write] = {
        "text": lambda reports: _texts(reports, speech),
        "json": lambda reports: json_array(reports, language),
        "jsonl": lambda reports: json_lines(reports, language),
        "sarif": lambda reports: sarif(reports, language),
    }
    return writers[wanted]


def _texts(reports: Iterable["Report"], speech: Speech) -> Iterator[str]:
    """Yield each report for people, in colour where a terminal shows it."""
    import os

    from generator.records.report import coloured, text

    is_bright = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for number, report in enumerate(reports):
        yield "\n" if number else ""
        yield coloured(report, speech.language) if is_bright else text(report, speech.language)


def record(speech: Speech, *, game: str, to: Path | None) -> None:
    """Write a blank record with comments."""
    from generator.records.writing import blank

    _put(blank(_rules(game), speech.language), to, speech)


def sample(  # noqa: PLR0913 - one for each option
    speech: Speech, *, game: str, seed: int, players: str, errors: int, to: Path | None
) -> None:
    """Write the record of a random game."""
    from generator.records.writing import sample as played

    names = tuple(name.strip() for name in players.split(",") if name.strip())
    made = played(_rules(game), seed=seed, players=names, errors=errors, language=speech.language)
    _put(made.text, to, speech)


def _rules(game: str) -> "AnyRules":
    from generator.records.form import rules_of

    return rules_of(game)


def _put(words: str, to: Path | None, speech: Speech) -> None:
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
