"""The manual for authors: its text, its games, and the reference that is made from the models."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import get_args

from generator import schemas
from generator.check import check
from generator.documents import quantities
from generator.errors import DataError
from generator.game import game_names, load
from generator.game.parts import Part
from generator.rules import UNCHECKED, companion
from generator.site import reference
from generator.site.build import REFERENCE_MARK
from generator.site.reference import FieldDoc, ModelDoc, ModelGroup
from generator.words import BUILT_IN, Language, message, say
from tests.rule_pictures import game_of, picture_of

ROOT = Path(__file__).parents[1]
MANUALS: Mapping[Language, Path] = {
    one: ROOT / "rules_data" / ("README.md" if one == "en" else f"README.{one}.md")
    for one in BUILT_IN
}
FENCE = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# A mistake: what stands there, what somebody writes instead, if anything, and what `check` says.
MISTAKE = re.compile(r"^(- [^`\n]*`([^`\n]+)`(?:, `([^`\n]+)`)?\s?: )`([^`\n]*)`$", re.MULTILINE)
USED_MODELS = re.compile(r"\b(part|kind|block|family): ([a-z-]+)(?:, act: ([a-z]+))?")
# Each kind of part by the word that a part says it with.
KINDS = {get_args(kind.model_fields["part"].annotation)[0]: kind for kind in Part.__subclasses__()}
TYPED = str.maketrans("\u00a0\u202f\u2019", "  '")
# So many numbers of a part are enough to see how it goes.
MOST = 8
USED = re.compile(r"\{id: ([a-z-]+),.*by: (\{rule: ([a-z-]+).*?\})\}")
SAID: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "made": "*Made from the program's own models; a test keeps it true. `ludokit schema game` "
        "and `ludokit schema sentences` say the same to an editor, which then completes and checks "
        "while you type.*",
        "part": "Under `parts`, each with its name; `part:` says which it is.",
        "kind": "Under `printables`, each with its name; `kind:` says which it is.",
        "block": "Under `blocks` of a sheet, from top to bottom; `block:` says which it is.",
        "family": "The section `mechanics`: which family of rules judges the game; in the family "
        "`sheet` the `act` says what a turn does.",
        "in": "In {game}:",
        "does": "What {rule} does",
        "figures": "Numbers that sentences may name",
        "figures-lead": "`{players.least}`, `{players.most}`, every number of the mechanics, and "
        "of parts:",
        "names": "Numbers that a guide may name",
        "fields": "Fields:",
    },
    "fr": {
        "made": "*Faite d'après les modèles du programme ; un test la garde vraie. `ludokit schema "
        "jeu` et `ludokit schema phrases` disent la même chose à un éditeur, qui complète et "
        "vérifie alors pendant la frappe. Le nom entre parenthèses se tape aussi.*",
        "part": "Sous `parts`, chacun par son nom ; `part:` dit lequel c'est.",
        "kind": "Sous `printables`, chacun par son nom ; `kind:` dit lequel c'est.",
        "block": "Sous `blocks` d'une feuille, de haut en bas ; `block:` dit lequel c'est.",
        "family": "La section `mechanics` : quelle famille de règles juge le jeu ; dans la famille "
        "`sheet`, l'acte (`act`) dit ce que fait un tour.",
        "in": "Dans {game} :",
        "does": "Ce que fait {rule}",
        "figures": "Les nombres que les phrases peuvent nommer",
        "figures-lead": "`{players.least}`, `{players.most}`, chaque nombre des mécaniques, et "
        "ceux des éléments :",
        "names": "Les nombres qu'un guide peut nommer",
        "fields": "Champs :",
    },
}


def prose(language: Language) -> str:
    """Return what somebody wrote of the manual: all before the reference."""
    return MANUALS[language].read_text(encoding="utf-8").partition(REFERENCE_MARK)[0]


def chapters(language: Language) -> Mapping[str, str]:
    """Return the chapters by their titles, without what stands above the first."""
    _, *found = re.split("^## ", prose(language), flags=re.MULTILINE)
    return {one.partition("\n")[0]: one for one in found}


def files(chapter: str) -> Iterator[tuple[str, str]]:
    """Yield the files that a chapter says to save, in order."""
    yield from ((name, text) for _, name, text in FENCE.findall(chapter) if name)


def edited(text: str, changes: str) -> str:
    """Return a file with the lines that begin with `-` taken out, and those with `+` in place."""
    for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)*)", changes, re.MULTILINE):
        before, after = (re.sub(r"^[-+]", "", one, flags=re.MULTILINE) for one in (old, new))
        # What the program wrote is typeset; the manual shows it as it is typed.
        plain = text.translate(TYPED)
        assert plain.count(before) == 1, before
        start = plain.index(before)
        text = text[:start] + after + text[start + len(before) :]
    return text


def save(chapter: str, folder: Path) -> None:
    """Save the files of a chapter, lines taken out and put in where it shows a difference."""
    for kind, name, text in FENCE.findall(chapter):
        if name:
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            is_new = kind != "diff"
            kept = text if is_new else edited(file.read_text(encoding="utf-8"), text)
            file.write_text(kept, encoding="utf-8")


def renewed(language: Language, folder: Path) -> str:
    """Return the prose with the fields of each game, and what `check` says of each mistake."""
    head, *found = re.split("^(?=## )", prose(language), flags=re.MULTILINE)
    return head + "".join(_renewed_chapter(one, language, folder) for one in found)


def _renewed_chapter(chapter: str, language: Language, folder: Path) -> str:
    label = SAID[language]["fields"]
    if f"\n{label} " not in chapter:
        return chapter
    save(chapter, folder)
    facts = next(name for name, _ in files(chapter) if name.endswith("game.yaml"))
    linked = dict.fromkeys(used_models((folder / facts).read_text(encoding="utf-8")))
    links = ", ".join(f"[`{one}`](#{reference.anchor(one)})" for one in linked)
    chapter = re.sub(f"^{label} .*$", lambda _: f"{label} {links}.", chapter, flags=re.MULTILINE)

    def told(found: re.Match[str]) -> str:
        return f"{found[1]}`{_said_of(folder / facts, found[2], found[3] or '', language)}`"

    return MISTAKE.sub(told, chapter)


def used_models(facts: str) -> Iterator[str]:
    """Yield the models that a game's data select, by their titles, in order."""
    models = schemas.game_schema()["$defs"]
    groups = (reference.model_group(models, key, "en") for key in reference.APART)
    known = {one.title.strip("`") for group in groups for one in group.models}
    for field, word, act in USED_MODELS.findall(facts):
        title = f"{field}: {word}" + (f", act: {act}" if act else "")
        if title in known:
            yield title


def _said_of(facts: Path, old: str, new: str, language: Language) -> str:
    """Return the first thing that `check` says where something is written instead, or nothing."""
    file = next(
        one
        for one in (facts, facts.with_name(f"{language}.yaml"))
        if old in one.read_text(encoding="utf-8")
    )
    right = file.read_text(encoding="utf-8")
    assert right.count(old) == 1, old
    wrong = (
        right.replace(old, new)
        if new
        else re.sub(rf"^ *{re.escape(old)}\n", "", right, flags=re.MULTILINE)
    )
    file.write_text(wrong, encoding="utf-8")
    try:
        check(facts.parent)
    except DataError as error:
        first = error.worded(language).partition("\n")[0]
        return first.replace("\\", "/").rpartition(f"{facts.parent.name}/")[2]
    finally:
        file.write_text(right, encoding="utf-8")
    return ""


def reference_of(language: Language) -> str:
    """Return the reference in a language."""
    return "\n".join(_reference(language)) + "\n"


def _say(key: str, language: Language, **values: str) -> str:
    return reference.typeset_prose(say(message(f"site.{key}", **values), language), language)


def _reference(language: Language) -> Iterator[str]:
    said, game, sentences = SAID[language], schemas.game_schema(), schemas.sentences_schema()
    yield f"\n## {_say('reference', language)}\n{said['made']}\n"
    yield "### game.yaml"
    yield from map(_field, reference.field_docs(game, language))
    for key in reference.APART:
        group = reference.model_group(game["$defs"], key, language)
        yield f"\n### {_say(f'model-{key}', language)}"
        yield from (_acts(game["$defs"], language) if key == "rule" else (f"{said[key]}\n",))
        yield from _group(group, language)
        yield from (_figures(language) if key == "part" else ())
    yield f"\n### {_say('model-others', language)}\n"
    yield from _group(reference.model_group(game["$defs"], "", language), language)
    yield f"\n### {_say('sentences', language)}"
    yield from map(_field, reference.field_docs(sentences, language))
    docs = reference.model_group(sentences["$defs"], "", language)
    yield from _group(docs, language, f" ({language}.yaml)")
    yield f"\n### {said['names']}"
    yield from _guide_names(language)


def _acts(models: reference.Schema, language: Language) -> Iterator[str]:
    yield f"{_say('acts-lead', language, flag=UNCHECKED)}\n"
    yield f"| {_say('act', language)} | {_say('act-rules', language)} |"
    yield "| --- | --- |"
    for act, title, rules in reference.rules_by_act(models):
        told = ", ".join(f"`{one}`" for one in rules)
        yield f"| [`{act}`](#{reference.anchor(title)}) | {told} |"
    yield ""


def _group(group: ModelGroup, language: Language, within: str = "") -> Iterator[str]:
    heading = _say(f"shared-{group.key or 'others'}", language) + within
    if group.shared:
        yield f"#### {heading}"
        for field, whose in group.shared:
            is_all = len(whose) == len(group.models)
            of = _say("shared-all", language) if is_all else ", ".join(whose)
            yield f"{_field(field)} ({of})"
    for one in group.models:
        yield from _model(one, heading, language)


def _model(one: ModelDoc, shared: str, language: Language) -> Iterator[str]:
    yield f"#### {one.title}"
    yield f"{one.means} {one.notes}".rstrip()
    yield from map(_field, one.fields)
    if one.also:
        names = "`" + "`, `".join(one.also) + "`"
        also = _say("also", language, fields=names).replace(
            names, f"[{names}](#{reference.anchor(shared)})"
        )
        yield f"- {also}"
    yield from _shown(one.title, language)


def _field(field: FieldDoc) -> str:
    # Models are called without the modules that make their names unique.
    what = re.sub(r"\*(\w+)\*", lambda name: _linked(reference.title_of(name[1])), field.holds)
    also = f" (`{field.also}`)" if field.also else ""
    need = f" ({field.need})" if field.need else ""
    return f"- `{field.name}`{also}: {what}{need}. {field.means}".rstrip()


def _linked(title: str) -> str:
    return f"[{title}](#{reference.anchor(title)})"


def _shown(title: str, language: Language) -> Iterator[str]:
    """Yield a line of data for each word of a rule of sheets, and the pictures of what it does."""
    if not title.startswith("`rule: "):
        return
    said, words = SAID[language], title.strip("`").removeprefix("rule: ").split(" | ")
    for word in words:
        # The line is of the game that is drawn, where that has one.
        found = sorted(uses(word), key=lambda use: use[0] != game_of(word))
        for game, rule, by in found[:1]:
            yield f"- {said['in'].format(game=game)} `{{id: {rule}, by: {by}}}`"
    for picture in dict.fromkeys(filter(None, map(picture_of, words))):
        yield f"\n![{said['does'].format(rule=picture)}](../docs/rules/{picture}.png)"


def uses(word: str) -> Iterator[tuple[str, str, str]]:
    """Yield each game that has a rule of sheets, the rule's id, and what it says under `by`."""
    for file in sorted(
        (*ROOT.glob("rules_data/*/game.yaml"), *ROOT.glob("tests/games/*/game.yaml"))
    ):
        for rule, by, found in USED.findall(file.read_text(encoding="utf-8")):
            if found == word:
                yield file.parent.name, rule, by


def _meant(doc: str, language: Language) -> str:
    """Return what a docstring says, in a language; those that nobody has told yet stay."""
    return (reference.meanings(language) or {}).get(doc, doc) if doc else ""


def figure_docs() -> Iterator[str]:
    """Yield what docstrings say of numbers that sentences and guides may name."""
    yield reference.one_line(quantities.__doc__)
    yield from filter(None, map(_note, KINDS.values()))
    for _, modules in _view_modules():
        yield from chain.from_iterable(map(_names, modules))


def _note(kind: type[Part]) -> str:
    doc = reference.one_line(kind.figures.__doc__).rpartition("; ")[2]
    return "" if doc.startswith("Return") else doc.rstrip(".")


def _view_modules() -> Iterator[tuple[str, list[ModuleType]]]:
    for name in game_names():
        found = [companion(load(name), one) for one in ("view", "figures")]
        modules = [module for module in found if module]
        yield next(module.__name__.split(".")[-2] for module in modules), modules


def _guide_names(language: Language) -> Iterator[str]:
    yield f"{_meant(reference.one_line(quantities.__doc__), language)}\n"
    for of_type, modules in _view_modules():
        told = chain.from_iterable(map(_names, modules))
        yield f"- {of_type}: {' '.join(_meant(one, language) for one in told)}"


def _names(module: ModuleType) -> Iterator[str]:
    """Yield what a module of a type of game says of the names that its guides know."""
    own = [
        one for one in vars(module).values() if getattr(one, "__module__", "") == module.__name__
    ]
    inner = chain.from_iterable(vars(one).values() for one in own if isinstance(one, type))
    for one in (*own, *inner):
        doc = reference.one_line(one.__doc__) if callable(one) else ""
        if "`{" in doc:
            yield re.sub("^(Yield|Return) (.)", lambda found: found[2].upper(), doc)


def _figures(language: Language) -> Iterator[str]:
    """Yield the numbers of each kind of part, as a part of a game that comes along has them."""
    said, found = SAID[language], dict[str, tuple[str, list[str]]]()
    yield f"#### {said['figures']}\n{said['figures-lead']}\n"
    for game in map(load, game_names()):
        for name, part in game.head.parts.items():
            shown = [f"`{{{name}.{figure}}}`" for figure in part.figures()]
            found.setdefault(part.part, (game.name, shown))
    for kind, (game_name, shown) in sorted(found.items()):
        note = _meant(_note(KINDS[kind]), language)
        more = ", ..." if len(shown) > MOST else ""
        where = said["in"].format(game=game_name).rstrip(": \u00a0").lower()
        told = f" ({note})" if note else ""
        yield f"- {kind}{told}, {where}: {', '.join(shown[:MOST])}{more}"
