"""What documents say of health, each with its source, and what holds in one country only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from generator.documents.lesson import Lesson
from generator.game import countries
from generator.game.head import Health, HealthFact, Source
from generator.printables.context import Context
from generator.words import Language, message, month_words, typeset, typeset_message


@dataclass(frozen=True, slots=True)
class CitedFact:
    """What is said of a subject and its sources, each in one line; some facts have no subject."""

    subject: str
    fact: str
    sources: tuple[str, ...]


NOTHING = CitedFact("", "", ())


@dataclass(frozen=True, slots=True)
class CitedFacts:
    """What is said, and its sources, numbered in one list."""

    cited: tuple[CitedFact, ...]

    @property
    def sources(self) -> tuple[str, ...]:
        """Return each source once, in the order in which they are cited."""
        return tuple(dict.fromkeys(source for one in self.cited for source in one.sources))

    def numbers(self, one: CitedFact) -> str:
        """Return the places in that order of what says one of the facts: `[2, 5]`."""
        places = ",\u00a0".join(str(self.sources.index(source) + 1) for source in one.sources)
        return f"[{places}]" if one.sources else ""


@dataclass(frozen=True, slots=True)
class HealthFacts(CitedFacts):
    """The facts of a game, and what is to be known of them: who read them, or that nobody did."""

    notice: str
    is_reviewed: bool


def health_facts(setting: Context) -> HealthFacts | None:
    """Return a game's facts about health in their order, then the country's; None without any."""
    found, here = setting.game.head.health, local_advice(setting)
    if found is None:
        return None
    groups = groupby(found.facts, key=lambda one: one.about or one.fact)
    told = [_cited(about, tuple(facts), found, setting) for about, facts in groups]
    if own := [here.cited(one) for one in here.said.facts]:
        words = " ".join(one.fact for one in own)
        sources = dict.fromkeys(source for one in own for source in one.sources)
        told.append(CitedFact(here.name, words, tuple(sources)))
    return _with_notice(told, found, setting)


def facts_for_families(names: Sequence[str], setting: Context) -> HealthFacts | None:
    """Return some facts about health, then the first of the country's; None without health."""
    found, here = setting.game.head.health, local_advice(setting)
    if found is None:
        return None
    facts = {one.fact: one for one in found.facts}
    told = [_cited("", (facts[name],), found, setting) for name in names]
    told += [here.cited(one) for one in here.said.facts[:1]]
    return _with_notice(told, found, setting)


def _with_notice(told: Sequence[CitedFact], health: Health, setting: Context) -> HealthFacts:
    reader = health.reviewed_by
    words = message("guide.reviewed", by=reader) if reader else message("guide.to-be-read")
    month = month_words(health.checked, setting.options.language)
    checked = setting.say(message("print.checked", month=month))
    notice = f"{setting.say(words)} {checked[:1].upper()}{checked[1:]}."
    return HealthFacts(tuple(told), notice, bool(reader))


def _cited(about: str, facts: Sequence[HealthFact], health: Health, setting: Context) -> CitedFact:
    said = setting.sentences
    named = [source for fact in facts for source in fact.sources]
    for rows in health.tables.values():
        named += [source for cell in rows.get(about, {}).values() for source in cell.sources]
    words = " ".join(said.health[fact.fact] for fact in facts)
    return CitedFact(said.texts.get(f"card.{about}", ""), words, source_titles(named, setting))


def source_titles(names: Iterable[str], setting: Context) -> tuple[str, ...]:
    """Return the sources of a game's facts about health by their titles and years, each once."""
    health, said = setting.game.head.health, setting.sentences
    return () if health is None else _titles(names, health.sources, said.sources, said.language)


def _titles(
    named: Iterable[str],
    sources: Mapping[str, Source],
    titles: Mapping[str, str],
    language: Language,
) -> tuple[str, ...]:
    known = ((name, sources[name]) for name in dict.fromkeys(named))
    told = ((titles.get(name, one.name), one.year) for name, one in known)
    # A title of no language is not typeset yet.
    return tuple(typeset(", ".join(str(p) for p in one if p), language) for one in told)


@dataclass(frozen=True, slots=True)
class LocalAdvice:
    """What the country of a paper says to its game; of no country it says nothing."""

    language: Language
    country: countries.Country | None
    said: countries.LocalContent

    @property
    def name(self) -> str:
        """Return what the country is called."""
        own = None if self.country is None else self.country.name
        return countries.words_in_language(own, self.language) if own else ""

    def cited(self, told: countries.LocalStatement) -> CitedFact:
        """Return what is told with its sources."""
        sources = {} if self.country is None else self.country.sources
        named = _titles(told.sources, sources, {}, self.language)
        return CitedFact("", told.words(self.language), named)

    def services(self) -> tuple[tuple[str, CitedFact], ...]:
        """Return whom one can turn to, each after the number to call or nothing."""
        return tuple((one.call or "", self.cited(one)) for one in self.said.services)

    def frame(self) -> CitedFact | None:
        """Return what the lesson answers to."""
        return None if self.said.frame is None else self.cited(self.said.frame)

    def asked(self, skills: Iterable[countries.Skill | None], year: str | None) -> CitedFacts:
        """Return what the country's programme says of skills by a year; no words for nothing."""
        found = (one and self.country and self.country.asked(one, year) for one in skills)
        return CitedFacts(tuple(self.cited(one) if one else NOTHING for one in found))

    def read(self) -> str:
        """Return in which country, and when, was read what its schools are asked."""
        if self.country is None:
            return ""
        month = month_words(self.country.checked, self.language)
        words = message("guide.country-read", country=self.name, month=month)
        return typeset_message(words, self.language)


def local_advice(setting: Context) -> LocalAdvice:
    """Return what holds in the country of a paper."""
    options = setting.options
    found = countries.country_for(options.country, options.language, options.year)
    own = found and found.games.get(setting.game.name)
    return LocalAdvice(options.language, found, own or countries.LocalContent())


def cited_outcomes(lesson: Lesson, setting: Context) -> CitedFacts:
    """Return what pupils can do, each with what the country's programme says of it, if anything.

    What a country's file says of the lesson comes first, by itself.
    """
    here, own = local_advice(setting), lesson.outcomes
    told = here.asked((one.skill for one in own), setting.options.year).cited
    if len(here.said.areas) == len(own):
        told = tuple(map(here.cited, here.said.areas))
    can = (replace(one, subject=of.can) for one, of in zip(told, own, strict=True))
    return CitedFacts((*filter(None, (here.frame(),)), *can))
