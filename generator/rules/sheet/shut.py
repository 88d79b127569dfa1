"""The act of shutting: cells that add up to the throw are shut, throw after throw."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.errors import DataError
from generator.game import Game, Mark, Paper, number_mark
from generator.game.facts import Facts, Id
from generator.game.parts import Numbers, Pool
from generator.game.sentences import Sentences
from generator.reading.expected import Aliases
from generator.reading.nodes import MapNode
from generator.rules import family, findings
from generator.rules.findings import FACES, MAPPING, PLAYER, TUPLE, all_optional, one_of
from generator.rules.naming import called
from generator.rules.sheet.plan import Kit, Line, plan_of
from generator.rules.sheet.primitives import ByPrimitives, Frame, read_primitives
from generator.rules.sheet.rolling import FewerDice, Noted
from generator.rules.sheet.scoring import TOTAL, outcome
from generator.rules.sheet.throws import Layout, Length, Throw, Turn, Walk, without
from generator.words import message, not_one_of

# How often a turn is made up that papers know the end of.
GUESSES = 100


class Mechanics(Facts):
    """The section `mechanics`: a game in which numbers that add up to the throw are shut."""

    family: Literal["sheet"]
    act: Literal["shut"]
    """What a turn does: `shut` opens all cells, then shuts those that add up to each throw."""
    sheet: Id
    """The part whose numbers are shut."""
    dice: Id
    """The dice that are thrown."""
    rounds: Length = Length()
    """How many turns everybody has."""


@dataclass(frozen=True, slots=True)
class Played:
    """A turn that was played: what is open in the end, and what was noted of it."""

    still: Line
    noted: Line | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """How many rounds are played, the turns of each player, and who is next."""

    seating: family.Seating
    rounds: int
    turns: Mapping[str, tuple[Played, ...]]
    next: str
    played: int = 0
    ended: int | None = None


class Body(Facts):
    """What is read of a record, whatever the sheet."""

    rounds: int | None = None
    turns: tuple[Any, ...] | None = None
    totals: Mapping[str, int] | None = None


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section and of the rules."""
    roles, primitives = family.Roles(game, section), read_primitives(game)
    mechanics = roles.facts(Mechanics)
    sheet = roles.part("sheet", mechanics.sheet, Numbers)
    dice = roles.part("dice", mechanics.dice, Pool)
    if mechanics.rounds.usual > mechanics.rounds.most:
        least, most = str(mechanics.rounds.usual), str(mechanics.rounds.most)
        roles.refuse("rounds", message("game.range", least=least, most=most))
    if sheet is None or dice is None or roles.problems:
        raise DataError(roles.problems)
    ids, plan = [rule.id for rule in game.head.rules], plan_of(mechanics.sheet, sheet)
    for rule, one in primitives.of(FewerDice):
        for place, cell in enumerate(one.once):
            if cell not in plan.spots:
                why, at = not_one_of(cell, plan.spots), ("by", "once", place)
                reason = message("rules.shut.no-cell", part=mechanics.sheet, reason=why)
                roles.problems.append(game.fault(("rules", ids.index(rule), *at), reason))
    if roles.problems:
        raise DataError(roles.problems)
    fewer = primitives.first(FewerDice)
    fewest = min(fewer[1].least, dice.dice) if fewer else None
    kit = Kit(plan, dice, everybody=False, pays="sum", fewest=fewest)
    return Layout(kit, primitives, rounds=mechanics.rounds)


def slipped(layout: Layout, state: Table, turn: Turn, chance: Random) -> Turn:
    """Return a turn with a throw that is left out, not used, or one too many and wrong."""
    throws = list(turn.throws)
    place, other = chance.randrange(len(throws) + 1), chance.choice(throws)
    slip = chance.randrange(4)
    if slip == 0:
        throws.pop()
    elif slip == 1:
        throws[place:] = [Throw(other.dice)]
    else:
        misread = (*other.dice[:-1], layout.kit.dice.sides + 1)
        dice = chance.choice((other.dice, other.dice[:1], misread))
        throws.insert(place, Throw(dice, chance.choice((other, *throws)).shuts[slip - 2 :]))
    wrong = replace(turn, throws=tuple(throws))
    walk = Walk(layout, wrong, state.seating, state.next)
    return replace(walk.turn, open=walk.still, points=layout.sum(walk.still))


class Shut(ByPrimitives[Body, Table, Turn, Layout]):
    """The rules of a game in which cells are shut that add up to the throw."""

    # There are no papers alone.
    contents = ("turns",)
    read_layout = staticmethod(read_layout)
    steps = staticmethod(Turn.all_of)

    def body_model(self) -> type[Body]:
        """Return the model of a record's body, with the sheet's own cells."""
        some = TUPLE[one_of(self.layout.kit.plan.spots, "cell"), ...]
        throw = all_optional("Throw", dice=FACES, shuts=some)
        fields = {"throws": TUPLE[throw, ...], "open": some, "points": int}
        turn = all_optional("Turn", player=PLAYER, **fields)
        rounds = Annotated[int, Field(ge=1, le=self.layout.rounds.most)]
        totals = MAPPING[PLAYER, int]
        return findings.with_words(Body, rounds=rounds, turns=TUPLE[turn, ...], totals=totals)

    @property
    def hints(self) -> Mapping[str, Callable[[Any, Any, Any, Random], Any]]:
        """Return a slip in a throw: what is wrong with one leaves the rest of its turn as it is."""
        rules = self.layout.primitives.rules.items()
        return {rule: slipped for rule, one in rules if not isinstance(one, Frame | Noted)}

    @property
    def variants(self) -> tuple[str, ...]:
        """Return the variants in which all dice are thrown always."""
        fewer = self.layout.primitives.of(FewerDice)
        return tuple(one.unless for _, one in fewer if one.unless)

    def own_words(self, said: Sentences, /) -> Aliases:
        """Return the labels of the cells in one language."""
        return Aliases(words={"cell": called("cells", self.layout.cells, said)})

    def start(self, seating: family.Seating) -> Table:
        """Return a table of the usual number of rounds; the first player begins."""
        rounds = self.layout.rounds.usual
        return Table(seating, rounds, dict.fromkeys(seating.players, ()), seating.players[0])

    def lasting(self, seating: family.Seating, turns: int) -> Table:
        """Return a table of as many rounds as so many turns take, but at least of the usual."""
        rounds = max(self.layout.rounds.usual, -(-turns // len(seating.players)))
        return replace(self.start(seating), rounds=min(rounds, self.layout.rounds.most))

    def begun(self, seating: family.Seating, body: Body) -> Table:
        """Return a table of as many rounds as the record says."""
        start = self.start(seating)
        return start if body.rounds is None else replace(start, rounds=body.rounds)

    def named(self) -> Mapping[str, Iterable[str]]:
        """Return the rounds, as parts of the score."""
        return {"texts": [f"score.round{n}" for n in range(1, self.layout.rounds.most + 1)]}

    def closing(self, state: Table, body: Body) -> tuple[family.Refusal, ...]:
        """Say where the turns stop early, and compare the totals."""
        reason = message("rules.shut.unfinished-rounds", n=state.rounds)
        found, scores = list[family.Refusal](), self.outcome(state).scores
        for rule in self.layout.primitives.framed("unfinished"):
            found += findings.unfinished(state, len(body.turns or ()), reason, rule)
        for rule in self.layout.primitives.framed("added-up"):
            found += findings.added_up_wrong("totals", self.added_up(body), scores, rule)
        return tuple(found)

    def outcome(self, state: Table) -> family.Outcome:
        """Return everybody's points, and who has won once all rounds are played."""
        total, scores = self.layout.sum, {}
        for player, turns in state.turns.items():
            points = {f"round{n}": total(one.still) for n, one in enumerate(turns, start=1)}
            scores[player] = {**points, TOTAL: sum(points.values())}
        return outcome(self.layout.primitives, scores, is_over=state.ended is not None)

    def added_up(self, body: Body) -> family.Scores:
        """Return the totals that were written down."""
        return findings.totals(TOTAL, body.totals)

    def recorded(self, state: Table, body: Body) -> tuple[Paper, ...]:
        """Return every sheet with the totals as they were written down."""
        totals = self.added_up(body)
        return tuple(
            replace(one, marks={**one.marks, **self.totals_shown(totals.get(one.name, {}))})
            for one in self.shown(state)
        )

    def judge(self, table: Table, turn: Turn, /) -> family.Judged[Table]:
        """Return what a turn breaks, throw by throw and at its end, and the table after it.

        A turn that a player has no more counts for nothing.
        """
        framed, turns = self.layout.primitives.framed, dict(table.turns)
        if table.ended is not None:
            late = (findings.after_end(table, turn, rule) for rule in framed("after-end"))
            return tuple(late), table
        walk = Walk(self.layout, turn, table.seating, table.next)
        found = [
            replace(one, spoils=one.spoils | {walk.scope})
            for rule in framed("order")
            for one in findings.out_of_order(table, turn, rule)
        ]
        # Every round has a row of its own on paper.
        row, active = f"round{len(turns[walk.active]) + 1}", walk.active
        every = (*found, *walk.refusals, *walk.closing())
        told = tuple(replace(one, where=one.where and f"{row}.{one.where}") for one in every)
        if len(turns[active]) < table.rounds:
            turns[active] = (*turns[active], Played(walk.still, turn.open, turn.points))
        is_over = all(len(of) >= table.rounds for of in turns.values())
        following, ended = table.seating.after(active), turn.number if is_over else None
        while not is_over and len(turns[following]) >= table.rounds:
            following = table.seating.after(following)
        after = replace(table, turns=turns, next=following, played=table.played + 1, ended=ended)
        return told, after

    def shown(self, state: Table) -> tuple[Paper, ...]:
        """Return every player's sheet: round by round what is shut, and the points."""
        layout, papers = self.layout, list[Paper]()
        for player, turns in state.turns.items():
            marks = dict[str, Mark]()
            for number, one in enumerate(turns, start=1):
                gone = without(layout.cells, one.still if one.noted is None else one.noted)
                points = layout.sum(one.still) if one.points is None else one.points
                marks |= {f"round{number}.{cell}": Mark(shape="cross") for cell in gone}
                marks[f"round{number}.points"] = number_mark(points)
            papers.append(Paper(player, layout.kit.plan.part, marks))
        return tuple(papers)

    def random_turn(self, state: Table, chance: Random) -> Turn:
        """Return a legal turn of the next player, with what is noted at its end."""
        layout, kit, throws = self.layout, self.layout.kit, list[Throw]()
        still = layout.cells
        variants, fewer = state.seating.variants, layout.primitives.of(FewerDice)
        is_fixed = any(one.unless in variants for _, one in fewer)
        while still and (not throws or throws[-1].shuts):
            count = kit.count() if is_fixed else chance.choice(layout.counts(still))
            thrown = tuple(chance.randint(1, kit.dice.sides) for _ in range(count))
            way = chance.choice((layout.ways(still, sum(thrown)) or ((),))[:2])
            throws.append(Throw(thrown, way))
            still = without(still, way)
        return Turn(state.played + 1, state.next, tuple(throws), still, layout.sum(still))

    def left_out(self, state: Table, last: Table, body: Body, chance: Random) -> Turn:
        """Return a turn that leaves what a player's total lacks, if chance gives one; else any."""
        who, turns = state.next, [self.random_turn(state, chance) for _ in range(GUESSES)]
        total = (body.totals or {}).get(who, 0) - self.outcome(last).scores[who][TOTAL]
        return next((turn for turn in turns if turn.points == total), turns[0])

    def written(self, turns: tuple[Turn, ...], table: Table) -> family.Fields:
        """Return how many rounds are played, the turns and the totals."""
        scores = self.outcome(table).scores
        totals = {player: points[TOTAL] for player, points in scores.items()}
        played = [turn.fields() for turn in turns]
        return {"rounds": table.rounds, "turns": played, "totals": totals}
