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
from generator.site.gallery import SPOKEN, GalleryItem, GamePage
from generator.site.reference import (
    APART,
    anchor,
    judged_rules,
    print_options,
    printable_kinds,
    tutorials,
)
from generator.site.search_index import search_index
from generator.words import Language, message, say, traits, typeset, typeset_message

ROOT = "index.html"
SHIPPED = paths.templates().parent
DOCS = SHIPPED / "docs"
# The parts of the site, and what they are called.
DOORS = {
    "index.html": "site.games",
    "tutorials.html": "site.tutorials",
    "making.html": "site.making",
    "manual.html": "site.manual",
    "reference.html": "site.reference",
}
SHARED = ("page/static/page.css", "page/static/icon.svg", "site/site.css", "site/search.js")
_FONT = re.compile(r'url\("fonts/([^"]+)"\)')
# Where the manual for authors goes on with what is made from the models.
REFERENCE_MARK = "<!-- reference -->"


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
    leads = {one: typeset_message(message("site.lead"), one) for one in SPOKEN}
    files[ROOT] = _render(_SitePage(ROOT, "root.html", {"leads": leads}), SPOKEN[0], ROOT)
    for language in SPOKEN:
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
        return reference.typeset_prose(say(message(key, **values), language), language)

    furniture = {
        "language": language,
        "languages": {one: traits(one).name for one in SPOKEN},
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
    library = next(one for one in prose if one.path == "library.html").context["text"]
    yield _SitePage("reference.html", "reference.html", {"games": games, "library": library})
    told = {"kinds": printable_kinds(games), "options": print_options(language)}
    yield _SitePage("kinds.html", "kinds.html", told)
    yield _SitePage("game-yaml.html", "models.html", _game_file(language))
    referred = _model_context(schemas.sentences_schema(), language)
    heads = {"heading": "site.sentences", "lead": "site.sentences-lead"}
    yield _SitePage("sentences.html", "models.html", {**heads, "apart": [], **referred})


def _prose(language: Language) -> Iterator[_SitePage]:
    """Yield the pages that are written in Markdown: making a game, the library, the manual."""
    there = (DOCS / "manual" / language, SHIPPED / _manual_file(language))
    spoken = language if all(one.exists() for one in there) else reference.MODELS_SPEAK
    library = DOCS / f"library.{spoken}.md"
    first = f"docs/manual/{spoken}/README.md"
    library_file = f"docs/{library.name if library.is_file() else 'library.md'}"
    files = {library_file: "library", first: "manual"}
    for one in re.findall(r"\]\(([a-z-]+)\.md\)", (SHIPPED / first).read_text(encoding="utf-8")):
        files[f"docs/manual/{spoken}/{one}.md"] = f"manual/{one}"
    texts = {path: (SHIPPED / file).read_text(encoding="utf-8") for file, path in files.items()}
    own, chapters = _making(spoken)
    places = {_manual_file(one): f"{one}/making.html" for one in SPOKEN}
    places |= {own: f"{language}/making.html"}
    places |= {file: f"{language}/{path}.html" for file, path in files.items()}
    places |= {f"docs/{one}": one for one, _ in _assets()}
    places |= {f"{own}#{one}": f"{language}/{to}" for one, to in _anchors(chapters, spoken).items()}
    from_file = {path: file for file, path in files.items()}
    for path, text in {**texts, **chapters}.items():
        told = {
            "text": text,
            "spoken": spoken,
            "leads_to": partial(_leads_to, from_file.get(path, own), places),
            "anchor": anchor,
            "typed_in": partial(gallery.with_language, language),
        }
        yield _SitePage(f"{path}.html", "prose.html", told)


def _making(language: Language) -> tuple[str, Mapping[str, str]]:
    """Return the file of the manual for authors, and its chapters by the address of their page."""
    own, model = (
        (SHIPPED / _manual_file(one)).read_text(encoding="utf-8").partition(REFERENCE_MARK)[0]
        for one in (language, reference.MODELS_SPEAK)
    )
    # The same page has the same address in each language: that of the models' one.
    titles = re.findall("^## (.*)$", model, re.MULTILINE)
    pages = ("making", *(f"making/{anchor(title)}" for title in titles))
    chapters = re.split("^#(?=# )", own, flags=re.MULTILINE)
    told = (re.sub("^#(?=##)", "", one, flags=re.MULTILINE) for one in chapters)
    return _manual_file(language), dict(zip(pages, told, strict=True))


def _manual_file(language: Language) -> str:
    within = "" if language == reference.MODELS_SPEAK else f".{language}"
    return f"rules_data/README{within}.md"


def _anchors(chapters: Mapping[str, str], language: Language) -> Mapping[str, str]:
    """Return where the headings of the manual for authors stand, those of its reference too."""
    found = {anchor(say(message("site.reference"), language)): "game-yaml.html"}
    for key in APART:
        found[anchor(say(message(f"site.model-{key}"), language))] = f"game-yaml.html#{key}"
    for path, text in chapters.items():
        for level, title in re.findall("^(##?) (.*)$", text, re.MULTILINE):
            own = anchor(title)
            found[own] = f"{path}.html" if level == "#" else f"{path}.html#{own}"
    models = schemas.game_schema()["$defs"]
    for key in (*APART, ""):
        for one in reference.model_group(models, key, reference.MODELS_SPEAK).models:
            found[one.anchor] = f"game-yaml.html#{one.name}"
    return found


def _leads_to(file: str, places: Mapping[str, str], link: str) -> str:
    """Return the place on the site that a link of a file leads to; empty where it has none."""
    target, sign, inside = link.partition("#")
    to = normpath(join(dirname(file), target)) if target else file
    if (place := places.get(f"{to}#{inside}")) is not None:
        return place
    place = places.get(to)
    return f"{place}{sign}{inside}" if place else ""


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
    apart = [reference.model_group(models, key, language) for key in APART]
    return {
        "heading": "site.game-yaml",
        "lead": "site.game-yaml-lead",
        "apart": apart,
        "acts": [*reference.rules_by_act(models)],
        **_model_context(made, language),
    }


def _model_context(made: reference.Schema, language: Language) -> Mapping[str, object]:
    return {
        "fields": [*reference.field_docs(made, language)],
        "others": reference.model_group(made["$defs"], "", language),
        "foreign": language != reference.MODELS_SPEAK and reference.meanings(language) is None,
        "own_words": language != reference.MODELS_SPEAK,
        "title_of": reference.title_of,
    }
