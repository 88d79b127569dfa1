"""What is judged by both sides: records stored, shipped, typed by hand, in tables, made to hurt."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.same.command import BUILT_IN, Command, Words, in_turn, spoken

# Likely slips take most of the time of judging: they are searched in some of the forms.
CORRECTED: Mapping[str, Words] = {
    "correct": (),
    "correct-letter-grey": ("--no-slips", "--paper", "letter", "--ink", "grey"),
    "correct-dyslexia": ("--no-slips", "--font", "dyslexia", "--no-overwrite"),
    "correct-a5": ("--no-slips", "--paper", "a5"),
}
ALONE = ("--jobs", "1")


def reports(games: Mapping[str, Words]) -> Iterator[Command]:
    """Yield the judging of each game's examples and stored records in every form."""
    for number, game in enumerate(games):
        name = f"reports/{game}"
        examples = {"examples": f"tree/rules_data/{game}/examples"}
        samples = {"samples.jsonl": f"given/samples/{game}.jsonl"}
        judge = ("verify", "examples", *ALONE)
        as_lines = (*judge, "--format", "jsonl")
        yield from spoken(f"{name}/examples-jsonl", *as_lines, game=game, links=examples)
        plain = (*judge, "--no-slips")
        yield from spoken(f"{name}/examples-text", *plain, game=game, links=examples)
        first, second = BUILT_IN if number % 2 else BUILT_IN[::-1]
        stored = ("verify", "samples.jsonl", *ALONE, "--format", "jsonl", "--lang")
        yield Command(f"{name}/samples/{first}", ((*stored, first),), game, samples)
        drawn = (*stored, second, "--class-page")
        yield Command(f"{name}/samples/{second}", (drawn,), game, samples)
        more: Mapping[str, Words] = {
            "json": (*plain, "--format", "json"),
            "sarif": (*plain, "--format", "sarif"),
            "quiet": (*plain, "--quiet"),
            "corrections": (*judge, "--correct", "--class-page"),
            "anew": (*plain, "--rewrite", "--quiet"),
        }
        for what, words in more.items():
            yield Command(f"{name}/{what}", ((*words, "--lang", first),), game, examples)
        for what in ("whole", "faulty"):
            words = (*plain, "--quiet", "--trial", f"{what}.yaml", "--lang", second)
            tried = examples | {f"{what}.yaml": f"given/trials/{game}-{what}.yaml"}
            yield Command(f"{name}/trial-{what}", (words,), game, tried)
    if "qwinto" in games:
        line = ("verify", "samples.jsonl", "--jobs", "2", "--format", "jsonl", "--lang", "en")
        links = {"samples.jsonl": "given/samples/qwinto.jsonl"}
        yield Command("reports/qwinto/side-by-side", (line,), "qwinto", links, apart="generator")


def hand(given: Path) -> Iterator[Command]:
    """Yield the judging of what people typed, and of tables of final sheets."""
    for folder in sorted((given / "hand").iterdir()):
        game = folder.name
        links = {game: f"given/hand/{game}"}
        judge = ("verify", game, *ALONE)
        yield from spoken(f"hand/{game}/text", *judge, game=game, links=links)
        plain = (*judge, "--no-slips", "--format", "jsonl")
        yield from spoken(f"hand/{game}/jsonl", *plain, game=game, links=links)
        for name, language in in_turn(CORRECTED):
            line = (*judge, "--correct", "--quiet", *CORRECTED[name], "--lang", language)
            yield Command(f"hand/{game}/{name}", (line,), game, links)
        for what in ("rewrite", "class-page"):
            line = (*judge, f"--{what}", "--no-slips", "--lang", "en")
            yield Command(f"hand/{game}/{what}", (line,), game, links)
        first = min(one.name for one in folder.iterdir())
        for form, language in in_turn(("text", "sarif")):
            line = ("verify", "-", "--correct", "--format", form, "--lang", language)
            name = f"hand/{game}/stdin-{form}"
            yield Command(name, (line,), game, links, stdin=f"{game}/{first}")
    for file in sorted(one.name for one in (given / "sheets").iterdir()):
        game, language, ending = file.split(".")
        links = {file: f"given/sheets/{file}"}
        judged = (
            "verify",
            file,
            *ALONE,
            "--format",
            "jsonl",
            "--lang",
            BUILT_IN[language == "fr"],
        )
        yield Command(f"hand/{game}/sheets/{file}", (judged,), game, links)
        if ending == "csv":
            drawn = ("verify", file, *ALONE, "--correct", "--class-page", "--lang", language)
            yield Command(f"hand/{game}/sheets/{file}-corrected", (drawn,), game, links)


def hostile(given: Path) -> Iterator[Command]:
    """Yield what is done with files that are made to hurt: records, games, lists, names, printers.

    Each is judged, checked or printed as `tests/hostile` does.
    """
    lines: Mapping[str, Words] = {
        "records": ("verify", *ALONE),
        "archives": ("verify", *ALONE, "--format", "jsonl"),
        "tables": ("print", "own", "--as", "memory", "--table"),
        "names": ("print", "yams", "score-sheets", "--names"),
        "printers": ("print", "yams", "score-sheets", "--printer"),
    }
    for kind, words in lines.items():
        for folder, language in in_turn(
            sorted(one.name for one in given.glob(f"hostile/{kind}/*"))
        ):
            file = f"in/{_file(given / 'hostile' / kind / folder)}"
            links = {"in": f"given/hostile/{kind}/{folder}"}
            line = (*words, file, "--lang", language)
            yield Command(f"hostile/{kind}/{folder}", (line,), links=links)
    for case, language in in_turn(sorted(one.name for one in given.glob("hostile/games/*"))):
        links = {"rules_data": f"given/hostile/games/{case}"}
        yield Command(f"hostile/games/{case}", (("check", "own", "--lang", language),), links=links)


def _file(folder: Path) -> str:
    """Return the file that a case is about; a list may have pictures beside it."""
    return min(one.name for one in folder.iterdir() if one.suffix != ".png")
