"""Who sits at the tables of these tests, and what their ways to lay and to judge are called."""

from collections.abc import Callable

from generator.rules import Seating
from generator.rules.duel_of_cards.state import State

THREE = Seating(("Fox", "Otter", "Owl"))
Table = Callable[..., State]
Broken = Callable[..., list[str]]
