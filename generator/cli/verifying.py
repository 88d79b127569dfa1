"""The commands about games written down: verify them, begin one, play a random one."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from generator.cli.options import GameName, command, flag, option, to_option
from generator.cli.speech import OneOf, Speech, SpokenCommand, Whole
from generator.errors import DataError, LudokitError
from generator.words import message

if TYPE_CHECKING:
    from generator.records.report import Report
    from generator.rules.families import AnyRules

FORMATS = ("text", "json", "jsonl", "sarif")
MOST_ERRORS = 20
LARGEST_SEED = 999_999_999
STDIN = Path("-")

Write: TypeAlias = "Callable[[Iterable[Report]], Iterator[str]]"


def commands(speech: Speech) -> tuple[SpokenCommand, ...]:
    """Return `verify`, `record` and `sample`."""
    game = click.Argument(["game"], type=GameName(speech("game-metavar")))
    where = speech("file-metavar")
    path = click.Path(path_type=Path)
    files = click.Argument(["files"], type=path, nargs=-1, required=True, metavar=f"{where}...")
    return (
        command(
            speech,
            "verify",
            lambda **given: verify(speech, **given),
            files,
            option(speech, "--format", type=OneOf(*FORMATS), default="text"),
            flag(speech, "--correct"),
            to_option(speech),
            option(speech, "--overwrite/--no-overwrite", default=True),
            flag(speech, "--quiet"),
        ),
        command(speech, "record", lambda **given: record(speech, **given), game, _file(speech)),
        command(
            speech,
            "sample",
            lambda **given: sample(speech, **given),
            game,
            option(speech, "--seed", type=Whole(0, LARGEST_SEED), default=1),
            option(speech, "--players", default="", metavar=speech("players-metavar")),
            option(speech, "--errors", type=Whole(0, MOST_ERRORS), default=0),
            _file(speech),
        ),
    )


def _file(speech: Speech) -> click.Option:
    kind = click.Path(path_type=Path)
    return click.Option(
        ["--to"], type=kind, metavar=speech("file-metavar"), help=speech("to-file-help")
    )


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
    from generator.records.report import exit_code

    codes: list[int] = []
    corrections = _Corrections(speech, to, overwrite=overwrite) if correct else None

    def seen() -> Iterator["Report"]:
        for report in _reports(files, codes, speech):
            codes.append(exit_code((report,)))
            if corrections is not None:
                corrections.write(report)
            yield report

    shown = seen()
    if quiet and format == "text":
        shown = (report for report in shown if not report.is_valid)
    for words in _writer(format, speech)(shown):
        click.echo(words, nl=False)
    if corrections is not None and not quiet:
        for path in corrections.written:
            click.echo(speech("wrote", path=str(path)), err=True)
    return max(codes, default=0)


def _reports(files: Sequence[Path], codes: list[int], speech: Speech) -> Iterator["Report"]:
    """Yield the reports of all files; what is wrong with the command itself is told and noted."""
    from generator.records.replay import verify as judged
    from generator.records.replay import verify_stream
    from generator.records.sources import files as meant

    for path in files:
        try:
            found = (path,) if path == STDIN else meant((path,))
        except DataError as error:
            click.echo(error.worded(speech.language), err=True)
            codes.append(2)
            continue
        yield from chain.from_iterable(
            verify_stream(sys.stdin.buffer) if one == STDIN else judged(one) for one in found
        )


def _writer(wanted: str, speech: Speech) -> Write:
    from generator.records.as_json import json_array, json_lines
    from generator.records.sarif import sarif

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

    from generator.records.text import coloured, text

    is_bright = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for number, report in enumerate(reports):
        yield "\n" if number else ""
        yield coloured(report, speech.language) if is_bright else text(report, speech.language)


class _Corrections:
    """The correction sheets of one run."""

    def __init__(self, speech: Speech, folder: Path, *, overwrite: bool) -> None:
        self.speech, self.folder, self.overwrite = speech, folder, overwrite
        self.written: list[Path] = []
        self.contents: tuple[Path, bytes] | None = None

    def write(self, report: "Report") -> None:
        """Write the correction of a record; one that could not be read has none."""
        from generator.correction import correction, file_name
        from generator.output import write

        if report.game is None:
            return
        data = correction(report, report.game, self.speech.language)
        path = Path(report.file)
        # Standard input cannot be read twice; what is drawn of it tells records apart as well.
        name = file_name(report, self._contents(path) if path.is_file() else data)
        self.written.append(write(self.folder, name, data, overwrite=self.overwrite))

    def _contents(self, path: Path) -> bytes:
        """Return what a file holds; one with many records is read once."""
        if self.contents is None or self.contents[0] != path:
            self.contents = path, path.read_bytes()
        return self.contents[1]


def record(speech: Speech, *, game: str, to: Path | None) -> None:
    """Write a blank record with comments."""
    from generator.records.blank import blank

    _put(blank(_rules(game), speech.language), to, speech)


def sample(  # noqa: PLR0913 - one for each option
    speech: Speech, *, game: str, seed: int, players: str, errors: int, to: Path | None
) -> None:
    """Write the record of a random game."""
    from generator.records.sample import sample as played

    names = tuple(name.strip() for name in players.split(",") if name.strip())
    made = played(_rules(game), seed=seed, players=names, errors=errors, language=speech.language)
    _put(made.text, to, speech)


def _rules(game: str) -> "AnyRules":
    from generator.records.form import opened

    return opened(game)


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
