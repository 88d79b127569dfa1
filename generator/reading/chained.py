"""What the pieces of lists and tables say together: whether they are one list, and of what."""

import re
from collections.abc import Iterable

from generator.reading import schema
from generator.reading.nodes import MapNode, Node, Scalar
from generator.reading.schema import AnyValue, Fields, Items, OpenMapping, Schema

# Cells of a row at most; digits of a number that is no list.
LONGEST_RUN, TWO = 100, 2
# The dice of one turn in a row without blanks.
USUAL_FACES = frozenset("123456")


def is_of_kind(node: Node, want: Schema) -> bool:
    """Return whether a play has its first field, which says what play it is."""
    if not isinstance(want, Fields) or not isinstance(node, MapNode):
        return True
    return node.get(next(iter(schema.field_schemas(want.model)))) is not None


def cells_between(options: tuple[str, ...], first: str, last: str) -> tuple[str, ...]:
    """Return the cells of one row or column from one to another, none where they share neither."""
    ends = [re.findall(r"[0-9]+|[^\W\d]+", one) for one in (first, last)]
    changed = [n for n, (a, b) in enumerate(zip(*ends, strict=False)) if a != b]
    if len(ends[0]) != len(ends[1]) or len(changed) != 1:
        return ()
    a, b = (one[changed[0]] for one in ends)
    if not (a.isdecimal() and b.isdecimal() and int(a) < int(b)):
        return ()
    before, after = ends[0][: changed[0]], ends[0][changed[0] + 1 :]
    numbers = range(int(a), min(int(b), int(a) + LONGEST_RUN) + 1)
    cells = tuple("".join((*before, str(n), *after)) for n in numbers)
    return cells if {*cells} <= {*options} else ()


def is_face_list(want: Schema) -> bool:
    """Return whether dice are wanted."""
    return isinstance(want, Items) and isinstance(want.rest, AnyValue) and want.rest.is_face


def is_once(node: Node) -> bool:
    """Return whether no key of a table stands twice."""
    keys = [key.text for key, _ in node.pairs] if isinstance(node, MapNode) else []
    return len({*keys}) == len(keys)


def is_run_together(node: Node, want: Items | OpenMapping) -> bool:
    """Return whether the only number of a list may be several: 135, or two dice that make 8."""
    rest = want.rest if isinstance(want, Items) else None
    if not isinstance(rest, AnyValue) or not isinstance(node, Scalar):
        return False
    return str(node.value) not in USUAL_FACES if rest.is_face else len(node.text) > TWO


def is_too_long(node: Node, want: Items) -> bool:
    """Return whether a number is several run together: no list of numbers has one of hundreds."""
    is_number = isinstance(want.rest, AnyValue) and not want.rest.may_be_empty
    return is_number and isinstance(node, Scalar) and len(node.text.lstrip("-")) > TWO


def is_alike(before: Node, after: Node) -> bool:
    """Return whether two numbers are both in digits, or neither is."""
    if not isinstance(before, Scalar) or not isinstance(after, Scalar):
        return True
    if not isinstance(before.value, int) or not isinstance(after.value, int):
        return True
    is_word, is_other = (one.spelling().isalpha() for one in (before, after))
    return is_word == is_other


def pair_node(keys: Iterable[Scalar], value: Node) -> MapNode:
    """Return one value under one key or several."""
    pairs = tuple((key, value) for key in keys)
    return MapNode(pairs, pairs[0][0].place)
