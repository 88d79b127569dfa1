"""A policy where numbers are written: how many dice are thrown, for which rows."""

from collections.abc import Iterator

from generator.game.facts import Count
from generator.game.parts import Dice
from generator.games.write.rules import WriteRules
from generator.reading.nodes import Path
from generator.rules.policies import Policy
from generator.words import Message, message


class WritePolicy(Policy):
    """How one plays who always plays alike."""

    dice: Count | None = None
    """Where numbers are written: always so many dice, those of the emptiest rows; the sum goes to
    the free cell nearest to its share of all sums, and what would lie further off is let by."""

    @staticmethod
    def faults(_policy: Policy, rules: WriteRules, /) -> Iterator[tuple[Path, Message]]:
        if not isinstance(rules.layout.gear.dice, Dice):
            yield ("dice",), message("guide.no-policy", field="")
