"""A pack for a class, made from a list: its decks, exercises and question cards, as one kit."""

from collections.abc import Callable
from dataclasses import replace

from generator.errors import DataError, LudokitError
from generator.fitting import FittedGame, fit_game, with_parts
from generator.from_list import ListChoices, on_cards_of
from generator.game import Game
from generator.game.head import USUAL_GROUP
from generator.kit import bind_kit, options_for_class, seat_for_kit
from generator.make import Maker, Print, make_all
from generator.printables.context import Options
from generator.words import Message, message

# What a class of 28 plays with, four at a deck.
DECKS = 7


def class_size(pupils: int | None, decks: int | None) -> int:
    """Return for how many pupils a pack is: those that are told, or a table for each deck."""
    return pupils or (decks or DECKS) * USUAL_GROUP


def fit_pack(
    made: Callable[[ListChoices], Game],
    kind: str,
    options: Options,
    choices: ListChoices,
) -> FittedGame:
    """Return a game with all of its pack, on what holds the words of the game alone.

    `made` makes a game from the list by choices. LudokitError or DataError as `fit_game` does.
    """
    facts = tuple((name, fact) for name, fact in choices.facts if name != "pack")
    fitted = fit_game(made(replace(choices, facts=facts)), kind, options, choices)
    if fitted.options.card_size != options.card_size:
        # Its other cards have sizes of their own.
        choices = on_cards_of(choices, fitted.options.card_size)
    game = with_parts(made(choices), fitted.game.head.parts)
    return FittedGame(game, replace(fitted.options, card_size=options.card_size), fitted.notes)


def make_pack(game: Game, options: Options, pupils: int) -> tuple[Print, ...]:
    """Make all that a game from a list offers, its plan, and the files to print for a class.

    The first printable is the game itself; what the list lacks something for besides is left out,
    with a note. LudokitError where the game itself cannot be made.
    """
    wanted = options.tables
    group = -(-pupils // wanted) if wanted else None
    seating = seat_for_kit(game, options, pupils, group)
    own = options_for_class(game, replace(options, tables=0), seating)
    # A class that is too large for its list plays in groups, which are copies.
    own = replace(own, pupils=options.pupils, tables=wanted or own.tables)
    first, *others = game.printables()
    found, notes = [*make_all(Maker(), game, own, names=(first,))], list[Message]()
    for name in others:
        try:
            found += make_all(Maker(), game, own, names=(name,))
        except LudokitError as error:
            title = game.sentences_in(own.language).printables[name]
            told = error.problems[0].message if isinstance(error, DataError) else error.message
            notes.append(message("list.pack-without", printable=title, reason=told))
    # What is chosen for the game need make no difference to what comes with it.
    whole = [one.without_idle_notes() for one in found[1:]]
    whole.insert(0, replace(found[0], notes=(*found[0].notes, *notes)))
    return (*whole, *bind_kit(game, own, whole, seating))
