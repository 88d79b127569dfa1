"""Whether what is printed and what the rules judge agree: sums, columns of forms, worked lines."""

from collections.abc import Iterable, Iterator

from generator import rules
from generator.errors import DataError, Problem
from generator.game import Game
from generator.printables.blocks.scores import TotalsBlock
from generator.printables.kinds.form import FormEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entries
from generator.reading.expected import Choice, Fields, Items, Table, Wanted, fields_of
from generator.records.form import record_form
from generator.records.replay import replay
from generator.records.writing import read_text, yaml_of
from generator.rules.families import AnyRules
from generator.rules.family import Seating
from generator.words import message, not_one_of

TOTAL = "total"
# Columns that hold no field: turns and rounds are counted by their place in the file.
COUNTED = ("turn", "round")


def check_papers(game: Game) -> None:
    """Compare sheets and forms with the rules of the game; raise DataError with what disagrees."""
    if "mechanics" not in game.sections:
        return
    of_game = rules.load(game)
    problems: list[Problem] = []
    for name, entry in entries(game).items():
        match entry:
            case SheetEntry():
                problems += _sums(of_game, name, entry)
            case FormEntry():
                problems += _fields(of_game, name, entry)
                problems += _worked(of_game, name, entry)
            case _:
                pass
    if problems:
        raise DataError(problems)


def _sums(of_game: AnyRules, name: str, entry: SheetEntry) -> Iterator[Problem]:
    """Yield each sum on the rules' own paper that adds up something else than they score."""
    least, _ = min(of_game.seats().values())
    start = of_game.start(Seating(tuple(str(number) for number in range(least))))
    scores = next(iter(of_game.outcome(start).scores.values()))
    wanted = {box.removeprefix("score.") for box in of_game.totals_shown(scores)} - {TOTAL}
    if not {paper.part for paper in of_game.shown(start)} & set(entry.parts):
        return
    for number, block in enumerate(entry.blocks):
        if isinstance(block, TotalsBlock) and {one.id for one in block.sum} != wanted:
            found = tuple(one.id for one in block.sum)
            reason = message("check.sum-differs", found=found, wanted=tuple(sorted(wanted)))
            yield of_game.game.fault(("printables", name, "blocks", number, "sum"), reason)


def _fields(of_game: AnyRules, name: str, entry: FormEntry) -> Iterator[Problem]:
    """Yield each column of a form, and each field told of, that no record of the game has."""
    game = of_game.game
    known = dict.fromkeys((*_names(Fields(record_form(of_game).model)), *COUNTED))
    # A column may have a heading of the game's own in place of a field.
    own = {key for said in game.said.values() for key in said.texts}
    firsts = [column.split(".")[0] for column in entry.columns]
    named = (
        ("columns", [first for first in firsts if f"column.{first}" not in own]),
        ("asks", entry.asks),
        ("fields", entry.fields),
        ("results", entry.results),
    )
    for field, words in named:
        for word in dict.fromkeys(words):
            if word not in known:
                place = firsts.index(word) if field == "columns" else list(words).index(word)
                path = ("printables", name, field, place)
                yield game.fault(path, not_one_of(word, tuple(known)))


def _names(wanted: Wanted) -> Iterator[str]:
    """Yield the names of fields at any depth of a record."""
    inner: Iterable[Wanted] = ()
    match wanted:
        case Fields(model):
            yield from fields_of(model)
            inner = fields_of(model).values()
        case Table(_, value):
            inner = (value,)
        case Items(items, rest):
            inner = (*items, rest)
        case Choice(members):
            inner = members
        case _:
            pass
    for one in inner:
        yield from _names(one)


def _worked(of_game: AnyRules, name: str, entry: FormEntry) -> Iterator[Problem]:
    """Yield why the record that a form shows cannot be read, and the rules that it breaks."""
    game = of_game.game
    path = ("printables", name, "worked")
    if not entry.worked:
        return
    try:
        report = replay(of_game, read_text(of_game, yaml_of({"game": game.name, **entry.worked})))
    except DataError as error:
        for one in error.problems:
            reason = message("check.worked-unread", field=one.field, reason=one.message)
            yield game.fault(path, reason)
        return
    broken = tuple(found.rule for found in report.findings if found.severity == "error")
    if broken:
        yield game.fault(path, message("check.worked-wrong", rules=broken))
