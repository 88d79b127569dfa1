"""The act of writing: a number that the dice give goes into a cell of a sheet."""

from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from generator.errors import DataError
from generator.game import Game, Mark, Paper, number_mark
from generator.game.agreement import Need
from generator.game.facts import Facts, Id
from generator.game.parts import Dice, Grid, Pool, Track
from generator.game.sentences import Sentences, field_aliases
from generator.reading.expected import Aliases
from generator.reading.fit import fit
from generator.reading.nodes import MapNode
from generator.rules import findings
from generator.rules.family import (
    MECHANICS,
    Fields,
    Outcome,
    Refusal,
    Rules,
    Scores,
    Seating,
    by_layout,
)
from generator.rules.naming import cells
from generator.rules.roles import Roles
from generator.rules.sheet import plan as plans
from generator.rules.sheet import scoring
from generator.rules.sheet.placing import Ordered, Rolled
from generator.rules.sheet.plan import ACTIVE, Kit, Sheet, Table, Turn
from generator.rules.sheet.primitives import Frame, Placing, Primitives, Seen, Try, read_primitives
from generator.rules.sheet.rolling import MissDue, MissLimit
from generator.words import Message, Value, message, not_one_of

LONGEST_ADVICE = 5
MISSES: Any = Annotated[int, Field(ge=0)]
# One in so many: rolls again; lets another player's number go by.
REROLLS = 4
PASSES = 6
# How many of the best cells a player wavers between.
WAVERS = 2


class Mechanics(Facts):
    """The section `mechanics`: a game in which numbers are written into the cells of a sheet."""

    family: Literal["sheet"]
    act: Literal["write"]
    """What a turn does: `write` puts the sum of the dice into a cell."""
    sheet: Id
    """The part that numbers are written in."""
    dice: Id
    """The dice that are thrown."""
    misses: Id | None = None
    """The track of missed turns, if there is one."""
    who: Literal["everybody", "active"] = "everybody"
    """Who may write in a turn: all players, or only the one whose turn it is."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What a game of writing is played with, and by which rules."""

    kit: Kit
    primitives: Primitives


@dataclass(frozen=True, slots=True)
class SheetAsWritten:
    """A final sheet in a record: the cells it tells of, None for an empty one, and its misses."""

    numbers: Mapping[str, int | None]
    misses: int | None
    score: Mapping[str, int]


class Body(Facts):
    """What is read of a record, whatever the sheet."""

    turns: tuple[Any, ...] | None = None
    sheets: Mapping[str, Any] | None = None


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section and of the rules."""
    mechanics = fit(section, Mechanics, field_aliases(), "mechanics")
    roles, primitives = Roles(game, section), read_primitives(game)
    grid = roles.part("sheet", mechanics.sheet, Grid)
    is_pool = isinstance(game.head.parts.get(mechanics.dice), Pool)
    kind: type[Dice | Pool] = Pool if is_pool else Dice
    dice = roles.part("dice", mechanics.dice, kind)
    misses = roles.part("misses", mechanics.misses, Track) if mechanics.misses else None
    if grid is not None and dice is not None and not roles.problems:
        plan = plans.plan_of(mechanics.sheet, grid)
        kit = Kit(plan, dice, misses, everybody=mechanics.who == "everybody")
        colours = [row.colour for row in grid.rows]
        for colour in dict.fromkeys(colours):
            if colours.count(colour) > 1:
                roles.refuse("sheet", message("rules.row-colour-twice", colour=colour))
            if primitives.first(Rolled) and isinstance(dice, Dice) and colour not in dice.dice:
                roles.refuse("sheet", not_one_of(colour, dice.dice))
        problems = [*roles.problems, *scoring.unreachable(game, kit, primitives)]
        if not problems:
            return Layout(kit, primitives)
        raise DataError(problems)
    raise DataError(roles.problems)


def body_model(layout: Layout) -> type[Body]:
    """Return the model of a record's body, with the sheet's own cells and colours."""
    kit = layout.kit
    cell = findings.one_of(kit.plan.spots, "cell")
    roll, width = findings.FACES, max(map(len, kit.plan.rows.values()))
    if isinstance(kit.dice, Dice):
        roll = findings.MAPPING[findings.one_of(kit.dice.dice, "die"), int]
    fields = {"writes": findings.MAPPING[findings.PLAYER, cell]} if layout.kit.everybody else {}
    fields |= {"miss": bool} if kit.misses else {}
    fields |= {} if layout.kit.everybody else {"box": cell}
    turn = findings.all_optional("Turn", player=findings.PLAYER, dice=roll, reroll=roll, **fields)
    row = Annotated[tuple[int | None, ...], Field(min_length=width, max_length=width)]
    score = scoring.score(layout.primitives, kit, Sheet())
    points = findings.all_optional("Score", **dict.fromkeys(score, int))
    boxes = {"misses": MISSES} if kit.misses else {}
    sheet = findings.all_optional(
        "Sheet", **dict.fromkeys(kit.plan.rows, row), **boxes, score=points
    )
    return create_model(
        "WritingBody",
        __base__=Body,
        turns=(findings.TUPLE[turn, ...] | None, None),
        sheets=(findings.MAPPING[findings.PLAYER, sheet] | None, None),
    )


def own_words(said: Sentences, layout: Layout) -> Aliases:
    """Return the labels of the cells and the words for the colours in one language."""
    words, dice = said.words.get("colours", {}), layout.kit.dice
    named = dice.dice if isinstance(dice, Dice) else ()
    colours = {colour: (words.get(colour, colour),) for colour in named}
    rows = {row: (words.get(row, row),) for row in layout.kit.plan.rows}
    cells = {cell: (said.label(cell),) for cell in layout.kit.plan.spots}
    return Aliases({**rows, **colours}, {"cell": cells, "die": colours})


def steps(body: Body) -> tuple[Turn, ...]:
    """Return the turns of a body in order."""
    return tuple(_turn(number, one) for number, one in enumerate(body.turns or (), start=1))


def _turn(number: int, one: Any) -> Turn:  # noqa: ANN401 - a model made of the sheet's own words
    throws = (one.dice or {}, one.reroll) if one.reroll else (one.dice or {},)
    box = getattr(one, "box", None)
    writes = {ACTIVE: box} if box else getattr(one, "writes", None) or {}
    return Turn(number, one.player, throws, writes, bool(getattr(one, "miss", False)))


def _sheets(layout: Layout, body: Body) -> Mapping[str, SheetAsWritten]:
    """Return the sheets of a body by player."""
    found = {}
    for player, entry in (body.sheets or {}).items():
        told = entry.model_dump(exclude_none=True)
        numbers = {
            spot.id: told[spot.path[0]] if spot.box else told[spot.path[0]][spot.place - 1]
            for spot in layout.kit.plan.spots.values()
            if spot.path[0] in told
        }
        found[player] = SheetAsWritten(numbers, told.get("misses"), told.get("score", {}))
    return found


# --- judging turns ----------------------------------------------------------------------------


def refuse(layout: Layout, table: Table, turn: Turn) -> tuple[Refusal, ...]:
    """Return every rule a turn breaks: first the active player's, in the data's order."""
    active = findings.active_player(table, turn)
    seen = Seen(layout.kit, table, turn, active)
    if table.ended is not None:
        return tuple(layout.primitives.late(seen))
    found: list[Refusal] = []
    for rule, one in layout.primitives.rules.items():
        if not isinstance(one, Placing):
            found += one.judge(rule, seen)
        elif rule == next(layout.primitives.of(Placing))[0]:
            found += _placed(layout, seen, active)
    others = (player for player in turn.writes if player not in (active, ACTIVE))
    return (*found, *(one for other in others for one in _placed(layout, seen, other)))


def _placed(layout: Layout, seen: Seen, player: str) -> Iterator[Refusal]:
    tried = _try(layout, seen, player)
    if tried is None:
        return
    broken = tuple(broken_by(layout, tried))
    instead = legal_cells(layout, tried)[:LONGEST_ADVICE] if broken else ()
    within = ("writes", player) if player in seen.turn.writes else ("box",)
    for rule, reason in broken:
        found = findings.at_turn(rule, reason, seen.turn, player, *within)
        yield replace(found, where=tried.cell, instead=instead)


def _try(layout: Layout, seen: Seen, player: str) -> Try | None:
    """Return what a player writes in a turn; None where nobody can write or he does not."""
    kit, roll, cell = layout.kit, seen.turn.roll(), seen.turn.cell_of(player, seen.active)
    if cell is None:
        return None
    if kit.is_rollable(roll):
        number = kit.number(cell, roll)
    elif kit.plan.spots[cell].box:
        number = seen.turn.points or 0
    else:
        return None
    return Try(kit, seen.table.sheets[player], cell, number, plans.colours_of(roll))


def broken_by(layout: Layout, tried: Try) -> Iterator[tuple[str, Message]]:
    """Yield each rule that a number in a cell breaks, with what is wrong."""
    for rule, one in layout.primitives.of(Placing):
        if (reason := one.broken(tried)) is not None:
            yield rule, reason


def legal_cells(layout: Layout, tried: Try) -> tuple[str, ...]:
    """Return where the number may stand instead: cells of the same row first."""
    spots = layout.kit.plan.spots
    nearby = sorted(spots.values(), key=lambda spot: spot.row != spots[tried.cell].row)
    elsewhere = (replace(tried, cell=spot.id) for spot in nearby)
    return tuple(other.cell for other in elsewhere if next(broken_by(layout, other), None) is None)


def settle(layout: Layout, table: Table, turn: Turn, refusals: tuple[Refusal, ...]) -> Table:
    """Return the table after a turn; one after the end changes nothing."""
    if table.ended is not None:
        return table
    active = findings.active_player(table, turn)
    placing = {rule for rule, _ in layout.primitives.of(Placing)}
    refused = {refusal.player for refusal in refusals if refusal.rule in placing}
    sheets, seen = dict(table.sheets), Seen(layout.kit, table, turn, active)
    for player in table.seating.players:
        tried = _try(layout, seen, player)
        if tried is not None:
            sheets[player] = _put(tried, is_refused=player in refused)
    if turn.miss:
        sheets[active] = replace(sheets[active], ticks=sheets[active].ticks + 1)
    taken = {**dict.fromkeys(sheets, 0), **table.taken}
    taken[active] += 1
    endings = [one for _, one in layout.primitives.of(scoring.Ending)]
    is_over = any(one.is_over(layout.kit, sheets, taken) for one in endings)
    ended = turn.number if is_over else None
    upcoming = table.seating.after(active)
    while not is_over and any(one.has_played(layout.kit, taken[upcoming]) for one in endings):
        upcoming = table.seating.after(upcoming)
    return Table(table.seating, sheets, upcoming, table.played + 1, ended, taken)


def _put(tried: Try, *, is_refused: bool) -> Sheet:
    sheet, refused = tried.sheet, dict(tried.sheet.refused)
    if not is_refused:
        refused.pop(tried.cell, None)
        return replace(sheet, numbers={**sheet.numbers, tried.cell: tried.number}, refused=refused)
    if tried.cell in sheet.numbers:
        return sheet
    return replace(sheet, refused={**refused, tried.cell: tried.number})


# --- papers -----------------------------------------------------------------------------------


def _laid(seating: Seating, written: Mapping[str, SheetAsWritten]) -> Table:
    """Return the table that final sheets show; over when every player has one."""
    sheets = {}
    for player, sheet in written.items():
        numbers = {cell: one for cell, one in sheet.numbers.items() if one is not None}
        sheets[player] = Sheet(numbers, sheet.misses or 0)
    is_over = set(sheets) == set(seating.players)
    return Table(seating, sheets, seating.players[0], ended=0 if is_over else None)


def _differing(
    layout: Layout, rule: str, table: Table, written: Mapping[str, SheetAsWritten]
) -> Iterator[Refusal]:
    """Yield each cell where a sheet is not what the turns give; parts left out are passed over."""
    kit = layout.kit
    for player, sheet in written.items():
        given = table.sheets[player]
        for cell, found in sheet.numbers.items():
            wanted = given.numbers.get(cell)
            if found != wanted:
                values = {"found": _or_nothing(found), "wanted": _or_nothing(wanted)}
                reason = message("rules.sheet-differs", cell=cells(cell), **values)
                path = ("sheets", player, *kit.plan.spots[cell].path)
                yield findings.differs(rule, reason, path, cell)
        if sheet.misses is not None and kit.misses is not None and sheet.misses != given.ticks:
            reason = message("rules.sheet-differs-misses", found=sheet.misses, wanted=given.ticks)
            box = min(sheet.misses, given.ticks) + 1
            where = f"{kit.misses.id}.{box}" if box <= kit.misses.boxes else None
            yield findings.differs(rule, reason, ("sheets", player, "misses"), where)


def _or_nothing(number: int | None) -> Value:
    return message("rules.nothing") if number is None else number


def _judged_alone(layout: Layout, laid: Table) -> Iterator[Refusal]:
    """Yield what is wrong with sheets that no turns explain, sheet by sheet, rule by rule."""
    kit = layout.kit
    for player, sheet in laid.sheets.items():
        for rule, one in layout.primitives.of(Placing):
            for cell in sheet.numbers:
                if (reason := one.clash(kit, sheet.numbers, cell)) is not None:
                    path = ("sheets", player, *kit.plan.spots[cell].path)
                    yield Refusal(rule, reason, path, player, cell)
        for rule, limit in layout.primitives.of(MissLimit):
            yield from limit.judge_paper(rule, kit, player, sheet.ticks)


def shown(layout: Layout, state: Table) -> tuple[Paper, ...]:
    """Return every sheet with its numbers and ticks; refused numbers in the colour of errors."""
    return tuple(
        Paper(
            player,
            layout.kit.plan.part,
            {
                **{cell: number_mark(number) for cell, number in sheet.numbers.items()},
                **{cell: Mark(str(number), "error") for cell, number in sheet.refused.items()},
                **_ticks(layout.kit, sheet.ticks),
            },
        )
        for player, sheet in state.sheets.items()
    )


def _recorded(layout: Layout, paper: Paper, sheet: SheetAsWritten) -> Paper:
    marks = dict(paper.marks)
    for cell, number in sheet.numbers.items():
        marks.pop(cell, None)
        if number is not None:
            marks[cell] = number_mark(number)
    if sheet.misses is not None:
        marks = {name: mark for name, mark in marks.items() if mark.shape != "tick"}
        marks |= _ticks(layout.kit, sheet.misses)
    return Paper(paper.name, paper.part, {**marks, **totals_shown(layout, sheet.score)})


def totals_shown(layout: Layout, scores: Mapping[str, int]) -> Mapping[str, Mark]:
    """Return the marks of the boxes to add up in; the sign of misses is printed beside its box."""
    unsigned = {one.part for _, one in layout.primitives.of(scoring.ScoreBoxes)}
    return {
        f"score.{name}": number_mark(abs(points) if name in unsigned else points)
        for name, points in scores.items()
    }


def _ticks(kit: Kit, ticks: int) -> Mapping[str, Mark]:
    boxes = kit.misses.cell_ids()[:ticks] if kit.misses is not None else ()
    return {box: Mark(shape="tick") for box in boxes}


def _told(kit: Kit, sheet: Sheet) -> Fields:
    """Return what stands on a sheet, row by row, or box by box."""
    if any(spot.box for spot in kit.plan.spots.values()):
        return {cell: sheet.numbers[cell] for cell in kit.plan.spots if cell in sheet.numbers}
    return {name: list(map(sheet.numbers.get, row)) for name, row in kit.plan.rows.items()}


def _written(layout: Layout, turns: tuple[Turn, ...], table: Table) -> Fields:
    """Return the turns, and every sheet with its score."""
    kit = layout.kit
    return {
        "turns": [turn.fields() for turn in turns],
        "sheets": {
            player: {
                **_told(kit, sheet),
                **({"misses": sheet.ticks} if kit.misses else {}),
                "score": dict(scoring.score(layout.primitives, kit, sheet)),
            }
            for player, sheet in table.sheets.items()
        },
    }


# --- chance -----------------------------------------------------------------------------------


def random_turn(layout: Layout, state: Table, chance: Random) -> Turn:
    """Return a legal turn of the next player."""
    dice, table = layout.kit.dice, state
    if isinstance(dice, Pool):
        throws: tuple[plans.Roll, ...] = (tuple(_faces(range(dice.dice), dice.sides, chance)),)
    else:
        some = set(chance.sample(dice.dice, chance.randint(1, len(dice.dice))))
        thrown = [die for die in dice.dice if die in some]
        throws = (dict(zip(thrown, _faces(thrown, dice.sides, chance), strict=True)),)
        if chance.randrange(REROLLS) == 0:
            again = dict(zip(thrown, _faces(thrown, dice.sides, chance), strict=True))
            throws = (*throws, again)
    turn = Turn(table.played + 1, table.next, throws)
    writes = {}
    for player in table.seating.players:
        cell = _chosen(layout, Seen(layout.kit, table, turn, player), player, chance)
        if player == table.next:
            if cell is not None:
                writes[player if layout.kit.everybody else ACTIVE] = cell
        elif layout.kit.everybody and cell is not None and chance.randrange(PASSES):
            writes[player] = cell
    is_missed = layout.primitives.first(MissDue) is not None and not {table.next, ACTIVE} & set(
        writes
    )
    return replace(turn, writes=writes, miss=is_missed)


def _faces(dice: Collection[object], sides: int, chance: Random) -> list[int]:
    return [chance.randint(1, sides) for _ in dice]


def _chosen(layout: Layout, seen: Seen, player: str, chance: Random) -> str | None:
    """Return one of the cells that leave most room for what may come, or None."""
    kit, roll = layout.kit, seen.turn.roll()
    number, sheet = sum(plans.faces(roll)), seen.table.sheets[player]
    tried = Try(kit, sheet, next(iter(kit.plan.spots)), number, plans.colours_of(roll))
    legal = sorted(legal_cells(layout, tried))
    if not legal:
        return None
    width = max(spot.place for spot in kit.plan.spots.values())
    share = number / kit.sums()[1]
    if any(one.rule == "falls" for _, one in layout.primitives.of(Ordered)):
        share = 1 - share
    legal.sort(key=lambda name: abs(kit.plan.spots[name].place / width - share))
    return chance.choice(legal[:WAVERS])


def miswritten(layout: Layout, body: Fields, rule: str, chance: Random) -> Fields:
    """Return the body with one cell of a sheet, or one part of a score, written wrong."""
    wrong = deepcopy(body)
    sheet = wrong["sheets"][chance.choice(tuple(wrong["sheets"]))]
    frame = layout.primitives.rules.get(rule)
    if isinstance(frame, Frame) and frame.rule == "as-played":
        row = sheet[chance.choice(tuple(layout.kit.plan.rows))]
        place = chance.randrange(len(row))
        row[place] = None if row[place] is not None else chance.randint(*layout.kit.sums())
    if isinstance(frame, Frame) and frame.rule == "added-up":
        sheet["score"][chance.choice(tuple(sheet["score"]))] += chance.choice((-2, -1, 1, 2))
    return wrong


class Write(Rules[Body, Table, Turn, Layout]):
    """The rules of a game in which numbers are written into cells."""

    contents = ("turns", "sheets")
    read_layout = staticmethod(read_layout)
    body_model = staticmethod(body_model)
    own_words = staticmethod(own_words)
    steps = staticmethod(steps)
    refuse = by_layout(refuse)
    settle = by_layout(settle)
    shown = by_layout(shown)
    totals_shown = by_layout(totals_shown)
    random_turn = by_layout(random_turn)
    written = by_layout(_written)
    miswritten = by_layout(miswritten)

    @property
    def judged(self) -> tuple[str, ...]:
        """Return the rules that records can break."""
        return self.layout.primitives.judged()

    @property
    def plantable(self) -> tuple[str, ...]:
        """Return the rules that a turn of a practice record can break."""
        return self.layout.primitives.plantable()

    @property
    def plantable_on_paper(self) -> tuple[str, ...]:
        """Return the rules that papers of a practice record can break."""
        return self.layout.primitives.framed("as-played", "added-up")

    def start(self, seating: Seating) -> Table:
        """Return empty sheets; the first player begins."""
        return Table(seating, dict.fromkeys(seating.players, Sheet()), seating.players[0])

    def needs(self) -> Iterator[Need]:
        """Yield the words for the colours of dice, besides those of the score."""
        yield from super().needs()
        dice = self.layout.kit.dice
        for die in dice.dice if isinstance(dice, Dice) else ():
            yield Need("words.colours", die, MECHANICS)

    def closing(self, state: Table, body: Body) -> tuple[Refusal, ...]:
        """Compare the sheets and totals with what the turns give."""
        layout = self.layout
        return (
            *scoring.unfinished(layout.primitives, layout.kit, state, len(body.turns or ())),
            *(
                found
                for rule in layout.primitives.framed("as-played")
                for found in _differing(layout, rule, state, _sheets(layout, body))
            ),
            *self._added_up_wrong(state, body),
        )

    def laid(self, seating: Seating, body: Body) -> Table | None:
        """Return the table that the final sheets show."""
        if body.sheets is None:
            return None
        return _laid(seating, _sheets(self.layout, body))

    def judge_laid(self, laid: Table, body: Body) -> tuple[Refusal, ...]:
        """Judge sheets alone: numbers, misses, totals."""
        return (*_judged_alone(self.layout, laid), *self._added_up_wrong(laid, body))

    def _added_up_wrong(self, table: Table, body: Body) -> Iterator[Refusal]:
        scores = self.outcome(table).scores
        for rule in self.layout.primitives.framed("added-up"):
            for found in findings.added_up_wrong("sheets", self.added_up(body), scores):
                yield replace(found, rule=rule)

    def outcome(self, state: Table) -> Outcome:
        """Return every sheet's points, and who has won once the game is over."""
        return scoring.outcome(self.layout.primitives, self.layout.kit, state)

    def added_up(self, body: Body) -> Scores:
        """Return the scores on the final sheets."""
        written = _sheets(self.layout, body)
        return {player: sheet.score for player, sheet in written.items() if sheet.score}

    def recorded(self, state: Table, body: Body) -> tuple[Paper, ...]:
        """Return every sheet as it was written; parts left out as the table shows them."""
        written = _sheets(self.layout, body)
        return tuple(
            _recorded(self.layout, paper, written[paper.name]) if paper.name in written else paper
            for paper in self.shown(state)
        )

    def odds(self) -> Mapping[str, Mapping[int, Fraction]]:
        """Return the chance of each sum, by how many dice are rolled."""
        dice = self.layout.kit.dice
        if isinstance(dice, Pool):
            return {}
        return {f"sum.{count}": dice.sums(count) for count in range(1, len(dice.dice) + 1)}

    def candidate(self, state: Table, rule: str, chance: Random) -> Turn | None:  # noqa: ARG002 - to go
        """Return nothing: errors are planted by changing legal turns."""
        return None


load = Write.load
