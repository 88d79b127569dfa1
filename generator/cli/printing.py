"""The commands that print: single printables, and whole kits."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.options import GameName, command, flag, printing_options
from generator.cli.speech import Speech, SpokenCommand, UsageFault
from generator.words import message, say

if TYPE_CHECKING:
    from generator.game import Game
    from generator.press import Print
    from generator.printables.options import Options


def commands(speech: Speech) -> tuple[SpokenCommand, ...]:
    """Return `kit` and `print`."""
    jeu = speech("game-metavar")
    games = click.Argument(["games"], type=GameName(jeu), nargs=-1, metavar=f"[{jeu}]...")
    game = click.Argument(["game"], type=GameName(jeu))
    wanted = click.Argument(["printables"], nargs=-1, metavar=f"[{speech('printable-metavar')}]...")
    options = printing_options(speech)
    return (
        command(
            speech,
            "kit",
            lambda **given: kit(speech, **given),
            games,
            flag(speech, "--all"),
            *options,
        ),
        command(speech, "print", lambda **given: prints(speech, **given), game, wanted, *options),
    )


def prints(speech: Speech, *, game: str, printables: Sequence[str], **given: Any) -> None:  # noqa: ANN401
    """Make the printables named, or all of the game."""
    from generator.game import load
    from generator.press import printed
    from generator.printables.planning import entry

    loaded = load(game)
    for name in printables:
        entry(loaded, name)
    run = Run(speech, given)
    options = run.options()
    wanted = printables or loaded.printables()
    run.write(loaded, [printed(loaded, name, options) for name in dict.fromkeys(wanted)])


def kit(speech: Speech, *, games: Sequence[str], **given: Any) -> None:  # noqa: ANN401
    """Make everything of the games named, or of all."""
    from generator.game import load, names
    from generator.kit import bound
    from generator.kit import prints as kit_prints

    if bool(games) == given.pop("all"):
        raise UsageFault(message("cli.kit-which"))
    run = Run(speech, given)
    options = run.options()
    for game in [load(name) for name in dict.fromkeys(games or names())]:
        made = list(run.watched(kit_prints(game, options), len(game.printables()), game))
        run.write(game, [*made, bound(game, options, made)])


class Run:
    """One print run: what was given on the command line, and where its files go."""

    def __init__(self, speech: Speech, given: dict[str, Any]) -> None:
        """Keep what was given."""
        self.speech, self.given = speech, given

    def options(self) -> "Options":
        """Return the choices; raise DataError for a names file that cannot be printed from."""
        from generator.printables.options import Options

        given = self.given
        return Options(
            language=self.speech.language,
            paper=given["paper"],
            ink=given["ink"],
            per_page=given["per_page"],
            large=given["large"],
            font=given["font"],
            copies=given["copies"],
            names=self._names(given["names"]),
        )

    def _names(self, path: Path | None) -> tuple[str, ...]:
        if path is None:
            return ()
        from generator.printables.named import require_printable
        from generator.reading.names import read_names

        names = read_names(path)
        require_printable(names, str(path), self.given["font"])
        return tuple(name.text for name in names)

    def watched(self, prints: Iterable["Print"], count: int, game: "Game") -> Iterable["Print"]:
        """Return the prints with a bar of progress, where somebody watches a terminal."""
        import sys

        if self.given["quiet"] or not sys.stderr.isatty():
            return prints
        from rich.console import Console
        from rich.progress import track

        return track(
            prints,
            game.said[self.speech.language].title,
            count,
            console=Console(stderr=True),
            transient=True,
        )

    def write(self, game: "Game", prints: Sequence["Print"]) -> None:
        """Write the files of a game together and say what was written."""
        from generator.output import write_all

        folder = f"{game.name}/{self.speech.language}"
        files = {f"{folder}/{n}": data for one in prints for n, data in one.files.items()}
        if self.given["preview"]:
            files |= {f"{folder}/{name}": data for name, data in previews(prints)}
        written = write_all(self.given["to"], files, overwrite=self.given["overwrite"])
        if self.given["quiet"]:
            return
        for path in written:
            if self.given["verbose"] or path.suffix in {".pdf", ".html"}:
                click.echo(self.speech("wrote", path=str(path)))
        for note in dict.fromkeys(one.note for one in prints if one.note is not None):
            click.echo(say(note, self.speech.language), err=True)


def previews(prints: Sequence["Print"]) -> Iterable[tuple[str, bytes]]:
    """Yield a picture of every page beside its PDF: `score-sheets-1.png`."""
    from generator.render.preview import pages_png

    for one in prints:
        for name, data in one.files.items():
            if name.endswith(".pdf"):
                for number, picture in enumerate(pages_png(data), start=1):
                    yield f"{name.removesuffix('.pdf')}-{number}.png", picture
