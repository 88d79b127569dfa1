"""Wording messages."""

import pytest

from generator.words import (
    LANGUAGES,
    Language,
    Message,
    keys,
    message,
    month_words,
    number_word,
    say,
    shown,
)


@pytest.mark.parametrize(
    ("said", "language", "words"),
    [
        pytest.param(
            message("reading.duplicate-key", found="x", line="1234"),
            "en",
            "'x' stands twice; first on line 1234",
            id="line numbers are not grouped",
        ),
        pytest.param(
            message("reading.tag", found="b !c"),
            "fr",
            "l'étiquette 'b !c' n'est pas admise ici",
            id="what was found keeps its spaces",
        ),
        pytest.param(
            message("words.not-one-of-near", found="bord", allowed=("board", "deck"), near="board"),
            "fr",
            "'bord' ne fait pas partie de board, deck\u202f; vouliez-vous dire 'board'\u202f?",
            id="French spaces, lists with commas",
        ),
        pytest.param(
            message("reading.wrong-type", found="x", wanted=message("reading.want-int")),
            "fr",
            "x n'est pas un nombre entier",
            id="a message in a message",
        ),
        pytest.param(message("errors.faults", n=0), "fr", "0 faute trouvée", id="fr 0 is one"),
        pytest.param(message("errors.faults", n=0), "en", "0 faults found", id="en 0 is many"),
        pytest.param(message("errors.faults", n=1), "en", "1 fault found", id="en 1"),
        pytest.param(
            message("errors.faults", n=1234567), "fr", "1\u202f234\u202f567 fautes trouvées"
        ),
        pytest.param(message("errors.faults", n=12345), "en", "12,345 faults found"),
        pytest.param(
            message("reading.at-least", found="1", least=2.5), "fr", "1 n'est pas 2,5 ou plus"
        ),
    ],
)
def test_say(said: Message, language: Language, words: str) -> None:
    """A message is worded with its values, numbers and plurals as its language has them."""
    assert say(said, language) == words


@pytest.mark.parametrize(
    ("number", "form", "language", "words"),
    [
        pytest.param(3, "words", "fr", "trois", id="fr"),
        pytest.param(3, "Words", "en", "Three", id="a capital"),
        pytest.param(5, "ordinal", "fr", "cinquième", id="fr, the fifth"),
        pytest.param(20, "ordinal", "en", "twentieth", id="the last of the table"),
        pytest.param(21, "words", "en", "21", id="digits past the table"),
        pytest.param(3, "roman", "en", None, id="a form that is none"),
    ],
)
def test_numbers_in_words(number: int, form: str, language: Language, words: str | None) -> None:
    """A whole number is said in words up to twenty, in digits beyond."""
    assert number_word(number, form, language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_number_words_are_as_many(language: Language) -> None:
    """Each language has words from nought to twenty, and no two alike."""
    for form in ("words", "ordinal"):
        said = [number_word(number, form, language) for number in range(21)]
        assert len({*said}) == len(said)
        assert not any(words is None or words.isdecimal() for words in said)


def test_unknown_key_names_itself() -> None:
    """A key without words is an error that names the key."""
    with pytest.raises(KeyError, match="no such"):
        say(message("no such"), "fr")


@pytest.mark.parametrize("said", [message("errors.faults"), message("reading.tag")])
def test_missing_value_names_itself(said: Message) -> None:
    """A value that is not there is an error that names message and value."""
    with pytest.raises(KeyError, match=f"{said.key}: (n|found)"):
        say(said, "en")


def test_messages_are_values() -> None:
    """Two messages of the same key and values are equal, in whatever order they were given."""
    one, other = message("k", a=1, b="x"), message("k", b="x", a=1)
    assert one == other
    assert len({one, other}) == 1


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Léa 🐸 «\u00a0x\u202f»", "Léa 🐸 «\u00a0x\u202f»"),
        ("a\x1b[31m\nb", r"a\u001b[31m\u000ab"),
        ("a\u202eb\u2066c", r"a\u202eb\u2066c"),
        ("\ud83d", r"\ud83d"),
    ],
)
def test_shown(text: str, safe: str) -> None:
    """Signs that move the cursor or turn the line are written as numbers, letters stay."""
    assert shown(text) == safe


def test_month() -> None:
    """A month is written out in the language's own way."""
    assert month_words("2026-08", "fr") == "août 2026"
    assert month_words("2026-08", "en") == "August 2026"


def test_templates_stay_words() -> None:
    """Keys such as `no` and words such as `true` are read as text."""
    assert all(
        isinstance(template, str | dict)
        for template in (*keys("fr").values(), *keys("en").values())
    )
    assert keys("fr")["reading.want-bool"] == "oui ou non"
