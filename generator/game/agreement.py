"""Whether a game's files agree: the names used, words that are needed, numbers typed by hand."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator import paths
from generator.errors import Problem
from generator.game import sentences
from generator.game.facts import names_in_model
from generator.game.game import Game
from generator.game.sentences import field_aliases
from generator.reading.nodes import MapNode, Node, Path, dotted_path, place_of, problem_at, scalars
from generator.reading.schema import canonical_node
from generator.reading.text_files import read_file
from generator.words import Language, Message, Words, fold, message, not_one_of, number_word

# Sections of a language file in which not every id of game.yaml has to stand.
SPARE = ("sources", "nouns", "told")
MECHANICS = "mechanics"
# Besides parts, what placeholders may begin with.
OTHERS = (MECHANICS, "players")


# A language file as written, and fitted.
LanguageRead = tuple[MapNode, sentences.SentencesFile]


def disagreements(game: Game, spoken: Mapping[Language, LanguageRead]) -> Iterator[Problem]:
    """Yield every place where the files of a game do not agree."""
    for path, names, word in names_in_model(game.head):
        role = "part" if names.what == "part" else ""
        known = game.head.parts if role else game.head.colours
        if word not in known:
            yield game.fault(path, not_one_of(word, known, role=role))
    for language, (top, file) in spoken.items():
        yield from _keys(game, language, top, file)
    yield from _unfilled_placeholders(game, spoken)
    yield from _language_differences(spoken)
    yield from _ambiguous_cell_words(game, spoken)


def _ambiguous_cell_words(game: Game, spoken: Mapping[Language, LanguageRead]) -> Iterator[Problem]:
    meant: dict[str, str] = {}
    for name, part in game.head.parts.items():
        twice: list[str] = []
        for cell in part.cell_ids():
            twice += [cell] if fold(cell) in meant else []
            meant.setdefault(fold(cell), cell)
        if twice:
            reason = message("game.cell-twice", cell=twice[0], part=name)
            yield game.fault(("parts", name), reason)
    for top, file in spoken.values():
        told: set[str] = set()
        for cell in list(meant.values()):
            letters = sentences.letters_of(cell)
            label = file.label(cell)
            other = meant.setdefault(fold(label), cell)
            if other != cell and letters not in told:
                told.add(letters)
                reason = message("game.label-twice", label=label, one=other, other=cell)
                yield _at(top, ("labels", letters), reason)


def _keys(
    game: Game, language: Language, top: MapNode, file: sentences.SentencesFile
) -> Iterator[Problem]:
    head = game.head
    known: Mapping[str, Collection[str]] = {
        "rules": [rule.id for rule in head.rules],
        "told": [rule.id for rule in head.rules],
        "provenance": [fact.fact for fact in head.provenance],
        "printables": game.printables(),
        "health": [fact.fact for fact in head.health.facts] if head.health else [],
        "sources": head.health.sources if head.health else {},
        "nouns": game.figures,
    }
    for section, ids in known.items():
        said = getattr(file, section)
        for missing in (key for key in ids if section not in SPARE and key not in said):
            yield _at(top, (section,), message("game.no-sentence", name=missing, language=language))
        for extra in (key for key in said if key not in ids):
            yield _at(top, (section, extra), not_one_of(extra, ids))


def _language_differences(spoken: Mapping[Language, LanguageRead]) -> Iterator[Problem]:
    for section in ("texts", "labels", "told"):
        every = dict.fromkeys(key for _, file in spoken.values() for key in getattr(file, section))
        for language, (top, file) in spoken.items():
            for key in every:
                if key not in getattr(file, section):
                    reason = message("game.no-sentence", name=key, language=language)
                    yield _at(top, (section,), reason)


def _unfilled_placeholders(
    game: Game, spoken: Mapping[Language, LanguageRead]
) -> Iterator[Problem]:
    """Yield placeholders that nothing fills; of one cause the first, in whatever language."""
    told: set[str] = set()
    for language, (top, _) in spoken.items():
        for scalar, path in scalars(top):
            for name in sentences.FIGURE.findall(scalar.text):
                part, *field = name.split(".")
                if part == "fact" and path[0] == "guide":
                    continue
                cause = part if part not in (*game.head.parts, *OTHERS) else name
                if sentences.placeholder_value(name, game.figures, language) or cause in told:
                    continue
                told.add(cause)
                named = game.sections.get(part)
                if part == MECHANICS and named and place_of(named, tuple(field)) != named.place:
                    # It stands there, and is no number: the sentences are not at fault.
                    yield game.fault((part, *field), message("game.no-figure"))
                elif cause == part:
                    yield _at(top, path, not_one_of(part, game.head.parts, role="part"))
                else:
                    yield _at(top, path, not_one_of(name, game.figures))


def _at(top: Node, path: Path, reason: Message) -> Problem:
    return problem_at(place_of(top, path), dotted_path(path), reason)


# Where a language file keeps its words: `texts`, or a group of its fixed words: `words.colours`.
Section = str
NO_WORD = "game.no-word"


@dataclass(frozen=True, slots=True)
class Need:
    """A word that every language file must have, and the path in `game.yaml` that asks for it."""

    section: Section
    key: str
    path: Path
    optional: bool = False
    """Whether something else is printed where no language has it."""


def missing_words(game: Game, needs: Iterable[Need]) -> Iterator[Problem]:
    """Yield each word that some language of the game lacks, once, at the first place needing it."""
    told: set[tuple[str, str, str]] = set()
    for asked in (one for one in needs if not one.optional):
        need = _called_as_its_colour(game, asked)
        table, _, group = need.section.partition(".")
        for language, said in game.sentences.items():
            key = (language, need.section, need.key)
            words = getattr(said, table)
            if key not in told and need.key not in (words.get(group, {}) if group else words):
                told.add(key)
                file = paths.sentences_files(game.folder)[language]
                called = file.name if file.parent == game.folder else str(file)
                reason = message(NO_WORD, section=need.section, name=need.key, file=called)
                yield game.fault(need.path, reason)


def _called_as_its_colour(game: Game, need: Need) -> Need:
    part = need.key.removeprefix("score.")
    own = any(need.key in said.texts for said in game.sentences.values())
    if need.section == "texts" and part != need.key and part in game.head.colours and not own:
        return Need("words.colours", part, need.path)
    return need


# One is an article in French, and is said of any single thing in English.
LEAST, MOST = 2, 20
# These quote other people, or count no pieces.
LEFT_OUT = ("nouns", "called", "health", "sources", "synonyms", "words", "rights", "rights_long")
# A lesson speaks of "two dice" of three on purpose: only a number that is the data's is meant here,
# and none in what compares such choices or describes one drawing.
FREE = (("guide", "lesson"), ("guide", "handout"))
FREEST = (("guide", "lesson", "annex"), ("guide", "positions"))


def typed_figure_warnings(game: Game) -> Iterator[Problem]:
    """Yield each typed number before a noun that `nouns` ties to a figure, and what to write."""
    for language, said in game.sentences.items():
        nouns: dict[str, tuple[str, ...]] = {}
        for name, words in said.nouns.items():
            for noun in words:
                nouns[noun.lower()] = (*nouns.get(noun.lower(), ()), name)
        if nouns:
            file = read_file(paths.sentences_files(game.folder)[language])
            top = canonical_node(file, sentences.LanguageFile, field_aliases())
            finder = _Finder(language, nouns, game.figures)
            for scalar, path in scalars(top):
                if path[0] not in LEFT_OUT and not _lies_in(path, FREEST):
                    for typed, instead in finder.find_in(scalar.text, is_free=_lies_in(path, FREE)):
                        reason = message("game.bare-number", found=typed, instead=instead)
                        yield problem_at(scalar.place, dotted_path(path), reason)


def _lies_in(path: Path, places: Iterable[Path]) -> bool:
    return any(path[: len(place)] == place for place in places)


class _Finder:
    def __init__(self, language: Language, nouns: Words, figures: Mapping[str, str]) -> None:
        self.nouns, self.figures = nouns, figures
        spelled = {number_word(n, "words", language) or "": n for n in range(LEAST, MOST + 1)}
        self.numbers = spelled | {word.capitalize(): number for word, number in spelled.items()}
        number = "|".join(["[0-9]+", *map(re.escape, self.numbers)])
        noun = "|".join(re.escape(one) for one in sorted(nouns, key=len, reverse=True))
        self.pattern = re.compile(rf"(?<![\w}}.,])({number})\s+((?i:{noun}))(?!\w)")

    def find_in(self, text: str, *, is_free: bool) -> Iterator[tuple[str, str]]:
        """Yield what is typed and what should be; in a free text only a figure's own number."""
        for typed, noun in self.pattern.findall(text):
            number = self.numbers.get(typed) or int(typed)
            names = self.nouns[noun.lower()]
            same = [name for name in names if self.figures[name] == str(number)]
            if number >= LEAST and (same or not is_free):
                form = "" if typed.isdecimal() else ".Words" if typed[0].isupper() else ".words"
                yield f"{typed} {noun}", f"{{{(*same, *names)[0]}{form}}} {noun}"
