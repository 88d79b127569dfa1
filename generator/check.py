"""All faults of a game's data together: read, compared, then tried out in memory.

First each section is read by its owner and compared with the others. What passes is tried: every
printable is planned on every paper and in every ink, every document is filled, games are played,
written down, verified and corrected, in every language that the game has. Whatever fails is a fault
with its place, so that what is called in order prints, plays and verifies.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, get_args

from generator import guides, rules
from generator.check_papers import check_papers
from generator.classroom import kit_file
from generator.errors import DataError, LudokitError, Problem, gathered
from generator.game import Game
from generator.game.bare_numbers import warnings
from generator.game.catalog import read_folder
from generator.paper.page import PAPERS
from generator.paper.palette import Ink
from generator.printables import declared, pictures, planning
from generator.printables.context import PrintContext
from generator.printables.kinds.entry import DocumentEntry
from generator.printables.options import Options
from generator.reading.nodes import Path as Steps
from generator.reading.nodes import dotted
from generator.rules.families import AnyRules
from generator.words import Language, message

if TYPE_CHECKING:
    from generator.records.report import Report

Owner: TypeAlias = Callable[[Game], object]
Attempt: TypeAlias = Callable[[], object]

OWNERS: tuple[Owner, ...] = (
    declared.check_declared,
    pictures.check_pictures,
    kit_file,
    rules.check,
)
# What speaks of all the rest is read once the rest is in order.
LATER: tuple[Owner, ...] = (check_papers, guides.check)


@dataclass(frozen=True, slots=True)
class Checked:
    """A game that is in order; `warnings` are what its author may want to look at."""

    game: Game
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Trial:
    """One thing to try: where in `game.yaml` its cause would stand, and under which choices."""

    path: Steps
    attempt: Attempt
    language: Language
    choices: str = ""


def check(folder: Path) -> Checked:
    """Read a game's folder whole and try it out; raise DataError with every fault."""
    game, problems = read_folder(folder)
    if game is None or problems:
        more = () if game is None else _sections_faults(game)
        raise DataError(dict.fromkeys((*problems, *more)))
    try:
        for owners in (OWNERS, LATER):
            gathered(*(partial(owner, game) for owner in owners))
    except DataError as error:
        # One owner may need what another reads, and then both tell its faults.
        raise DataError(dict.fromkeys(error.problems)) from None
    if problems := tuple(_failures(game)):
        raise DataError(problems)
    return Checked(game, tuple(warnings(game)))


def _sections_faults(game: Game) -> Iterator[Problem]:
    """Yield the faults of the sections of a game that has others already, but for their echoes."""
    for owner in OWNERS:
        try:
            owner(game)
        except DataError as error:
            yield from error.problems
        except Exception:  # noqa: BLE001, S112 - an accident would be an echo of what is told
            continue


def _failures(game: Game) -> Iterator[Problem]:
    """Yield every trial that fails: equal failures of one place once, with the choices they need.

    Plays are tried where all that is printed can be planned: a correction redraws printed sheets.
    """
    planned = tuple(_failed(game, _printed(game)))
    yield from planned
    if not planned:
        yield from _failed(game, _played(game))


def _failed(game: Game, trials: Iterator[_Trial]) -> Iterator[Problem]:
    every: dict[str, set[str]] = {}
    failures: dict[Problem, set[str]] = {}
    for trial in trials:
        every.setdefault(dotted(trial.path), set()).add(trial.choices)
        for problem in _failure(game, trial):
            failures.setdefault(problem, set()).add(trial.choices)
    for problem, choices in failures.items():
        reason = problem.message
        # What fails whatever is chosen has its cause elsewhere.
        if not choices >= every.get(problem.field, choices):
            reason = message("check.when", reason=reason, when=tuple(sorted(choices)))
        yield replace(problem, message=reason)


def _failure(game: Game, trial: _Trial) -> tuple[Problem, ...]:
    """Return why a trial fails, nothing where it does not."""
    try:
        trial.attempt()
    except DataError as error:
        return error.problems
    except LudokitError as error:
        return (game.fault(trial.path, error.message),)
    except Exception as error:  # noqa: BLE001 - whatever it is, the author learns where
        what = f"{type(error).__name__}: {error}"
        return (game.fault(trial.path, message("check.accident", what=what)),)
    return ()


def _printed(game: Game) -> Iterator[_Trial]:
    """Yield the printing of everything: drawn pages planned, documents filled."""
    for name, language in product(game.printables(), game.said):
        path = ("printables", name)
        if isinstance(planning.entry(game, name), DocumentEntry):
            yield _Trial(path, partial(_fill, game, name, language), language)
            continue
        for paper, ink in product(PAPERS, get_args(Ink)):
            options = Options(language=language, paper=paper, ink=ink)
            attempt = partial(planning.plan, game, name, options)
            yield _Trial(path, attempt, language, f"--paper {paper}")


def _fill(game: Game, name: str, language: Language) -> None:
    """Fill a document's template; laying it out would find no other fault of the data."""
    from generator.make import facts
    from generator.render.html_to_pdf import fill

    entry = planning.entry(game, name)
    if isinstance(entry, DocumentEntry):
        setting = PrintContext(game, name, Options(language=language))
        told = guides.context(setting, entry.template, facts(setting))
        fill(f"{entry.template}.html.j2", told)


def _played(game: Game) -> Iterator[_Trial]:
    """Yield games played in each variant, with the fewest and with the most players."""
    if "mechanics" not in game.sections:
        return
    of_game = rules.load(game)
    path: Steps = ("mechanics",)
    for language in game.said:
        yield _Trial(path, partial(_begin, of_game, language), language)
        for variant, players in of_game.seats().items():
            for count in sorted(set(players)):
                attempt = partial(_play, of_game, variant, count, language)
                yield _Trial(path, attempt, language)


def _begin(of_game: AnyRules, language: Language) -> None:
    """Verify the blank record: as it is given, it can be read."""
    from generator.records.writing import blank

    _verify(of_game, blank(of_game, language), language)


def _play(of_game: AnyRules, variant: str, count: int, language: Language) -> None:
    """Play a whole game; verify its record, report on it in every form and correct it.

    Raise LudokitError where a game that is played by the rules does not count as valid.
    """
    from generator.records.writing import names_for, sample

    players = names_for(of_game, language)[:count]
    played = sample(of_game, seed=count, players=players, variant=variant, language=language)
    report = _verify(of_game, played.text, language)
    if not report.is_valid:
        raise LudokitError(
            message("check.played-wrong", rules=tuple(f.rule for f in report.findings))
        )


def _verify(of_game: AnyRules, text: str, language: Language) -> "Report":
    """Read and replay a record, report on it in every form, and correct it."""
    from generator.correction import correction
    from generator.records.for_programs import json_array, sarif
    from generator.records.replay import replay
    from generator.records.report import text as as_text
    from generator.records.writing import read_text

    report = replay(of_game, read_text(of_game, text))
    as_text(report, language)
    for form in (json_array, sarif):
        tuple(form([report], language))
    correction(report, of_game.game, language)
    return report
