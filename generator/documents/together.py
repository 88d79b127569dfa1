"""A way to play of its own, on a page: taught, not judged; the table wins or loses together."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from generator.errors import LudokitError
from generator.game.facts import Facts, Said, Sentence
from generator.printables.context import PrintContext
from generator.words import message


class Deed(Facts):
    """Something done in the game, and what stands behind it in life."""

    what: Sentence
    """What is done, in a word or two."""
    life: Sentence
    """What is so in life, put in from the facts about health."""


class Doing(Facts):
    """One thing that is done in a turn."""

    what: Sentence
    """What it is called: `Draw`."""
    text: Sentence
    """How it is done."""


class Together(Facts):
    """A game of its own with the cards or boards of this one, for a table that plays together."""

    goal: Sentence
    """What the table plays for."""
    material: Said
    """What lies on the table, a line each."""
    setting_up: Said
    """What is done before the first turn, in order."""
    each_turn: Annotated[tuple[Doing, ...], Field(min_length=1)]
    """What is done in a turn, in order."""
    won: Said
    """When the table has won, and when it has lost."""
    deeds: Annotated[tuple[Deed, ...], Field(max_length=12)] = ()
    """What is done, beside what is so in life."""
    talk: Said
    """What the table talks about afterwards."""


def together(told: Together | None, setting: PrintContext) -> Mapping[str, object]:
    """Return what the page's template asks for; LudokitError where a guide has no such game."""
    if told is None:
        raise LudokitError(message("guide.no-together", game=setting.game.name))
    return {"together": told}
