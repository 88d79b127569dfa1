"""The program's own words on guides and rule sheets: headings, heads of tables, small labels."""

from collections.abc import Mapping

from generator.printables.setting import Setting
from generator.words import message

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
    "guide.contrasts",
    "guide.copies",
    "guide.counting",
    "guide.credits",
    "guide.criterion",
    "guide.does",
    "guide.explore",
    "guide.fact",
    "guide.frame",
    "guide.glossary",
    "guide.goal",
    "guide.health",
    "guide.health-facts",
    "guide.help",
    "guide.in-game",
    "guide.in-life",
    "guide.key",
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
    "guide.services",
    "guide.source",
    "guide.standings",
    "guide.sum",
    "guide.tasks",
    "guide.twice",
    "guide.use",
    "guide.variants",
    "guide.variants-note",
    "guide.verify",
    "guide.watch",
    "guide.ways",
)


def span(pair: tuple[int, int], setting: Setting) -> str:
    """Return least and most as words: `2 to 6`, or one number where they are the same."""
    least, most = pair
    if least == most:
        return str(least)
    return setting.say(message("guide.from-to", least=str(least), most=str(most)))


def labels(setting: Setting) -> Mapping[str, str]:
    """Return the words by the name a template gives them: `at_a_glance`."""
    return {key.removeprefix("guide.").replace("-", "_"): setting.say(key) for key in LABELS}
