"""The page that pupils take home: what was played, what holds in life, what to do together."""

from collections.abc import Mapping

from generator.errors import LudokitError
from generator.guides.health import health
from generator.guides.lesson import Guide
from generator.printables.setting import Setting
from generator.words import message


def family_handout(guide: Guide, setting: Setting) -> Mapping[str, object]:
    """Return what the template of the handout asks for; LudokitError where a guide has none."""
    if guide.handout is None:
        raise LudokitError(message("guide.no-handout", game=setting.game.name))
    return {
        "handout": guide.handout,
        "contrasts": guide.lesson.contrasts,
        "health": health(setting),
    }
