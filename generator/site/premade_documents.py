"""The documents of shipped games, laid out beforehand for browsers, which cannot lay out pages."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import product
from typing import get_args

from generator.game import Game, load
from generator.kit import prepare_kit
from generator.make import document, first_html, lay_out_document
from generator.paper.page import PaperName
from generator.paper.text import FontChoice
from generator.printables import planning
from generator.printables.context import Context, Options
from generator.printables.printable import DocumentEntry
from generator.processes import map_in_order
from generator.render.document import DocumentFacts
from generator.render.premade import premade_name
from generator.words import Language

PAPERS: tuple[PaperName, ...] = ("a4", "letter")
FONTS: tuple[FontChoice, ...] = get_args(FontChoice)
# What a kit holds where a guide is in it: a guide counts what is printed besides.
CONTENTS = (("play", "lesson"), ("play", "guide"), ())
Part = tuple[str, Language, PaperName, FontChoice]


def premade_documents(games: Sequence[Game], pool: Executor, ahead: int) -> Mapping[str, bytes]:
    """Lay out the documents of games in each of their languages, on usual papers, in typefaces."""
    spoken = [(game.name, language) for game in games for language in game.sentences]
    parts = [(*of, paper, font) for of, paper, font in product(spoken, PAPERS, FONTS)]
    made = map_in_order(pool, _lay_out_all, parts, ahead)
    return {name: data for one in made for name, data in one.items()}


def _lay_out_all(part: Part) -> Mapping[str, bytes]:
    name, language, paper, font = part
    return dict(_documents(load(name), Options(language, paper=paper, font=font)))


def _documents(game: Game, options: Options) -> Iterator[tuple[str, bytes]]:
    """Yield the documents of a game by what they are found by, each once."""
    known = set[str]()
    for name, found in planning.entries(game).items():
        if not isinstance(found, DocumentEntry):
            continue
        for contents in CONTENTS if found.template == "guide" else CONTENTS[-1:]:
            told = _document(game, name, found, replace(options, contents=contents))
            called = premade_name(first_html(*told[:2]), told[2])
            if called not in known:
                known.add(called)
                yield called, lay_out_document(*told).data


def _document(
    game: Game, name: str, found: DocumentEntry, options: Options
) -> tuple[str, Mapping[str, object], DocumentFacts]:
    """Return what a kit for no class in particular lays out, as `make` does."""
    own, _, plan = prepare_kit(game, options, None, None)
    own = own.without(planning.unavailable_options(game, name, own))
    heeded = own.without(planning.chosen_but_ignored(game, name, own))
    return document(Context(game, name, heeded), found, own, lambda: plan)
