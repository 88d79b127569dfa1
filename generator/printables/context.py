"""What every block of a printable may ask: the game, its words in the language, and the style."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from generator.game import Game
from generator.game.head import Tone
from generator.game.sentences import Sentences
from generator.paper.palette import Ink, Palette, Swatch
from generator.paper.text import Style
from generator.printables.options import Options
from generator.words import Message, message, say, typeset

# The shape that goes with a colour, so that colour never tells alone.
SIGNS: Mapping[Tone, str] = {
    "circle": "●",
    "triangle": "▲",
    "square": "■",
    "star": "★",
    "hexagon": "⬢",
    "diamond": "♦",
}


@dataclass(frozen=True, slots=True)
class PrintContext:
    """One printable of a game as somebody wants it; `name` is for prints that data do not name."""

    game: Game
    printable: str
    options: Options
    name: str = ""

    @property
    def style(self) -> Style:
        """Return typeface, language and size."""
        return self.options.style

    @property
    def said(self) -> Sentences:
        """Return the game's sentences in the language of the paper."""
        return self.game.said_in(self.options.language)

    @property
    def title(self) -> str:
        """Return the printable's name in the language of the paper."""
        return self.name or self.said.printables[self.printable]

    def text(self, key: str) -> str:
        """Return a game's own word: a score part, the name of a track."""
        return self.said.texts[key]

    def say(self, words: str | Message) -> str:
        """Return the program's own words in the language of the paper, as a printer sets them."""
        worded = message(words) if isinstance(words, str) else words
        return typeset(say(worded, self.options.language), self.options.language)

    def shape(self, colour: str) -> Tone:
        """Return the shape that goes with a colour of the game."""
        return shapes(self.game)[colour]

    def sign(self, colour: str | None) -> str:
        """Return that shape as a letter; nothing without a colour, or without a shape for it."""
        return SIGNS.get(self.shape(colour), "") if colour else ""


@lru_cache(maxsize=8)
def shapes(game: Game) -> Mapping[str, Tone]:
    """Return the shape of each colour: the one it is given, else the next that none is given."""
    colours = game.head.colours
    given = {colour.shape for colour in colours.values()}
    free = (tone for tone in SIGNS if tone not in given)
    return {
        name: next(free, "none") if colour.shape == "none" else colour.shape
        for name, colour in colours.items()
    }


def palette(game: Game, ink: Ink) -> Palette:
    """Return the house colours and the game's, in one ink."""
    swatches = tuple(
        (name, Swatch(colour.colour, colour.grey)) for name, colour in game.head.colours.items()
    )
    return Palette(swatches, ink)
