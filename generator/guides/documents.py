"""What a document's template asks for, by its name; rule sheets and handouts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.errors import LudokitError
from generator.game.head import Standing
from generator.guides.figures import figure
from generator.guides.guide_text import guide
from generator.guides.labels import SIGNS, Labels, health, legend, part_standing, span
from generator.guides.lesson import Guide, RuleSection
from generator.guides.teacher import teacher_guide
from generator.printables.context import PrintContext
from generator.printables.furniture import not_reviewed, sheet_id
from generator.printables.kinds.cards import CardsEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entry
from generator.words import message, not_one_of, traits


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


def rule_sheet(guide: Guide, setting: PrintContext) -> Mapping[str, object]:
    """Return what the template of the rule sheet asks for: all rules where no sheet is written."""
    sheet = guide.rule_sheet
    every = RuleSection.model_construct(
        heading="", rules=tuple(rule.id for rule in setting.game.head.rules)
    )
    sections = sheet.sections or (every,)
    drawn: dict[str, object] = {"figure": None, "layout_sign": "", "layout_notes": ()}
    if sheet.position is not None:
        position = guide.positions[sheet.position]
        pictured = _pictured(position.printable, setting)
        standings = (part_standing(part, setting) for part in pictured)
        layout: Standing = next((s for s in standings if s != "source"), "source")
        drawn["figure"] = figure(position, setting)
        drawn["layout_sign"] = SIGNS[layout]
        drawn["layout_notes"] = tuple(_notes(pictured, setting))
    return {
        "sheet": sheet,
        "summary": _summary(setting),
        "sections": tuple(_section(section, setting) for section in sections),
        "legend": legend(_used(sections, setting), setting),
        **drawn,
    }


def _summary(setting: PrintContext) -> str:
    head = setting.game.head
    return setting.say(
        message(
            "guide.summary",
            people=span(head.players, setting),
            age=str(head.age),
            minutes=span(head.minutes, setting),
        ),
    )


def _section(section: RuleSection, setting: PrintContext) -> Section:
    rules = (setting.game.rule(rule) for rule in section.rules)
    told = tuple(Told(setting.said.rules[rule.id], SIGNS[rule.standing]) for rule in rules)
    return Section(section.heading, told)


def _used(sections: Sequence[RuleSection], setting: PrintContext) -> set[Standing]:
    return {setting.game.rule(rule).standing for section in sections for rule in section.rules}


def _pictured(printable: str, setting: PrintContext) -> tuple[str, ...]:
    """Return the parts that a printed sheet shows."""
    found = entry(setting.game, printable)
    if isinstance(found, CardsEntry):
        return (found.part,)
    blocks = found.blocks if isinstance(found, SheetEntry) else ()
    return tuple(part for block in blocks if isinstance(part := getattr(block, "part", None), str))


def _notes(pictured: Sequence[str], setting: PrintContext) -> Iterator[str]:
    """Yield what is to be said of the layout of the parts in the picture."""
    for fact in setting.game.head.provenance:
        if fact.standing != "source" and set(fact.parts) & set(pictured):
            yield f"{SIGNS[fact.standing]} {setting.said.provenance[fact.fact]}"


def family_handout(guide: Guide, setting: PrintContext) -> Mapping[str, object]:
    """Return what the template of the handout asks for; LudokitError where a guide has none."""
    if guide.handout is None:
        raise LudokitError(message("guide.no-handout", game=setting.game.name))
    return {
        "handout": guide.handout,
        "contrasts": guide.lesson.contrasts,
        "health": health(setting),
    }


TEMPLATES: Mapping[str, Callable[[Guide, PrintContext], Mapping[str, object]]] = {
    "guide": teacher_guide,
    "handout": family_handout,
    "rules": rule_sheet,
}


def context(setting: PrintContext, template: str, facts: object) -> Mapping[str, object]:
    """Return all that a template asks for; `facts` are the document's own.

    Raise LudokitError for a template that is not known or a game without a guide, and DataError
    with every fault of the guide in the setting's language.
    """
    if template not in TEMPLATES:
        raise LudokitError(not_one_of(template, TEMPLATES))
    options, said = setting.options, setting.said
    told = guide(setting.game, options.language)
    return {
        "facts": facts,
        "credits": credits_line(setting),
        "paper": options.paper,
        "font": options.font,
        "large": options.large,
        "ink": options.ink,
        "title": said.title,
        "tagline": said.tagline,
        "printable": setting.title,
        "words": Labels(setting, "guide"),
        **TEMPLATES[template](told, setting),
    }


def credits_line(setting: PrintContext) -> str:
    """Return the footer: whose game it is, by which rules, and the id of the printout."""
    head, said = setting.game.head, setting.said
    version = setting.say(message("print.version", version=str(head.version)))
    language = traits(setting.options.language).name
    whose = filter(None, (said.title, head.credits.makers(), said.rights))
    line = " · ".join((*whose, language, version, sheet_id(setting)))
    notice = not_reviewed(setting)
    return line if notice is None else f"{notice} {line}"
