"""A guide for a school year: what says that it is for other years is left out."""

from collections.abc import Iterator
from dataclasses import replace

from generator.errors import DataError
from generator.game.countries import years_of
from generator.reading import nodes
from generator.words import not_one_of

# The field that says for which years something is, and the word for every year that has nothing
# of its own, and for no year.
YEARS, USUAL = "years", "usual"


def years_named(node: nodes.Node) -> Iterator[str]:
    """Yield the years for which a guide has something of its own."""
    yield from (one.text for one in _named(node))


def _named(node: nodes.Node) -> Iterator[nodes.Scalar]:
    match node:
        case nodes.MapNode():
            if node.get(USUAL):
                yield from (key for key, _ in node.pairs)
            for key, inner in node.pairs:
                if key.text == YEARS and isinstance(inner, nodes.ListNode):
                    yield from (one for one in inner.items if isinstance(one, nodes.Scalar))
                else:
                    yield from _named(inner)
        case nodes.ListNode():
            for item in node.items:
                yield from _named(item)


def for_year(node: nodes.Node, year: str | None) -> nodes.Node:
    """Return a guide for a year of any country, the usual one where nothing is said for its age.

    Before the first age for which something is said it is for that age. Of the values of
    `{usual: ..., ce2: ...}` one is kept; an item with `years` that does not name the year, or whose
    value for the year is empty, is left out.
    """
    every, named = years_of(""), [one for one in _named(node) if one.text != USUAL]
    DataError.raise_for(
        nodes.problem_at(one.place, one.text, not_one_of(one.text, every))
        for one in named
        if one.text not in every
    )
    if year is None or year not in every:
        return _kept(node, USUAL)
    of_age = {every[one.text].age: one.text for one in named}
    age = max(every[year].age, min(of_age, default=0))
    return _kept(node, of_age.get(age, USUAL))


def _kept(node: nodes.Node, year: str) -> nodes.Node:
    if isinstance(node, nodes.ListNode):
        items = (_kept(one, year) for one in node.items if _is_for(one, year))
        return replace(node, items=tuple(items))
    if not isinstance(node, nodes.MapNode):
        return node
    if usual := node.get(USUAL):
        return _kept(node.get(year) or usual, year)
    pairs = ((key, _kept(inner, year)) for key, inner in node.pairs)
    return nodes.MapNode(tuple(pairs), node.place)


def _is_for(node: nodes.Node, year: str) -> bool:
    if not isinstance(node, nodes.MapNode):
        return True
    if node.get(USUAL):
        chosen = node.get(year) or node.get(USUAL)
        return not (isinstance(chosen, nodes.Scalar) and chosen.is_empty())
    named = node.get(YEARS)
    return not isinstance(named, nodes.ListNode) or year in {
        one.text for one in named.items if isinstance(one, nodes.Scalar)
    }
