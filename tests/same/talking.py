"""What both sides say: help, lists, schemas, blank records, random games, refusals of all sorts."""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.same.command import BUILT_IN, Command, Words, in_turn, spoken

COMMANDS = (
    *("games", "kit", "print", "open", "doctor", "calibrate", "verify", "record", "sample"),
    *("check", "new", "schema", "completion"),
)
# As somebody types them, in both languages, right and wrong.
TYPED = """
--version
help
aide
help print
aide imprimer
jeux
verfy
pritn qwinto
--lang de games
games --lang
print
print qwinto nothing
print qwinto score
print qwinto feuilles-de-score --papier lettre --encre gris
print qwinto score-sheets --paper b5
print qwinto score-sheets --ink gray
print qwinto score-sheets --copies 0
print qwinto score-sheets --copies many
print qwinto score-sheets --large --per-page 8
print qwinto --bleed 3
print qwinto score-sheets --bleed=-1
print qwinto score-sheets --format json
print qwinto score-sheets --names nobody.txt
print qwinto score-sheets --printer nobody.yaml
print qwinto --as memory
print qwinto --table capitals
print liste --as memory --table nothing
print liste --as snap --table capitals
print sti cards --card-size 10x10
print sti cards --card-size poket
print sti cards --only nobody
print QWINTO reminder
kit
kit --all qwinto
kit nobody
kit qwinto --group 4
kit qwinto --paper a5
verify
verify nobody.yaml
verify nowhere/
verify nobody.yaml --format xml
verify nobody.yaml --cluster 127.0.0.1:1 --jobs 2
fiche qwinto --joueurs Zoé,Tom
record qwinto --players A,B,C,D,E,F,G
record doce --players Zoé
record nobody
record qwinto --trial --format csv
record qwinto --year ce2
record qwinto --trial --year ce7
record nobody --trial
sample nobody
sample qwinto --errors 21
sample qwinto --seed x
sample qwinto --players A,B,C,D,E,F,G
check nobody
check nowhere/at/all
new qwinto
new Frogs
new frogs --blank --from qwinto
new frogs --as memory
new frogs --as memory --table nothing
schema
schema record
schema game qwinto
schema records qwinto
completion tcsh
open --port 1
"""


def commands(games: Mapping[str, Words], given: Path) -> Iterator[Command]:
    """Yield what is no printing and no judging, for each game and for none."""
    for game in games:
        yield from _of_game(game)
    yield from _own_games(given)
    yield from _begun()
    for name in COMMANDS:
        yield from spoken(f"commands/help/{name}", name, "--help")
    yield from spoken("commands/help/all", "--help")
    yield Command("commands/help/none", ((),))
    for name in ("games", "doctor", "calibrate"):
        yield from spoken(f"commands/{name}", name)
    for paper in (("--paper", "letter", "--ink", "grey"), ("--paper", "a5"), ("--preview",)):
        name = "-".join(paper).strip("-")
        yield Command(f"commands/calibrate/{name}", (("calibrate", *paper, "--lang", "en"),))
    for shell in ("bash", "zsh", "fish"):
        yield Command(f"commands/completion/{shell}", (("completion", shell),))
    for what in ("game", "sentences"):
        yield from spoken(f"commands/schema-{what}", "schema", what)
    for number, (line, language) in enumerate(in_turn(TYPED.strip().splitlines())):
        words = (*shlex.split(line), "--lang", language)
        yield Command(f"commands/typed/{number:02}-{_plain(line)}", (words,))
    yield from _attacks()


def _of_game(game: str) -> Iterator[Command]:
    """Yield the blank records, random games and schema of a game, and its check."""
    name = f"commands/{game}"
    yield from spoken(f"{name}/schema", "schema", "record", game, game=game)
    yield from spoken(f"{name}/record", "record", game, game=game)
    yield from spoken(f"{name}/record-players", "record", game, "--players", "Zoé, Tom", game=game)
    yield from spoken(f"{name}/record-table", "record", game, "--format", "csv", game=game)
    yield from spoken(f"{name}/trial", "record", game, "--trial", game=game)
    for year in ("ce2", "y10"):
        yield from spoken(
            f"{name}/trial-{year}", "record", game, "--trial", "--year", year, game=game
        )
    for seed in range(4):
        words = ("sample", game, "--seed", str(seed), "--errors", str(seed))
        yield from spoken(f"{name}/sample-{seed}", *words, game=game)
    language = BUILT_IN[len(game) % 2]
    steps = (
        ("record", game, "--to", "blank.yaml", "--lang", language),
        ("record", game, "--to", "blank.csv", "--lang", language),
        ("sample", game, "--errors", "2", "--to", "game.yaml", "--lang", language),
        ("sample", game, "--to", "game.yaml", "--lang", language),
        ("verify", ".", "--jobs", "1", "--correct", "--class-page", "--lang", language),
    )
    yield Command(f"{name}/written", steps, game)


def _own_games(given: Path) -> Iterator[Command]:
    """Yield what is done with games of one's own: printed, played, judged, corrected."""
    for game in _names(given / "games"):
        asked: tuple[Words, ...] = (
            ("print", game),
            ("record", game, "--to", "blank.yaml"),
            ("sample", game, "--seed", "1", "--to", "game-0.yaml"),
            ("sample", game, "--seed", "2", "--errors", "2", "--to", "game-2.yaml"),
            ("verify", "blank.yaml", "game-0.yaml", "--format", "jsonl", "--jobs", "1"),
            ("verify", "game-2.yaml", "--correct", "--class-page"),
            ("schema", "record", game),
        )
        for language in BUILT_IN:
            # Each has one language: in the other, it is told which is printed instead.
            chosen = asked if language == "fr" else (("print", game, "reminder"), *asked[1:])
            steps = tuple((*step, "--lang", language) for step in chosen)
            yield Command(f"games/{game}/{language}", steps, game, {"rules_data": "given/games"})
    for game in _names(given / "listed"):
        steps = (
            ("check", game),
            ("print", game),
            ("verify", f"rules_data/{game}/examples", "--format", "jsonl", "--jobs", "1"),
            ("verify", f"rules_data/{game}/examples", "--correct", "--jobs", "1"),
            ("sample", game, "--errors", "1"),
        )
        yield Command(f"games/{game}/all", steps, game, {"rules_data": "given/listed"})


def checks(games: Mapping[str, Words], given: Path) -> Iterator[Command]:
    """Yield the checks of games that are in order: each is printed on every paper."""
    for game, language in in_turn(games):
        yield Command(f"checks/{game}", (("check", game, "--lang", language),), game)
    for game, language in in_turn(_names(given / "games")):
        words = ("check", game, "--lang", language)
        yield Command(f"checks/{game}", (words,), game, {"rules_data": "given/games"})


def _names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def _begun() -> Iterator[Command]:
    """Yield games that are begun, each in a folder of its own."""
    asked = {
        "usual": ("new", "frogs"),
        "blank": ("new", "frogs", "--blank"),
        "from-sti": ("new", "frogs", "--from", "sti"),
        "elsewhere": ("new", "frogs", "--blank", "--to", "mine"),
    }
    for name, words in asked.items():
        yield Command(f"commands/new/{name}-in-both", (words,))
        yield from spoken(f"commands/new/{name}", *words)
    for name, language in in_turn(("usual", "blank")):
        steps = (asked[name], asked[name], ("check", "frogs"), ("print", "frogs"))
        yield Command(
            f"commands/new/{name}-twice", tuple((*step, "--lang", language) for step in steps)
        )


def _attacks() -> Iterator[Command]:
    """Yield the command lines of `tests/hostile` that ask for what nobody can bear."""
    from tests.hostile.test_folders import LINES

    for case, language in in_turn(LINES):
        line = (*LINES[case], "--lang", language)
        yield Command(f"hostile/lines/{_plain(case)}", (line,))


def _plain(words: str) -> str:
    """Return words as a file may be called."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in words).split())[:60]


def faults(given: Path) -> Iterator[Command]:
    """Yield the checks of folders with a slip in them, each seen by `print` too."""
    for folder, language in in_turn(_names(given / "faults")):
        links = {"rules_data": f"given/faults/{folder}"}
        (game,) = (one.name for one in (given / "faults" / folder).iterdir())
        steps = (("check", f"rules_data/{game}"), ("print", game, "record-form"), ("record", game))
        said = tuple((*step, "--lang", language) for step in steps)
        yield Command(f"faults/{folder}", said, folder.rsplit("-", 1)[0], links)
