"""No reading drops a word: what stands beside a value is part of what is read, or nothing is."""

from collections.abc import Iterator

import pytest

from generator import game
from generator.reading import schema
from generator.reading.nodes import Place, Scalar, plain
from generator.reading.schema import AnyValue, Choice, Fields, Items, OpenMapping, Schema, Word
from generator.reading.text_grammar import readings
from generator.reading.vocabulary import PEOPLE, Vocabulary
from generator.records.record_format import catalog_rules, record_format

PEOPLE_THERE = ("Ana", "Ben")
# A foreign word, a number, signs, and words of other fields and values.
BESIDE = ("zut", "77", "§", "->", "=", "?", "…", "+", "dimanche", "not")


def _values(  # noqa: C901 - a case for each kind
    want: Schema, words: Vocabulary
) -> Iterator[tuple[Schema, str]]:
    """Yield what stands in the fields of a record: every word, and numbers."""
    match want:
        case Fields(model):
            for inner in schema.field_schemas(model).values():
                yield from _values(inner, words)
        case Choice(members):
            for one in members:
                yield from _values(one, words)
        case Items(_, rest):
            yield from _values(rest, words)
        case OpenMapping(key, value):
            yield from _values(key, words)
            yield from _values(value, words)
        case Word(vocabulary, options):
            table = words.aliases.words.get(vocabulary, {})
            names = words.people.get(vocabulary, ()) or options or tuple(table)
            for name in names:
                also = words.synonyms.get(name, ())
                yield from ((want, one) for one in (name, *table.get(name, ()), *also))
        case AnyValue(kind=kind) if kind is int:
            yield from ((want, one) for one in ("3", "trois", "three"))
        case AnyValue():
            return


def _words_of(name: str) -> tuple[Vocabulary, Schema]:
    how = record_format(catalog_rules(name))
    people = dict.fromkeys(PEOPLE, PEOPLE_THERE)
    return Vocabulary(how.aliases, how.synonyms, people), Fields(how.model)


def _meant(text: str, want: Schema, words: Vocabulary) -> set[str]:
    scalar = Scalar(text, text, Place("a", 1, 1))
    return {repr(plain(one)) for one in readings(scalar, want, words)}


@pytest.mark.parametrize("name", game.game_names())
def test_no_reading_drops_a_word(name: str) -> None:
    """A value with something beside it is not read as the value alone, in any field of a game."""
    words, record = _words_of(name)
    for want, value in dict.fromkeys(_values(record, words)):
        alone = _meant(value, want, words)
        for beside in BESIDE:
            for text in (f"{value} {beside}", f"{beside} {value}"):
                assert alone.isdisjoint(_meant(text, want, words)), text


@pytest.mark.parametrize(
    ("name", "path", "text"),
    [
        ("boite", ("turns", 0, "throws", 0, "dice"), "3 5 -> 8"),
        ("boite", ("turns", 0, "throws", 0, "dice"), "3 5 = 8"),
        ("boite", ("turns", 0, "throws"), "3 5 8"),
        ("course-a-20", ("rounds", 0, "says", 0), "+2"),
        ("course-a-20", ("rounds", 0, "says"), "1 +2 +2"),
        ("course-a-20", ("rounds", 0, "says"), "135"),
        ("course-a-20", ("rounds", 0, "says"), "1 3 ... 20"),
        ("crowns", ("turns", 0, "places"), "2x6 ou 1x6"),
        ("dental", ("turns", 0, "marks"), "jaune 1 16"),
        ("yams", ("turns", 0, "box"), "suite"),
        ("yams", ("turns", 0, "dice"), "1 à 5"),
        ("yams", ("turns", 0, "points"), "22 ou 23"),
        ("dental", ("turns", 0, "sugar"), "2 oranges"),
        ("qwinto", ("turns", 0, "writes"), "9 en jaune"),
        ("sti", ("final", "Ana"), "20 chats"),
    ],
)
def test_signs_say_something(name: str, path: tuple[str | int, ...], text: str) -> None:
    """An arrow is no comma, a plus not nothing, and a word beside a number no unit."""
    words, want = _words_of(name)
    for step in path:
        want = schema.schema_below(want, step)
    assert _meant(text, want, words) == set()


def test_what_was_lost_is_read() -> None:
    """Digits in a row are dice, and so are several that show the same."""
    for name, path, text, meant in (
        ("yams", ("turns", 0, "dice"), "55512", [5, 5, 5, 1, 2]),
        ("yams", ("turns", 0, "dice"), "five 3s", [3, 3, 3, 3, 3]),
        ("yams", ("turns", 0, "dice"), "deux 3 et trois 5", [3, 3, 5, 5, 5]),
    ):
        words, want = _words_of(name)
        for step in path:
            want = schema.schema_below(want, step)
        assert _meant(text, want, words) == {repr(meant)}
