"""A guide for a school year: what says that it is for other years is left out."""

from collections.abc import Iterator
from dataclasses import replace

from generator.reading import nodes

# The field that says for which years something is, and the word for every year that has nothing
# of its own, and for no year.
YEARS, USUAL = "years", "usual"


def years_named(node: nodes.Node) -> Iterator[str]:
    """Yield the years for which a guide has something of its own."""
    match node:
        case nodes.MapNode():
            if node.get(USUAL):
                yield from (key.text for key, _ in node.pairs)
            for key, inner in node.pairs:
                if key.text == YEARS and isinstance(inner, nodes.ListNode):
                    yield from (one.text for one in inner.items if isinstance(one, nodes.Scalar))
                else:
                    yield from years_named(inner)
        case nodes.ListNode():
            for item in node.items:
                yield from years_named(item)


def for_year(node: nodes.Node, year: str | None) -> nodes.Node:
    """Return a guide for a year, the usual one for a year for which nothing is said.

    Of the values of `{usual: ..., ce2: ...}` one is kept; an item with `years` that does not name
    the year, or whose value for the year is empty, is left out.
    """
    return _kept(node, USUAL if year is None or year not in {*years_named(node)} else year)


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
