"""Themes of games made from a list: a face and its colours, by name."""

from collections.abc import Mapping
from functools import cache

from generator import paths
from generator.game.facts import Facts, Id
from generator.game.head import Colour, Face, Frame
from generator.reading.text_files import read_file
from generator.reading.validate import validate

# A side of a frame without waves or teeth.
STRAIGHT = "M0 0H1"


class FrameShape(Facts):
    """How a frame is drawn: its corner from the left edge to the top one, in a square of side 1."""

    corner: str
    """An outline in the words of SVG."""
    reach: float
    """The side of that square on the line about what is read, in mm."""
    outer: float
    """The side of that square at the outer edge of the band, in mm."""
    edge: str = STRAIGHT
    """What the sides of the outer edge repeat: a step along 1 to the right."""
    white: float = 0.0
    """What parts the band from the line, in mm."""


class Theme(Facts):
    """What a game from a list looks like; of six colours at least families have one each."""

    colours: Mapping[Id, Colour]
    face: Face

    def as_yaml(self) -> str:
        """Return the sections `colours` and `face` of a game's file."""
        colours = (
            f'  {name}: {{colour: "{one.colour}", shape: {one.shape}}}'
            for name, one in self.colours.items()
        )
        face = ", ".join(f"{field}: {found}" for field, found in self.face if found is not None)
        return "\n".join(("colours:", *colours, f"face: {{{face}}}"))


class Themes(Facts):
    """All themes by name, the one that is `usual` for each kind of game, and shapes of frames."""

    usual: Mapping[Id, Id]
    themes: Mapping[Id, Theme]
    frames: Mapping[Frame, FrameShape]


@cache
def themes() -> Themes:
    """Return the themes that come with the program."""
    return validate(read_file(paths.templates() / "themes.yaml"), Themes)


def theme(kind: str, name: str = "") -> Theme:
    """Return the theme of a name, or the usual one of a kind of game."""
    found = themes()
    return found.themes[name or found.usual[kind]]
