"""Games whose data and sentences are edited: told by `check`, or everything comes out."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

from generator import paths
from generator.errors import LudokitError
from generator.words import BUILT_IN
from tests.edits.editing import edit
from tests.farm.cases import Case, Fault
from tests.farm.mutations import BYTES
from tests.farm.trying import faults_of, files_here, forget, place_of, told_of, torn, tried

NAME = "own"


def make(chance: Random) -> Case:
    """Return the data of a game, edited once or some times, or spoilt as text."""
    game = chance.choice(
        sorted(file.parent.name for file in paths.rules_data().glob("*/game.yaml"))
    )
    folder = shutil.copytree(
        paths.rules_data() / game,
        Path(f"made/{game}"),
        ignore=shutil.ignore_patterns("examples", "policies.yaml"),
    )
    done, times = list[str](), chance.choice((1, 1, 1, 2, 4))
    for number in range(times):
        name = NAME if number + 1 == times else f"own-{number}"
        if chance.random() < 0.75:
            made = edit(folder, chance, name)
            folder = folder.with_name(name)
            done.append(f"{made.what} {'.'.join(map(str, made.path))} in {made.file}")
        else:
            file = chance.choice(sorted(folder.glob("*.yaml")))
            how = chance.choice(tuple(BYTES))
            file.write_bytes(BYTES[how](file.read_bytes(), chance))
            done.append(f"{how} of {file.name}")
            break
    files = files_here(folder)
    shutil.rmtree("made")
    # Pictures are those of the game, but for those that were edited.
    shipped = files_here(paths.rules_data() / game)
    own = {name: data for name, data in files.items() if shipped.get(name) != data}
    more = {"game": game, "lang": chance.choice(BUILT_IN), "seed": chance.randrange(1_000)}
    return Case("games", f"{game}: {'; '.join(done)}", own, more)


def judge(case: Case) -> Iterator[Fault]:
    """Yield what is wrong with how a game was checked, and with what comes of one in order."""
    folder = Path("rules_data", NAME)
    shutil.copytree(
        paths.rules_data() / case.more["game"],
        folder,
        ignore=shutil.ignore_patterns("examples", "policies.yaml"),
    )
    for name, data in case.files.items():
        (folder / name).write_bytes(data)
    head = (folder / "game.yaml").read_bytes()
    name = "name: " + NAME
    if name.encode() not in head:
        (folder / "game.yaml").write_bytes(
            head.replace(f"name: {case.more['game']}".encode(), name.encode(), 1)
        )
    forget()
    before = files_here()
    ended = tried("check", str(folder), "--lang", case.more["lang"])
    yield from (*faults_of(ended, 4), *torn(before))
    if ended.code == 0:
        yield from _all_comes_out(case)
    yield from faults_of(tried("games", "--lang", case.more["lang"]))


def _all_comes_out(case: Case) -> Iterator[Fault]:
    """Yield what does not come of a game that was found in order."""
    from generator.game import load
    from generator.printables import planning
    from generator.printables.context import Options
    from generator.printables.printable import DrawnEntry, LessonEntry

    game = load(NAME)
    for language in game.sentences:
        for name, entry in planning.entries(game).items():
            if not isinstance(entry, DrawnEntry) or isinstance(entry, LessonEntry):
                continue  # `check` has filled documents in, and laid lessons out
            try:
                planning.plan(game, name, Options(language=language))
            except LudokitError as error:
                kind = type(entry).__name__
                yield Fault("every printable plans", kind, f"{name}: {error.worded('en')}")
            except Exception as error:  # noqa: BLE001 - whatever it is, it is a find
                yield Fault("every printable plans", place_of(error), told_of(error))
    if "mechanics" in game.sections:
        yield from _samples_verify(case)


def _samples_verify(case: Case) -> Iterator[Fault]:
    """Yield the samples, one legal and one with an error, that are not judged so."""
    for errors in (0, 1):
        file, seed = f"{errors}.yaml", str(case.more["seed"])
        lang = ("--lang", case.more["lang"])
        line = ("sample", NAME, "--seed", seed, "--errors", str(errors), "--to", file)
        made = tried(*line, *lang)
        yield from faults_of(made)
        if made.code == 2 and errors:
            continue  # not every game has a rule that a random game can break
        if made.code != 0:
            yield Fault("samples verify", f"sample {made.code}", made.words)
            continue
        judged = tried("verify", file, *lang)
        yield from faults_of(judged)
        if judged.code != errors:
            yield Fault("samples verify", f"{errors} {judged.code}", judged.words)
