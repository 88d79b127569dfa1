"""No character is printed as an empty box or from a typeface that is not ours."""

from generator.paper.faces import face
from generator.paper.text import GlyphMissingError
from generator.words import message


def require_glyphs(words: str, *fonts: str) -> None:
    """Raise GlyphMissingError naming the first character that none of the fonts has."""
    for letter in words:
        if not any(ord(letter) in face(font).widths for font in fonts):
            code = f"U+{ord(letter):04X}"
            raise GlyphMissingError(
                message("paper.no-glyph", letter=letter, code=code, words=words)
            )
