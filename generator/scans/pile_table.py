"""What was read of a pile as the tables of a class, which are judged as any others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby

from generator.game import Game
from generator.game.head import equal_groups
from generator.printables.fiducials import SheetCode
from generator.records.record_format import catalog_rules
from generator.records.spreadsheet_records import PHOTO, headings
from generator.records.writing import table_of_sheets, values_typed
from generator.rules.optional import paper_cells
from generator.scans.piles import NAME, FilledPaper, ReadSheet
from generator.words import Language, Message, message, say, typed_words


@dataclass(frozen=True, slots=True)
class _PileRow:
    """What one player filled in: who that is, the picture, and which of the sheets it stands on.

    `is_shared` where the sheet has others of the same game beside.
    """

    player: str
    picture: str
    sheet: int
    paper: FilledPaper
    is_shared: bool


@dataclass(frozen=True, slots=True)
class PileTable:
    """The table of a game as text, at how many tables its players sit, and whether it is judged."""

    game: str
    text: str
    seats: int
    is_judged: bool


class Pile:
    """Sheets as they are read one after another, and the tables that they make.

    Players are called as the name that is printed on their sheet, else by the sheet's number. They
    sit together in the order of the pile, as many at a table as is usual; those who share a sheet
    have a table of their own, and so has each of several games on the sheets.
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        self._rows = dict[str, list[_PileRow]]()
        self._seen = dict[SheetCode, str]()
        self.sheets = 0

    def add(self, sheet: ReadSheet, picture: str) -> Iterator[Message]:
        """Take a sheet as it was read of a picture; yield what there is to say of it."""
        self.sheets += 1
        setting, code = sheet.known.setting, sheet.rectified.code
        rows = self._rows.setdefault(setting.game.name, [])
        own = [*self._new_rows(sheet, picture, rows)]
        rows += own
        said = setting.game.sentences_in(self._language)
        told = {"game": said.title, "printable": said.printables[setting.printable]}
        asked = _asked(own)
        players = tuple(dict.fromkeys(row.player for row in own))
        key = "scans.read-asked" if asked else "scans.read"
        yield message(key, n=asked, players=players, **told)
        if code in self._seen:
            yield message("scans.again", first=self._seen[code], players=players)
        self._seen.setdefault(code, picture)

    def _new_rows(
        self, sheet: ReadSheet, picture: str, rows: Sequence[_PileRow]
    ) -> Iterator[_PileRow]:
        number, papers = str(sheet.rectified.code.copy), sheet.papers
        taken = {(row.paper.game, row.player) for row in rows}
        for paper in papers:
            key = "scans.player-of-several" if paper.column else "scans.player"
            words = message(key, number=number, column=paper.column)
            called = paper.name or say(words, self._language)
            every = (called if n == 1 else f"{called} ({n})" for n in count(1))
            player = next(one for one in every if (paper.game, one) not in taken)
            taken.add((paper.game, player))
            is_shared = sum(other.game == paper.game for other in papers) > 1
            yield _PileRow(player, picture, self.sheets, paper, is_shared)

    @property
    def asked(self) -> int:
        """Return in how many cells of the tables there is a question mark."""
        return sum(map(_asked, self._rows.values()))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the name that was seen in print for each player, "" for none."""
        return tuple(row.paper.name for rows in self._rows.values() for row in rows)

    def tables(self) -> tuple[PileTable, ...]:
        """Return the table of each game."""
        return tuple(self._table(game, rows) for game, rows in self._rows.items())

    def _table(self, game: str, found: Sequence[_PileRow]) -> PileTable:
        rules = catalog_rules(game)
        columns = headings(rules, self._language)
        is_judged = bool(paper_cells(rules, 0))
        own = [] if is_judged else [*_cells(found)]
        rows, table = list[tuple[str, ...]](), 0
        for table, row in _seated(rules.game, found):
            typed = row.paper.typed
            values = values_typed(rules, typed) if columns else ()
            others = (typed.get(cell, "") for cell in own)
            # To a spreadsheet what begins so is a formula.
            sign = "'" if row.picture.startswith(("=", "+", "-", "@")) else ""
            rows.append((str(table), row.player, f"{sign}{row.picture}", *values, *others))
        said = rules.game.sentences_in(self._language)
        photo = typed_words(PHOTO, self._language, "sheet")[0]
        heads = (photo, *columns, *map(said.label, own))
        text = table_of_sheets(game, self._language, heads, rows)
        return PileTable(game, text, table, is_judged)


def _asked(rows: Sequence[_PileRow]) -> int:
    """Return in how many cells there is a question mark in the table, where no names are asked."""
    asked = ({one.cell for one in row.paper.questions} - {NAME} for row in rows)
    return sum(map(len, asked))


def _cells(rows: Sequence[_PileRow]) -> Iterator[str]:
    """Yield the cells that are filled in on any sheet of a game whose records need the turns."""
    yield from dict.fromkeys(cell for row in rows for cell in row.paper.typed if cell != NAME)


def _seated(game: Game, rows: Sequence[_PileRow]) -> Iterator[tuple[int, _PileRow]]:
    """Yield the players with the number of their table, from 1 on."""
    first = 1
    for _, same in groupby(sorted(rows, key=_seating_key), _seating_key):
        sitting = [*same]
        tables = 1 if sitting[0].is_shared else game.head.tables(len(sitting))
        for table, group in enumerate(equal_groups(sitting, tables), start=first):
            yield from ((table, row) for row in group)
        first += tables


def _seating_key(row: _PileRow) -> tuple[int, int]:
    return row.paper.game, row.sheet if row.is_shared else 0
