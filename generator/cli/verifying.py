"""The commands about games written down: verify them, begin one, play a random one."""

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

from generator.cli import speech as spoken
from generator.cli.options import require_apart
from generator.errors import Accident, DataError, LudokitError, Problem, accident
from generator.interruption import on_interrupt
from generator.output import safe_stem
from generator.words import message, say

if TYPE_CHECKING:
    from generator.cli.judging import Found, Judging, Made, OfRecord, Part, Refused
    from generator.printables.context import Options
    from generator.records.reading import Written
    from generator.records.tally import Tally

STDIN = Path("-")
TABLE = "csv"
# After so many seconds a run is long, and tells how fast it goes.
LONG = 2.0


def verify(  # noqa: PLR0913 - one for each option
    speech: spoken.Speech,
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
    **page: Any,  # noqa: ANN401 - paper, ink and font
) -> int:
    """Judge the records of files, folders or standard input; return the exit code of the worst."""
    require_apart({"cluster": cluster, "jobs": jobs}, "cluster", "jobs")
    from generator.cli.judging import Judging
    from generator.printables.context import Options
    from generator.records.report import FORMS

    options = Options(language=speech.language, **page)
    if correct or class_page:
        from generator.printables.planning import require_office

        require_office(options)
    is_painted = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    form = "coloured" if format == "text" and is_painted else format
    wishes = (not quiet or format != "text", correct, class_page, slips, rewrite)
    run = _Run(to, Judging(options, form, *wishes), overwrite=overwrite)
    with closing(run.words(files, jobs, cluster, is_quiet=quiet)) as worded:
        for words in FORMS[form].joined(worded):
            click.echo(words, nl=False)
    if class_page:
        run.draw_class(files[0])
    if not quiet:
        run.tell_written()
        run.tell_summary()
    return run.worst()


class _Run:
    """One run of `verify`: whatever a record does, the others are reported; `code` is the worst."""

    def __init__(self, folder: Path, judging: "Judging", *, overwrite: bool) -> None:
        from generator.cli.judging import Summary
        from generator.records.tally import Classwork

        self.folder, self.judging, self.overwrite = folder, judging, overwrite
        self.language = judging.options.language
        self.code = 0
        self.accident: Exception | None = None
        self.written: list[Path] = []
        self.summary = Summary()
        self.classwork = Classwork()

    def words(
        self, paths: Sequence[Path], jobs: int | None, cluster: str | None, *, is_quiet: bool
    ) -> Generator[Any]:
        """Yield each report in its form, and write its correction after it was reported."""
        from generator.cli.judging import judged

        with closing(judged(self.judging, self._found(paths), jobs, cluster)) as parts:
            for part in parts if is_quiet else self._watched(parts):
                self.classwork.join(part.classwork)
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

    def _found(self, paths: Sequence[Path]) -> Iterator["Found"]:
        """Yield the records of all files, and what is wrong with a folder in its place."""
        from generator.records.reading import files

        for path in paths:
            try:
                inside = (path,) if path == STDIN else files(path)
            except DataError as error:
                yield error
                continue
            yield from chain.from_iterable(map(self._inside, inside))

    def _inside(self, file: Path) -> Iterator["Written"]:
        from generator.records.reading import Written, sources, standard_input

        # There is no standard input where it was closed before the program began.
        stdin = None if sys.stdin is None else sys.stdin.buffer
        index = 0
        try:
            for one in standard_input(stdin) if file == STDIN else sources(file):
                index = one.index
                yield one
        except Exception as error:  # noqa: BLE001 - a fault of ours in one file is told with it
            self.accident = self.accident or Accident.of(error)
            problem = Problem(str(file), None, None, "", accident(error))
            yield Written(str(file), index, problems=(problem,))

    def _watched(self, parts: Iterator["Part"]) -> Iterator["Part"]:
        """Yield the parts; a long run tells how fast it goes, unless its reports are watched."""
        begun = monotonic()
        if not sys.stderr.isatty() or sys.stdout.isatty():
            yield from parts
            return
        for part in parts:
            yield part
            if monotonic() - begun > LONG:
                break
        from rich.console import Console

        console = Console(stderr=True)
        # The line that turns hides the cursor.
        with on_interrupt(console.show_cursor), console.status("") as status:
            for part in parts:
                yield part
                count = self.summary.records
                speed = round(count / (monotonic() - begun))
                words = message("cli.verified-speed", n=count, speed=speed)
                status.update(say(words, self.language))

    def worst(self) -> int:
        """Return the exit code of the worst record; raise what broke in the program, if it did."""
        if self.accident is not None:
            raise self.accident
        return self.code

    def draw_class(self, path: Path) -> None:
        """Draw a page of each game for the class, called after the folder of its first record."""
        from generator.class_page import class_page, page_file
        from generator.cli.judging import attempted

        folder = path if path.is_dir() else path.parent
        stem = safe_stem(folder.resolve().name) if path != STDIN else "stdin"
        tallies = self.classwork.tallies()
        if self.classwork.records and not tallies:
            self._tell(say(message("class.none"), self.language))
        for tally in tallies:
            language = tally.game.language(self.language)
            options = replace(self.judging.options, language=language)

            def drawn(tally: "Tally" = tally, options: "Options" = options) -> tuple[str, bytes]:
                return page_file(stem, tally, options), class_page(tally, options)

            self._write(attempted(drawn), "class.not-drawn", tally.game.name)

    def _write_of(self, made: "Made[OfRecord] | Refused | None", refused: str, name: str) -> None:
        """Write what was made of a record, if anything was."""
        from generator.cli.judging import Made, attempted

        if made is not None:
            named = attempted(made.value.named) if isinstance(made, Made) else made
            self._write(named, refused, name)

    def _write(self, drawn: "Made[tuple[str, bytes]] | Refused", refused: str, name: str) -> None:
        """Write what is drawn under its name, or tell why it cannot be: the others are drawn."""
        from generator.cli.judging import Made, attempted
        from generator.output import write

        if isinstance(drawn, Made):
            file, data = drawn.value
            path = attempted(lambda: write(self.folder, file, data, overwrite=self.overwrite))
            if isinstance(path, Made):
                self.written.append(path.value)
                return
            drawn = path
        self.accident = self.accident or drawn.accident
        self._tell(say(message(refused, file=name, reason=drawn.reason), self.language))

    def _tell(self, words: str) -> None:
        """Say what is wrong beside the reports, which go to standard output."""
        click.echo(words, err=True)
        self.code = 2

    def tell_written(self) -> None:
        """Say which files were written."""
        for path in self.written:
            click.echo(say(message("cli.wrote", path=str(path)), self.language), err=True)

    def tell_summary(self) -> None:
        """Say what several records came to: how many are valid, which rules were broken."""
        if self.summary.records < 2:  # noqa: PLR2004 - its report has said all of one
            return
        for words in self.summary.worded():
            click.echo(say(words, self.language), err=True)


def record(
    speech: spoken.Speech,
    *,
    game: str,
    format: str | None,  # noqa: A002 - the option's name
    players: str,
    to: Path | None,
) -> None:
    """Write a blank record with comments, or an empty table of final sheets."""
    from generator.records.form import rules_of
    from generator.records.writing import blank, blank_table

    is_table = format == TABLE or (format is None and to is not None and to.suffix == f".{TABLE}")
    words = (blank_table if is_table else blank)(rules_of(game), speech.language, _names(players))
    # Spreadsheets know accents by the mark at the beginning of a file.
    _put(words, to, speech, "utf-8-sig" if is_table else "utf-8")


def sample(  # noqa: PLR0913 - one for each option
    speech: spoken.Speech, *, game: str, seed: int, players: str, errors: int, to: Path | None
) -> None:
    """Write the record of a random game."""
    from generator.records.form import rules_of
    from generator.records.writing import sample as played

    rules, names = rules_of(game), _names(players)
    made = played(rules, seed=seed, players=names, errors=errors, language=speech.language)
    _put(made.text, to, speech)


def _names(players: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in players.split(",") if name.strip())


def _put(words: str, to: Path | None, speech: spoken.Speech, encoding: str = "utf-8") -> None:
    """Write to standard output, or to a file that is not there yet."""
    if to is None:
        click.echo(words, nl=False)
        return
    from generator.output import write

    if to.is_dir() or not to.name:
        raise LudokitError(message("output.folder-in-the-way", path=str(to)))
    if to.exists():
        raise LudokitError(message("cli.there-already", path=str(to)))
    path = write(to.parent, to.name, words.encode(encoding), overwrite=False)
    click.echo(speech("wrote", path=str(path)))
