"""The section `guide` of a language file: read, compared with the game, and filled with numbers."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from generator.errors import DataError, LudokitError, Problem, gathered
from generator.game import Game
from generator.game.parts import Dice, Pool
from generator.game.vocabulary import field_aliases
from generator.guides.families import teaching
from generator.guides.lesson import Guide, Position
from generator.guides.numbers import (
    MOST_DICE,
    MOST_SIDES,
    NAME,
    at_least_once,
    decimal,
    filled,
    listed,
    percent,
)
from generator.guides.teaching import Pairs
from generator.paper.style import LARGE
from generator.printables.furniture import RULER
from generator.printables.kinds.cards import CardsEntry
from generator.printables.kinds.entry import DocumentEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entries
from generator.reading.fit import fit
from generator.reading.nodes import (
    ListNode,
    MapNode,
    Node,
    Path,
    Scalar,
    dotted,
    fault,
    in_order,
    place_of,
    plain,
)
from generator.words import Language, Message, message, not_one_of, typeset

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


def check(game: Game) -> None:
    """Read the guide of every language; raise DataError with every fault of all of them."""
    gathered(
        *(partial(guide, game, language) for language in game.lessons),
        partial(_complete, game),
    )
    if faults := tuple(differences(game.lessons)):
        raise DataError(faults)


def _complete(game: Game) -> None:
    """Raise DataError naming the languages without the guide that a printable needs."""
    if any(isinstance(entry, DocumentEntry) for entry in entries(game).values()):
        missing = (language for language in game.said if language not in game.lessons)
        faults = [
            Problem(
                str(game.folder / f"{language}.yaml"), None, None, SECTION, _none(game, language)
            )
            for language in missing
        ]
        if faults:
            raise DataError(faults)


def _none(game: Game, language: Language) -> Message:
    return message("guide.missing", game=game.name, language=language)


def guide(game: Game, language: Language) -> Guide:
    """Return a game's guide, its texts typeset and filled with numbers.

    Raise LudokitError where the game has none, DataError with every fault of the section.
    """
    if language not in game.lessons:
        raise LudokitError(_none(game, language))
    node = game.lessons[language]
    plain = fit(node, Guide, field_aliases(), SECTION)
    known = numbers(game, plain.positions, language)
    if problems := (*misfits(game, plain, node), *_unknown(node, (SECTION,), known)):
        raise DataError(in_order(problems))
    told = _told(node, lambda words: typeset(filled(words, known), language))
    return fit(told, Guide, field_aliases(), SECTION)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Mapping[str, str]:
    """Return the words for every name that a text of the guide may hold in braces."""
    found = {**dict(_head(game, language)), **game.figures}
    for name, part in game.head.parts.items():
        if isinstance(part, Dice):
            found |= dict(_dice(name, part, language))
        elif isinstance(part, Pool):
            found |= dict(_dice(name, _alike(part), language))
    for name, position in positions.items():
        found |= dict(_position(game, name, position, language))
    return {**found, **teaching(game).numbers(game, positions, language)}


def _head(game: Game, language: Language) -> Pairs:
    for bound, minutes in zip(("least", "most"), game.head.minutes, strict=True):
        yield f"game.minutes.{bound}", str(minutes)
    yield "print.ruler.mm", f"{RULER:g}"
    yield "print.large.times", decimal(Fraction(str(LARGE)), language)


def _dice(name: str, dice: Dice, language: Language) -> Pairs:
    if dice.sides > MOST_SIDES:
        return
    for count in range(1, min(len(dice.dice), MOST_DICE) + 1):
        chances, rolls = dice.sums(count), dice.sides**count
        mean = sum(total * chance for total, chance in chances.items())
        of = f"{name}.{count}"
        yield f"{of}.all", str(rolls)
        yield f"{of}.least", str(min(chances))
        yield f"{of}.most", str(max(chances))
        is_whole = Fraction(mean).denominator == 1
        yield f"{of}.mean", str(mean) if is_whole else decimal(Fraction(mean), language)
        for total, chance in chances.items():
            or_more = sum(chances[other] for other in chances if other >= total)
            yield f"{of}.{total}", f"{chance * rolls}/{rolls}"
            yield f"{of}.{total}.ways", str(chance * rolls)
            yield f"{of}.{total}.percent", percent(chance, language)
            yield f"{of}.{total}.twice", percent(at_least_once(chance), language)
            yield f"{of}.{total}.or-more.percent", percent(Fraction(or_more), language)


def _alike(pool: Pool) -> Dice:
    """Return dice that are all alike as dice that may be counted."""
    count = min(pool.dice, MOST_DICE)
    return Dice(part="dice", dice=tuple(f"d{n}" for n in range(count)), sides=pool.sides)


def _position(game: Game, name: str, position: Position, language: Language) -> Pairs:
    said = game.said_in(language)
    colours = said.words.get("colours", {})
    at = f"position.{name}"
    yield f"{at}.sum", str(position.sum)
    yield f"{at}.colours", listed([colours.get(c, c) for c in position.colours], language)
    yield from ((f"{at}.{cell}", mark) for cell, mark in position.marks.items())


def _told(node: Node, put: Callable[[str], str]) -> Node:
    """Return the section with each text filled in and typeset, every place kept."""
    match node:
        case Scalar():
            if not isinstance(node.value, str):
                return node
            return replace(node, text=put(node.text), value=put(node.value))
        case ListNode():
            return replace(node, items=tuple(_told(item, put) for item in node.items))
        case MapNode():
            return replace(node, pairs=tuple((key, _told(value, put)) for key, value in node.pairs))


def _unknown(node: Node, path: Path, known: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the names in braces that stand for nothing."""
    match node:
        case Scalar():
            for name in NAME.findall(node.text):
                if name not in known:
                    yield fault(node.place, dotted(path), not_one_of(name, known))
        case ListNode():
            for number, item in enumerate(node.items):
                yield from _unknown(item, (*path, number), known)
        case MapNode():
            for key, value in node.pairs:
                yield from _unknown(value, (*path, key.text), known)
