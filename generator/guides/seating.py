"""A class at its tables: groups as equal as can be, within the players that a game allows."""

from dataclasses import dataclass

from generator.errors import LudokitError
from generator.game import Game
from generator.words import Message, message

# How many sit at a table where nobody says otherwise, as far as the game allows it.
USUAL = 4


@dataclass(frozen=True, slots=True)
class Seating:
    """The players at each table, the larger tables first, and the referees left over.

    `group` is the size of a table that was gone by; `notes` say what of a wish could not be had.
    """

    sizes: tuple[int, ...]
    referees: int
    group: int
    notes: tuple[Message, ...] = ()

    @property
    def tables(self) -> int:
        """Return how many tables there are."""
        return len(self.sizes)

    @property
    def players(self) -> int:
        """Return how many play at a time."""
        return sum(self.sizes)

    @property
    def pupils(self) -> int:
        """Return the whole class."""
        return self.players + self.referees

    def refereed(self) -> tuple[int, ...]:
        """Return the tables with a referee, counted from 1: the last ones, one referee each.

        Where there are more referees than tables, a table has several and stands there as often.
        """
        last = range(self.tables, 0, -1)
        return tuple(sorted(last[number % self.tables] for number in range(self.referees)))


def seated(game: Game, pupils: int, wanted: int) -> Seating:
    """Seat a class at tables of at most `wanted`, as few and as equal as can be.

    A size that the game does not allow is brought into its range, and a note says so; whoever then
    finds no seat is a referee. Raise LudokitError for a class too small for one table.
    """
    least, most = game.head.players
    if pupils < least:
        raise LudokitError(message("plan.too-few", n=pupils, least=least))
    group = min(max(wanted, least), most)
    tables = -(-pupils // group)
    if pupils // tables < least:
        tables = pupils // least
    players = min(pupils, tables * most)
    each, over = divmod(players, tables)
    sizes = (each + 1,) * over + (each,) * (tables - over)
    notes = () if group == wanted else (_brought(wanted, group, least, most),)
    return Seating(sizes, pupils - players, group, notes)


def usual_group(game: Game) -> int:
    """Return the size of a table where nobody asks for one."""
    least, most = game.head.players
    return min(max(USUAL, least), most)


def _brought(wanted: int, group: int, least: int, most: int) -> Message:
    if least == most:
        return message("plan.group-exactly", wanted=wanted, group=group)
    return message("plan.group-brought", wanted=wanted, group=group, least=least, most=most)
