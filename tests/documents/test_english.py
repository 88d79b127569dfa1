"""English that was written, not translated, and French that elides before computed names."""

import re
from functools import cache
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from generator import paths
from generator.game import game_names
from generator.printables.context import Options
from generator.words import message_templates
from tests.documents.read_back import document

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"
ROW = re.compile(r"^\| ([^|`]+) \| ([^|`]+) \|$", re.MULTILINE)
# What loses its vowel, before a word that begins with one; numbers in words stay apart.
UNELIDED = re.compile(
    r"\b(?:[DdLlNnSs]e|[Ll]a|[Qq]ue|[Jj]usque|[Ll]orsque|[Pp]uisque)\s+"
    r"(?!(?:une?|onze|oui|ou|avec|et|en|au|aux|est)\b)[aeiouàâéèêîôûœAEIOUÀÂÉÈÊÎÔÛŒ][a-zà-öø-ÿœ]\w*"
)


@cache
def translated() -> re.Pattern[str]:
    """Return what CONTRIBUTING.md lists as translated: the first column of its table."""
    text = CONTRIBUTING.read_text(encoding="utf-8")
    _, _, section = text.partition("\n## Translated, not written\n")
    first, _, *rows = ROW.findall(section.partition("\n## ")[0])
    assert first[0] == "not"
    phrases = [phrase for left, _ in rows for phrase in left.split(", ")]
    assert len(phrases) > 12
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, phrases))})\b", re.IGNORECASE)


@pytest.mark.parametrize("game", game_names())
def test_no_english_is_translated(game: str) -> None:
    """No phrase of the table of false friends stands in the English of a game."""
    text = (paths.rules_data() / game / "en.yaml").read_text(encoding="utf-8")
    assert [found[0] for found in translated().finditer(text)] == []


def test_no_message_is_translated() -> None:
    """No phrase of the table of false friends stands in the messages of the program."""
    told = [str(text) for text in message_templates("en").values()]
    assert [text for text in told if translated().search(text)] == []


@pytest.mark.few(2)
@pytest.mark.parametrize("printable", ["guide", "rules", "exercises", "slides"])
@pytest.mark.parametrize("game", game_names())
def test_french_elides(game: str, printable: str) -> None:
    """No word that loses its vowel stands whole before a vowel in what is printed in French."""
    with PdfDocument(document(game, printable, Options("fr"))) as file:
        text = "\n".join(page.get_textpage().get_text_bounded() for page in file)
    assert [found[0] for found in UNELIDED.finditer(text)] == []
