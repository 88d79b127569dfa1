"""The rule sheet: rules in the order a player needs them, one drawn example, how sure each is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.game.head import Standing
from generator.guides.labels import span
from generator.guides.lesson import Guide, RuleSection
from generator.guides.positions import figure
from generator.guides.standing import SIGNS, legend, part_standing
from generator.printables.kinds.cards import CardsEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entry
from generator.printables.setting import Setting
from generator.words import message


@dataclass(frozen=True, slots=True)
class Told:
    """A rule's sentence and the sign of how sure it is."""

    sentence: str
    sign: str


@dataclass(frozen=True, slots=True)
class Section:
    """Rules under one heading."""

    heading: str
    rules: tuple[Told, ...]


def rule_sheet(guide: Guide, setting: Setting) -> Mapping[str, object]:
    """Return what the template of the rule sheet asks for."""
    sheet = guide.rule_sheet
    position = guide.positions[sheet.position]
    pictured = _pictured(position.printable, setting)
    standings = (part_standing(part, setting) for part in pictured)
    layout: Standing = next((s for s in standings if s != "source"), "source")
    return {
        "sheet": sheet,
        "summary": _summary(setting),
        "sections": tuple(_section(section, setting) for section in sheet.sections),
        "figure": figure(position, setting),
        "layout_sign": SIGNS[layout],
        "legend": legend(_used(sheet.sections, setting), setting),
        "layout_notes": tuple(_notes(pictured, setting)),
    }


def _summary(setting: Setting) -> str:
    head = setting.game.head
    return setting.say(
        message(
            "guide.summary",
            people=span(head.players, setting),
            age=str(head.age),
            minutes=span(head.minutes, setting),
        ),
    )


def _section(section: RuleSection, setting: Setting) -> Section:
    rules = (setting.game.rule(rule) for rule in section.rules)
    told = tuple(Told(setting.said.rules[rule.id], SIGNS[rule.standing]) for rule in rules)
    return Section(section.heading, told)


def _used(sections: Sequence[RuleSection], setting: Setting) -> set[Standing]:
    return {setting.game.rule(rule).standing for section in sections for rule in section.rules}


def _pictured(printable: str, setting: Setting) -> tuple[str, ...]:
    """Return the parts that a printed sheet shows."""
    found = entry(setting.game, printable)
    if isinstance(found, CardsEntry):
        return (found.part,)
    blocks = found.blocks if isinstance(found, SheetEntry) else ()
    return tuple(part for block in blocks if isinstance(part := getattr(block, "part", None), str))


def _notes(pictured: Sequence[str], setting: Setting) -> Iterator[str]:
    """Yield what is to be said of the layout of the parts in the picture."""
    for fact in setting.game.head.provenance:
        if fact.standing != "source" and set(fact.parts) & set(pictured):
            yield f"{SIGNS[fact.standing]} {setting.said.provenance[fact.fact]}"
