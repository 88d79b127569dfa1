"""A loto: items of a list are called, and who has a line or a full board says so first."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.errors import DataError, LudokitError
from generator.game import Game, Mark, Paper
from generator.game.agreement import Need
from generator.game.facts import MOST_PLAYERS, Facts, Id
from generator.game.parts import Loto
from generator.game.parts.listing import Wins
from generator.listgames.loto.deal import (
    LotoBoard,
    LotoDeal,
    deal_loto,
    loto_columns,
    usual_pupils,
    winning_call,
)
from generator.listgames.planner import load_table
from generator.reading.nodes import MapNode
from generator.rules import findings, interface
from generator.rules.findings import MAPPING, PLAYER
from generator.rules.interface import MECHANICS, Outcome, Refusal, Roles, Seating
from generator.tables.table import unknown_columns
from generator.words import Message, fold, message, nearest_word

Words = Annotated[str, Field(min_length=1, max_length=500)]
Seed = Annotated[int, Field(ge=0, le=999_999_999)]
SCORE = "won"
# The row of a call that is not on the list.
NO_ROW = -1
# What a row may be called by: any words but whose its picture is.
SILENT = "credit"
# Signs that people write for others.
SIGNS = str.maketrans({"×": "x", "*": "x", "·": "x", "−": "-", "–": "-", "÷": ":", "\u2019": "'"})
# What a wrong call throws into doubt: whether boards are full.
CALLS = frozenset({"calls"})
BOARD = "own-board"
Values = dict[str, Any]


class Mechanics(Facts):
    """The section `mechanics`: a loto, whose calls and claims are judged."""

    family: Literal["loto"]
    part: Id
    """The part that says of which list, what a board is like and what wins."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The loto: its part by name, how each row of the list is called, and rows by their words."""

    name: str
    part: Loto
    calls: tuple[str, ...]
    rows: Mapping[str, int]

    def row(self, words: str) -> int:
        """Return the row that is meant by some words, -1 for none."""
        return self.rows.get(call_key(words), NO_ROW)

    def deal(self, seed: int, pupils: int) -> LotoDeal:
        """Deal the boards as they are printed; LudokitError where the list is too short."""
        return deal_loto(len(self.calls), pupils, self.part.layout, seed)


def call_key(words: str) -> str:
    """Return words as calls are compared: without case, accents and spaces, any sign for times."""
    return "".join(fold(words).translate(SIGNS).split())


@dataclass(frozen=True, slots=True)
class Call:
    """What was called, as written, and who said then to have won; `number` counts from 1."""

    number: int
    item: str
    claims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A game; `called` are rows, -1 for what is not listed, `refused` why no boards were dealt."""

    wins: Wins
    seating: Seating
    seed: int
    pupils: int
    boards: Mapping[str, int]
    cards: Mapping[str, LotoBoard] = field(default_factory=dict)
    in_play: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    claimed: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    until_all: bool = False
    refused: Message | None = None

    def after_call(self, row: int) -> "State":
        """Return the game after a call."""
        return replace(self, called=(*self.called, row))

    @property
    def won(self) -> Mapping[str, int]:
        """Return at which call each player's board won, of those that have."""
        calls = {who: winning_call(one, self.called, self.wins) for who, one in self.cards.items()}
        return {who: call for who, call in calls.items() if call is not None}

    @property
    def first(self) -> tuple[str, ...]:
        """Return who won first, several at the same call."""
        won = self.won
        first = min(won.values(), default=0)
        return tuple(who for who, call in won.items() if call == first)


class LotoBody(Facts):
    """What is read of a record: as the boards were printed, who had which, calls and claims."""

    seed: Seed | None = None
    pupils: Annotated[int, Field(ge=0, le=MOST_PLAYERS)] | None = None
    boards: Mapping[str, int] | None = None
    called: tuple[Words | int | float, ...] | None = None
    claims: Mapping[str, int | tuple[int, ...]] | None = None


def _plant_repeated_call(layout: Layout, state: State, step: Call, chance: Random) -> Call:
    row = chance.choice([row for row in state.called if row != NO_ROW])
    return replace(step, item=layout.calls[row], claims=())


def _plant_unlisted_call(layout: Layout, state: State, step: Call, chance: Random) -> Call:
    words = layout.calls[chance.choice(state.in_play)]
    place = chance.randrange(len(words)) + 1
    return replace(step, item=words[:place] + words[place - 1 :], claims=())


def _plant_claim(
    layout: Layout, state: State, step: Call, chance: Random, *, is_late: bool
) -> Call:
    after = state.after_call(layout.row(step.item))
    first, won = after.first, after.won
    wrong = (
        [who for who in won if who not in first]
        if is_late
        else [who for who in state.cards if who not in won]
    )
    return replace(step, claims=(chance.choice(wrong),))


def board_cell(board: LotoBoard, place: int) -> str:
    """Return what the cell at a place of a board is called: `r1c2`."""
    row, column = divmod(place, board.columns)
    return f"r{row + 1}c{column + 1}"


def _claims(body: LotoBody) -> Mapping[str, tuple[int, ...]]:
    every = (body.claims or {}).items()
    return {who: (at,) if isinstance(at, int) else at for who, at in every}


class LotoRules(interface.Rules[LotoBody, State, Call, Layout]):
    """The rules of one loto."""

    body_fields = ("called",)
    example_turns = 3
    fault_makers = MappingProxyType(
        {
            "called-twice": _plant_repeated_call,
            "not-in-list": _plant_unlisted_call,
            "claim-false": partial(_plant_claim, is_late=False),
            "claim-late": partial(_plant_claim, is_late=True),
        }
    )
    plantable: Mapping[str, tuple[str, ...]] = {
        "called-twice": ("item",),
        "not-in-list": ("item",),
        "claim-false": ("claims",),
        "claim-late": ("claims",),
    }
    plantable_on_paper = (BOARD,)
    judged_rules = (*plantable, *plantable_on_paper)

    @staticmethod
    def read_layout(game: Game, section: MapNode, /) -> Layout:
        roles = Roles(game, section)
        mechanics = roles.facts(Mechanics)
        part = roles.part("part", mechanics.part, Loto)
        if part is None:
            raise DataError(roles.problems)
        table = load_table(game, part.list)
        columns = loto_columns(game, part)
        for reason in unknown_columns(table, columns):
            roles.refuse("part", reason)
        if roles.problems:
            raise DataError(roles.problems)
        shown = ([cell.words for cell in table.column(name)] for name in columns[-1].split("+"))
        calls = tuple(map(" ".join, zip(*shown, strict=True)))
        others = (table.column(name) for name in table.columns if name != SILENT)
        rows = dict[str, int]()
        for words in (calls, *([cell.words for cell in column] for column in others)):
            keys = [call_key(one) for one in words]
            often = Counter(keys)
            # What two rows say names neither of them.
            rows = {key: at for at, key in enumerate(keys) if often[key] == 1} | rows
        return Layout(mechanics.part, part, calls, rows)

    def body_model(self) -> type[LotoBody]:
        times: Any = int | tuple[int, ...]
        own = {"boards": MAPPING[PLAYER, int], "claims": MAPPING[PLAYER, times]}
        return findings.with_words(LotoBody, **own)

    def start(self, seating: Seating) -> State:
        """Return a game with the usual number of boards, or one for each of more players."""
        usual = usual_pupils(len(self.layout.calls), self.layout.part.layout)
        count = max(len(seating.players), usual)
        self.layout.deal(1, count)
        return self.initial_state(seating, LotoBody(pupils=count))

    def start_for_turns(self, seating: Seating, turns: int) -> State:
        """Return a game that goes on after the first has won, so that others may claim too late."""
        return replace(self.start(seating), until_all=turns > 0)

    def initial_state(self, seating: Seating, body: LotoBody) -> State:
        """Return a game with the boards of a record; left out, they are the players' in order."""
        seed, pupils = 1 if body.seed is None else body.seed, body.pupils or 0
        in_order = {who: number for number, who in enumerate(seating.players, start=1)}
        given = in_order if body.boards is None else dict(body.boards)
        state = State(self.layout.part.wins, seating, seed, pupils, given)
        try:
            deal = self.layout.deal(seed, pupils)
        except LudokitError as error:
            return replace(state, refused=error.message)
        held = range(1, len(deal.boards) + 1)
        cards = {who: deal.boards[one - 1] for who, one in given.items() if one in held}
        return replace(state, cards=cards, in_play=deal.rows)

    def steps(self, body: LotoBody) -> tuple[Call, ...]:
        claims = _claims(body)
        return tuple(
            Call(number, str(item), tuple(who for who, at in claims.items() if number in at))
            for number, item in enumerate(body.called or (), start=1)
        )

    def judge(self, state: State, step: Call, /) -> interface.Judgement[State]:
        row = self.layout.row(step.item)
        row = row if row in state.in_play else NO_ROW
        found = list(self._call_refusals(state, step, row))
        state = state.after_call(row)
        for who in step.claims:
            found += self._claim_refusals(state, who)
            times = (*state.claimed.get(who, ()), step.number)
            state = replace(state, claimed={**state.claimed, who: times})
        return tuple(found), state

    def _call_refusals(self, state: State, step: Call, row: int) -> Iterator[Refusal]:
        path, calls = ("called", step.number - 1), self.layout.calls
        values: Values = {"item": step.item, "call": step.number}
        if row in state.called and row != NO_ROW:
            values["first"] = state.called.index(row) + 1
            yield Refusal("called-twice", message("rules.loto.called-twice", **values), path)
        elif row == NO_ROW and state.in_play:
            reason = message("rules.loto.not-in-list", **values)
            if (hint := nearest_word(step.item, (calls[one] for one in state.in_play))) is not None:
                reason = message("rules.loto.not-in-list-near", near=hint, **values)
            yield Refusal("not-in-list", reason, path, taints=CALLS)

    def _claim_refusals(self, state: State, who: str) -> Iterator[Refusal]:
        if who not in state.cards:
            return
        card, won = state.cards[who], state.won
        values: Values = {"player": who, "board": state.boards[who], "call": len(state.called)}
        path = ("claims", who)
        if who not in won:
            goals, called = card.goals(state.wins), set(state.called)
            missing = min((sorted(goal - called) for goal in goals), key=len)
            words = tuple(self.layout.calls[row] for row in missing)
            reason = message("rules.loto.claim-false", items=words, n=len(words), **values)
            where, *lacks = (board_cell(card, card.cells.index(row)) for row in missing)
            found = Refusal("claim-false", reason, path, who, where, after=CALLS)
            yield replace(found, lacks=tuple(lacks))
        elif who not in (others := state.first):
            more: Values = {"others": others, "n": len(others), "first": won[others[0]]}
            reason = message("rules.loto.claim-late", own=won[who], **more, **values)
            yield Refusal("claim-late", reason, path, who, after=CALLS)

    def judge_ending(self, state: State, body: LotoBody) -> tuple[Refusal, ...]:
        """Judge the boards that players say to have, and claims at calls that were never made."""
        found, calls = [*self._board_refusals(state)], len(state.called)
        for who, times in _claims(body).items():
            for at in times:
                if not 1 <= at <= calls:
                    reason = message("rules.loto.claim-unheard", player=who, found=at, n=calls)
                    found.append(Refusal("claim-false", reason, ("claims", who), who))
        return tuple(found)

    def _board_refusals(self, state: State) -> Iterator[Refusal]:
        if state.refused is not None:
            yield Refusal(BOARD, state.refused, ("pupils",))
            return
        holders = dict[int, str]()
        printed = len(self.layout.deal(state.seed, state.pupils).boards)
        for who, number in state.boards.items():
            reason: Message | None = None
            if not 1 <= number <= printed:
                reason = message("rules.loto.no-board", player=who, found=number, n=printed)
            elif number in holders:
                other = holders[number]
                reason = message("rules.loto.same-board", player=who, other=other, board=number)
            if reason is not None:
                yield Refusal(BOARD, reason, ("boards", who), who)
            holders.setdefault(number, who)
        for who in state.claimed:
            if who not in state.boards:
                reason = message("rules.loto.board-unsaid", player=who)
                yield Refusal(BOARD, reason, ("claims", who), who)

    def outcome(self, state: State) -> Outcome:
        won = state.won
        scores = {who: {SCORE: won.get(who, 0)} for who in state.seating.players}
        is_over = len(won) == len(state.cards) if state.until_all else bool(won)
        return Outcome(is_over, scores, state.first)

    def needs(self) -> Iterator[Need]:
        yield Need("texts", f"score.{SCORE}", MECHANICS)

    def papers_as_recorded(self, state: State, _: object, /) -> tuple[Paper, ...]:
        papers, dealt = [], f"{self.layout.name}/{state.seed}.{state.pupils}"
        for who, card in state.cards.items():
            crossed = (place for place, row in enumerate(card.cells) if row in state.called)
            marks = {board_cell(card, place): Mark(shape="cross") for place in crossed}
            papers.append(Paper(who, f"{dealt}.{state.boards[who]}", marks))
        return tuple(papers)

    def random_turn(self, state: State, chance: Random) -> Call:
        number = len(state.called) + 1
        open_rows = [row for row in state.in_play if row not in state.called]
        row = chance.choice(open_rows or state.in_play)
        claims = tuple(who for who in state.after_call(row).first if who not in state.claimed)
        return Call(number, self.layout.calls[row], claims)

    def record_body(self, steps: tuple[Call, ...], state: State) -> interface.Fields:
        body: interface.Fields = {"seed": state.seed, "pupils": state.pupils}
        body |= {"boards": dict(state.boards), "called": [step.item for step in steps]}
        claims = dict[str, list[int]]()
        for step in steps:
            for who in step.claims:
                claims.setdefault(who, []).append(step.number)
        if claims:
            body["claims"] = {who: at[0] if len(at) == 1 else at for who, at in claims.items()}
        return body
