"""How sure a fact is, as small marks beside sentences and a legend of those that occur."""

from collections.abc import Collection, Mapping

from generator.game.head import Standing
from generator.printables.setting import Setting

# Signs that every shipped typeface has; what stands in the rule text needs none.
SIGNS: Mapping[Standing, str] = {"source": "", "found": "*", "reconstructed": "**", "decision": "†"}
LEGEND: Mapping[Standing, str] = {
    "found": "guide.standing-found",
    "reconstructed": "guide.standing-reconstructed",
    "decision": "guide.standing-decision",
}
SHORT: Mapping[Standing, str] = {
    "found": "guide.short-found",
    "reconstructed": "guide.short-reconstructed",
    "decision": "guide.short-decision",
}


def part_standing(part: str, setting: Setting) -> Standing:
    """Return how sure the layout of a part is."""
    facts = setting.game.head.provenance
    return next((fact.standing for fact in facts if part in fact.parts), "source")


def legend(used: Collection[Standing], setting: Setting) -> tuple[tuple[str, str], ...]:
    """Return the marks that occur and what they say, the surest first."""
    return tuple(
        (SIGNS[standing], setting.say(words))
        for standing, words in LEGEND.items()
        if standing in used
    )
