"""What the findings of a turn share: where they stand, whose they are, how things are named."""

from generator.rules.duel_of_cards.state import Turn
from generator.rules.family import Refusal
from generator.rules.naming import words
from generator.words import Message, Value, message

# What an error spoils: the rest of the game.
GAME = frozenset({"game"})


def said(key: str, **values: Value) -> Message:
    """Return a message of this family."""
    return message(f"rules.duel_of_cards.{key}", **values)


def card(*ids: str) -> Message:
    """Return how a message names cards."""
    return words("cards", *ids)


def found(
    rule: str,
    reason: Message,
    turn: Turn,
    player: str,
    *within: str | int,
    where: str | None = None,
) -> Refusal:
    """Return a finding of a turn, at a field of it; it spoils the rest of the game."""
    path = ("turns", turn.number - 1, *within)
    return Refusal(rule, reason, path, player, where, turn=turn.number, after=GAME, spoils=GAME)
