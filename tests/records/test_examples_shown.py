"""Where something of a record is not understood, the message shows how it would be written."""

from collections.abc import Iterator
from typing import Any

import pytest

from generator import game
from generator.reading import nodes, schema
from generator.reading.schema import Choice, Fields, Items, OpenMapping, Schema
from generator.reading.yaml_text import parse_yaml
from generator.records.examples import MOST_SHOWN
from generator.records.reading import records_of_bytes
from generator.records.record_format import HeadFile, catalog_rules, record_format
from generator.records.replay import report_of
from generator.records.report import Report
from generator.records.writing import translate_fields, yaml_of
from generator.words import BUILT_IN, Language, say
from tests.conftest import Golden

ODD, PLAYERS = "never mind", ["Ana", "Ben"]
SHOWN = {"fr": "écrivez par exemple : ", "en": "write for example: "}

Way = tuple[str | int, ...]


def judged(text: str) -> Report:
    """Return the report of one record."""
    (written,) = records_of_bytes(text.encode(), "a.yaml")
    return report_of(written)


def plain(text: str) -> str:
    """Return a text with blanks as a keyboard has them."""
    return text.replace("\u202f", " ").replace("\xa0", " ")


def told(text: str, language: Language) -> list[str]:
    """Return what is wrong with a record, with where it is."""
    report = judged(text)
    said = (one.worded(language) for one in report.problems_in(language))
    return [plain(one).removeprefix("a.yaml:") for one in said]


def ways(want: Schema, before: Way = ()) -> Iterator[Way]:
    """Yield the way to each kind of field of a record; 0 is an item, a name an entry of a table."""
    match want:
        case Fields(model):
            for name, inner in schema.field_schemas(model).items():
                if before or name not in schema.field_schemas(HeadFile):
                    yield (*before, name)
                    yield from ways(inner, (*before, name))
        case Items(_, rest):
            yield (*before, 0)
            yield from ways(rest, (*before, 0))
        case OpenMapping(_, value):
            yield (*before, PLAYERS[0])
            yield from ways(value, (*before, PLAYERS[0]))
        case Choice(members):
            for one in members:
                yield from ways(one, before)


def record_with(name: str, way: Way, value: Any, language: Language) -> str:  # noqa: ANN401 - plain
    """Return a record in which nothing is written but one value."""
    for step in reversed(way):
        value = [value] if isinstance(step, int) else {step: value}
    fields = {"game": name, "players": PLAYERS, **value}
    return yaml_of(translate_fields(fields, catalog_rules(name), language))


def every_way(name: str) -> tuple[Way, ...]:
    """Return the ways to all kinds of field in the records of a game."""
    return tuple(dict.fromkeys(ways(Fields(record_format(catalog_rules(name)).model))))


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_each_field_with_an_odd_text(language: Language, golden: Golden) -> None:
    """Of each kind of field it is told what does not do and what would, as the golden text says."""
    lines = list[str]()
    for name in game.game_names():
        for way in every_way(name):
            found = told(record_with(name, way, ODD, language), language)
            assert found
            lines += (f"{name}: {'.'.join(map(str, way))}", *(f"  {one}" for one in found))
    golden(f"unread.{language}.txt", "\n".join(lines) + "\n")


def is_read(name: str, way: Way, line: str, language: Language) -> bool:
    """Return whether an example is read instead of a field, of one above it, or of its item."""
    said: Any = nodes.plain(parse_yaml(line, "a.yaml")[0])
    named = [*said.values()] if isinstance(said, dict) and len(said) == 1 else []
    for end in range(len(way), 0, -1):
        for value in (said, *named):
            report = judged(record_with(name, way[:end], value, language))
            # What else a play has to have is told too.
            others = (one for one in report.problems if "missing" not in str(one.message))
            if not any((one.line or 0) > 2 for one in others):
                return True
    return False


@pytest.mark.few(3)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("name", game.game_names())
def test_an_example_is_read(name: str, language: Language) -> None:
    """What a message shows is read where the person writes it instead."""
    shown = 0
    for way in every_way(name):
        report = judged(record_with(name, way, ODD, language))
        for problem in report.problems_in(language):
            _, sign, line = plain(say(problem.message, language)).partition(SHOWN[language])
            if (problem.line or 0) > 2 and sign and "missing" not in str(problem.message):
                shown += 1
                assert is_read(name, way, line, language)
    assert shown


@pytest.mark.parametrize(
    ("name", "line", "wanted"),
    [
        ("qwinto", "Ana a pris le 5 orange en 2", "{joueur: Ana, dés: {orange: 5}, "),
        ("qwinto", "Ben a perdu son orange 4", "{joueur: Ben, dés: {orange: 4}, "),
        ("dental", "Ben avance un peu", "{joueur: Ben, lancer: ["),
        ("yams", "Ben a fait Chance hier", "case: Chance"),
        ("crowns", "Ben, dés 4 5 3 2, zut,", "{joueur: Ben, dés: [4, 5, 3, 2], "),
        ("sti", "Ben, enfin je crois", "{joueur: Ben, joue: [{"),
    ],
)
def test_own_values(name: str, line: str, wanted: str) -> None:
    """An example has what was understood of a line: who played, with which dice, where."""
    (found,) = told(f"jeu: {name}\njoueurs: [Ana, Ben]\ntours:\n- {line}\n", "fr")
    assert f"'{line}' ne se comprend pas ici ; écrivez par exemple : " in found
    assert wanted in found


def test_a_number_where_a_play_stands() -> None:
    """Where a play of cards is wanted and a number stands, a play is shown."""
    text = "game: sti\nplayers: [Ana, Ben]\nturns:\n- {player: Ana, plays: [5]}\n"
    (found,) = told(text, "en")
    assert "'5' is not understood here; write for example: {attack: " in found


def test_few_examples() -> None:
    """Of many lines that are not understood the first ones have an example, all are told."""
    lines = "".join(f"- {ODD} {n}\n" for n in range(40))
    found = told(f"game: yams\nplayers: [Ana, Ben]\nturns:\n{lines}", "en")
    assert [SHOWN["en"] in one for one in found] == [True] * MOST_SHOWN + [False] * 30


def test_no_example_of_a_wrong_number_of_players() -> None:
    """Where the list of players cannot be right all is told, and no example has their names."""
    found = told("game: qwinto\nplayers: [Ana]\nturns: never\n", "en")
    assert len(found) == 2
    assert SHOWN["en"] not in "".join(found)


HEAD = "jeu: sti\njoueurs: [Ana, Ben]\ntours:\n"
PLAY = HEAD + "- {joueur: Ana, joue: [{attaque: %s, contre: Ben, dés: %s}]}\n"


def test_a_sum_of_dice() -> None:
    """Dice with a plus are dice, each, which a note tells beside the rule that they break."""
    for card, is_wrong, column in (("VIH", False, 57), ("gonorrhée", True, 63)):
        report = judged(PLAY % (card, "5+1"))
        assert ("attack-dice" in {one.rule for one in report.findings}) is is_wrong
        assert [plain(one.worded("fr")) for one in report.notes_in("fr")] == [
            f"a.yaml:4:{column}: « 5+1 » : lu [5, 1]"
        ]


def test_a_remark_that_says_how_cells_are_written() -> None:
    """Where a remark explains what is read in another way perhaps, it is asked, not read."""
    turns = "turns:\n- {player: Ana, dice: [5, 5, 5, 6, 6, 1], places: [5-3]}\n"
    head = "game: crowns\nplayers: [Ana, Ben]\n"
    (found,) = told(head + "note: 5-3 is three fives\n" + turns, "en")
    assert found.startswith("3:7: note: this remark explains how something is written, but ")
    assert "“5-3” would be read as 5x3" in found
    for other in ("", "note: what a game\n", "note: 12 May, room 3\n"):
        assert judged(head + other + turns).is_readable


def test_an_id_that_is_like_another_word() -> None:
    """A box called by an id of which another is the plural is read as the id says, and noted."""
    text = "game: yams\nplayers: [Ana, Ben]\nturns:\n- {dice: [3, 3, 3, 5, 6], box: three}\n"
    (note,) = judged(text).notes_in("en")
    assert note.worded("en") == "a.yaml:4:32: read “three” as Three alike"
    for word in ("Threes", "threes", "Three alike", "chance"):
        report = judged(text.replace("three}", f"{word}}}"))
        assert report.notes == ()
