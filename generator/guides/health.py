"""Facts about health as documents print them: each with who says so, and whether they were read."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.game.health import Health, HealthFact, Source
from generator.printables.setting import Setting
from generator.words import message, month_words


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


def health(setting: Setting) -> Facts | None:
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


def _cited(about: str, facts: Sequence[HealthFact], health: Health, setting: Setting) -> Cited:
    """Put the facts about one subject together: sources of tables about it are named too."""
    named = [source for fact in facts for source in fact.sources]
    for rows in health.tables.values():
        named += [source for cell in rows.get(about, {}).values() for source in cell.sources]
    sources = tuple(_named(health.sources[source]) for source in dict.fromkeys(named))
    words = " ".join(setting.said.health[fact.fact] for fact in facts)
    return Cited(setting.said.texts.get(f"card.{about}", ""), words, sources)


def _named(source: Source) -> str:
    return source.name if source.year is None else f"{source.name}, {source.year}"
