"""Text is fitted so that nothing overflows, nothing is lost and nothing is made too small."""

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.paper.shapes import Align, Text, to_mm
from generator.paper.text import (
    FAMILIES,
    LEAST_SIZE,
    SYMBOLS,
    DoesNotFitError,
    GlyphMissingError,
    Lettering,
    cap_height,
    face,
    font_file,
    line_height,
    runs,
    set_line,
    width_of,
    wrapped,
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
    lines = wrapped(words, FONT, size, width, language)
    assert lines is not None
    return list(lines)


def test_width_is_the_fonts_own() -> None:
    """A width is the sum of the font's advances, from the font file."""
    widths = face(FONT).widths
    expected = to_mm(10 * (widths["É"] + widths["t"] + widths["é"]) / 1000)
    assert width_of("Été", FONT, 10) == pytest.approx(expected)


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
    """Whatever the words, no line is wider than the width they are wrapped to."""
    lines = wrapped(" ".join(words), FONT, size, width, language)
    assume(lines is not None)
    assert lines is not None
    assert all(width_of(line, FONT, size) <= width for line in lines)


@given(words=WORDS, width=st.floats(5, 150))
def test_nothing_is_lost(words: list[str], width: float) -> None:
    """The lines joined again are the words, but for the spaces at which they broke."""
    lines = wrapped(" ".join(words), FONT, 9, width)
    assume(lines is not None)
    assert lines is not None
    assert "".join(lines).replace(" ", "") == "".join(words)


@given(words=WORDS, width=st.floats(5, 60), language=st.sampled_from(["fr", "en"]))
def test_hyphenation_adds_only_hyphens(words: list[str], width: float, language: Language) -> None:
    """Hyphenated lines differ from the words by hyphens at the ends of lines alone."""
    lines = wrapped(" ".join(words), FONT, 9, width, language)
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
    if wrapped(" ".join(words), FONT, 9, width) is None:
        assert max(width_of(word, FONT, 9) for word in words) > width


@given(words=WORDS, width=st.floats(5, 60), language=st.sampled_from(["fr", "en"]))
def test_hyphenation_never_makes_worse(words: list[str], width: float, language: Language) -> None:
    """What fits without hyphens fits with them, in no more lines."""
    without = wrapped(" ".join(words), FONT, 9, width)
    assume(without is not None)
    assert without is not None
    assert len(lines_of(" ".join(words), width, language=language)) <= len(without)


def test_lines_are_as_full_as_can_be() -> None:
    """A word stays on a line where it fits."""
    width = width_of("un deux trois", FONT, 9)
    assert lines_of("un deux trois quatre", width) == ["un deux trois", "quatre"]


@given(width=st.floats(15, 90))
def test_lines_of_two_faces_fit(width: float) -> None:
    """A name whose halves are set in other faces together than alone fits its line all the same."""
    names = "Анна-Marie Nguyễn-Martin Zoé-Анна Marie-Nguyễn-Zoé"
    for line in wrapped(names, FONT, 9, width) or ():
        assert width_of(line, FONT, 9) <= width + 1e-6


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
    found = wrapped(words, FONT, 9, width_of("Attention\u202f!", FONT, 9))
    assert found == (None if lines is None else tuple(lines))


@pytest.mark.parametrize(
    ("language", "lines"),
    [("fr", ("trans-", "mission")), ("en", ("trans-", "mission"))],
)
def test_narrow_lines_are_hyphenated(language: Language, lines: tuple[str, ...]) -> None:
    """In a narrow column a long word breaks where its language allows."""
    assert wrapped("transmission", FONT, 9, width_of("transmis", FONT, 9), language) == lines


def test_hyphenation_of_a_word_that_needs_three_lines() -> None:
    """A word is parted as often as its column needs."""
    width = width_of("anticons-", FONT, 9)
    lines = lines_of("ab anticonstitutionnellement", width, language="fr")
    assert lines[0].startswith("ab")
    assert len(lines) >= 4
    assert "".join(line.removesuffix("-") for line in lines) == "ab anticonstitutionnellement"


def test_wide_lines_are_not_hyphenated() -> None:
    """In a column of full width no word is parted."""
    width = width_of("n" * 40, FONT, 9)
    words = "Les élèves transmettent immédiatement anticonstitutionnellement leurs observations"
    assert not any(line.endswith("-") for line in lines_of(words, width, language="fr"))


def test_marks_about_a_word_do_not_hinder_its_hyphenation() -> None:
    """A word in French quotes is parted like the bare word."""
    width = width_of("«\u202ftransmis", FONT, 9)
    lines = lines_of("«\u202ftransmission\u202f»", width, language="fr")
    assert lines == ["«\u202ftrans-", "mission\u202f»"]


@given(words=WORDS, width=st.floats(20, 120), height=st.floats(4, 60))
def test_fitted_text_lies_in_its_box(words: list[str], width: float, height: float) -> None:
    """Fitted text lies within its box at a size between the allowed ones, or is refused."""
    how = Lettering(FONT, 14, least=LEAST_SIZE)
    try:
        drawing = how.fitted(" ".join(words), "card", width, height, "fr")
    except DoesNotFitError:
        return
    texts = [shape for shape in drawing.shapes if isinstance(shape, Text)]
    assert len(texts) == len(drawing.shapes)
    assert drawing.height <= height
    for text in texts:
        assert LEAST_SIZE <= text.size <= 14
        assert text.x + width_of(text.words, text.font, text.size) <= width + 1e-9
        assert 0 <= text.y <= height


def test_the_largest_size_that_fits() -> None:
    """A text is set no smaller than it has to be, in steps of half a point."""
    how = Lettering(FONT, 12, least=LEAST_SIZE)
    width = width_of("Nom de l’élève", FONT, 9.2)
    (text,) = how.fitted("Nom de l’élève", "name", width, line_height(9)).shapes
    assert isinstance(text, Text)
    assert text.size == 9.0


def test_what_does_not_fit_is_named() -> None:
    """A text too long for its box at the smallest size names the box, the text and the size."""
    with pytest.raises(DoesNotFitError) as caught:
        Lettering(FONT, 12, least=7).fitted("Barthélemy-Emmanuel", "name", 8)
    for words in (caught.value.worded("fr"), caught.value.worded("en")):
        assert "'Barthélemy-Emmanuel'" in words
        assert "'name'" in words
        assert "7" in words


def test_a_size_without_least_is_kept() -> None:
    """Where no smaller size is allowed none is tried."""
    assert list(Lettering(FONT, 9).sizes()) == [9]
    assert list(Lettering(FONT, 9, least=7.75).sizes()) == [9, 8.5, 8.0, 7.75]


@pytest.mark.parametrize(("align", "x"), [("left", 0.0), ("middle", 50.0), ("right", 100.0)])
def test_alignment_in_a_box(align: Align, x: float) -> None:
    """Lines are anchored at the left, in the middle or at the right of their box."""
    shapes = Lettering(FONT, 9, align=align).fitted("un\ndeux", "box", 100).shapes
    assert [(text.x, text.align) for text in shapes if isinstance(text, Text)] == [(x, align)] * 2


def test_height_of_a_block() -> None:
    """A block reaches from the top of its first capitals to the tails of its last line."""
    how = Lettering(FONT, 10)
    one, three = (how.fitted(words, "box", 50).height for words in ("a", "a\nb\nc"))
    assert one == pytest.approx(cap_height(FONT, 10) + to_mm(10 * face(FONT).descent))
    assert three - one == pytest.approx(2 * line_height(10))


def test_symbols_come_from_their_own_face() -> None:
    """A character that the text face lacks is set from the symbols face, the rest is not."""
    assert list(runs("dé ⚄ ≥ 3", FONT)) == [
        (FONT, "dé "),
        (SYMBOLS, "⚄"),
        (FONT, " "),
        (SYMBOLS, "≥"),
        (FONT, " 3"),
    ]


@pytest.mark.parametrize("align", ["left", "middle", "right"])
def test_runs_of_a_line_follow_one_another(align: Align) -> None:
    """The pieces of a line join without gap, and the whole is aligned as one."""
    words, how = "dé ⚄ ≥ 3", Lettering(FONT, 12, align=align)
    pieces = set_line(words, 60, 10, how)
    assert len(pieces) == 5
    ends = [piece.x + width_of(piece.words, piece.font, 12) for piece in pieces]
    assert [piece.x for piece in pieces[1:]] == pytest.approx(ends[:-1])
    anchor = {"left": pieces[0].x, "middle": (pieces[0].x + ends[-1]) / 2, "right": ends[-1]}
    assert anchor[align] == pytest.approx(60)


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
        Lettering(FONT, 9).fitted("Bravo 🐸", "box", 50)
    assert "'🐸' (U+1F438)" in caught.value.worded("en")
    assert "'Bravo 🐸'" in caught.value.worded("fr")
