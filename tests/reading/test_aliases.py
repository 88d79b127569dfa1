"""Field names and fixed words in the languages of a file."""

import pytest

from generator.game import load
from generator.game.sentences import aliases_of, game_aliases
from generator.reading.expected import Aliases
from generator.words import fold

SHIPPED = aliases_of("fr")

ALIASES = Aliases(
    {"places": ("pose",), "lays": ("pose", "dépose"), "players": ("joueurs",)},
    {"colour": {"yellow": ("jaune",), "none": ()}},
)


@pytest.mark.parametrize(
    ("found", "known", "name"),
    [
        ("JOUEURS", ("players",), "players"),
        ("Players", ("players",), "players"),
        ("pose", ("lays",), "lays"),
        ("Pose", ("players", "places"), "places"),
        ("depose", ("lays",), "lays"),
        ("joueurs", ("turns",), None),
        ("pose", ("lays", "pose"), "pose"),
    ],
)
def test_field_of(found: str, known: tuple[str, ...], name: str | None) -> None:
    """A name means the field that is expected; a field's own name goes first."""
    assert ALIASES.field_of(found, known) == name


def test_word_of() -> None:
    """A fixed word is known in its own vocabulary only."""
    assert ALIASES.word_of("Jaune", "colour") == "yellow"
    assert ALIASES.word_of("NONE", "colour") == "none"
    assert ALIASES.word_of("jaune", "card") is None
    assert ALIASES.word_of("GRID", "card", ("grid",)) == "grid"


def test_joined() -> None:
    """Two tables together know the words of both."""
    more = Aliases(
        {"players": ("joueuses",)}, {"colour": {"yellow": ("citron",)}, "card": {"x": ("y",)}}
    )
    both = ALIASES.joined(more)
    assert both.also("players") == ("joueurs", "joueuses")
    assert both.spoken("colour") == ("yellow", "none", "jaune", "citron")
    assert both.word_of("Y", "card") == "x"


@pytest.mark.parametrize(
    ("french", "name"),
    [
        *[("joueurs", "players"), ("tours", "turns"), ("joueur", "player"), ("dés", "dice")],
        *[("relance", "reroll"), ("inscrit", "writes"), ("manqué", "miss"), ("manqués", "misses")],
        *[("feuilles", "sheets"), ("pose", "places"), ("pose", "lays"), ("plateaux", "boards")],
    ],
)
def test_shipped_fields(french: str, name: str) -> None:
    """The words of the record forms are in the shipped table."""
    assert SHIPPED.field_of(french, (name,)) == name


def test_shipped_words_are_told_apart() -> None:
    """Within a vocabulary no word means two things."""
    for vocabulary, table in SHIPPED.words.items():
        spoken = [
            fold(word)
            for name, others in table.items()
            for word in {fold(name), *(fold(other) for other in others)}
        ]
        assert len(spoken) == len(set(spoken)), vocabulary


RECORDS = {
    "head": "format game rules variant date place players turns",
    "qwinto": "player dice reroll writes miss sheets",
    "qwinto sheet": "orange yellow purple misses score bonus total",
    "crowns": "player dice places discards boards tokens score edge lines total",
    "dental": "player roll square sugar marks appointment takes hit gives stops final",
    "dental final": "yellow orange red black score total",
    "sti": "player life plays skips final winner",
    "sti play": "lays infects with attack on target dice defence condom breaks drug kills of "
    "abstinence swab discards urine trade gives takes",
    "doce": "rounds total first turns result winner points round1 round2 round3 round4",
}


@pytest.mark.parametrize(("part", "fields"), RECORDS.items(), ids=RECORDS)
def test_every_record_field_has_its_french_word(part: str, fields: str) -> None:
    """Each field of a record has French words, and none of them means another field beside it."""
    game, known = part.split(maxsplit=1)[0], tuple(fields.split())
    words = SHIPPED if game == "head" else game_aliases(load(game).said)["fr"]
    for name in known:
        assert words.also(name), name
        for french in words.also(name):
            assert words.field_of(french, known) == name
