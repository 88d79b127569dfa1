"""The columns of a table of final sheets: for each cell one, or for a field that tells of many."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from generator.reading import expected
from generator.reading.nodes import Path, Plain
from generator.records.form import record_form
from generator.rules import AnyRules
from generator.rules.cells import Cell
from generator.rules.naming import label
from generator.words import LANGUAGES, Language, fold, message, say

# The columns that say who sits where.
SEATED = TABLE, PLAYER = "table", "player"
SCORE = "score."
# A number as good as any other, to see where a paper has it.
_ANY = "3"


@dataclass(frozen=True, slots=True)
class Column:
    """What stands in a column: a cell of the paper, or else a field of it; of a list all items.

    A paper that is a single number is the field without a name.
    """

    field: str = ""
    cell: Cell | None = None
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a game's table may have, by the `heading_key` of what they are called.

    `spelled` is how that is written, `paths` lead to what a cell says on a paper: by the cell, and
    by its mark where it has some.
    """

    known: Mapping[str, Column]
    spelled: Mapping[str, str]
    paths: Mapping[tuple[str, str], Path]


def heading_key(words: str) -> str:
    """Return a heading as it is compared: without case, accents, blanks and signs."""
    return "".join(sign for sign in fold(words) if sign.isalnum())


@lru_cache(maxsize=32)
def columns_of(rules: AnyRules) -> Columns:
    """Return the columns of a game's table; none where its records have no papers alone."""
    cells = rules.cells(0)
    paths = {
        (cell.id, mark): _told(rules, cell.id, mark or _ANY)
        for cell in cells
        for mark in (*cell.marks, *([] if cell.marks else [""]))
    }
    known, spelled = dict[str, Column](), dict[str, str]()
    for words, column in _called(rules, cells, paths):
        known.setdefault(heading_key(words), column)
        spelled.setdefault(heading_key(words), words)
    return Columns(known, spelled, paths)


def headings(rules: AnyRules, language: Language) -> tuple[str, ...]:
    """Return what the columns of an empty table are called: as few as tell a whole paper."""
    said, found = rules.game.said_in(language), dict[str, None]()
    paths = columns_of(rules).paths
    for cell in rules.cells(0):
        if cell.marks:
            # What is marked is told by a number or a list, which are shorter than their cells.
            fields = (_field(paths[cell.id, mark]) for mark in cell.marks)
            found |= dict.fromkeys(_shown(rules, field, language) for field in fields)
        elif cell.id.startswith(SCORE):
            part = label("score", cell.id.removeprefix(SCORE), said)
            found[say(message("records.table-score", part=part), language)] = None
        else:
            found[said.label(cell.id)] = None
    return tuple(found)


def _field(path: Path) -> str:
    return str(path[0]) if path else ""


def _told(rules: AnyRules, cell: str, text: str) -> Path:
    """Return the path to the one thing that a paper says of which a single cell was filled in."""
    (papers,) = rules.of_papers({"": {cell: text}}).values()
    found = [path for path, value in _leaves(papers[""]) if value]
    return found[0] if found else ()


def _leaves(value: Plain, path: Path = ()) -> Iterator[tuple[Path, Plain]]:
    match value:
        case dict():
            for name, inner in value.items():
                yield from _leaves(inner, (*path, name))
        case list():
            for place, inner in enumerate(value):
                yield from _leaves(inner, (*path, place))
        case _:
            yield path, value


def _called(
    rules: AnyRules, cells: tuple[Cell, ...], paths: Mapping[tuple[str, str], Path]
) -> Iterator[tuple[str, Column]]:
    """Yield every word for every column; of two that are called alike the first is meant."""
    form, every = record_form(rules), rules.game.said.values()
    for cell in cells:
        for words in (cell.id, *(said.label(cell.id) for said in every)):
            yield words, Column(cell=cell)
    wants = expected.fields_of(form.model)
    paper = expected.below(wants[rules.contents[1]], "") if cells else expected.FREE
    for field in {_field(paths[cell.id, mark]): None for cell in cells for mark in cell.marks}:
        column = Column(field, is_list=isinstance(expected.below(paper, field), expected.Items))
        # A paper that is a single number is called as the field that has it, and as the score.
        names = [field] if field else [rules.contents[1], *_parts(rules)]
        for name in names:
            shown = (label("score", name, said) for said in every if not field)
            yield from ((words, column) for words in (name, *form.aliases.also(name), *shown))
    for cell in cells:
        if cell.id.startswith(SCORE):
            part = cell.id.removeprefix(SCORE)
            ours = (label("score", part, said) for said in every)
            for one in (part, *form.aliases.also(part), *ours):
                column, said = Column(cell=cell), message("records.table-score", part=one)
                yield from ((say(said, language), column) for language in LANGUAGES)
                yield from ((f"{score} {one}", column) for score in form.aliases.also("score"))
                yield one, column


def _parts(rules: AnyRules) -> tuple[str, ...]:
    return tuple(next(iter(rules.outcome(rules.opening()).scores.values())))


def _shown(rules: AnyRules, field: str, language: Language) -> str:
    if field:
        return record_form(rules).shown[language].shown(field)
    return label("score", _parts(rules)[0], rules.game.said_in(language))
