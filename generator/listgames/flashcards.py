"""Flashcards: the question on one side of a card, the answer on the other."""

from collections.abc import Sequence
from typing import Literal

from generator.listgames.card_set import BackedCardsEntry, CardSet, Length, blank_face, pair_faces
from generator.listgames.contents import Item
from generator.listgames.planner import Contents
from generator.paper.imposition import Piece
from generator.printables.context import PrintContext


class FlashcardsEntry(BackedCardsEntry):
    """Flashcards: the question on one side of a card, the answer on the other."""

    kind: Literal["flashcards"]
    size: tuple[Length, Length] = (88.0, 63.0)
    """Width and height of a card in mm."""

    usual_per = "pupil"

    def deal(self, setting: PrintContext) -> CardSet[Item]:
        found = self.items(setting)
        contents = Contents("cards", [one.words for one in found])
        lines = [" – ".join(one.words) for one in found]
        return CardSet(found, contents, "list.flashcards-rules", "list.all", lines)

    def draw(self, setting: PrintContext, cards: Sequence[Item]) -> Sequence[Piece]:
        """Draw each card, the answer behind its question."""
        sides = [(content, side) for one in cards for side, content in enumerate(one.sides)]
        faces = pair_faces(sides, setting, self.card_size(setting))
        return [
            Piece(one.sides[0].words, *(faces[content, n] for n, content in enumerate(one.sides)))
            for one in cards
        ]

    def fillers(self, setting: PrintContext, drawn: Sequence[Piece]) -> Sequence[Piece]:  # noqa: ARG002 - others reuse its back
        size = self.card_size(setting)
        return [Piece("blank", *(blank_face(side, setting, size) for side in range(2)))]
