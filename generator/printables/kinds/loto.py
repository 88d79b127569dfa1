"""A loto: boards for a class, the caller's cards, the order of the calls and the chances."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from generator.errors import LudokitError
from generator.game import Game
from generator.game.facts import ColourId, Id, Names
from generator.game.lists import columns_of, table_of
from generator.game.parts import Loto
from generator.paper import shapes as art
from generator.paper.imposition import LEAST_MARK, MARK_GAP, Piece
from generator.paper.page import PRINTABLE_EDGE, SIZES, Copy, Page, PaperSize
from generator.printables import listed, loto_faces
from generator.printables.context import PrintContext
from generator.printables.declaring import Work
from generator.printables.listed import Contents, Item, ListedEntry
from generator.printables.pages import band, cut_pages, grid_cuts, numbered
from generator.reading.nodes import Path
from generator.tables.loto import LAYOUTS
from generator.tables.loto_calls import completed
from generator.tables.loto_deal import Calls, Dealt, calls, dealt
from generator.words import Message, message

# The boards of a page: on the sheet lying on its side or not, how many across and down.
WAYS: Mapping[int, tuple[bool, int, int]] = {
    1: (True, 1, 1),
    2: (False, 1, 2),
    3: (False, 1, 3),
    4: (True, 2, 2),
}
# What is lost to cut marks on each side of a page.
RIM: art.Mm = MARK_GAP + LEAST_MARK


class LotoEntry(ListedEntry):
    """A loto: boards that are all different, cards for the caller, and the teacher's key."""

    kind: Literal["loto"]
    part: Annotated[Id, Names("part", (Loto,))]
    """The loto: of which list, which columns, what a board is like and what wins stands there."""
    colour: ColourId | None = None
    """The colour of the band about each board, one of the game's; left out, none."""

    uses = frozenset({"seed", "pupils", "per_page"})
    papers = tuple(SIZES)
    usual_per = "class"
    usual_weight = 160

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield sides of its own, too: what is printed would not be what is judged."""
        yield from super().faults(game)
        if self.sides:
            yield ("sides",), message("list.sides-of-part", part=self.part)

    def list_in(self, game: Game) -> str:
        """Return the name of the list that the loto is of."""
        return game.part(self.part, Loto).list

    def columns(self, game: Game) -> Sequence[str]:
        """Return what stands on the boards, and what is called if that is another column."""
        return columns_of(game, self.part)

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the boards, the caller's cards, and the teacher's pages."""
        found = self.shown(setting)
        boards = self._boards(setting, found)
        called = [found[row] for row in sorted(self.calls(setting).order)]
        cards = cut_pages(loto_faces.cards(setting, called), setting)
        return numbered(setting, [*boards, *cards, *self._key(setting, found)])

    def shown(self, setting: PrintContext) -> Sequence[Item]:
        """Return the rows of the list, each with what is on the boards and what is called."""
        found = listed.items(self, setting, len(self.columns(setting.game)))
        return [Item(one.number, (one.sides[0], one.sides[-1])) for one in found]

    def dealt(self, setting: PrintContext) -> Dealt:
        """Deal the boards; raise LudokitError where the list is too short for them."""
        return dealt(*self._asked(setting), setting.options.seed)

    def calls(self, setting: PrintContext) -> Calls:
        """Return how these boards are called."""
        wins = setting.game.part(self.part, Loto).wins
        return calls(*self._asked(setting), wins, setting.options.seed)

    def _asked(self, setting: PrintContext) -> tuple[int, int, str]:
        """Return the length of the list, how many boards are wanted, and their layout."""
        rows = table_of(setting.game, self.list_in(setting.game)).rows
        layout = setting.game.part(self.part, Loto).layout
        return len(rows), setting.options.pupils, layout

    def copy_of(self, setting: PrintContext, part: str) -> art.Drawing | None:
        """Return the board of a name such as `loto/1.30.17`: seed, pupils and its number."""
        name, _, told = part.partition("/")
        if name != self.part or not told:
            return None
        seed, pupils, number = map(int, told.split("."))
        options = replace(setting.options, seed=seed, pupils=pupils)
        of = replace(setting, options=options)
        size = _room(of, self.per_page(of))[1]
        look = loto_faces.Look(of, self.shown(of), size, self.colour)
        return look.boards({number: self.dealt(of).boards[number - 1]})[0]

    def contents(self, setting: PrintContext) -> Contents:
        """Return each board with its number and its items row by row, and the order of the calls.

        An item is called as on the boards, and in the order as it is called; a cell without one is
        null.
        """
        found, part = self.shown(setting), setting.game.part(self.part, Loto)
        boards = [
            {"board": number, "rows": [[_word(found, cell) for cell in row] for row in one.rows]}
            for number, one in enumerate(self.dealt(setting).boards, start=1)
        ]
        order = [found[row].sides[1].words for row in self.calls(setting).order]
        facts = {"layout": part.layout, "wins": part.wins, "calls": order}
        return Contents("boards", boards, facts)

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:
        """Return what a set holds and what there is to do with it."""
        return Work(setting.options.copies, cuts=grid_cuts(p for p in pages if not _is_whole(p)))

    def _boards(self, setting: PrintContext, found: Sequence[Item]) -> Sequence[Page]:
        """Plan the boards, as many on a page as wanted; raise LudokitError where they do not fit.

        One on a page has all of it, and nothing is cut.
        """
        count = self.per_page(setting)
        sheet, size = _room(setting, count)
        look = loto_faces.Look(setting, found, size, self.colour)
        boards = dict(enumerate(self.dealt(setting).boards, start=1))
        drawn = look.boards(boards) * setting.options.copies
        if count == 1:
            at = (sheet.width - size[0]) / 2, PRINTABLE_EDGE + RIM
            return [
                Page(sheet, copies=(Copy(number, art.Placed(one, *at)),))
                for number, one in enumerate(drawn, start=1)
            ]
        return cut_pages([Piece(one.title, one) for one in drawn], setting)

    def per_page(self, setting: PrintContext) -> int:
        """Return how many boards stand on a page; LudokitError for a number that is not offered."""
        options, part = setting.options, setting.game.part(self.part, Loto)
        layout = LAYOUTS[part.layout]
        is_small = options.paper == "a5"
        usual = 3 if layout.columns > 2 * layout.rows else 2
        wanted = options.per_page or (1 if options.large or is_small else usual)
        offered = [1] if is_small else [*WAYS]
        if wanted not in offered:
            fitting = tuple(map(str, offered))
            raise LudokitError(message("print.per-page", asked=str(wanted), fitting=fitting))
        return wanted

    def _key(self, setting: PrintContext, found: Sequence[Item]) -> Sequence[Page]:
        """Plan the teacher's pages: rules, label, chances, and what to call, with boxes to tick."""
        wins = setting.game.part(self.part, Loto).wins
        boards, called = self.dealt(setting).boards, self.calls(setting)
        lines = [
            f"☐ {number}.\u00a0\u00a0{_told(found[row])}"
            for number, row in enumerate(called.order, start=1)
        ]
        ends = [completed(board, called.order, wins) for board in boards]
        first = min(end for end in ends if end is not None)
        rules = "list.loto-rules-line" if wins == "line" else "list.loto-rules-full"
        label = message(
            "list.loto-label",
            n=len(boards),
            cards=len(called.order),
            printable=setting.title,
            age=setting.game.head.age,
        )
        told = listed.Told(
            message(rules),
            len(boards),
            message("list.loto-key", n=first, board=1 + ends.index(first)),
            label,
            loto_faces.chances(setting, called.chances),
        )
        return listed.key_pages(self, setting, told, lines)


def _room(setting: PrintContext, count: int) -> tuple[PaperSize, art.Size]:
    """Return the sheet that so many boards stand on, and how large each can be."""
    is_turned, across, down = WAYS[count]
    sheet = setting.options.size.turned() if is_turned else setting.options.size
    width = sheet.width - 2 * (PRINTABLE_EDGE + RIM)
    height = sheet.height - PRINTABLE_EDGE - band(setting, sheet) - 2 * RIM
    return sheet, (width / across - 0.01, height / down - 0.01)


def _word(found: Sequence[Item], cell: int | None) -> str | None:
    return None if cell is None else found[cell].sides[0].words


def _told(item: Item) -> str:
    """Return how the caller's list has an item: what is called, and what to look for."""
    board, call = (side.words for side in item.sides)
    return call if board == call or item.sides[0].cells[0].is_picture else f"{call} → {board}"


def _is_whole(page: Page) -> bool:
    """Tell whether nothing is cut of a page: it holds one board, on all of it."""
    return not page.copies or (len(page.copies) == 1 and not page.furniture.shapes)
