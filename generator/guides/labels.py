"""The program's own words on guides and rule sheets: headings, heads of tables, small labels."""

from collections.abc import Mapping

from generator.printables.setting import Setting
from generator.words import Message, typeset

LABELS = (
    "guide.area",
    "guide.asks",
    "guide.assessment",
    "guide.at-a-glance",
    "guide.background",
    "guide.before",
    "guide.begun",
    "guide.beyond",
    "guide.can",
    "guide.chance",
    "guide.chances",
    "guide.chart",
    "guide.copies",
    "guide.counting",
    "guide.credits",
    "guide.criterion",
    "guide.does",
    "guide.explore",
    "guide.glossary",
    "guide.goal",
    "guide.help",
    "guide.lesson",
    "guide.material",
    "guide.outcomes",
    "guide.paper",
    "guide.printable",
    "guide.probabilities",
    "guide.questions",
    "guide.reached",
    "guide.record",
    "guide.rules-by-example",
    "guide.says",
    "guide.seen",
    "guide.standings",
    "guide.sum",
    "guide.twice",
    "guide.use",
    "guide.variants",
    "guide.variants-note",
    "guide.verify",
    "guide.watch",
    "guide.ways",
)


def said(setting: Setting, words: str | Message) -> str:
    """Return the program's own words as a printer sets them."""
    return typeset(setting.say(words), setting.options.language)


def labels(setting: Setting) -> Mapping[str, str]:
    """Return the words by the name a template gives them: `at_a_glance`."""
    return {key.removeprefix("guide.").replace("-", "_"): said(setting, key) for key in LABELS}
