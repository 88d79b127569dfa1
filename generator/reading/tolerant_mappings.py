"""Fields as typed: under other words, numbered, one level too high; what they hold is unread."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from generator.reading import schema
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar
from generator.reading.normalise import free_words
from generator.reading.phrases import split_at_fields
from generator.reading.schema import AnyValue, Choice, Fields, Items, OpenMapping, Schema, Word
from generator.reading.tolerant_words import Reading
from generator.reading.validate import FEW, vocabulary_message
from generator.words import FieldWord, clip_text, fold, message, nearest_names, nearest_word

# Who begins what is a list of turns.
FIRST = "first"
PLAYER = "player"
# Of more unknown fields in one block nobody looks for a near name.
MOST_SLIPS = 20
# Who has won is worked out; not every game has it noted.
GAME, OUTCOME = "game", "winner"
# What forms number, line by line.
COUNTED = ("turns", "rounds")
_NUMBERED = re.compile(r"(.*[^\W\d_])\s*°?\s*([0-9]{1,3})\s*")

Pair: TypeAlias = tuple[Scalar, Node]


@dataclass
class SortedFields:
    """The pairs of a block: known fields, what belongs one level `deeper`, and unknown ones."""

    pairs: list[Pair] = field(default_factory=list)
    deeper: dict[str, list[Pair]] = field(default_factory=dict)
    strays: list[Pair] = field(default_factory=list)

    def has(self, name: str) -> bool:
        """Return whether a field is there."""
        return any(key.text == name for key, _ in self.pairs)


def sort_fields(reading: Reading, node: MapNode, want: Fields) -> SortedFields:
    """Name the fields of a block and say where each belongs; numbered ones become a list."""
    found = SortedFields()
    numbered = dict[str, list[tuple[int, Scalar, Node]]]()
    known = schema.field_schemas(want.model)
    for key, inner in node.pairs:
        name = reading.vocabulary.field_named(key.text, want)
        counted = _NUMBERED.fullmatch(key.text)
        listed = reading.vocabulary.field_named(counted[1], want) if counted else None
        if name is not None:
            name = _name_or_free_table(name, inner, known, found)
            found.pairs.append((rename_field(reading, key, name), inner))
        elif counted and listed is not None and isinstance(known[listed], Items):
            numbered.setdefault(listed, []).append((int(counted[2]), key, inner))
        elif _is_remark(reading, key, inner):
            reading.note(key, message("reading.read-past", found=clip_text(key.text)))
        elif (deeper := _field_above(reading, key.text, known)) is not None:
            found.deeper.setdefault(deeper, []).append((key, inner))
        elif reading.vocabulary.aliases.field_of(key.text, (OUTCOME,)) and GAME in known:
            reading.note(key, message("reading.read-winner", found=clip_text(key.text)))
        else:
            found.strays.append((key, inner))
    for name, several in numbered.items():
        several.sort(key=lambda one: one[0])
        first = several[0][1]
        items = ListNode(tuple(inner for _, _, inner in several), first.place)
        found.pairs.append((replace(first, text=name, value=name), items))
        reading.note(first, message("reading.read-numbered", found=clip_text(first.spelling())))
    return found


def _name_or_free_table(
    name: str, inner: Node, known: Mapping[str, Schema], found: SortedFields
) -> str:
    """Return the field that is meant where one holds a mapping: it may be no word and no list."""
    is_doubtful = found.has(name) or isinstance(known[name], Word | AnyValue)
    is_mapping = isinstance(known[name], Fields | OpenMapping | Choice)
    if not is_doubtful or is_mapping or not isinstance(inner, MapNode):
        return name
    tables = [n for n, one in known.items() if isinstance(one, OpenMapping) and not found.has(n)]
    return tables[0] if len(tables) == 1 else name


def rename_field(reading: Reading, key: Scalar, name: str) -> Scalar:
    """Return a field's name in canonical spelling, with a note where it is spelt otherwise."""
    if reading.vocabulary.aliases.field_of(key.text, (name,)) != name:
        meant = FieldWord(name, name)
        reading.note(key, message("reading.read-as", found=clip_text(key.text), meant=meant))
    return replace(key, text=name, value=name, written=key.spelling())


def _is_remark(reading: Reading, key: Scalar, inner: Node) -> bool:
    """Return whether a pair says nothing of the game: a remark, or the number of its own turn."""
    if fold(key.text) in free_words("remarks"):
        return True
    is_number = isinstance(inner, Scalar) and isinstance(inner.value, int)
    return is_number and reading.vocabulary.field_by_stem(key.text, COUNTED) is not None


def _field_above(reading: Reading, key: str, known: Mapping[str, Schema]) -> str | None:
    """Return the one field in whose block, or in whose list of blocks, a name is known."""
    found = [
        name
        for name, want in known.items()
        if any(reading.vocabulary.field_named(key, inner) for inner in _blocks_in(want))
    ]
    return found[0] if len(found) == 1 else None


def _blocks_in(want: Schema) -> Iterator[Fields]:
    several: Iterable[Schema] = (want,)
    if isinstance(want, Items):
        several = want.rest.members if isinstance(want.rest, Choice) else ()
    return (one for one in several if isinstance(one, Fields))


def with_first_player(reading: Reading, pairs: list[Pair], want: Fields) -> list[Pair]:
    """Return the pairs with who began, where names before the turns say it."""
    lists = [inner.place for _, inner in pairs if isinstance(inner, ListNode)]
    names = [reading.first_players[place] for place in lists if place in reading.first_players]
    is_said = any(key.text == FIRST for key, _ in pairs)
    if not names or is_said or FIRST not in schema.field_schemas(want.model):
        return pairs
    place = pairs[0][0].place
    return [(Scalar(FIRST, FIRST, place), Scalar(names[0], names[0], place)), *pairs]


def refuse_strays(reading: Reading, strays: list[Pair], want: Fields, path: Path) -> None:
    """Refuse several unknown fields of one block in one sentence."""
    known = tuple(schema.field_schemas(want.model))
    others = (word for name in known for word in reading.vocabulary.aliases.other_words(name))
    words = [*known, *others]
    if len(strays) <= MOST_SLIPS:  # a slip is told with the name that is near it
        strays = [one for one in strays if nearest_word(one[0].spelling(), words) is None]
    if len(strays) < 2:  # noqa: PLR2004 - one is told by itself
        return
    found = tuple(clip_text(key.spelling()) for key, _ in strays[:FEW])
    allowed = tuple(FieldWord(name, name) for name in known)
    reason = message("reading.unknown-fields", found=found, allowed=allowed)
    reading.refuse(strays[0][0], path, reason)
    reading.silent += [key.place for key, _ in strays]


def split_fields(reading: Reading, node: Scalar, several: tuple[Fields, ...]) -> MapNode | None:
    """Return a text that names each of its fields as a block, or None."""
    aliases = reading.vocabulary.aliases
    names = tuple(dict.fromkeys(n for one in several for n in schema.field_schemas(one.model)))
    pieces = split_at_fields(node, lambda text: aliases.field_of(text, names) is not None)
    pairs = [(key, value) for key, value in pieces if key is not None and value.text]
    if not pairs or len(pairs) != len(pieces):
        return None
    found = MapNode(tuple(pairs), node.place)
    note_shape(reading, node, found)
    return found


def kind_of_block(
    reading: Reading, node: MapNode, several: tuple[Fields, ...], path: Path
) -> Fields | None:
    """Return the kind of block that has most of a mapping's fields; refuse one that has none."""
    vocabulary, keys = reading.vocabulary, [key.text for key, _ in node.pairs]
    counts = [sum(vocabulary.field_named(key, one) is not None for key in keys) for one in several]
    if not any(counts):
        kinds = [next(iter(schema.field_schemas(one.model))) for one in several]
        found = clip_text(keys[0]) if keys else ""
        words = {name: vocabulary.aliases.other_words(name) for name in kinds}
        allowed = tuple(FieldWord(name, name) for name in nearest_names(found, words, FEW))
        reason = message("reading.unknown-kind", found=found, allowed=allowed)
        reading.refuse(node, path, reason)
        return None
    best = [one for one, count in zip(several, counts, strict=True) if count == max(counts)]
    likely = schema.choice_member(Choice(several), node, vocabulary.aliases)
    return likely if isinstance(likely, Fields) and likely in best else best[0]


def refuse_without_names(reading: Reading, node: Node, want: OpenMapping, path: Path) -> None:
    """Say that a table needs a name before each value."""
    if not isinstance(want.key, Word):
        return
    people = reading.vocabulary.people.get(want.key.vocabulary, ())
    names = (people or want.key.options)[:FEW]
    if names:
        allowed = vocabulary_message(want.key.vocabulary, names)
        found = clip_text(inline_text(node))
        reason = message("reading.say-which", found=found, allowed=allowed)
        reading.refuse(node, path, reason)


def merge_turns(reading: Reading, node: ListNode) -> ListNode:
    """Return a list with those lines joined that are of one player, one after another."""
    items = list[Node]()
    for item in node.items:
        joined = _merged_turn(reading, items[-1], item) if items else None
        if joined is None:
            items.append(item)
        else:
            items[-1] = joined
    return ListNode(tuple(items), node.place) if len(items) < len(node.items) else node


def _merged_turn(reading: Reading, before: Node, after: Node) -> MapNode | None:
    if not isinstance(before, MapNode) or not isinstance(after, MapNode):
        return None
    (name, player), other = (_split_turn(reading, one) for one in (before, after))
    if not name or not player or (name, player) != other:
        return None
    lists = [one.get(name) for one in (before, after)]
    items = tuple(item for one in lists if isinstance(one, ListNode) for item in one.items)
    pairs = [
        (key, ListNode(items, inner.place) if key.text == name else inner)
        for key, inner in before.pairs
    ]
    reading.note(after, message("reading.read-one-turn"))
    return MapNode(tuple(pairs), before.place)


def _split_turn(reading: Reading, node: MapNode) -> tuple[str, str]:
    """Return the field that lines of a turn were gathered in, and whose turn it is."""
    fields = (reading.split_turns.get(inner.place, "") for _, inner in node.pairs)
    player = node.get(PLAYER)
    return next(filter(None, fields), ""), player.text if isinstance(player, Scalar) else ""


def note_shape(reading: Reading, node: Node, read: Node) -> None:
    """Note how a text, or a list, was taken apart."""
    found = clip_text(inline_text(node)).strip("[]{}")
    if isinstance(node, Scalar):
        found = clip_text(node.text)
    meant = clip_text(inline_text(read))
    reading.note(node, message("reading.read-as", found=found, meant=meant))


def inline_text(node: Node) -> str:
    """Return a node on one line, in its writer's words."""
    match node:
        case Scalar():
            return node.spelling() or "~"
        case ListNode(items):
            return f"[{', '.join(map(inline_text, items))}]"
        case MapNode(pairs):
            fields = (f"{key.spelling()}: {inline_text(one)}" for key, one in pairs)
            return "{" + ", ".join(fields) + "}"
