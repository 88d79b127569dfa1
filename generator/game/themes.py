"""Themes of games made from a list: a face and its colours, by name."""

from collections.abc import Mapping
from functools import cache

from generator import paths
from generator.game.facts import Facts, Id
from generator.game.head import Colour, Face
from generator.reading.text_files import read_file
from generator.reading.validate import validate


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
    """All themes by name, and the one that is `usual` for each kind of game."""

    usual: Mapping[Id, Id]
    themes: Mapping[Id, Theme]


@cache
def themes() -> Themes:
    """Return the themes that come with the program."""
    return validate(read_file(paths.templates() / "themes.yaml"), Themes)


def theme(kind: str, name: str = "") -> Theme:
    """Return the theme of a name, or the usual one of a kind of game."""
    found = themes()
    return found.themes[name or found.usual[kind]]
