"""What is printed by both sides: kits, each option for each game, and games made from lists."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tests.same.command import BUILT_IN, Command, Words, in_turn, spoken

# Options of a page, each once, with what they take.
OF_A_PAGE: dict[str, Words] = {
    "large": ("--large",),
    "grey": ("--ink", "grey"),
    "outline": ("--ink", "outline"),
    "letter": ("--paper", "letter"),
    "a3": ("--paper", "a3"),
    "a5": ("--paper", "a5"),
    "dyslexia": ("--font", "dyslexia"),
    "copies": ("--copies", "3"),
    "printer": ("--printer", "class/printer.yaml"),
}
OF_A_SHEET: dict[str, Words] = {
    "two-a-page": ("--per-page", "2"),
    "seven-a-page": ("--per-page", "7"),
    "names": ("--names", "class/names.txt"),
    "classes": ("--names", "class/classes.csv", "--jobs", "1"),
    "workbook": ("--names", "class/names.xlsx"),
    "pupils": ("--pupils", "27"),
    "seed": ("--seed", "5"),
    "pencil": ("--play-with", "pencil"),
    "pieces": ("--play-with", "pieces"),
}
OF_A_CARD: dict[str, Words] = {
    "own-size": ("--card-size", "50x70"),
    "perforated": ("--card-size", "perforated-85x54"),
    "fold": ("--duplex", "fold"),
    "no-backs": ("--duplex", "none"),
    "bleed": ("--bleed", "3"),
    "images": ("--sheet-png",),
}
OF_CARDS: dict[str, Words] = {
    "tarot": ("--card-size", "tarot"),
    "mini": ("--card-size", "mini"),
    "short-edge": ("--duplex", "short-edge"),
    "only": ("--only", "condom"),
    "only-nobody": ("--only", "nobody"),
    "printshop": ("--for", "printshop"),
}
OF_FILES: dict[str, Words] = {
    "preview": ("--preview",),
    "quiet": ("--quiet",),
    "verbose": ("--verbose",),
    "elsewhere": ("--to", "there/too"),
}
COUNTRIES = ("be", "ch", "fr", "qc", "uk", "us", "none")
# Two printables of each game, of as many sorts as there are: one heeds what the other does not.
PAIRS: Mapping[str, tuple[str, str]] = {
    "boite": ("score-sheets", "boxes"),
    "course-a-20": ("strip", "record-form"),
    "crowns": ("boards", "tokens"),
    "dental": ("dentition-charts", "board"),
    "doce": ("play-sheets", "pieces"),
    "qwinto": ("score-sheets", "worksheets"),
    "sti": ("life-tracks", "cards"),
    "yams": ("score-sheets", "slides"),
}
USUAL = ("reminder", "exit-tickets")
# A third one of games whose pair leaves a sort out, under the options that change how it is drawn.
OTHERS: Mapping[str, Words] = {
    "crowns": ("score-sheets",),
    "dental": ("tokens", "wheel", "dice"),
    "doce": ("board",),
    "sti": ("short-cards",),
}
DRAWN = ("large", "outline", "letter")
FLOWED = ("dyslexia", "letter", "outline", "large")
DEALT = ("names", "pupils", "seed")
# Options of a whole kit that no printable alone heeds as a kit does.
OF_A_KIT: Mapping[str, Words] = {
    "boite": ("--pupils", "27", "--group", "4"),
    "course-a-20": ("--names", "class/names.txt"),
    "crowns": ("--play-with", "pencil"),
}
# Options under which a list is printed as each kind.
OF_A_LIST = (
    *("large", "grey", "outline", "letter", "a3", "a5", "dyslexia", "names", "two-a-page"),
    *("pupils", "seed", "own-size", "fold", "images"),
)
CLASS = {"class": "given/class"}
TABLES = {"tables": "tree/rules_data/tables"}
KINDS = (
    *("chain", "dominoes", "families", "flashcards", "goose", "bingo", "memory"),
    *("one-in-common", "quiz"),
)
LISTS = ("capitals", "elements", "fractions", "irregular-verbs", "multiplication", "notes")


def kits(games: Mapping[str, Words]) -> Iterator[Command]:
    """Yield the kit of every game in every language it has, and some under options."""
    for game, languages in games.items():
        for language in languages:
            words = ("kit", game, "--jobs", "1", "--lang", language)
            yield Command(f"kits/{game}/{language}", (words,), game)
        if game in OF_A_KIT:
            line = ("kit", game, "--jobs", "1", "--lang", "en", *OF_A_KIT[game])
            yield Command(f"kits/{game}/{OF_A_KIT[game][0].strip('-')}", (line,), game, CLASS)


def options(games: Mapping[str, Words]) -> Iterator[Command]:
    """Yield printables of each game under each option, where it tells and where it does not."""
    for number, game in enumerate(games):
        pair = PAIRS.get(game, USUAL)
        every = OF_A_PAGE | OF_A_SHEET | OF_A_CARD
        yield from _each(game, pair[0], every | OF_FILES)
        yield from _each(game, pair[1], every)
        first = ("print", game, pair[0], "--no-overwrite", "--lang", "en")
        yield Command(f"options/{game}/{pair[0]}/kept", (first, first), game)
        for printable in OTHERS.get(game, ()):
            yield from _each(game, printable, {name: OF_A_PAGE[name] for name in DRAWN})
        # What flows takes its time: an option for each game, in turn.
        flowed, dealt = FLOWED[number % len(FLOWED)], DEALT[number % len(DEALT)]
        yield from _each(game, "rules", {flowed: OF_A_PAGE[flowed]})
        yield from _each(game, "exercises", {dealt: OF_A_SHEET[dealt]})
        country = COUNTRIES[number % len(COUNTRIES)]
        place = {f"country-{country}": ("--country", country)}
        yield from _each(game, "guide", place)
        yield from _each(game, pair[0], place)
    if "sti" in games:
        yield from _each("sti", "cards", OF_CARDS)
        yield from _each("sti", "handout", {f"in-{one}": ("--country", one) for one in COUNTRIES})
    for game, language in in_turn(games):
        words = ("print", game, *PAIRS.get(game, USUAL), "--jobs", "2", "--lang", language)
        if game in {"qwinto", "doce"}:
            yield Command(f"options/{game}/side-by-side", (words,), game, apart="generator")


def site() -> Iterator[Command]:
    """Yield the pages of the site, which take as long as all kits."""
    yield Command("site/pages", (("site",),), apart="generator.site")


def _each(game: str, printable: str, options: Mapping[str, Words]) -> Iterator[Command]:
    """Yield a printable under each option, in one language or the other."""
    for name, language in in_turn(options):
        words = ("print", game, printable, *options[name], "--lang", language)
        yield Command(f"options/{game}/{printable}/{name}", (words,), game, CLASS)


def lists() -> Iterator[Command]:
    """Yield each kind of game from each list that is shipped, in both languages, and from others.

    A list that a kind refuses is told, and so compared.
    """
    for number, kind in enumerate(KINDS):
        of_kind = ("print", "liste", "--as", kind, "--table")
        for table in LISTS:
            yield from spoken(f"lists/{kind}/{table}", *of_kind, table)
        # A list of the other language, by its file.
        for table, language in in_turn(LISTS[number % 3 :: 3]):
            file = f"tables/{table}.{'en' if language == 'fr' else 'fr'}.csv"
            words = (*of_kind, file, "--lang", language)
            yield Command(f"lists/{kind}/{table}-file-{language}", (words,), links=TABLES)
        yield from _list_options(kind)
        yield _list_of_ones_own(kind, BUILT_IN[number % 2])
    for file, language in in_turn(("animals.xlsx", "animals.ods", "animals.yaml", "twice.csv")):
        words = ("print", "liste", "--as", "memory", "--table", f"own/{file}", "--lang", language)
        yield Command(f"lists/memory/{file}", (words,), links={"own": "given/lists"})


def _list_options(kind: str) -> Iterator[Command]:
    """Yield one list as a kind under each option."""
    options = OF_A_PAGE | OF_A_SHEET | OF_A_CARD
    for name, language in in_turn(OF_A_LIST):
        words = options[name]
        line = ("print", "liste", "--as", kind, "--table", "capitals", *words, "--lang", language)
        yield Command(f"lists/{kind}/option-{name}", (line,), links=CLASS)


def _list_of_ones_own(kind: str, language: str) -> Command:
    """Return the game of a list from its folder on: begun, checked, printed, played, judged."""
    begun = Command(
        f"lists/{kind}/from-its-folder",
        (
            ("new", "liste", "--as", kind, "--table", "capitals"),
            ("check", "liste"),
            ("kit", "liste", "--pupils", "12", "--jobs", "1"),
            ("record", "liste", "--to", "blank.yaml"),
            ("verify", "blank.yaml"),
            ("sample", "liste", "--seed", "4", "--errors", "1", "--to", "game.yaml"),
            ("verify", "game.yaml", "--correct"),
        ),
    )
    return replace(begun, steps=tuple((*step, "--lang", language) for step in begun.steps))
