"""The body of a record of rows and columns: its model, made for one sheet, and its values."""

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from generator.game.facts import Facts
from generator.game.sentences import Sentences
from generator.reading.aliases import Aliases, FixedWord
from generator.rules.family import Fields
from generator.rules.rows_and_columns.state import Layout, Sheet, SheetAsWritten, State, Turn, score

# Annotations made while running, from the cells and colours of a sheet: no type checker reads them.
MAPPING: Any = Mapping
TUPLE: Any = tuple
# Checked against the players of the record, not by the model.
PLAYER: Any = Annotated[str, FixedWord("player")]
MISSES: Any = Annotated[int, Field(ge=0)]


class RowsBody(Facts):
    """What the family reads of a record, whatever the sheet."""

    turns: tuple[Any, ...] | None = None
    sheets: Mapping[str, Any] | None = None


def body_model(layout: Layout) -> type[RowsBody]:
    """Return the model of a record's body, with the sheet's own cells and colours."""
    cell = _one_of(tuple(layout.cells), "cell")
    roll = MAPPING[_one_of(layout.dice.dice, "die"), int]
    turn = _model(
        "Turn", player=PLAYER, dice=roll, reroll=roll, writes=MAPPING[PLAYER, cell], miss=bool
    )
    width = len(next(iter(layout.rows.values())))
    row = Annotated[tuple[int | None, ...], Field(min_length=width, max_length=width)]
    score = _model("Score", **dict.fromkeys(layout.parts_of_score(), int))
    sheet = _model("Sheet", **dict.fromkeys(layout.rows, row), misses=MISSES, score=score)
    return create_model(
        "RowsAndColumnsBody",
        __base__=RowsBody,
        turns=(TUPLE[turn, ...] | None, None),
        sheets=(MAPPING[PLAYER, sheet] | None, None),
    )


def _one_of(words: tuple[str, ...], vocabulary: str) -> Any:  # noqa: ANN401 - an annotation
    literal: Any = Literal
    return Annotated[literal[words], FixedWord(vocabulary)]


def _model(name: str, **fields: Any) -> type[Facts]:  # noqa: ANN401 - annotations
    optional: dict[str, Any] = {field: (kind | None, None) for field, kind in fields.items()}
    return create_model(name, __base__=Facts, **optional)


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
        "turns": [_turn(turn) for turn in turns],
        "sheets": {player: _sheet(layout, sheet) for player, sheet in state.sheets.items()},
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


def _turn(turn: Turn) -> Fields:
    fields: dict[str, Any] = {
        "player": turn.player,
        "dice": dict(turn.dice),
        "reroll": dict(turn.reroll),
        "writes": dict(turn.writes),
        "miss": turn.miss,
    }
    return {name: value for name, value in fields.items() if value}


def _sheet(layout: Layout, sheet: Sheet) -> Fields:
    rows = {
        colour: [sheet.numbers.get(cell) for cell in row] for colour, row in layout.rows.items()
    }
    return {**rows, "misses": sheet.misses, "score": dict(score(layout, sheet))}
