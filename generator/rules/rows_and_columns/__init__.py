"""Roll and write on rows that rise and columns that hold no number twice; everybody may write."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field, create_model

from generator.game import Paper
from generator.game.agreement import Need
from generator.game.facts import Facts
from generator.game.sentences import Sentences
from generator.reading.expected import Aliases
from generator.rules import findings
from generator.rules.family import MECHANICS, Fields, Refusal, Rules, Scores, Seating, by_layout
from generator.rules.rows_and_columns import chance as chances
from generator.rules.rows_and_columns import judging
from generator.rules.rows_and_columns.state import (
    Layout,
    Sheet,
    SheetAsWritten,
    State,
    Turn,
    read_layout,
    score,
)
from generator.rules.rows_and_columns.state import outcome as outcome_of
from generator.words import message

MISSES: Any = Annotated[int, Field(ge=0)]


class RowsBody(Facts):
    """What the family reads of a record, whatever the sheet."""

    turns: tuple[Any, ...] | None = None
    sheets: Mapping[str, Any] | None = None


def _body_model(layout: Layout) -> type[RowsBody]:
    """Return the model of a record's body, with the sheet's own cells and colours."""
    cell = findings.one_of(layout.cells, "cell")
    roll = findings.MAPPING[findings.one_of(layout.dice.dice, "die"), int]
    turn = findings.all_optional(
        "Turn",
        player=findings.PLAYER,
        dice=roll,
        reroll=roll,
        writes=findings.MAPPING[findings.PLAYER, cell],
        miss=bool,
    )
    width = len(next(iter(layout.rows.values())))
    row = Annotated[tuple[int | None, ...], Field(min_length=width, max_length=width)]
    points = findings.all_optional("Score", **dict.fromkeys(score(layout, Sheet()), int))
    sheet = findings.all_optional(
        "Sheet", **dict.fromkeys(layout.rows, row), misses=MISSES, score=points
    )
    return create_model(
        "RowsAndColumnsBody",
        __base__=RowsBody,
        turns=(findings.TUPLE[turn, ...] | None, None),
        sheets=(findings.MAPPING[findings.PLAYER, sheet] | None, None),
    )


def _own_words(said: Sentences, layout: Layout) -> Aliases:
    """Return the labels of the cells and the words for the colours in one language."""
    words = said.words.get("colours", {})
    colours = {colour: (words.get(colour, colour),) for colour in layout.dice.dice}
    cells = {cell: (said.label(cell),) for cell in layout.cells}
    return Aliases(colours, {"cell": cells, "die": colours})


def _turns(body: RowsBody) -> tuple[Turn, ...]:
    """Return the turns of a body in order."""
    return tuple(
        Turn(number, one.player, one.dice or {}, one.reroll or {}, one.writes or {}, bool(one.miss))
        for number, one in enumerate(body.turns or (), start=1)
    )


def _sheets(body: RowsBody, layout: Layout) -> Mapping[str, SheetAsWritten]:
    """Return the sheets of a body by player."""
    return {
        player: SheetAsWritten(
            {colour: getattr(entry, colour) for colour in layout.rows},
            entry.misses,
            {} if entry.score is None else entry.score.model_dump(exclude_none=True),
        )
        for player, entry in (body.sheets or {}).items()
    }


def _written(layout: Layout, turns: tuple[Turn, ...], state: State) -> Fields:
    """Return the turns, and every sheet with its score."""
    return {
        "turns": [turn.fields() for turn in turns],
        "sheets": {
            player: {
                **{name: list(map(sheet.numbers.get, row)) for name, row in layout.rows.items()},
                "misses": sheet.misses,
                "score": dict(score(layout, sheet)),
            }
            for player, sheet in state.sheets.items()
        },
    }


class RowsAndColumns(Rules[RowsBody, State, Turn, Layout]):
    """The rules of one sheet of rows and columns."""

    contents = ("turns", "sheets")
    judged = (
        *[*judging.ON_TURNS][:-1],
        *judging.ON_SHEETS[:2],
        "after-end",
        *judging.ON_SHEETS[2:],
    )
    plantable = judging.ON_TURNS
    plantable_on_paper = ("sheet-differs", "score-wrong")
    read_layout = staticmethod(read_layout)
    body_model = staticmethod(_body_model)
    own_words = staticmethod(_own_words)
    start = staticmethod(judging.start)
    steps = staticmethod(_turns)
    refuse = by_layout(judging.refuse)
    settle = by_layout(judging.settle)
    outcome = by_layout(outcome_of)
    shown = by_layout(judging.shown)
    totals_shown = staticmethod(judging.totals_shown)
    random_turn = by_layout(chances.random_turn)
    written = by_layout(_written)

    def needs(self) -> Iterator[Need]:
        """Yield the words for the colours of dice, besides those of the score."""
        yield from super().needs()
        yield from (Need("words.colours", die, MECHANICS) for die in self.layout.dice.dice)

    def closing(self, state: State, body: RowsBody) -> tuple[Refusal, ...]:
        """Compare the sheets and totals with what the turns give."""
        layout = self.layout
        rows, misses = layout.full_rows_to_end, layout.misses.boxes
        reason = message("rules.unfinished", rows=rows, misses=misses)
        return (
            *findings.unfinished(state, len(body.turns or ()), reason),
            *judging.differing(layout, state, _sheets(body, layout)),
            *findings.added_up_wrong("sheets", self.added_up(body), self.outcome(state).scores),
        )

    def laid(self, seating: Seating, body: RowsBody) -> State | None:
        """Return the state that the final sheets show."""
        if body.sheets is None:
            return None
        return judging.laid(self.layout, seating, _sheets(body, self.layout))

    def judge_laid(self, laid: State, body: RowsBody) -> tuple[Refusal, ...]:
        """Judge sheets alone: numbers, misses, totals."""
        return (
            *judging.judged_alone(self.layout, laid),
            *findings.added_up_wrong("sheets", self.added_up(body), self.outcome(laid).scores),
        )

    def added_up(self, body: RowsBody) -> Scores:
        """Return the scores on the final sheets."""
        written = _sheets(body, self.layout)
        return {player: sheet.score for player, sheet in written.items() if sheet.score}

    def recorded(self, state: State, body: RowsBody) -> tuple[Paper, ...]:
        """Return every sheet as it was written, with the totals that were added up."""
        return judging.recorded(self.layout, state, _sheets(body, self.layout))

    def odds(self) -> Mapping[str, Mapping[int, Fraction]]:
        """Return the chance of each sum, by how many dice are rolled."""
        dice = self.layout.dice
        return {f"sum.{count}": dice.sums(count) for count in range(1, len(dice.dice) + 1)}


load = RowsAndColumns.load
