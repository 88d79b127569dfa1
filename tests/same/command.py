"""A command that both sides run, and all that its outcome depends on."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

# Both languages of the program; games of one's own may have only one of them.
BUILT_IN = ("fr", "en")
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """Lines of words that run one after another in an empty folder of their own.

    `name` says where the outcome lies: the group comes first. `links` name what the folder holds
    and where that is: below `tree/`, a side's own, or `given/`, the same for both. The first step
    reads `stdin`, a file there. What starts more processes runs `apart`: that module, in a process
    of its own.
    """

    name: str
    steps: tuple[Words, ...]
    game: str = ""
    links: Mapping[str, str] = field(default_factory=dict)
    stdin: str = ""
    apart: str = ""

    @property
    def group(self) -> str:
        """Return what it belongs to."""
        return self.name.split("/")[0]


def spoken(
    name: str, *words: str, game: str = "", links: Mapping[str, str] | None = None
) -> Iterator[Command]:
    """Yield a command in each language."""
    for language in BUILT_IN:
        said = (*words, "--lang", language)
        yield Command(f"{name}/{language}", (said,), game, links or {})


def in_turn(items: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield items with a language, French and English in turn."""
    for number, item in enumerate(items):
        yield item, BUILT_IN[number % 2]
