"""The program's own words on guides: headings, marks of how sure a fact is, facts about health."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import get_args

from generator.game.head import Health, HealthFact, Standing
from generator.printables.context import PrintContext
from generator.words import message, month_words


@dataclass(frozen=True, slots=True)
class Labels:
    """The program's own words by the names that a template gives them: `words.at_a_glance`."""

    setting: PrintContext
    section: str

    def __getitem__(self, name: str) -> str:
        """Return the words; KeyError where there are none."""
        return self.setting.say(f"{self.section}.{name.replace('_', '-')}")


def span(pair: tuple[int, int], setting: PrintContext) -> str:
    """Return least and most as words: `2 to 6`, or one number where they are the same."""
    least, most = pair
    if least == most:
        return str(least)
    return setting.say(message("guide.from-to", least=str(least), most=str(most)))


# Signs that every shipped typeface has; what stands in the rule text needs none.
SIGNS: Mapping[Standing, str] = dict(zip(get_args(Standing), ("", "*", "**", "†"), strict=True))


def part_standing(part: str, setting: PrintContext) -> Standing:
    """Return how sure the layout of a part is."""
    facts = setting.game.head.provenance
    return next((fact.standing for fact in facts if part in fact.parts), "source")


def legend(used: Collection[Standing], setting: PrintContext) -> tuple[tuple[str, str], ...]:
    """Return the marks that occur and what they say, the surest first."""
    return tuple(
        (sign, setting.say(f"guide.standing-{standing}"))
        for standing, sign in SIGNS.items()
        if sign and standing in used
    )


@dataclass(frozen=True, slots=True)
class Cited:
    """What is said of a subject and its sources, each in one line; some facts have no subject."""

    subject: str
    fact: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a game, and what is to be known of them: who read them, or that nobody did."""

    cited: tuple[Cited, ...]
    notice: str
    is_reviewed: bool


def health(setting: PrintContext) -> Facts | None:
    """Return a game's facts about health in the order of its data; None where it has none."""
    found = setting.game.head.health
    if found is None:
        return None
    groups = groupby(found.facts, key=lambda one: one.about or one.fact)
    cited = tuple(_cited(about, tuple(facts), found, setting) for about, facts in groups)
    reader = found.reviewed_by
    words = message("guide.reviewed", by=reader) if reader else message("guide.to-be-read")
    checked = setting.say(
        message("print.checked", month=month_words(found.checked, setting.options.language))
    )
    return Facts(cited, f"{setting.say(words)} {checked[:1].upper()}{checked[1:]}.", bool(reader))


def _cited(about: str, facts: Sequence[HealthFact], health: Health, setting: PrintContext) -> Cited:
    """Put the facts about one subject together: sources of tables about it are named too."""
    named = [source for fact in facts for source in fact.sources]
    for rows in health.tables.values():
        named += [source for cell in rows.get(about, {}).values() for source in cell.sources]
    sources = tuple(_named(source, health, setting) for source in dict.fromkeys(named))
    words = " ".join(setting.said.health[fact.fact] for fact in facts)
    return Cited(setting.said.texts.get(f"card.{about}", ""), words, sources)


def _named(source: str, health: Health, setting: PrintContext) -> str:
    found = health.sources[source]
    name = setting.said.sources.get(source, found.name)
    return name if found.year is None else f"{name}, {found.year}"
