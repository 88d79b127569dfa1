"""Where a guide does not agree with its game, or one language's guide with another's."""

from collections.abc import Collection, Iterator, Mapping

from generator.errors import Problem
from generator.game import Game
from generator.game.parts import Dice
from generator.guides.families import teaching
from generator.guides.lesson import Guide, Position
from generator.printables.kinds.cards import CardsEntry
from generator.printables.kinds.entry import DocumentEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entries
from generator.reading.nodes import (
    ListNode,
    MapNode,
    Node,
    Path,
    dotted,
    fault,
    place_of,
    plain,
)
from generator.words import Language, Message, message, not_one_of

SECTION = "guide"
# Fields that hold facts, not words: they are the same in every language.
FACTS = frozenset(
    {"marks", "scored", "shows", "sum", "colours", "minutes", "pupils", "group", "rules"}
    | {"position", "printable", "dice", "seat", "turn", "beside"}
)


def misfits(game: Game, guide: Guide, node: Node) -> Iterator[Problem]:
    """Yield every name in a guide that the game does not know, and the rules left out."""
    for name, position in guide.positions.items():
        for path, reason in _in_position(game, position):
            yield _at(node, ("positions", name, *path), reason)
    for path, found, known in _names(game, guide):
        if found not in known:
            yield _at(node, path, not_one_of(found, known))
    yield from _rules(game, guide, node)
    documents = (e.template for e in entries(game).values() if isinstance(e, DocumentEntry))
    if "handout" in documents and guide.handout is None:
        yield _at(node, ("handout",), message("reading.missing-field"))


def differences(lessons: Mapping[Language, MapNode]) -> Iterator[Problem]:
    """Yield every place where a language says more, less or other facts than the first one."""
    (first, model), *others = lessons.items() or (("", None),)
    for _, node in others:
        for path in _unlike(model, node, ()):
            yield _at(node, path, message("guide.differs", other=first))


def _in_position(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    yield from teaching(game).misfits(game, position)
    for number, colour in enumerate(position.colours):
        if colour not in game.head.colours:
            yield ("colours", number), not_one_of(colour, game.head.colours)
    kinds = SheetEntry | CardsEntry
    sheets = [name for name, entry in entries(game).items() if isinstance(entry, kinds)]
    if position.printable not in sheets:
        yield ("printable",), not_one_of(position.printable, sheets)


def _names(game: Game, guide: Guide) -> Iterator[tuple[Path, str, Collection[str]]]:
    """Yield where a name stands, the name, and those it may be."""
    positions, printables = tuple(guide.positions), game.printables()
    dice = [name for name, part in game.head.parts.items() if isinstance(part, Dice)]
    rules = [rule.id for rule in game.head.rules]
    yield ("rule_sheet", "position"), guide.rule_sheet.position, positions
    for number, section in enumerate(guide.rule_sheet.sections):
        for place, rule in enumerate(section.rules):
            yield ("rule_sheet", "sections", number, "rules", place), rule, rules
    for number, needed in enumerate(guide.lesson.printables):
        yield ("lesson", "printables", number, "printable"), needed.printable, printables
    for number, example in enumerate(guide.lesson.examples):
        yield ("lesson", "examples", number, "position"), example.position, positions
    for number, task in enumerate(guide.lesson.tasks):
        if task.position is not None:
            yield ("lesson", "tasks", number, "position"), task.position, positions
    annex = guide.lesson.annex
    if annex.dice is not None:
        yield ("lesson", "annex", "dice"), annex.dice, dice
    tables = {("annex", "tables"): annex.tables, ("tables",): guide.lesson.tables}
    known = teaching(game).tables(game, "en") if any(tables.values()) else {}
    for at, several in tables.items():
        for number, told in enumerate(several):
            yield ("lesson", *at, number, "shows"), told.shows, known


def _rules(game: Game, guide: Guide, node: Node) -> Iterator[Problem]:
    """Yield the rules that the rule sheet leaves out or tells twice."""
    told = [rule for section in guide.rule_sheet.sections for rule in section.rules]
    for rule in game.head.rules:
        if (times := told.count(rule.id)) != 1:
            reason = message("guide.rule-times", rule=rule.id, times=times)
            yield _at(node, ("rule_sheet", "sections"), reason)


def _unlike(one: Node | None, other: Node | None, path: Path) -> Iterator[Path]:
    """Yield the paths at which two sections differ in more than their words."""
    if path and path[-1] in FACTS:
        if one is None or other is None or plain(one) != plain(other):
            yield path
        return
    match one, other:
        case MapNode(), MapNode():
            for name in dict.fromkeys(key.text for key, _ in (*one.pairs, *other.pairs)):
                yield from _unlike(one.get(name), other.get(name), (*path, name))
        case ListNode(), ListNode() if len(one.items) == len(other.items):
            for number, pair in enumerate(zip(one.items, other.items, strict=True)):
                yield from _unlike(*pair, (*path, number))
        case _ if type(one) is not type(other) or isinstance(one, ListNode):
            yield path


def _at(node: Node, path: Path, reason: Message) -> Problem:
    return fault(place_of(node, path), dotted((SECTION, *path)), reason)
