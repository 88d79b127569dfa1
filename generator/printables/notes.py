"""Marks and footnotes for what is reconstructed: printed wherever such a fact is shown."""

from collections.abc import Iterable, Iterator

from generator.game.head import Provenance
from generator.printables.context import PrintContext

SIGN = "°"


def sign(setting: PrintContext, part: str) -> str:
    """Return the mark that a reconstructed fact of a part carries, or nothing."""
    return "".join(
        SIGN * number
        for number, fact in enumerate(_reconstructed(setting), start=1)
        if part in fact.parts
    )


def footnotes(setting: PrintContext, parts: Iterable[str]) -> tuple[str, ...]:
    """Return a footnote for each reconstructed fact that concerns one of the parts shown."""
    shown = set(parts)
    return tuple(
        f"{SIGN * number} {setting.said.provenance[fact.fact]}"
        for number, fact in enumerate(_reconstructed(setting), start=1)
        if shown & set(fact.parts)
    )


def _reconstructed(setting: PrintContext) -> Iterator[Provenance]:
    """Yield the facts in the data's order: the first has one mark, the next one two."""
    return (fact for fact in setting.game.head.provenance if fact.standing == "reconstructed")
