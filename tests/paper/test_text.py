"""Text is fitted so that nothing overflows, nothing is lost and nothing is made too small."""

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.paper.shapes import Text
from generator.paper.text import (
    FAMILIES,
    LEAST_SIZE,
    SYMBOLS,
    DoesNotFitError,
    GlyphMissingError,
    Lettering,
    font_file,
    runs,
    width_of,
    wrap_words,
)
from generator.words import Language

FONT = FAMILIES["standard"].regular
FACES = sorted({name for of in FAMILIES.values() for name in (of.regular, of.bold, of.italic)})
LETTERS = "abcdefghijklmnopqrstuvwxyzéèêàùçœôîABCÉ0123456789"
WORDS = st.lists(st.text(LETTERS + "'’-,.", min_size=1, max_size=24), min_size=1, max_size=30)
LANGUAGE = st.sampled_from([None, "fr", "en"])


def lines_of(
    words: str, width: float, size: float = 9, language: Language | None = None
) -> list[str]:
    """Return the lines of words that fit."""
    lines = wrap_words(words, FONT, size, width, language)
    assert lines is not None
    return list(lines)


@pytest.mark.parametrize("name", FACES)
def test_zeros_have_no_slash(name: str) -> None:
    """A zero is a ring, one line in another: children take a slashed one for another sign."""
    with TTFont(font_file(name)) as font:
        pen = RecordingPen()
        font.getGlyphSet()[font.getBestCmap()[ord("0")]].draw(pen)
    assert [step for step, _ in pen.value].count("moveTo") == 2


@given(words=WORDS, width=st.floats(5, 150), size=st.floats(5, 20), language=LANGUAGE)
def test_no_line_is_wider_than_its_box(
    words: list[str], width: float, size: float, language: Language | None
) -> None:
    """Whatever the words, no line is wider than the width they are wrap_words to."""
    lines = wrap_words(" ".join(words), FONT, size, width, language)
    assume(lines is not None)
    assert lines is not None
    assert all(width_of(line, FONT, size) <= width for line in lines)


@given(words=WORDS, width=st.floats(5, 150))
def test_nothing_is_lost(words: list[str], width: float) -> None:
    """The lines joined again are the words, but for the spaces at which they broke."""
    lines = wrap_words(" ".join(words), FONT, 9, width)
    assume(lines is not None)
    assert lines is not None
    assert "".join(lines).replace(" ", "") == "".join(words)


@given(words=WORDS, width=st.floats(5, 60), language=st.sampled_from(["fr", "en"]))
def test_hyphenation_adds_only_hyphens(words: list[str], width: float, language: Language) -> None:
    """Hyphenated lines differ from the words by hyphens at the ends of lines alone."""
    lines = wrap_words(" ".join(words), FONT, 9, width, language)
    assume(lines is not None)
    assert lines is not None
    rest = "".join(words)
    for line in lines:
        letters = line.replace(" ", "")
        if not rest.startswith(letters):
            letters = letters.removesuffix("-")
        assert rest.startswith(letters)
        rest = rest.removeprefix(letters)
    assert not rest


@given(words=WORDS, width=st.floats(5, 150))
def test_none_only_where_a_word_is_too_wide(words: list[str], width: float) -> None:
    """Without hyphenation, words are refused only where one of their pieces is too wide."""
    if wrap_words(" ".join(words), FONT, 9, width) is None:
        assert max(width_of(word, FONT, 9) for word in words) > width


@given(words=WORDS, width=st.floats(5, 60), language=st.sampled_from(["fr", "en"]))
def test_hyphenation_never_makes_worse(words: list[str], width: float, language: Language) -> None:
    """What fits without hyphens fits with them, in no more lines."""
    without = wrap_words(" ".join(words), FONT, 9, width)
    assume(without is not None)
    assert without is not None
    assert len(lines_of(" ".join(words), width, language=language)) <= len(without)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        pytest.param("Attention\u202f! Oui", ["Attention\u202f!", "Oui"], id="narrow space"),
        pytest.param("10\u00a0000 points", ["10\u00a0000", "points"], id="no-break space"),
        pytest.param("porte-monnaie", ["porte-", "monnaie"], id="after a hyphen"),
        pytest.param("2026-03-14", None, id="not in a date"),
        pytest.param("un\n\ndeux", ["un", "", "deux"], id="paragraphs"),
        pytest.param("  un   deux ", ["un deux"], id="spaces"),
        pytest.param("", [""], id="nothing"),
    ],
)
def test_where_lines_break(words: str, lines: list[str] | None) -> None:
    """Lines break at plain spaces, after hyphens between letters and at line feeds only."""
    found = wrap_words(words, FONT, 9, width_of("Attention\u202f!", FONT, 9))
    assert found == (None if lines is None else tuple(lines))


@given(words=WORDS, width=st.floats(20, 120), height=st.floats(4, 60))
def test_fitted_text_lies_in_its_box(words: list[str], width: float, height: float) -> None:
    """Fitted text lies within its box at a size between the allowed ones, or is refused."""
    how = Lettering(FONT, 14, least=LEAST_SIZE)
    try:
        drawing = how.fit(" ".join(words), "card", width, height, "fr")
    except DoesNotFitError:
        return
    texts = [shape for shape in drawing.shapes if isinstance(shape, Text)]
    assert len(texts) == len(drawing.shapes)
    assert drawing.height <= height
    for text in texts:
        assert LEAST_SIZE <= text.size <= 14
        assert text.x + width_of(text.words, text.font, text.size) <= width + 1e-9
        assert 0 <= text.y <= height


def test_what_does_not_fit_is_named() -> None:
    """A text too long for its box at the smallest size names the box, the text and the size."""
    with pytest.raises(DoesNotFitError) as caught:
        Lettering(FONT, 12, least=7).fit("Barthélemy-Emmanuel", "name", 8)
    for words in (caught.value.worded("fr"), caught.value.worded("en")):
        assert "'Barthélemy-Emmanuel'" in words
        assert "'name'" in words
        assert "7" in words


OTHER = "NotoSans-Bold" if "Bold" in FONT else "NotoSans-Regular"


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("Zoé Noël", [(FONT, "Zoé Noël")]),
        ("Lan Nguyễn", [(FONT, "Lan "), (OTHER, "Nguyễn")]),
        ("Έλλη Παπά", [(OTHER, "Έλλη"), (FONT, " "), (OTHER, "Παπά")]),
        ("Оля ⚄", [(OTHER, "Оля"), (FONT, " "), (SYMBOLS, "⚄")]),
        ("⚄Оля", [(SYMBOLS, "⚄"), (OTHER, "Оля")]),
    ],
)
def test_names_in_other_letters(name: str, pieces: list[tuple[str, str]]) -> None:
    """A name that the house face lacks letters of is set whole in the face that has them."""
    assert list(runs(name, FONT)) == pieces


def test_a_missing_glyph_is_named() -> None:
    """A character that no face has stops the build and is named with its code and its text."""
    with pytest.raises(GlyphMissingError) as caught:
        Lettering(FONT, 9).fit("Bravo 🐸", "box", 50)
    assert "'🐸' (U+1F438)" in caught.value.worded("en")
    assert "'Bravo 🐸'" in caught.value.worded("fr")
