"""The site as files: every page in every language, with its styles, typefaces and pictures."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from posixpath import dirname, join, normpath, relpath

from generator import __version__, paths, schemas
from generator.documents.contexts import COMMANDS
from generator.documents.figures import emblem
from generator.documents.guide_section import read_guide
from generator.documents.rule_sheets import rule_sheet
from generator.game import Game
from generator.printables.context import Context, Options
from generator.records.record_schema import record_json_schema
from generator.records.writing import blank_record
from generator.render.html_to_pdf import fill_template
from generator.rules import load
from generator.site import gallery, reference
from generator.site.gallery import GalleryItem, GamePage
from generator.site.reference import judged_rules, print_options, printable_kinds, tutorials
from generator.site.search_index import search_index
from generator.words import LANGUAGES, Language, message, say, traits, typeset, typeset_message

ROOT = "index.html"
DOCS = paths.templates().parent / "docs"
# The parts of the site, and what they are called.
DOORS = {
    "index.html": "site.games",
    "tutorials.html": "site.tutorials",
    "manual.html": "site.manual",
    "reference.html": "site.reference",
}
SHARED = ("page/static/page.css", "page/static/icon.svg", "site/site.css", "site/search.js")
_FONT = re.compile(r'url\("fonts/([^"]+)"\)')
# The fields whose value selects a model of `game.yaml`.
APART = ("part", "kind", "block", "family", "rule")


@dataclass(frozen=True, slots=True)
class _SitePage:
    path: str
    template: str
    context: Mapping[str, object] = field(default_factory=dict)


def site_files(
    games: Sequence[Game], pictures: gallery.Thumbnails, *, has_page: bool = False
) -> Mapping[str, bytes]:
    """Return every file of the site by its address; the same games give the same bytes.

    With `has_page` there are links to the page itself, which `site.application` makes.
    """
    files = dict(_assets())
    leads = {one: typeset_message(message("site.lead"), one) for one in LANGUAGES}
    files[ROOT] = _render(_SitePage(ROOT, "root.html", {"leads": leads}), LANGUAGES[0], ROOT)
    for language in LANGUAGES:
        told = [gallery.game_page(game, language, pictures) for game in games]
        listed = tuple(gallery.list_items(language, pictures))
        pages = {
            one.path: _render(one, language, f"{language}/{one.path}", has_page=has_page)
            for one in _pages(told, listed, language)
        }
        files |= {f"{language}/{path}": html for path, html in pages.items()}
        files[f"{language}/search-index.js"] = search_index(pages)
        folders = {**{one.folder: one.prints for one in told}, gallery.LISTS: listed}
        files |= {
            f"{language}/{folder}/{one.file}": one.picture.png
            for folder, prints in folders.items()
            for one in prints
            if one.picture.png
        }
    return files


def _assets() -> Iterator[tuple[str, bytes]]:
    templates = paths.templates()
    shared = {name.rpartition("/")[2]: (templates / name).read_bytes() for name in SHARED}
    yield from shared.items()
    names = {name for data in shared.values() for name in _FONT.findall(data.decode())}
    names |= {file.name for file in (templates / "fonts").glob("OFL-*.txt")}
    for file in (DOCS / "class-records.yml", *sorted(DOCS.glob("*.png"))):
        yield file.name, file.read_bytes()
    # The sheet that the manual shows is that of families.
    sheets = {
        "families": DOCS / "themes.png",
        **{one.stem: one for one in DOCS.glob("themes/*.png")},
    }
    yield from ((f"themes-{kind}.png", file.read_bytes()) for kind, file in sorted(sheets.items()))
    for name in sorted(names):
        yield f"fonts/{name}", (templates / "fonts" / name).read_bytes()


def _render(page: _SitePage, language: Language, here: str, *, has_page: bool = False) -> bytes:
    """Render a page as HTML; `here` is its path, from which links are relative."""

    def at(path: str) -> str:
        return relpath(path, dirname(here) or ".")

    def to(path: str, other: Language = language) -> str:
        file, sign, anchor = path.partition("#")
        return f"{at(f'{other}/{file}')}{sign}{anchor}"

    def said(key: str, **values: str | int) -> str:
        return typeset_message(message(key, **values), language)

    furniture = {
        "language": language,
        "languages": {one: traits(one).name for one in LANGUAGES},
        "path": page.path,
        "doors": DOORS,
        "at": at,
        "to": to,
        "say": said,
        "set": partial(typeset, language=language),
        "emblem": emblem,
        "version": __version__,
        "has_page": has_page,
    }
    return fill_template(f"site/{page.template}", {**furniture, **page.context}).encode()


def _pages(
    games: Sequence[GamePage], listed: Sequence[GalleryItem], language: Language
) -> Iterator[_SitePage]:
    yield _SitePage("index.html", "home.html", {"games": games, "listed": listed})
    yield _SitePage(f"{gallery.LISTS}/index.html", "lists.html", {"listed": listed})
    for one in games:
        yield from _of_game(one)
    lessons = tutorials(language)
    yield _SitePage("tutorials.html", "tutorials.html", {"tutorials": lessons})
    for lesson in lessons:
        yield _SitePage(f"tutorials/{lesson.id}.html", "tutorial.html", {"tutorial": lesson})
    prose = [*_prose(language)]
    yield from prose
    library = prose[0].context["text"]
    yield _SitePage("reference.html", "reference.html", {"games": games, "library": library})
    told = {"kinds": printable_kinds(games), "options": print_options(language)}
    yield _SitePage("kinds.html", "kinds.html", told)
    yield _SitePage("game-yaml.html", "models.html", _game_file(language))
    referred = _model_context(schemas.sentences_schema(), set(), language)
    heads = {"heading": "site.sentences", "lead": "site.sentences-lead"}
    yield _SitePage("sentences.html", "models.html", {**heads, "apart": [], **referred})


def _prose(language: Language) -> Iterator[_SitePage]:
    """Yield the pages that are written in Markdown: the library's, then the manual's in order."""
    spoken = language if (DOCS / "manual" / language).is_dir() else reference.MODELS_SPEAK
    library = DOCS / f"library.{spoken}.md"
    first = f"manual/{spoken}/README.md"
    files = {library.name if library.is_file() else "library.md": "library", first: "manual"}
    for one in re.findall(r"\]\(([a-z-]+)\.md\)", (DOCS / first).read_text(encoding="utf-8")):
        files[f"manual/{spoken}/{one}.md"] = f"manual/{one}"
    places = {file: f"{language}/{path}.html" for file, path in files.items()}
    places |= {one: one for one, _ in _assets()}
    for file, path in files.items():
        told = {
            "text": (DOCS / file).read_text(encoding="utf-8"),
            "spoken": spoken,
            "leads_to": partial(_leads_to, file, places),
            "anchor": lambda words: re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-"),
            "typed_in": partial(gallery.with_language, language),
        }
        yield _SitePage(f"{path}.html", "prose.html", told)


def _leads_to(file: str, places: Mapping[str, str], link: str) -> str:
    """Return the place on the site that a link of a file leads to; empty where it has none."""
    target, sign, anchor = link.partition("#")
    place = places.get(normpath(join(dirname(file), target)) if target else file)
    return f"{place}{sign}{anchor}" if place else ""


def _of_game(one: GamePage) -> Iterator[_SitePage]:
    game, spoken = one.game, one.language
    yield _SitePage(f"{one.folder}/index.html", "game.html", {"one": one})
    sheet = rule_sheet(read_guide(game, spoken), Context(game, "rules", Options(spoken)))
    rules = {**sheet, "one": one, "judged": judged_rules(game, spoken)}
    yield _SitePage(f"{one.folder}/rules.html", "rules.html", rules)
    if one.is_judged:
        judge, reader = load(game), one.reader
        lines = (say(message(line, game=game.name), reader) for line in COMMANDS)
        told = {
            "one": one,
            "lines": [gallery.with_language(reader, line) for line in lines],
            "blank": blank_record(judge, spoken),
            "fields": reference.record_fields(
                record_json_schema(judge, spoken, labels_only=True), reader
            ),
        }
        yield _SitePage(f"{one.folder}/record.html", "record.html", told)


def _game_file(language: Language) -> Mapping[str, object]:
    made = schemas.game_schema()
    models = made["$defs"]
    apart = [
        (key, f"site.model-{key}", [*reference.model_docs(models, named, language)])
        for key in APART
        for named in [reference.variants_by(models, key)]
    ]
    told = {one.name for _, _, several in apart for one in several}
    return {
        "heading": "site.game-yaml",
        "lead": "site.game-yaml-lead",
        "apart": apart,
        **_model_context(made, told, language),
    }


def _model_context(
    made: reference.Schema, told: set[str], language: Language
) -> Mapping[str, object]:
    models = made["$defs"]
    others = ((reference.title_of(name), name) for name in sorted(models) if name not in told)
    return {
        "fields": [*reference.field_docs(made, language)],
        "others": [*reference.model_docs(models, others, language)],
        "foreign": language != reference.MODELS_SPEAK and reference.meanings(language) is None,
        "own_words": language != reference.MODELS_SPEAK,
        "title_of": reference.title_of,
    }
