"""The section `guide` of a language file: read, compared with the game, and filled with numbers."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import TypeAlias

from generator.documents.asked import MARK, Sum, Tabled
from generator.documents.laboratory import numbers as policies
from generator.documents.laboratory import unfitting
from generator.documents.lesson import Guide, Position
from generator.documents.numbers import NAME, Group, Mean, Names, Pairs, sums_of
from generator.documents.rule_sheets import uncalled
from generator.documents.teaching import Faults, teaching
from generator.errors import DataError, Problem, gathered
from generator.game import Game
from generator.game.parts import Dice, Pool
from generator.game.sentences import Sentences, field_aliases, signs, stands_for
from generator.paper.text import LARGER
from generator.printables.context import Options, PrintContext
from generator.printables.declaring import DocumentEntry, LessonEntry, misnamed
from generator.printables.pages import RULER
from generator.printables.planning import of_kind
from generator.reading import nodes
from generator.reading.fit import fit
from generator.rules import load
from generator.words import Language, Message, message, near, not_one_of

SECTION = "guide"
# Fields that hold facts, not words: they are the same in every language.
FACTS = frozenset(
    {"marks", "scored", "shows", "sum", "colours", "minutes", "pupils", "group", "rules", "at"}
    | {"position", "printable", "dice", "seat", "turn", "beside", "adds", "total", "each", "bars"}
    | {"solution", "lines", "sources", "unsaid", "walk", "across"}
    | {"policy", "plays", "figure", "trial"}
)
# This turn is told in words.
TOLD_TURN = ("rule_sheet", "turn")
# More wrong marks than these are one fault.
MOST_MARKS = 3
# What is wrong in a position: its name, the place in it, and why.
Astray: TypeAlias = tuple[str, nodes.Path, Message]
# What a template, or a paper of the lesson, cannot do without.
WANTED: Mapping[str, nodes.Path] = {
    "guide": ("lesson",),
    "handout": ("handout",),
    "laboratory": ("lesson", "laboratory"),
    "together": ("together",),
    "worksheets": ("lesson", "tasks"),
    "slides": ("lesson", "examples"),
    "exit-tickets": ("lesson", "exit"),
    "keep": ("lesson", "keep"),
    "quiz": ("lesson", "quiz"),
}


def check(game: Game) -> None:
    """Read the guide of every language; raise DataError with every fault of all of them."""
    gathered(
        *(partial(guide, game, language) for language in game.lessons),
        *(partial(_complete, game, language) for language in game.said),
    )
    gathered(*(partial(_called_out, game, language) for language in game.lessons))
    if faults := tuple(differences(game.lessons)):
        raise DataError(faults)


def _complete(game: Game, language: Language) -> None:
    """Raise DataError naming what a printed document needs and a language lacks."""
    node = game.lessons.get(language)
    printed = {one.template for one in of_kind(game, DocumentEntry).values()}
    printed |= {one.paper for one in of_kind(game, LessonEntry).values()}
    wanted = [field for name, field in WANTED.items() if name in printed]
    if node is None:
        if wanted or game.lessons:
            file, reason = str(game.folder / f"{language}.yaml"), none(game, language)
            raise DataError([Problem(file, None, None, SECTION, reason)])
        return
    if missing := [path for path in wanted if not _has(node, path)]:
        raise DataError(_at(node, path, message("reading.missing-field")) for path in missing)


def _has(node: nodes.Node, path: nodes.Path) -> bool:
    """Tell whether there is something at a place."""
    found: nodes.Node | None = node
    for step in path:
        found = found and nodes.child(found, step)
    return found is not None


def _called_out(game: Game, language: Language) -> None:
    """Raise DataError naming each place called out that is not on the board of the rule sheet."""
    setting = PrintContext(game, "", Options(language))
    if missing := tuple(uncalled(guide(game, language), setting)):
        raise DataError(_at(game.lessons[language], path, reason) for path, reason in missing)


def none(game: Game, language: Language) -> Message:
    """Word that a game has no guide in a language."""
    return message("guide.missing", game=game.name, language=language)


def guide(game: Game, language: Language) -> Guide:
    """Return a game's guide, typeset and filled, or an empty one; DataError with all faults."""
    return _read(game, language)[0]


def known(game: Game, language: Language) -> Names:
    """Return the words for every name that a text of the guide may hold in braces."""
    return _read(game, language)[1]


@lru_cache(maxsize=8)
def _read(game: Game, language: Language) -> tuple[Guide, Names]:
    node = game.lessons.get(language)
    if node is None:
        return Guide(), Names((), game.said_in(language))
    written = fit(node, Guide, field_aliases(), SECTION)
    astray = tuple(_astray(game, written.positions))
    broken = {name for name, _, _ in astray}
    found = [*_in_positions(astray)]
    sound = {name: one for name, one in written.positions.items() if name not in broken}
    names = numbers(game, sound, language)
    if laboratory := written.lesson.laboratory:
        odd = unfitting(laboratory, load(game))
        found += ((("lesson", "laboratory", *path), reason) for path, reason in odd)
        names = Names((*names.groups, policies(game, laboratory, names)), names.said)
    found += misfits(game, written)
    unknown = (*_unknown(node, written, names, broken),)
    if not (found or unknown):
        found += (*_sums(written, names), *_tables(written, names))
    if faults := (*(_at(node, *one) for one in found), *unknown):
        raise DataError(nodes.in_order(faults))
    return fit(_told(node, names.put_in), Guide, field_aliases(), SECTION), names


def misfits(game: Game, guide: Guide) -> Faults:
    """Yield every name in a guide that the game does not know, and the rules left out."""
    apart = guide.model_copy(update={"positions": {}})
    yield from (*misnamed(apart, game, guide.positions), *_quiz(game, guide))
    sheet = guide.rule_sheet
    told = [rule for section in sheet.sections for rule in section.rules]
    told += sheet.told_above() if told else ()
    for rule in game.head.rules if told else ():
        if (times := [*told, *sheet.unsaid].count(rule.id)) != 1:
            reason = message("guide.rule-times", rule=rule.id, times=times)
            yield ("rule_sheet", "sections", len(sheet.sections) - 1, "rules"), reason
    for field, rule_id in sheet.walk.items():
        if rule_id in sheet.unsaid:
            yield ("rule_sheet", "walk", field), message("guide.walk-unsaid", rule=rule_id)


def _quiz(game: Game, guide: Guide) -> Faults:
    """Yield answers that are no choice, and answers about health that nobody stands for."""
    for number, one in enumerate(guide.lesson.quiz):
        at: nodes.Path = ("lesson", "quiz", number)
        if one.choices and one.answer not in one.choices:
            yield (*at, "answer"), message("guide.no-choice", found=one.answer)
        if game.head.health is not None and not (one.sources or one.rules):
            yield at, message("guide.no-source")


def differences(lessons: Mapping[Language, nodes.MapNode]) -> Iterator[Problem]:
    """Yield every place where a language says more, less or other facts than the first one."""
    (first, model), *others = lessons.items() or (("", None),)
    for _, node in others:
        for path in _unlike(model, node, ()):
            yield _at(node, path, message("guide.differs", other=first))


def _in_positions(found: Sequence[Astray]) -> Faults:
    """Yield what is wrong with positions; many wrong marks have one cause, and are one fault."""
    marks = [one for one in found if one[1][:1] == ("marks",)]
    # What else is wrong in several positions is told of the first.
    first = {one[1:]: one for one in reversed(found) if one not in marks}
    if len(marks) > MOST_MARKS:
        (name, path, reason), *_ = marks
        names = tuple(dict.fromkeys(name for name, _, _ in marks))
        reason = message("guide.more-marks", reason=reason, n=len(marks) - 1, positions=names)
        marks = [(name, path, reason)]
    yield from ((("positions", name, *path), why) for name, path, why in (*marks, *first.values()))


def _astray(game: Game, positions: Mapping[str, Position]) -> Iterator[Astray]:
    """Yield what of each position the game does not know, each with its place in it."""
    for name, position in positions.items():
        faults = (*teaching(game).misfits(game, position), *misnamed(position, game))
        yield from ((name, path, reason) for path, reason in faults)


def _tables(guide: Guide, known: Names) -> Faults:
    """Yield rows as long as no head, and bars without a panel or of what is not known."""
    for path, one in _tabled(guide):
        for number, row in enumerate(one.rows):
            if len(row) != len(one.heads):
                reason = message("guide.columns", found=len(row), wanted=len(one.heads))
                yield (*path, "rows", number), reason
        if len(one.panels) != len(one.bars):
            reason = message("guide.panels", found=len(one.panels), wanted=len(one.bars))
            yield (*path, "panels"), reason
        for number, bar in enumerate(one.bars):
            for name in (bar.replace(MARK, word) for word in one.each):
                if name not in known:
                    yield (*path, "bars", number), _not_known(name, known)


def _tabled(guide: Guide) -> Iterator[tuple[nodes.Path, Tabled]]:
    """Yield every table of a lesson after its place."""
    annexed, own = guide.lesson.annex.tables, guide.lesson.tables
    yield from ((("lesson", "annex", "tables", n), one) for n, one in enumerate(annexed))
    yield from ((("lesson", "tables", n), one) for n, one in enumerate(own))


def _sums(guide: Guide, known: Names) -> Faults:
    """Yield the lines whose numbers do not make their total."""
    for number, line in enumerate(guide.rule_sheet.example):
        if not isinstance(line, Sum):
            continue
        at: nodes.Path = ("rule_sheet", "example", number)
        names = (*(((*at, "adds", n), name) for n, name in enumerate(line.adds)),)
        values = []
        for path, name in (*names, ((*at, "total"), line.total)):
            if name not in known:
                yield path, _not_known(name, known)
            elif (value := _whole(known[name])) is None:
                yield path, message("guide.no-number", name=name, words=known[name])
            else:
                values.append(value)
        if len(values) == len(names) + 1 and sum(values[:-1]) != values[-1]:
            reason = message("guide.sum-differs", found=sum(values[:-1]), wanted=values[-1])
            yield (*at, "total"), reason


def _whole(words: str) -> int | None:
    """Return the whole number that words of ours are, None where they are none."""
    bare = re.sub(r"[\s,]", "", words.replace("\N{MINUS SIGN}", "-"))
    return int(bare) if re.fullmatch("-?[0-9]+", bare) else None


def _unlike(
    one: nodes.Node | None, other: nodes.Node | None, path: nodes.Path
) -> Iterator[nodes.Path]:
    """Yield the paths at which two sections differ in more than their words."""
    if path and path[-1] in FACTS and path != TOLD_TURN:
        if one is None or other is None or nodes.plain(one) != nodes.plain(other):
            yield path
        return
    match one, other:
        case nodes.MapNode(), nodes.MapNode():
            for name in dict.fromkeys(key.text for key, _ in (*one.pairs, *other.pairs)):
                yield from _unlike(one.get(name), other.get(name), (*path, name))
        case nodes.ListNode(), nodes.ListNode() if len(one.items) == len(other.items):
            for number, pair in enumerate(zip(one.items, other.items, strict=True)):
                yield from _unlike(*pair, (*path, number))
        case _ if type(one) is not type(other) or isinstance(one, nodes.ListNode):
            yield path


def _at(node: nodes.Node, path: nodes.Path, reason: Message) -> Problem:
    return nodes.fault(nodes.place_of(node, path), nodes.dotted((SECTION, *path)), reason)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Names:
    """Return the words for every name that a text of the guide may hold in braces."""
    own, said = teaching(game).numbers(game, positions, language), game.said_in(language)
    return Names((*own, *_common(game, positions, said)), said)


def _common(game: Game, positions: Mapping[str, Position], said: Sentences) -> Iterator[Group]:
    """Yield the names that every game has."""
    yield Group(("game.minutes", "print"), partial(_head, game))
    cells = [cell for part in game.head.parts.values() for cell in part.cell_ids()]
    yield Group.of("cell.label", lambda: {one: (one,) for one in cells})
    yield Group.of("fact", lambda: said.health)
    # Signs are those of the language.
    figures = {**game.figures, **signs(said)}
    yield Group(tuple(figures), lambda: iter(figures.items()))
    yield Group.of("paper", partial(_papers, said))
    for name, part in game.head.parts.items():
        if isinstance(part, Dice | Pool):
            most = len(part.dice) if isinstance(part, Dice) else part.dice
            alike = Dice(part="dice", dice=("one",), sides=part.sides)
            for count in range(1, most + 1):
                yield Group.of(f"{name}.{count}", partial(sums_of, alike, count))
    for name, position in positions.items():
        yield Group.of(f"position.{name}", partial(_position, position, said))


def _head(game: Game) -> Pairs:
    yield "game.minutes", dict(zip(("least", "most"), game.head.minutes, strict=True))
    yield "print.ruler.mm", f"{RULER:g}"
    yield "print.large.times", Mean(Fraction(str(LARGER)))


def _papers(said: Sentences) -> Mapping[str, Mapping[str, str]]:
    """Return the title of each printable, and how it stands within a sentence."""
    return {
        name: {"title": title, "small": f"{title[:1].lower()}{title[1:]}"}
        for name, title in said.printables.items()
    }


def _position(position: Position, said: Sentences) -> Mapping[str, object]:
    colours = [said.words.get("colours", {}).get(one, one) for one in position.colours]
    return {"sum": position.sum, "colours": colours, **position.marks}


def _told(node: nodes.Node, put: Callable[[str], str]) -> nodes.Node:
    """Return the section with each text filled in and typeset, every place kept."""
    match node:
        case nodes.Scalar():
            if not isinstance(node.value, str):
                return node
            return replace(node, text=put(node.text), value=put(node.value))
        case nodes.ListNode():
            return replace(node, items=tuple(_told(item, put) for item in node.items))
        case nodes.MapNode():
            return replace(node, pairs=tuple((key, _told(value, put)) for key, value in node.pairs))


def _asking(node: nodes.Node, guide: Guide) -> Iterator[tuple[str, nodes.Place, nodes.Path]]:
    """Yield each text that may ask for numbers, with its place."""
    for scalar, path in nodes.scalars(node):
        yield scalar.text, scalar.place, path
    for path, table in _tabled(guide):
        below = tuple(table.below.replace(MARK, word) for word in table.each)
        for field, lines in (("below", (below,)), ("rows", table.lines())):
            at = (*path, field)
            yield from ((text, nodes.place_of(node, at), at) for line in lines for text in line)


def _unknown(node: nodes.Node, guide: Guide, known: Names, broken: set[str]) -> Iterator[Problem]:
    """Yield names in braces that stand for nothing, of one cause once; no echo of other faults."""
    told: set[str] = set()
    for text, place, path in _asking(node, guide):
        for name in NAME.findall(text):
            if stands_for(name, known, known.said.language) is not None:
                continue
            cause, beside = known.stem(name)
            reason = not_one_of(cause, beside)
            if any(known.holding(name)):
                # The same name of another cell, sum or number of dice.
                cause, reason = re.sub("[0-9]+", "#", name), _not_known(name, known)
            elif not broken.isdisjoint(name.split(".")[1:]):
                continue
            if cause not in told:
                told.add(cause)
                yield nodes.fault(place, nodes.dotted((SECTION, *path)), reason)


def _not_known(name: str, known: Names) -> Message:
    """Word that nothing is called so, with the nearest right name."""
    like = [one for group in known.holding(name) for one in group.values]
    hint = near(name, like or known.stem(name)[1])
    if hint is None:
        return message("guide.no-name", name=name)
    return message("guide.no-name-near", name=name, near=hint)
