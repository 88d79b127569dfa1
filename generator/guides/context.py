"""What a document's template asks for, by the template's name."""

from collections.abc import Callable, Mapping

from generator.errors import LudokitError
from generator.guides.handout import family_handout
from generator.guides.labels import labels
from generator.guides.lesson import Guide
from generator.guides.rule_sheet import rule_sheet
from generator.guides.teacher import teacher_guide
from generator.guides.told import guide
from generator.printables.furniture import not_reviewed, sheet_id
from generator.printables.setting import Setting
from generator.words import message, not_one_of, traits

TEMPLATES: Mapping[str, Callable[[Guide, Setting], Mapping[str, object]]] = {
    "guide": teacher_guide,
    "handout": family_handout,
    "rules": rule_sheet,
}


def context(setting: Setting, template: str, facts: object) -> Mapping[str, object]:
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
        "words": labels(setting),
        **TEMPLATES[template](told, setting),
    }


def credits_line(setting: Setting) -> str:
    """Return the footer: whose game it is, by which rules, and the id of the printout."""
    head, said = setting.game.head, setting.said
    version = setting.say(message("print.version", version=str(head.version)))
    language = traits(setting.options.language).name
    whose = filter(None, (said.title, head.credits.makers(), said.rights))
    line = " · ".join((*whose, language, version, sheet_id(setting)))
    notice = not_reviewed(setting)
    return line if notice is None else f"{notice} {line}"
