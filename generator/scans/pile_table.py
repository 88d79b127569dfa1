"""What was read of a pile as the table of a class, which is judged as any other."""

from collections.abc import Iterator, Mapping, Sequence

from generator.game import Game
from generator.records.record_format import catalog_rules
from generator.records.spreadsheet_records import headings
from generator.records.writing import table_of_sheets, values_typed
from generator.rules.optional import paper_cells
from generator.scans.piles import NAME, UNKNOWN, FilledPaper, ReadSheet
from generator.words import Language, message, say


def tables_of_pile(
    pile: Sequence[ReadSheet], names: Sequence[str], language: Language
) -> Mapping[str, str]:
    """Return the table of each game in a pile, by the game's name.

    Players are called as the `names` that were printed on the sheets, else by the number of their
    sheet. They sit together in the order of the pile, as many at a table as is usual.
    """
    games = dict.fromkeys(one.known.setting.game.name for one in pile)
    return {game: _table(game, [*_papers(game, pile, names)], language) for game in games}


def _papers(
    game: str, pile: Sequence[ReadSheet], names: Sequence[str]
) -> Iterator[tuple[int, str, FilledPaper]]:
    number = 0
    for one in pile:
        if one.known.setting.game.name == game:
            copy = one.rectified.code.copy
            for paper in one.papers:
                number += 1
                is_own = len(one.papers) == 1 and copy <= len(names)
                yield number, names[copy - 1] if is_own else "", paper


def _table(game: str, papers: Sequence[tuple[int, str, FilledPaper]], language: Language) -> str:
    rules = catalog_rules(game)
    columns, rows = headings(rules, language), list[tuple[str, ...]]()
    own = [] if paper_cells(rules, 0) else [*_cells(papers)]
    seats = _seats(rules.game, len(papers))
    for (number, name, paper), table in zip(papers, seats, strict=True):
        called = name or say(message("scans.player", number=str(number)), language)
        values = values_typed(rules, paper.typed, UNKNOWN) if columns else ()
        rows.append((str(table), called, *values, *(paper.typed.get(cell, "") for cell in own)))
    said = rules.game.sentences_in(language)
    return table_of_sheets(game, language, (*columns, *map(said.label, own)), rows)


def _cells(papers: Sequence[tuple[int, str, FilledPaper]]) -> Iterator[str]:
    """Yield the cells that are filled in on any sheet of a game whose records need the turns."""
    yield from dict.fromkeys(cell for *_, paper in papers for cell in paper.typed if cell != NAME)


def _seats(game: Game, count: int) -> Iterator[int]:
    each, over = divmod(count, tables := game.head.tables(count) if count else 1)
    for table in range(1, tables + 1):
        yield from [table] * (each + (table <= over))
