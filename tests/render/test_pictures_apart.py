"""Pictures of a document, handed to the layout library beside it."""

from generator.paper.shapes import Drawing, Placed, Rect
from generator.render.document import pictures_apart
from generator.render.svg import svg
from tests.render.drawings import sample
from tests.render.measured import PALETTE

PLAIN = svg(sample(), PALETTE, title='A "plain" one, & more')
CLIPPED = svg(
    Drawing(20, 20, (Placed(sample(), 0, 0, clip=Rect(0, 0, 5, 5)),)), PALETTE, title="Clipped"
)


def test_each_picture_becomes_an_image() -> None:
    """Pictures stand apart whole, and where they stood is an image with their title."""
    text, pictures = pictures_apart(f"<p>a</p>{PLAIN}<p>b</p>{CLIPPED}<p>c</p>")
    assert text == (
        '<p>a</p><img src="picture-1.svg" alt="A &quot;plain&quot; one, &amp; more">'
        '<p>b</p><img src="picture-2.svg" alt="Clipped"><p>c</p>'
    )
    assert pictures == {"picture-1.svg": PLAIN, "picture-2.svg": CLIPPED}


def test_a_picture_within_a_picture_stays_there() -> None:
    """What is drawn in a frame of its own is part of its picture."""
    assert CLIPPED.count("<svg") > 1
    assert list(pictures_apart(CLIPPED)[1].values()) == [CLIPPED]


def test_a_picture_shown_twice_is_one() -> None:
    """The same picture has one address."""
    text, pictures = pictures_apart(PLAIN + PLAIN)
    assert text.count("picture-1.svg") == 2
    assert list(pictures) == ["picture-1.svg"]


def test_a_document_without_pictures() -> None:
    """Nothing changes where nothing is drawn."""
    assert pictures_apart("<p>a</p>") == ("<p>a</p>", {})
