"""The body of a record of rows and columns: its model, made for one sheet, and its values."""

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Annotated, Any

from pydantic import Field, create_model

from generator.game.facts import Facts
from generator.game.sentences import Sentences
from generator.reading.expected import Aliases
from generator.rules.family import Fields
from generator.rules.findings import MAPPING, PLAYER, TUPLE, all_optional, one_of
from generator.rules.rows_and_columns.state import Layout, Sheet, SheetAsWritten, State, Turn, score

MISSES: Any = Annotated[int, Field(ge=0)]


class RowsBody(Facts):
    """What the family reads of a record, whatever the sheet."""

    turns: tuple[Any, ...] | None = None
    sheets: Mapping[str, Any] | None = None


def body_model(layout: Layout) -> type[RowsBody]:
    """Return the model of a record's body, with the sheet's own cells and colours."""
    cell = one_of(layout.cells, "cell")
    roll = MAPPING[one_of(layout.dice.dice, "die"), int]
    turn = all_optional(
        "Turn", player=PLAYER, dice=roll, reroll=roll, writes=MAPPING[PLAYER, cell], miss=bool
    )
    width = len(next(iter(layout.rows.values())))
    row = Annotated[tuple[int | None, ...], Field(min_length=width, max_length=width)]
    points = all_optional("Score", **dict.fromkeys(score(layout, Sheet()), int))
    sheet = all_optional("Sheet", **dict.fromkeys(layout.rows, row), misses=MISSES, score=points)
    return create_model(
        "RowsAndColumnsBody",
        __base__=RowsBody,
        turns=(TUPLE[turn, ...] | None, None),
        sheets=(MAPPING[PLAYER, sheet] | None, None),
    )


def own_words(said: Sentences, layout: Layout) -> Aliases:
    """Return the labels of the cells and the words for the colours in one language."""
    words = said.words.get("colours", {})
    colours = {colour: (words.get(colour, colour),) for colour in layout.dice.dice}
    cells = {cell: (said.label(cell),) for cell in layout.cells}
    return Aliases(colours, {"cell": cells, "die": colours})


def turns(body: RowsBody) -> tuple[Turn, ...]:
    """Return the turns of a body in order."""
    return tuple(
        Turn(
            number,
            entry.player,
            entry.dice or {},
            entry.reroll or {},
            entry.writes or {},
            bool(entry.miss),
        )
        for number, entry in enumerate(body.turns or (), start=1)
    )


def sheets(body: RowsBody, layout: Layout) -> Mapping[str, SheetAsWritten]:
    """Return the sheets of a body by player."""
    return {
        player: SheetAsWritten(
            {colour: getattr(entry, colour) for colour in layout.rows},
            entry.misses,
            {} if entry.score is None else entry.score.model_dump(exclude_none=True),
        )
        for player, entry in (body.sheets or {}).items()
    }


def written(layout: Layout, turns: tuple[Turn, ...], state: State) -> Fields:
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


def miswritten(layout: Layout, body: Fields, rule: str, chance: Random) -> Fields:
    """Return the body with one cell of a sheet, or one part of a score, written wrong."""
    wrong = deepcopy(body)
    sheet = wrong["sheets"][chance.choice(tuple(wrong["sheets"]))]
    if rule == "sheet-differs":
        row = sheet[chance.choice(tuple(layout.rows))]
        place = chance.randrange(len(row))
        row[place] = None if row[place] is not None else chance.randint(*layout.sums())
    if rule == "score-wrong":
        sheet["score"][chance.choice(tuple(sheet["score"]))] += chance.choice((-2, -1, 1, 2))
    return wrong
