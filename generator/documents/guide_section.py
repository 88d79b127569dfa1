"""The section `guide` of a language file: read, compared with the game, and filled with numbers."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

from generator import paths
from generator.documents.guide_parts import MARK, QuantityTable, Sum
from generator.documents.laboratory import strategy_quantities as policies
from generator.documents.laboratory import validate_laboratory
from generator.documents.lesson import Guide, Position
from generator.documents.position_view import Faults, as_tuple, figures_of_type, validate_position
from generator.documents.quantities import (
    NAME,
    Lookup,
    OneDecimal,
    Quantities,
    Tree,
    sum_quantities,
)
from generator.documents.rule_sheets import validate_callouts
from generator.documents.years import USUAL, for_year, years_named
from generator.errors import DataError, Problem, gather_problems
from generator.game import Game
from generator.game.parts import Dice, Pool
from generator.game.sentences import Sentences, field_aliases, placeholder_value, sign_letters
from generator.paper.text import LARGER
from generator.printables.context import Context, Options
from generator.printables.page_furniture import RULER
from generator.printables.planning import of_kind
from generator.printables.printable import DocumentEntry, LessonEntry, unknown_names
from generator.reading import nodes
from generator.reading.validate import validate
from generator.rules import load
from generator.words import Language, Message, message

SECTION = "guide"
# Fields that hold facts, not words: they are the same in every language.
FACTS = frozenset(
    {"marks", "scored", "shows", "sum", "colours", "minutes", "pupils", "group", "rules", "at"}
    | {"position", "printable", "dice", "seat", "turn", "beside", "adds", "total", "each", "bars"}
    | {"of", "solution", "lines", "sources", "unsaid", "walk", "across"}
    | {
        "policy",
        "plays",
        "figure",
        "trial",
        "years",
        "uses",
        "early",
        "oral",
        "annex_table",
        "twice",
    }
)
# What teaches nothing by itself: facts, and words above sentences.
NO_SENTENCE = FACTS | {"title", "heading", "level"}
# This turn is told in words.
WORDED_TURN = ("rule_sheet", "turn")
# More wrong marks than these are one fault.
MOST_MARKS = 3
# What is wrong in a position: its name, the place in it, and why.
PositionFault = tuple[str, nodes.Path, Message]
# What a template, or a paper of the lesson, cannot do without.
WANTED: Mapping[str, nodes.Path] = {
    "guide": ("lesson",),
    "handout": ("handout",),
    "laboratory": ("lesson", "laboratory"),
    "together": ("together",),
    "trial": ("lesson", "steps"),
    "worksheets": ("lesson", "tasks"),
    "slides": ("lesson", "steps"),
    "slips": ("lesson", "slips"),
    "exit-tickets": ("lesson", "exit"),
    "keep": ("lesson", "keep"),
    "quiz": ("lesson", "quiz"),
}


def check_guides(game: Game) -> None:
    """Read the guide of every language; raise DataError with every fault of all of them."""
    gather_problems(
        *(
            partial(read_guide, game, language, year)
            for language, node in game.lessons.items()
            for year in (None, *sorted({*years_named(node)} - {USUAL}))
        ),
        *(partial(_require_sections, game, language) for language in game.sentences),
    )
    gather_problems(*(partial(_validate_callouts, game, language) for language in game.lessons))
    DataError.raise_for(language_differences(game.lessons))


def _require_sections(game: Game, language: Language) -> None:
    node = game.lessons.get(language)
    printed = {one.template for one in of_kind(game, DocumentEntry).values()}
    printed |= {one.paper for one in of_kind(game, LessonEntry).values()}
    wanted = [field for name, field in WANTED.items() if name in printed]
    if node is None:
        if wanted or game.lessons:
            file = str(paths.sentences_files(game.folder)[language])
            reason = no_guide(game, language)
            raise DataError([Problem(file, None, None, SECTION, reason)])
        return
    reason, missing = message("reading.missing-field"), []
    for path in wanted:
        found: nodes.Node | None = node
        for step in path:
            found = found and nodes.child(found, step)
        missing += [] if found else [_problem_at(node, path, reason)]
    DataError.raise_for(missing)


def _validate_callouts(game: Game, language: Language) -> None:
    found = validate_callouts(read_guide(game, language), Context(game, "", Options(language)))
    DataError.raise_for(_problem_at(game.lessons[language], *one) for one in found)


def no_guide(game: Game, language: Language) -> Message:
    """Word that a game has no guide in a language."""
    return message("guide.missing", game=game.name, language=language)


def read_guide(game: Game, language: Language, year: str | None = None) -> Guide:
    """Return a game's guide for a school year, or the usual one, typeset and filled.

    It is empty where there is none; DataError with all faults.
    """
    return _read(game, language, year)[0]


def quantities_for(game: Game, language: Language) -> Quantities:
    """Return the words for every name that a text of the guide may hold in braces."""
    return _read(game, language, None)[1]


@lru_cache(maxsize=16)
def _read(game: Game, language: Language, year: str | None) -> tuple[Guide, Quantities]:
    whole = game.lessons.get(language)
    node = whole and for_year(whole, year)
    if not isinstance(node, nodes.MapNode):
        return Guide(), Quantities((), game.sentences_in(language))
    written = validate(node, Guide, field_aliases(), SECTION)
    astray = [
        (name, *fault)
        for name, one in written.positions.items()
        for fault in (*validate_position(game, one), *unknown_names(one, game))
    ]
    broken = {name for name, _, _ in astray}
    found = [*_merged_position_faults(astray)]
    sound = {name: one for name, one in written.positions.items() if name not in broken}
    names = quantities(game, sound, language)
    if laboratory := written.lesson.laboratory:
        odd = validate_laboratory(laboratory, load(game))
        found += ((("lesson", "laboratory", *path), reason) for path, reason in odd)
        names = Quantities((*names.trees, policies(game, laboratory, names)), names.said)
    found += validate_guide(game, written)
    rules = [rule.id for rule in game.head.rules]
    for section in ("rule_sheet", "lesson"):
        if part := node.get(section):
            found += _lost_rules(part, rules, (section,))
    unknown = (*_unknown_names(node, written, names, broken),)
    if not (found or unknown):
        found += (*_sums(written, names), *_tables(written, names))
    faults = (_problem_at(node, *one) for one in found)
    DataError.raise_for(nodes.sorted_problems((*faults, *unknown)))
    return validate(_filled_in(node, names.fill_in), Guide, field_aliases(), SECTION), names


def validate_guide(game: Game, guide: Guide) -> Faults:
    """Yield every name in a guide that the game does not know, and the rules left out."""
    apart = guide.model_copy(update={"positions": {}})
    yield from (*unknown_names(apart, game, guide.positions), *_quiz(game, guide))
    for number, step in enumerate(guide.lesson.steps):
        for slide in (one for one in step.shows if not guide.can_show(one, step)):
            yield ("lesson", "steps", number, "shows"), message("guide.no-slide", found=slide)
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


def _lost_rules(node: nodes.Node, rules: Collection[str], path: nodes.Path = ()) -> Faults:
    match node:
        case nodes.MapNode():
            if (taught := node.get("of")) is not None:
                asked = as_tuple(nodes.plain(taught))
                words = (at for _, at in nodes.scalars(node) if NO_SENTENCE.isdisjoint(at))
                first = next(words, ("of",))
                for rule in (str(rule) for rule in asked if rule not in rules):
                    yield (*path, *first), message("guide.teaches-lost-rule", rule=rule)
            for key, inner in node.pairs:
                yield from _lost_rules(inner, rules, (*path, key.text))
        case nodes.ListNode():
            for number, item in enumerate(node.items):
                yield from _lost_rules(item, rules, (*path, number))


def _quiz(game: Game, guide: Guide) -> Faults:
    for number, one in enumerate(guide.lesson.quiz):
        at: nodes.Path = ("lesson", "quiz", number)
        if one.choices and one.answer not in one.choices:
            yield (*at, "answer"), message("guide.no-choice", found=one.answer)
        if game.head.health is not None and not (one.sources or one.rules):
            yield at, message("guide.no-source")


def language_differences(lessons: Mapping[Language, nodes.MapNode]) -> Iterator[Problem]:
    """Yield every place where a language says more, less or other facts than the first one."""
    (first, model), *others = lessons.items() or (("", None),)
    for _, node in others:
        for path in _differing_paths(model, node, ()):
            yield _problem_at(node, path, message("guide.differs", other=first))


def _merged_position_faults(found: Sequence[PositionFault]) -> Faults:
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


def _tables(guide: Guide, known: Quantities) -> Faults:
    for path, one in _tables_of(guide):
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
                    yield (*path, "bars", number), known.unknown(name).reason


def _tables_of(guide: Guide) -> Iterator[tuple[nodes.Path, QuantityTable]]:
    annexed, own = guide.lesson.annex.tables, guide.lesson.tables
    yield from ((("lesson", "annex", "tables", n), one) for n, one in enumerate(annexed))
    yield from ((("lesson", "tables", n), one) for n, one in enumerate(own))


def _sums(guide: Guide, known: Quantities) -> Faults:
    for number, line in enumerate(guide.rule_sheet.example):
        if not isinstance(line, Sum):
            continue
        at: nodes.Path = ("rule_sheet", "example", number)
        names = (*(((*at, "adds", n), name) for n, name in enumerate(line.adds)),)
        values = []
        for path, name in (*names, ((*at, "total"), line.total)):
            if name not in known:
                yield path, known.unknown(name).reason
            elif (value := _whole(known[name])) is None:
                yield path, message("guide.no-number", name=name, words=known[name])
            else:
                values.append(value)
        if len(values) == len(names) + 1 and sum(values[:-1]) != values[-1]:
            reason = message("guide.sum-differs", found=sum(values[:-1]), wanted=values[-1])
            yield (*at, "total"), reason


def _whole(words: str) -> int | None:
    bare = re.sub(r"[\s,]", "", words.replace("\N{MINUS SIGN}", "-"))
    return int(bare) if re.fullmatch("-?[0-9]+", bare) else None


def _differing_paths(
    one: nodes.Node | None, other: nodes.Node | None, path: nodes.Path
) -> Iterator[nodes.Path]:
    if path and path[-1] in FACTS and path != WORDED_TURN:
        if one is None or other is None or nodes.plain(one) != nodes.plain(other):
            yield path
        return
    match one, other:
        case nodes.MapNode(), nodes.MapNode():
            for name in dict.fromkeys(key.text for key, _ in (*one.pairs, *other.pairs)):
                yield from _differing_paths(one.get(name), other.get(name), (*path, name))
        case nodes.ListNode(), nodes.ListNode() if len(one.items) == len(other.items):
            for number, pair in enumerate(zip(one.items, other.items, strict=True)):
                yield from _differing_paths(*pair, (*path, number))
        case _ if type(one) is not type(other) or isinstance(one, nodes.ListNode):
            yield path


def _problem_at(node: nodes.Node, path: nodes.Path, reason: Message) -> Problem:
    return nodes.problem_at(nodes.place_of(node, path), nodes.dotted_path((SECTION, *path)), reason)


def quantities(game: Game, positions: Mapping[str, Position], language: Language) -> Quantities:
    """Return the words for every name that a text of the guide may hold in braces."""
    own, said = figures_of_type(game, positions, language), game.sentences_in(language)
    return Quantities((own, *_common(game, positions, said)), said)


def _common(game: Game, positions: Mapping[str, Position], said: Sentences) -> Iterator[Tree]:
    parts = game.head.parts
    cells = (cell for part in parts.values() for cell in part.cell_ids())

    def paper(name: str) -> Tree:
        title = said.printables[name]
        return {"title": title, "small": f"{title[:1].lower()}{title[1:]}"}

    def told_of(name: str) -> Tree:
        one = positions[name]
        colours = [said.words.get("colours", {}).get(colour, colour) for colour in one.colours]
        return {"sum": one.sum, "colours": colours, **one.marks}

    yield {
        "game.minutes": dict(zip(("least", "most"), game.head.minutes, strict=True)),
        "print.ruler.mm": f"{RULER:g}",
        "print.large.times": OneDecimal(Fraction(str(LARGER))),
        "cell.label": Lookup(cells, lambda cell: (cell,)),
        "fact": said.health,
        "paper": Lookup(said.printables, paper),
        "position": Lookup(positions, told_of),
    }
    yield {**game.figures, **sign_letters(said)}
    for name, part in parts.items():
        if isinstance(part, Dice | Pool):
            most = len(part.dice) if isinstance(part, Dice) else part.dice
            alike = Dice(part="dice", dice=("one",), sides=part.sides)
            counts = map(str, range(1, most + 1))
            yield {name: Lookup(counts, partial(sum_quantities, alike))}


def _filled_in(node: nodes.Node, put: Callable[[str], str]) -> nodes.Node:
    match node:
        case nodes.Scalar():
            if not isinstance(node.value, str):
                return node
            return replace(node, text=put(node.text), value=put(node.value))
        case nodes.ListNode():
            return replace(node, items=tuple(_filled_in(item, put) for item in node.items))
        case nodes.MapNode():
            pairs = ((key, _filled_in(value, put)) for key, value in node.pairs)
            return replace(node, pairs=tuple(pairs))


def _texts(node: nodes.Node, guide: Guide) -> Iterator[tuple[str, nodes.Place, nodes.Path]]:
    for scalar, path in nodes.scalars(node):
        yield scalar.text, scalar.place, path
    for path, table in _tables_of(guide):
        below = tuple(table.below.replace(MARK, word) for word in table.each)
        for field, lines in (("below", (below,)), ("rows", table.expanded_rows())):
            at = (*path, field)
            yield from ((text, nodes.place_of(node, at), at) for line in lines for text in line)


def _unknown_names(
    node: nodes.Node, guide: Guide, known: Quantities, broken: set[str]
) -> Iterator[Problem]:
    """Yield names in braces that stand for nothing, of one cause once; no echo of other faults."""
    told: set[str] = set()
    for text, place, path in _texts(node, guide):
        for name in NAME.findall(text):
            if placeholder_value(name, known, known.said.language) is not None:
                continue
            cause, reason, is_listed = known.unknown(name)
            if not is_listed:
                # The same name of another cell, sum or number of dice.
                cause = re.sub("[0-9]+", "#", name)
            elif not broken.isdisjoint(name.split(".")[1:]):
                continue
            if cause not in told:
                told.add(cause)
                yield nodes.problem_at(place, nodes.dotted_path((SECTION, *path)), reason)
