"""What only the whole of a record can tell: who plays, by which variants, who is named where."""

from collections.abc import Iterator

from generator.errors import Problem
from generator.reading.aliases import Aliases
from generator.reading.error_messages import in_vocabulary
from generator.reading.expected import FREE, Fields, Items, Table, Wanted, Word, chosen, fields_of
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar, dotted, fault
from generator.records.form import MOST_PLAYERS, RecordForm
from generator.rules.families import AnyRules
from generator.rules.family import NOBODY
from generator.words import FieldWord, Message, clipped, fold, message, not_one_of

# Words that stand for nobody, or for doing nothing.
RESERVED = ("nobody", "pass")
# Finding the nearest name takes its time.
MOST_STRANGERS = 200


def mistaken(form: MapNode, how: RecordForm, rules: AnyRules) -> Iterator[Problem]:
    """Yield the faults of players, variants and names in a record in canonical form."""
    yield from _players(form, how, rules)
    yield from _variants(form, rules)
    yield from _strangers(form, how)
    known = fields_of(how.model)
    if all(form.get(field) is None for field in rules.contents) and all(
        key.text in known
        for key, _ in form.pairs  # a slip in a name is told by itself
    ):
        reason = message(
            "records.no-contents", wanted=tuple(FieldWord(one, one) for one in rules.contents)
        )
        yield fault(form.place, "", reason)


def spoken(
    node: Node, want: Wanted, vocabulary: str, aliases: Aliases, path: Path = ()
) -> Iterator[tuple[Scalar, Path]]:
    """Yield every word of a vocabulary with its path, keys of mappings included."""
    want = chosen(want, node, aliases)
    if isinstance(node, Scalar):
        if isinstance(want, Word) and want.vocabulary == vocabulary and not node.is_empty():
            yield node, path
    elif isinstance(node, ListNode):
        for index, item in enumerate(node.items):
            inner = want.at(index) if isinstance(want, Items) else FREE
            yield from spoken(item, inner, vocabulary, aliases, (*path, index))
    else:
        for key, value in node.pairs:
            here = (*path, key.spelling())
            if isinstance(want, Table):
                yield from spoken(key, want.key, vocabulary, aliases, here)
            yield from spoken(value, _below(want, key.text), vocabulary, aliases, here)


def _strangers(form: MapNode, how: RecordForm) -> Iterator[Problem]:
    """Yield names that are not among the players, of very many only the first.

    Where there are far too many players, none.
    """
    players = tuple(name.text for name in _words_in(form.get("players")))
    if not 0 < len(players) <= MOST_PLAYERS:
        return
    found = 0
    for vocabulary, allowed in (("player", players), ("winner", (*players, NOBODY))):
        for name, path in spoken(form, Fields(how.model), vocabulary, how.aliases):
            if name.text not in allowed:
                found += 1
                if found <= MOST_STRANGERS:
                    yield fault(name.place, dotted(path), not_one_of(name.spelling(), allowed))
    if found > MOST_STRANGERS:
        reason = message("reading.more-faults", n=found - MOST_STRANGERS)
        yield fault(form.place, "", reason)


def _below(want: Wanted, name: str) -> Wanted:
    match want:
        case Fields(model):
            return fields_of(model).get(name, FREE)
        case Table(_, value):
            return value
        case _:
            return FREE


def _players(form: MapNode, how: RecordForm, rules: AnyRules) -> Iterator[Problem]:
    node, key = form.get("players"), form.key("players")
    if node is None or key is None:
        return
    field, names = key.spelling(), _words_in(node)[: MOST_PLAYERS + 1]
    reserved = {fold(word) for kind in RESERVED for word in how.aliases.spoken(kind)}
    for index, name in enumerate(names):
        before = {other.text for other in names[:index]}
        if reason := _unfit(name, before, reserved):
            yield fault(name.place, dotted((field, index)), reason)
    least, most = seats(rules, [word.text for word in _words_in(form.get("variant"))])
    if isinstance(node, ListNode) and not least <= len(node.items) <= most:
        values = {"found": len(node.items), "least": least, "most": most}
        yield fault(node.place, field, message("records.wrong-seats", **values))


def _unfit(name: Scalar, seen: set[str], reserved: set[str]) -> Message | None:
    if fold(name.text) in reserved:
        return message("records.reserved-name", found=clipped(name.text))
    if name.text in seen:
        return message("records.name-twice", found=clipped(name.text))
    return None


def seats(rules: AnyRules, variants: list[str]) -> tuple[int, int]:
    """Return least and most players of a game with its variants; unknown ones do not count."""
    known = rules.seats()
    ranges = [known[name] for name in variants if name in known] or [known[""]]
    return max(least for least, _ in ranges), min(most for _, most in ranges)


def _variants(form: MapNode, rules: AnyRules) -> Iterator[Problem]:
    known = tuple(name for name in rules.seats() if name)
    key = form.key("variant")
    for word in _words_in(form.get("variant"))[:MOST_PLAYERS]:
        if word.text not in known:
            found = word.spelling()
            none = message("records.no-variants", found=clipped(found))
            field = "" if key is None else key.spelling()
            yield fault(
                word.place,
                field,
                in_vocabulary(not_one_of(found, known), "variant") if known else none,
            )


def _words_in(node: Node | None) -> tuple[Scalar, ...]:
    """Return the word of a field, or those of its list."""
    items = node.items if isinstance(node, ListNode) else (node,)
    return tuple(item for item in items if isinstance(item, Scalar) and not item.is_empty())
