"""A text -> the one thing that it means, noted; several are told, none leaves it as it is."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import (
    dataclass,
    field,
    replace,
)

from generator.errors import Problem
from generator.reading import (
    nodes,
    printed_forms,
    schema,
)
from generator.reading.nodes import (
    ListNode,
    MapNode,
    Node,
    Path,
    Place,
    Scalar,
)
from generator.reading.printed_forms import (
    free_words,
    means_nothing,
    tokens_of,
)
from generator.reading.schema import (
    TRUTH,
    AnyValue,
    Choice,
    Fields,
    Items,
    OpenMapping,
    Schema,
    Word,
)
from generator.reading.text_grammar import (
    PLAYER,
    readings,
)
from generator.reading.validate import (
    FEW,
    vocabulary_message,
)
from generator.reading.value_grammar import piece_of
from generator.reading.vocabulary import (
    PEOPLE,
    Vocabulary,
)
from generator.words import (
    FieldWord,
    Message,
    Value,
    clip_text,
    message,
)

# Notes and attempts are counted: a file of a million wrong words is a file of wrong words.
MOST_NOTES, MOST_ATTEMPTS = 100, 3000
# At least two words in brackets: no value stands so.
_REMARK = re.compile(r"\s*\([^()]*[^\W\d_]{2,}\s+[^()]*[^\W\d_]{2,}[^()]*\)\s*$")
# The field that holds the sum of those beside it: a number alone is meant for it.
SUMS = ("total", "score")


@dataclass
class TextReader:
    """Reads texts; `silent` places are those of which all has been said."""

    vocabulary: Vocabulary
    notes: dict[Message, Problem] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    silent: list[Place] = field(default_factory=list)
    attempts: int = 0

    def note(self, node: Node, reason: Message) -> None:
        """Note how something was understood, once for each spelling."""
        if len(self.notes) < MOST_NOTES:
            self.notes.setdefault(reason, nodes.problem_at(node.place, "", reason))

    def refuse(self, node: Node, path: Path, reason: Message) -> None:
        """Say why something cannot be understood; nothing else is said of it."""
        self.problems.append(nodes.problem_at(node.place, nodes.dotted_path(path), reason))
        self.silence(node)

    def silence(self, node: Node) -> None:
        """Let no other reader report a problem of a node or of anything below it."""
        self.silent += [one.place for one, _ in nodes.scalars(node, with_keys=True)]
        self.silent.append(node.place)

    def ways(self, node: Scalar, want: Schema) -> tuple[Node, ...]:
        """Return all that a text may mean, as long as attempts last."""
        self.attempts += 1
        if self.attempts > MOST_ATTEMPTS:
            return ()
        return readings(node, want, self.vocabulary)

    def is_canonical(  # noqa: PLR0911 - a case for each kind
        self, node: Scalar, want: Schema
    ) -> bool:
        """Return whether a text is what a well-typed record has there."""
        match want:
            case AnyValue(kind=kind):
                return kind not in {int, dt.date} or (type(node.value) is kind and not node.quoted)
            case Word():
                if type(node.value) not in {str, int, bool} or (want == TRUTH and node.quoted):
                    return False
                people = self.vocabulary.people.get(want.vocabulary)
                if want.vocabulary in PEOPLE and (people is None or node.text in people):
                    return not node.is_empty()
                meant = self.vocabulary.aliases.word_of(node.text, want.vocabulary, want.options)
                if want.readings is not None and meant is None:
                    return want.readings(node.text) == (node.text,)
                return meant is not None and (not want.options or meant in want.options)
            case Choice(members):
                return any(self.is_canonical(node, one) for one in members)
            case _:
                return False

    def read_text(  # noqa: PLR0911 - a case for each kind
        self, node: Scalar, want: Schema, path: Path
    ) -> Node:
        """Return a text as what it means, or as it is."""
        if (node.is_empty() and not node.quoted) or self.is_canonical(node, want):
            return node
        if isinstance(want, AnyValue) and want.kind is dt.date:
            return self._read_date(node, path)
        if isinstance(want, Items) and is_people(want.rest):
            return self._read_names(node)
        ways = self.ways(node, want)
        if len(ways) == 1:
            self.note_reading(node, ways[0], want)
            return ways[0]
        if ways:
            several = tuple(self.shown(one) for one in ways)
            ids = want.vocabulary if isinstance(want, Word) and not want.readings else ""
            either = vocabulary_message(ids, several) if ids else several
            reason = message("reading.ambiguous", found=clip_text(node.text), ways=either)
            self.refuse(node, path, reason)
        elif (plain := self._without_remark(node)) is not None and self.ways(plain, want):
            return self.read_text(plain, want, path)
        elif means_nothing(node.text) and (nothing := _nothing(node, want)) is not None:
            self.note(node, message("reading.read-empty", found=clip_text(node.text)))
            return nothing
        elif isinstance(want, Fields) and (inner := self._within(node, want)) is not None:
            return inner
        elif isinstance(want, OpenMapping):
            self.refuse_without_names(node, want, path)
        return node

    def _without_remark(self, node: Scalar) -> Scalar | None:
        """Return a text without the words in brackets at its end, which are noted as a remark."""
        found = _REMARK.search(node.text)
        if found is None or not node.text[: found.start()].strip():
            return None
        self.note(node, message("reading.read-past", found=clip_text(found.group().strip())))
        return piece_of(node, 0, found.start())

    def note_reading(self, node: Scalar, read: Node, want: Schema) -> None:
        """Note how a text was read, where that is another spelling."""
        shown: Value = clip_text(self.shown(read))
        if isinstance(read, ListNode | MapNode) and shown in ("[]", "{}"):
            self.note(node, message("reading.read-empty", found=clip_text(node.text)))
            return
        kinds = want.members if isinstance(want, Choice) else (want,)
        word = next((one for one in kinds if isinstance(one, Word) and not one.readings), None)
        if isinstance(read, Scalar) and word is not None:
            if read.text == node.text:
                return
            shown = vocabulary_message(word.vocabulary, (read.text,))
        elif isinstance(read, Scalar) and read.text == node.text:
            return
        self.note(node, message("reading.read-as", found=clip_text(node.spelling()), meant=shown))

    def shown(self, node: Node) -> str:
        """Return a node on one line, in words of the record's language."""
        match node:
            case Scalar():
                tables = self.vocabulary.shown.words.values()
                words = (table[node.text][0] for table in tables if table.get(node.text))
                return next(words, self.vocabulary.shown.display_word(node.text)) or "~"
            case ListNode(items):
                return f"[{', '.join(map(self.shown, items))}]"
            case MapNode(pairs):
                fields = (f"{self.shown(key)}: {self.shown(one)}" for key, one in pairs)
                return "{" + ", ".join(fields) + "}"

    def _within(self, node: Scalar, want: Fields) -> Node | None:
        """Return a text read as what one field of a block holds, the sum where there is one."""
        known = known_fields(want)
        sums = [name for name in SUMS if name in known and self.ways(node, known[name])]
        names = sums[:1] or [name for name, inner in known.items() if self.ways(node, inner)]
        if len(names) != 1:
            return None
        ways = self.ways(node, known[names[0]])
        meant = FieldWord(names[0], names[0])
        self.note(node, message("reading.read-within", found=clip_text(node.text), field=meant))
        key = Scalar(names[0], names[0], node.place)
        return MapNode(((key, ways[0]),), node.place) if len(ways) == 1 else None

    def _read_date(self, node: Scalar, path: Path) -> Scalar:
        days = tuple(map(str, printed_forms.possible_dates(node.text)))
        if len(days) > 1 and not self.vocabulary.day_first:
            reason = message("reading.ambiguous", found=clip_text(node.text), ways=days)
            self.refuse(node, path, reason)
        elif days:
            if days[0] != node.text:
                said = {"found": clip_text(node.text), "meant": days[0]}
                self.note(node, message("reading.read-as", **said))
            return Scalar(days[0], days[0], node.place, written=node.spelling())
        elif printed_forms.names_a_day(node.text):
            self.note(node, message("reading.read-past", found=clip_text(node.text)))
            return Scalar("", None, node.place)
        return node

    def _read_names(self, node: Scalar) -> Node:
        """Return the people of a text between commas, or between `et` where there is no comma."""
        cuts = [0]
        for one in tokens_of(node.text):
            is_word = one.text in free_words("joining") or one.text in free_words("versus")
            if one.text in {",", ";", "/", "|", "&", "+"} or is_word:
                cuts += [one.start, one.end]
            elif one.text == "." and cuts[-1] == one.start:
                cuts[-1] = one.end
        cuts.append(len(node.text))
        pieces = [piece_of(node, *cuts[n : n + 2]) for n in range(0, len(cuts), 2)]
        bare = (replace(one, text=one.text.strip(" \"'“”")) for one in pieces)
        names = tuple(replace(one, value=one.text) for one in bare if one.text)
        if not names or len(node.text) > printed_forms.LONGEST:
            return node
        found = ListNode(names, node.place)
        self.note_reading(node, found, Items((), Word(PLAYER)))
        return found

    def refuse_strays(self, strays: list[tuple[Scalar, Node]], want: Fields, path: Path) -> None:
        """Refuse several unknown fields of one block in one sentence."""
        if len(strays) < 2:  # noqa: PLR2004 - one is told by itself
            return
        found = tuple(clip_text(key.spelling()) for key, _ in strays[:FEW])
        allowed = tuple(FieldWord(name, name) for name in known_fields(want))
        reason = message("reading.unknown-fields", found=found, allowed=allowed)
        self.refuse(strays[0][0], path, reason)
        self.silent += [key.place for key, _ in strays]

    def refuse_without_names(self, node: Node, want: OpenMapping, path: Path) -> None:
        """Say that a table needs a name before each value."""
        if not isinstance(want.key, Word):
            return
        names = self.vocabulary.people.get(want.key.vocabulary, ()) or want.key.options
        if names:
            allowed = vocabulary_message(want.key.vocabulary, names[:FEW])
            found = clip_text(self.shown(node))
            self.refuse(node, path, message("reading.say-which", found=found, allowed=allowed))


def known_fields(want: Fields) -> Mapping[str, Schema]:
    """Return the schema of each field of a block."""
    return schema.field_schemas(want.model)


def is_people(want: Schema) -> bool:
    """Return whether names of those who play are wanted."""
    return isinstance(want, Word) and want.vocabulary in PEOPLE


def _nothing(node: Scalar, want: Schema) -> Node | None:
    match want:
        case Items():
            return ListNode((), node.place)
        case OpenMapping():
            return MapNode((), node.place)
        case AnyValue(may_be_empty=True):
            return Scalar("", None, node.place, written=node.spelling())
        case _:
            return None


def is_empty(node: Node) -> bool:
    """Return whether nothing was typed here."""
    return isinstance(node, Scalar) and node.text == "" and not node.quoted


def line_of(key: Scalar, inner: Node) -> Scalar:
    """Return a field as the line of text that it was."""
    text = key.spelling()
    if isinstance(inner, Scalar) and not is_empty(inner):
        text += f": {inner.spelling()}"
    return Scalar(text, text, key.place)


def list_of_moves(rest: Schema) -> str:
    """Return the field that holds the moves of a round where each is a text, else nothing."""
    known = known_fields(rest) if isinstance(rest, Fields) else {}
    return next(
        (
            name
            for name, one in known.items()
            if isinstance(one, Items) and isinstance(one.rest, Word) and one.rest.readings
        ),
        "",
    )
