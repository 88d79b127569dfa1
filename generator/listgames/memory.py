"""A memory: the two sides of a pair are two cards."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import LudokitError
from generator.listgames.card_set import (
    BackedCardsEntry,
    CardSet,
    PairSide,
    blank_face,
    pair_faces,
    patterned_back,
)
from generator.listgames.planner import Contents
from generator.paper.imposition import Piece
from generator.printables.context import PrintContext
from generator.words import message

# Fewer pairs are no game, more no lesson.
LEAST_PAIRS, MOST_PAIRS = 6, 40


class MemoryEntry(BackedCardsEntry):
    """A memory: for each pair two cards that show different things, and a key."""

    kind: Literal["memory"]
    pairs: Annotated[int, Field(ge=LEAST_PAIRS, le=MOST_PAIRS)] | None = None
    """How many pairs, 6 to 40; left out, as many as the list has. Of more, chance chooses."""

    def deal(self, setting: PrintContext) -> CardSet[PairSide]:
        """Return both cards of each pair, pair by pair."""
        found = self.items(setting)
        wanted = self.pairs or max(LEAST_PAIRS, min(len(found), MOST_PAIRS))
        if wanted > len(found):
            raise LudokitError(message("list.few", found=len(found), wanted=wanted))
        kept = Random(setting.options.seed).sample(range(len(found)), wanted)  # noqa: S311
        chosen = [found[number] for number in sorted(kept)]
        cards = [(content, side) for one in chosen for side, content in enumerate(one.sides)]
        contents = Contents("pairs", [one.words for one in chosen])
        lines = [" – ".join(one.words) for one in chosen]
        return CardSet(cards, contents, "list.memory-rules", "list.memory-key", lines)

    def draw(self, setting: PrintContext, cards: Sequence[PairSide]) -> Sequence[Piece]:
        """Draw the cards, shuffled so that where they lie tells no pair."""
        size = self.card_size(setting)
        faces, back = pair_faces(cards, setting, size), patterned_back(setting, size, self.colour)
        pieces = [Piece(content.words, faces[content, side], back) for content, side in cards]
        Random(setting.options.seed).shuffle(pieces)  # noqa: S311 - a game's chance
        return pieces

    def fillers(self, setting: PrintContext, drawn: Sequence[Piece]) -> Sequence[Piece]:
        return [Piece("blank", blank_face(None, setting, self.card_size(setting)), drawn[0].back)]
