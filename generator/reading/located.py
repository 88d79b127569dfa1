"""Where an error of pydantic's lies in a node: its location, walked along what was wanted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from generator.reading.aliases import Aliases
from generator.reading.canonical import chosen
from generator.reading.misfits import is_kind
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar, child
from generator.reading.wanted import FREE, Choice, Fields, Items, Table, Wanted, fields_of

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_KEY = "[key]"  # how pydantic marks that the key is wrong, not what it holds


@dataclass(frozen=True, slots=True)
class ErrorPlace:
    """What an error leads to: the node, what was wanted of it and of the mapping it lies in.

    `path` has the names as written; `key` is the last of them that stands in the file.
    """

    node: Node
    want: Wanted
    path: Path
    key: Scalar | None = None
    parent: Wanted = FREE


def resolve(
    errors: Sequence["ErrorDetails"], where: ErrorPlace, aliases: Aliases, depth: int = 0
) -> Iterator[tuple["ErrorDetails", ErrorPlace]]:
    """Yield each error with its where; of a choice only the members the file was meant for."""
    groups: dict[str | int, list[ErrorDetails]] = {}
    for error in errors:
        if len(error["loc"]) == depth:
            yield error, where
        else:
            groups.setdefault(error["loc"][depth], []).append(error)
    if not groups:
        return
    want = chosen(where.want, where.node, aliases)
    held = _held(where.node)
    for step, group in _apt(groups, where.want, want, depth + 1):
        below = (
            replace(where, want=want) if isinstance(where.want, Choice) else _below(where, step, held)
        )
        yield from resolve(group, below, aliases, depth + 1)


def spelt(node: Node, path: Path) -> Path:
    """Return a path of canonical names with the names as written."""
    steps: list[str | int] = []
    here: Node | None = node
    for step in path:
        key = here.key(str(step)) if isinstance(here, MapNode) else None
        steps.append(step if key is None else key.spelling())
        here = None if here is None else child(here, step)
    return tuple(steps)


def _apt(
    groups: dict[str | int, list["ErrorDetails"]], want: Wanted, member: Wanted, depth: int
) -> Iterator[tuple[str | int, list["ErrorDetails"]]]:
    if not isinstance(want, Choice) or len(groups) == 1:
        yield from groups.items()
        return
    name = member.model.__name__ if isinstance(member, Fields) else None
    if name in groups:
        yield name, groups[name]
        return
    aimed = {step: group for step, group in groups.items() if _is_aimed(group, depth)}
    if aimed:
        yield min(aimed.items(), key=lambda item: len(item[1]))
    else:
        yield from groups.items()


def _is_aimed(group: list["ErrorDetails"], depth: int) -> bool:
    """Return whether the kind of the node was right, and only something in it wrong."""
    return any(len(error["loc"]) > depth or not is_kind(error["type"]) for error in group)


def _held(node: Node) -> Mapping[str, tuple[Scalar, Node]]:
    """Return a mapping's pairs by name: a file may hold a hundred thousand of them."""
    return (
        {key.text: (key, inner) for key, inner in node.pairs} if isinstance(node, MapNode) else {}
    )


def _below(where: ErrorPlace, step: str | int, held: Mapping[str, tuple[Scalar, Node]]) -> ErrorPlace:
    if step == _KEY and where.key is not None:
        want = where.parent.key if isinstance(where.parent, Table) else FREE
        return ErrorPlace(where.key, want, where.path, where.key)
    key, inner = held.get(str(step), (None, None))
    if isinstance(where.node, ListNode):
        inner = child(where.node, step)
    path = (*where.path, step if key is None else key.spelling())
    if inner is None:
        return ErrorPlace(where.node, FREE, path, key, where.want)
    return ErrorPlace(inner, _want_below(where.want, step), path, key, where.want)


def _want_below(want: Wanted, step: str | int) -> Wanted:
    match want:
        case Fields(model):
            return fields_of(model).get(str(step), FREE)
        case Table(_, value):
            return value
        case Items() if isinstance(step, int):
            return want.at(step)
        case _:
            return FREE
