"""The site as files: every page filled, in every language, with what lies beside it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from posixpath import dirname, relpath

from generator import __version__, paths, schemas
from generator.documents.contexts import COMMANDS
from generator.documents.reading import guide
from generator.documents.rule_sheets import rule_sheet
from generator.game import Game
from generator.printables.context import Options, PrintContext
from generator.records.form import schema
from generator.records.writing import blank
from generator.render.html_to_pdf import filled
from generator.rules import load
from generator.site import reference
from generator.site.gallery import LISTS, About, Pictures, Shown, about, of_list, told_in
from generator.site.judged import judged_rules
from generator.site.kinds import kinds, options
from generator.site.tutorials import tutorials
from generator.words import LANGUAGES, Language, message, printed, say, traits, typeset

ROOT = "index.html"
# The parts of the site, and what they are called.
DOORS = {
    "index.html": "site.games",
    "tutorials.html": "site.tutorials",
    "reference.html": "site.reference",
}
STYLES = ("page/static/page.css", "page/static/icon.svg", "site/site.css")
_FONT = re.compile(r'url\("fonts/([^"]+)"\)')
# The fields by whose word models of `game.yaml` are told apart, and what is told there.
APART: Mapping[str, str] = {
    "part": "site.model-part",
    "kind": "site.model-kind",
    "block": "site.model-block",
    "family": "site.model-family",
    "rule": "site.model-rule",
}


@dataclass(frozen=True, slots=True)
class Page:
    """A page: where it lies below its language's folder, and what fills it."""

    path: str
    template: str
    context: Mapping[str, object] = field(default_factory=dict)


def site_files(games: Sequence[Game], pictures: Pictures) -> Mapping[str, bytes]:
    """Return every file of the site by its address; the same games give the same bytes."""
    files = dict(_beside())
    leads = {one: printed(message("site.lead"), one) for one in LANGUAGES}
    files[ROOT] = _filled(Page(ROOT, "root.html", {"leads": leads}), LANGUAGES[0], ROOT)
    for language in LANGUAGES:
        told = [about(game, language, pictures) for game in games]
        listed = tuple(of_list(language, pictures))
        for page in _pages(told, listed, language):
            at = f"{language}/{page.path}"
            files[at] = _filled(page, language, at)
        folders = {**{one.folder: one.prints for one in told}, LISTS: listed}
        files |= {
            f"{language}/{folder}/{one.file}": one.picture.png
            for folder, prints in folders.items()
            for one in prints
            if one.picture.png
        }
    return files


def _beside() -> Iterator[tuple[str, bytes]]:
    """Yield the styles, the icon, and the typefaces that those name, with their licences."""
    templates = paths.templates()
    styles = {name.rpartition("/")[2]: (templates / name).read_bytes() for name in STYLES}
    yield from styles.items()
    names = {name for css in styles.values() for name in _FONT.findall(css.decode())}
    names |= {file.name for file in (templates / "fonts").glob("OFL-*.txt")}
    for name in sorted(names):
        yield f"fonts/{name}", (templates / "fonts" / name).read_bytes()


def _filled(page: Page, language: Language, here: str) -> bytes:
    """Return a page as HTML; `here` is where it lies."""

    def at(path: str) -> str:
        return relpath(path, dirname(here) or ".")

    def to(path: str, other: Language = language) -> str:
        file, sign, anchor = path.partition("#")
        return f"{at(f'{other}/{file}')}{sign}{anchor}"

    def said(key: str, **values: str | int) -> str:
        return printed(message(key, **values), language)

    furniture = {
        "language": language,
        "languages": {one: traits(one).name for one in LANGUAGES},
        "path": page.path,
        "doors": DOORS,
        "at": at,
        "to": to,
        "say": said,
        "set": partial(typeset, language=language),
        "version": __version__,
    }
    return filled(f"site/{page.template}", {**furniture, **page.context}).encode()


def _pages(games: Sequence[About], listed: Sequence[Shown], language: Language) -> Iterator[Page]:
    yield Page("index.html", "home.html", {"games": games, "listed": listed})
    yield Page(f"{LISTS}/index.html", "lists.html", {"listed": listed})
    for one in games:
        yield from _of_game(one)
    lessons = tutorials(language)
    yield Page("tutorials.html", "tutorials.html", {"tutorials": lessons})
    for lesson in lessons:
        yield Page(f"tutorials/{lesson.id}.html", "tutorial.html", {"tutorial": lesson})
    yield Page("reference.html", "reference.html", {"games": games})
    told = {"kinds": kinds(games, language), "options": options(language)}
    yield Page("kinds.html", "kinds.html", told)
    yield Page("game-yaml.html", "models.html", _game_file(language))
    referred = _referred(schemas.sentences_schema(), set(), language)
    heads = {"heading": "site.sentences", "lead": "site.sentences-lead"}
    yield Page("sentences.html", "models.html", {**heads, "apart": [], **referred})


def _of_game(one: About) -> Iterator[Page]:
    """Yield the pages of a game: its gallery, its rules, how it is written down."""
    game, spoken = one.game, one.language
    yield Page(f"{one.folder}/index.html", "game.html", {"one": one})
    sheet = rule_sheet(guide(game, spoken), PrintContext(game, "rules", Options(spoken)))
    rules = {**sheet, "one": one, "judged": judged_rules(game, spoken)}
    yield Page(f"{one.folder}/rules.html", "rules.html", rules)
    if one.is_judged:
        judge, reader = load(game), one.reader
        lines = (say(message(line, game=game.name), reader) for line in COMMANDS)
        told = {
            "one": one,
            "lines": [told_in(reader, line) for line in lines],
            "blank": blank(judge, spoken),
            "fields": reference.record_fields(schema(judge, spoken), reader),
        }
        yield Page(f"{one.folder}/record.html", "record.html", told)


def _game_file(language: Language) -> Mapping[str, object]:
    """Return the reference of `game.yaml`: its models by the word that tells them apart."""
    made = schemas.game_schema()
    models = made["$defs"]
    apart = [
        (key, words, [*reference.models(models, reference.told_apart(models, key), language)])
        for key, words in APART.items()
    ]
    told = {one.name for _, _, several in apart for one in several}
    return {
        "heading": "site.game-yaml",
        "lead": "site.game-yaml-lead",
        "apart": apart,
        **_referred(made, told, language),
    }


def _referred(made: reference.Schema, told: set[str], language: Language) -> Mapping[str, object]:
    """Return the fields of a file, and the models that are not told elsewhere."""
    models = made["$defs"]
    others = ((reference.title_of(name), name) for name in sorted(models) if name not in told)
    return {
        "fields": [*reference.fields_of(made, language)],
        "others": [*reference.models(models, others, language)],
        "foreign": language != reference.MODELS_SPEAK and reference.meanings(language) is None,
        "own_words": language != reference.MODELS_SPEAK,
        "title_of": reference.title_of,
    }
