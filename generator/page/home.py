"""The home page: every game by its own paper, searched by what a class needs; free ones first."""

from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

from flask import Response, abort, current_app, g, render_template, request
from flask import url_for as address_of

from generator import paths
from generator.errors import LudokitError
from generator.game import Game, game_names
from generator.game.head import Subject
from generator.make import make
from generator.page.jobs import load_game
from generator.page.pages import find_game, pages, picture_answer
from generator.page.wording import reasons_of
from generator.page.workshop import KINDS
from generator.printables import planning
from generator.printables.context import Options
from generator.printables.printable import DrawnEntry, LessonEntry
from generator.render.preview import top_png
from generator.words import Language, message, typeset_message

# What takes scissors before it can be played with.
CUT = frozenset({"cards", "tiles", "tokens"})
# The kinds of games from a list that stand for all of them.
SHOWN_KINDS = tuple(KINDS)[:3]


@dataclass(frozen=True, slots=True)
class GameSearch:
    """What a class needs: an age, minutes at most, something to learn, no scissors; 0 is any."""

    age: int = 0
    minutes: int = 0
    subject: str = ""
    is_uncut: bool = False

    def finds(self, game: Game) -> bool:
        """Tell whether a game has all of it."""
        head = game.head
        return (
            (not self.age or head.age <= self.age)
            and (not self.minutes or head.minutes[0] <= self.minutes)
            and (not self.subject or self.subject in head.teaches)
            and (not self.is_uncut or needs_no_scissors(game))
        )


@lru_cache(maxsize=64)
def needs_no_scissors(game: Game) -> bool:
    """Tell whether a game can be played without cutting anything out."""
    needed = (one for one in planning.entries(game).values() if one.play_with != "pieces")
    return not any(one.kind in CUT for one in needed)


def is_free(game: Game) -> bool:
    """Tell whether a game is nobody's: what is printed is all that it takes."""
    return not game.head.credits.makers()


@pages.get("/", endpoint="home")
def _home() -> str:
    games, broken = list[Game](), dict[str, str]()
    for name in game_names():
        try:
            games.append(load_game(name))
        except LudokitError as error:
            broken[name] = " ".join(reasons_of(error, g.language))
    search = _search()
    found = [game for game in games if search.finds(game)]
    free = [game for game in found if is_free(game)]
    return render_template(
        "home.html",
        # Games for those who own none, and for those who own them.
        groups={"none": free, "owners": [game for game in found if game not in free]},
        found=len(found),
        broken=broken,
        search=search,
        subjects=get_args(Subject),
        taught=_taught,
        is_uncut=needs_no_scissors,
        cover=_cover_address,
        shown_kinds=SHOWN_KINDS,
    )


@pages.post("/page/end", endpoint="end")
def _end() -> str:
    (current_app.config["END"] or abort(404))()
    del g.language  # no links: they lead nowhere any more
    return render_template("closed.html")


def _search() -> GameSearch:
    age, minutes = (request.args.get(name, 0, type=int) for name in ("age", "minutes"))
    uncut = bool(request.args.get("uncut"))
    return GameSearch(max(0, age), max(0, minutes), request.args.get("subject", ""), uncut)


def _taught(game: Game) -> str:
    subjects = (message(f"page.subject-{one}") for one in game.head.teaches)
    return ", ".join(typeset_message(one, g.language) for one in subjects)


def _cover_address(game: Game) -> str:
    file = cover_file(game.name, game.language(g.language))
    # A game of one's own under a shipped name looks as it does, not as the shipped one.
    is_shipped = paths.rules_data() in game.folder.parents
    if is_shipped and (paths.templates() / "page/static" / file).is_file():
        return address_of("static", filename=file)
    return address_of("page.cover_of", game=game.name)


def cover_file(game: str, language: Language) -> str:
    """Return where the cover of a shipped game lies among the page's files."""
    return f"covers/{game}.{language}.png"


@pages.get("/kit/<game>/cover.png", endpoint="cover_of")
def _cover_of(game: str) -> Response:
    found = find_game(game)
    return picture_answer(cover_png(found, found.language(g.language)))


@lru_cache(maxsize=64)
def cover_png(game: Game, language: Language) -> bytes | None:
    """Draw a game's cover: the top of its first drawn printable, None where it has none."""
    for name, found in planning.entries(game).items():
        if isinstance(found, DrawnEntry) and not isinstance(found, LessonEntry):
            return top_png(make(game, name, Options(language)).pdf or b"")
    return None
