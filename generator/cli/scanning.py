"""The command `read`: photographs and scans of sheets become tables of a class."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.language import FAULT, CliLanguage, UsageFault, require_new
from generator.words import Message, OptionWord, message, say, typed_words

if TYPE_CHECKING:
    from generator.scans.pile_table import Pile, PileTable

ENDING = ".csv"


def read_photographs(
    lang: CliLanguage, *, pictures: Sequence[Path], names: Path | None, to: Path | None
) -> int:
    """Read sheets from photographs and scans into the table of a class.

    Return 0 where all was read, 1 where cells are left to look at, 2 where a picture was not read.
    """
    # What is wrong with the command is told before minutes of reading.
    from generator.diagnosis import quoted

    if to is None:
        raise UsageFault(message("cli.read-no-table", pictures=quoted(pictures[0])))
    if to.suffix.lower() != ENDING:
        fitting = to / f"pile{ENDING}" if to.is_dir() else to.with_suffix(ENDING)
        raise UsageFault(message("cli.read-no-csv", option=OptionWord("to"), path=quoted(fitting)))
    from generator.game import game_names
    from generator.output import require_folder, write_all
    from generator.reading.text_files import read_names
    from generator.scans import require_libraries

    require_libraries()
    require_folder(to.parent)
    # What each is called where there are several games.
    beside = [f"{to.stem}-{game}{to.suffix}" for game in game_names()]
    require_new(to.parent, (to.name, *beside))
    listed = tuple(one.text for one in read_names(names)) if names else ()
    from generator.scans.pile_table import Pile

    pile = Pile(lang.language)
    unread = _read_all(pile, pictures, listed, lang)
    tables = pile.tables()
    # Of several games each is named by its own.
    named = {f"{to.stem}-{one.game}{to.suffix}" if tables[1:] else to.name: one for one in tables}
    # Spreadsheets know accents by the mark at the beginning of a file.
    files = {name: one.text.encode("utf-8-sig") for name, one in named.items()}
    for path in write_all(to.parent, files, overwrite=False):
        click.echo(lang("wrote", path=str(path)))
    placed = {quoted(to.parent / name): one for name, one in named.items()}
    for told in _summed_up(pile, listed, placed, lang):
        click.echo(say(told, lang.language), err=True)
    return FAULT if unread else int(pile.asked > 0)


def _read_all(
    pile: "Pile", pictures: Sequence[Path], names: Sequence[str], lang: CliLanguage
) -> int:
    """Read all pictures, tell of each what is on it, and return how much was not read."""
    from generator.scans.picture_files import pictures_in
    from generator.scans.piles import SheetReader

    reader, unread = SheetReader(names=names), 0
    for picture in pictures_in(pictures):
        words = picture.called(lang.language)
        for found in reader.read_picture(picture):
            unread += isinstance(found, Message)
            for told in [found] if isinstance(found, Message) else pile.add(found, words):
                line = message("scans.picture", picture=words, told=told)
                click.echo(say(line, lang.language), err=True)
    return unread


def _summed_up(
    pile: "Pile", names: Sequence[str], files: Mapping[str, "PileTable"], lang: CliLanguage
) -> Iterator[Message]:
    """Yield what came of a pile, and what is to be done next."""
    if not files:
        yield message("scans.nothing")
        return
    yield message("scans.sheets", n=pile.sheets)
    if names:
        seen = pile.names
        if unnamed := seen.count(""):
            yield message("scans.unnamed", n=unnamed)
        if unseen := tuple(name for name in names if name not in seen):
            yield message("scans.unseen", names=unseen)
    if (most := max(one.seats for one in files.values())) > 1:
        column = typed_words("table", lang.language, "sheet")[0]
        yield message("scans.seated", n=most, column=column)
    yield message("scans.asked", n=pile.asked) if pile.asked else message("scans.all-read")
    if judged := [file for file, one in files.items() if one.is_judged]:
        yield message("cli.read-next", files=" ".join(judged))
    if not all(one.is_judged for one in files.values()):
        yield message("scans.needs-turns")
