"""Names and fixed words of either language -> the model's own, where the model expects them."""

from dataclasses import replace

from pydantic import BaseModel

from generator.errors import DataError, Problem
from generator.reading.aliases import NO_ALIASES, Aliases
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar, dotted, fault, in_order
from generator.reading.wanted import (
    FREE,
    Choice,
    Fields,
    Flag,
    Free,
    Items,
    Table,
    Wanted,
    Word,
    fields_of,
    wanted,
)
from generator.words import clipped, fold, message

TRUTH = "truth"  # the vocabulary of true and false


def canonical(node: Node, model: type[BaseModel], aliases: Aliases = NO_ALIASES) -> Node:
    """Return the node with canonical field names and fixed words, its places kept.

    Raise DataError naming each field that is given in two spellings.
    """
    form, problems = canonical_form(node, wanted(model), aliases)
    if problems:
        raise DataError(in_order(problems))
    return form


def canonical_form(
    node: Node, want: Wanted, aliases: Aliases, path: Path = ()
) -> tuple[Node, tuple[Problem, ...]]:
    """Return the canonical node and the faults found on the way: fields given twice."""
    want = chosen(want, node, aliases)
    match node:
        case Scalar():
            return _word(node, want, aliases), ()
        case ListNode():
            return _list(node, want, aliases, path)
        case MapNode():
            return _map(node, want, aliases, path)


def chosen(want: Wanted, node: Node, aliases: Aliases) -> Wanted:
    """Return the member of a choice that a node is meant for, by its kind and its fields."""
    if not isinstance(want, Choice):
        return want
    members = [chosen(member, node, aliases) for member in want.members]
    match node:
        case Scalar():
            return next((member for member in members if isinstance(member, Word | Flag)), FREE)
        case ListNode():
            return next((member for member in members if isinstance(member, Items)), FREE)
        case MapNode():
            maps = [member for member in members if isinstance(member, Fields | Table)]
            return max(maps, key=lambda member: _likeness(member, node, aliases), default=FREE)


def _likeness(want: Fields | Table, node: MapNode, aliases: Aliases) -> tuple[int, int]:
    """Return how well a mapping fits: fixed words that name the member, then known fields."""
    if isinstance(want, Table):
        return 0, 0
    known = fields_of(want.model)
    meant = [(aliases.field_of(key.text, tuple(known)), inner) for key, inner in node.pairs]
    named = [
        name
        for name, inner in meant
        if name is not None and isinstance(inner, Scalar) and _is_option(inner, known[name])
    ]
    return len(named), sum(name is not None for name, _ in meant)


def _is_option(node: Scalar, want: Wanted) -> bool:
    return isinstance(want, Word) and fold(node.text) in map(fold, want.options)


def _word(node: Scalar, want: Wanted, aliases: Aliases) -> Scalar:
    if isinstance(want, Flag):
        return _flag(node, aliases)
    if not isinstance(want, Word) or not isinstance(node.value, str):
        return node
    meant = aliases.word_of(node.text, want.vocabulary, want.options)
    if meant is None or meant == node.text:
        return node
    return replace(node, text=meant, value=meant, written=node.spelling())


def _flag(node: Scalar, aliases: Aliases) -> Scalar:
    meant = None if node.quoted else aliases.word_of(node.text, TRUTH)
    if meant is None:
        return node
    return replace(node, text=meant, value=meant == "true", written=node.spelling())


def _list(
    node: ListNode, want: Wanted, aliases: Aliases, path: Path
) -> tuple[Node, tuple[Problem, ...]]:
    if not isinstance(want, Items):
        return node, ()
    forms = [
        canonical_form(item, want.at(index), aliases, (*path, index))
        for index, item in enumerate(node.items)
    ]
    problems = tuple(problem for _, found in forms for problem in found)
    return ListNode(tuple(item for item, _ in forms), node.place), problems


def _map(
    node: MapNode, want: Wanted, aliases: Aliases, path: Path
) -> tuple[Node, tuple[Problem, ...]]:
    pairs: dict[str, tuple[Scalar, Node]] = {}
    problems: list[Problem] = []
    for written, value in node.pairs:
        key, inner = _pair(written, want, aliases)
        where = (*path, written.spelling())
        form, found = canonical_form(value, inner, aliases, where)
        problems.extend(found)
        before = pairs.setdefault(key.text, (key, form))[0]
        if before is not key:
            problems.append(_twice(written, before, where))
    return MapNode(tuple(pairs.values()), node.place), tuple(problems)


def _pair(key: Scalar, want: Wanted, aliases: Aliases) -> tuple[Scalar, Wanted]:
    match want:
        case Fields(model):
            known = fields_of(model)
            meant = aliases.field_of(key.text, tuple(known))
            return _renamed(key, meant), FREE if meant is None else known[meant]
        case Table(Word(vocabulary, options), value):
            return _renamed(key, aliases.word_of(key.text, vocabulary, options)), value
        case Table(_, value):
            return key, value
        case Free() | Flag() | Word() | Items() | Choice():
            return key, FREE


def _renamed(key: Scalar, meant: str | None) -> Scalar:
    if meant is None or meant == key.text:
        return key
    return replace(key, text=meant, value=meant, written=key.spelling())


def _twice(key: Scalar, before: Scalar, path: Path) -> Problem:
    words = message(
        "reading.given-twice",
        found=clipped(key.spelling()),
        other=clipped(before.spelling()),
        line=str(before.place.line),
    )
    return fault(key.place, dotted(path), words)
