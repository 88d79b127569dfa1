"""All faults of a game's data together: read, compared, then tried out in memory.

What passes is tried in every language: printables are planned on every paper, documents filled,
games played, written down, verified and corrected. What fails has its place.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TypeAlias

from generator import documents, rules
from generator.class_page import class_page
from generator.classroom import kit_file
from generator.correction import correction
from generator.errors import DataError, LudokitError, Problem, gathered
from generator.game import Game
from generator.game.agreement import NO_WORD, warnings
from generator.game.catalog import read_folder
from generator.make import facts, of_lesson
from generator.paper.page import PAPERS
from generator.printables import planning
from generator.printables.blocks.scores import TotalsBlock
from generator.printables.context import Options, PrintContext, check_colours
from generator.printables.declaring import DocumentEntry, DrawnEntry, LessonEntry
from generator.printables.kinds.form import FormEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.pictures import check_pictures
from generator.reading.expected import Fields, names_in
from generator.reading.nodes import Path as Steps
from generator.reading.nodes import dotted
from generator.records.form import record_form
from generator.records.replay import replay
from generator.records.report import FORMS, Report
from generator.records.tally import Tally
from generator.records.writing import blank, names_for, read_text, sample, yaml_of
from generator.render.html_to_pdf import fill
from generator.rules import AnyRules
from generator.words import Language, message, not_one_of

Owner: TypeAlias = Callable[[Game], object]

OWNERS: tuple[Owner, ...] = (
    check_colours,
    planning.check_declared,
    check_pictures,
    kit_file,
    rules.check,
)
TOTAL = "total"
# Columns that hold no field: turns and rounds are counted by their place in the file.
COUNTED = ("turn", "round")


@dataclass(frozen=True, slots=True)
class Checked:
    """A game that is in order; `warnings` are what its author may want to look at."""

    game: Game
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Trial:
    """One thing to try: where in `game.yaml` its cause would stand, and under which choices."""

    path: Steps
    attempt: Callable[[], object]
    choices: str = ""


def check(folder: Path) -> Checked:
    """Read a game's folder whole and try it out; raise DataError with every fault."""
    game, problems = read_folder(folder)
    if game is None or problems:
        raise DataError(_once((*problems, *(_sections_faults(game) if game else ()))))
    drawn, filled, played = (partial(_try, one) for one in (_drawn, _filled, _played))
    for stage in (OWNERS, (drawn,), (_check_papers, documents.check), (filled,), (played,)):
        # What speaks of all the rest is looked at once the rest is in order: no echoes.
        try:
            gathered(*(partial(owner, game) for owner in stage))
        except DataError as error:
            raise DataError(_once((*error.problems, *_shown_facts(game, error)))) from None
    return Checked(game, tuple(warnings(game)))


def _shown_facts(game: Game, error: DataError) -> Iterator[Problem]:
    """Yield what examples and lessons rest on where they alone are wrong: it may have changed."""
    every = planning.entries(game).items()
    flowed = {f"printables.{name}" for name, one in every if isinstance(one, DocumentEntry)}
    fields = [one.field for one in error.problems]
    shown = all("guide." in one or ".worked" in one or one in flowed for one in fields)
    if shown and "mechanics" in game.sections:
        yield game.fault(("parts",), message("check.shown-facts"))


def _once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield each fault once: two owners may tell it, many places may need one missing word."""
    told: set[object] = set()
    for problem in problems:
        what = problem.message if problem.message.key == NO_WORD else problem
        if what not in told:
            told.add(what)
            yield problem


def _sections_faults(game: Game) -> Iterator[Problem]:
    """Yield the faults of the sections of a game that has others already, but for their echoes."""
    for owner in OWNERS:
        try:
            owner(game)
        except DataError as error:
            yield from error.problems
        except Exception:  # noqa: BLE001, S112 - an accident would be an echo of what is told
            continue


def _try(trials: Callable[[Game], Iterator[_Trial]], game: Game) -> None:
    """Try everything; raise DataError with equal failures once, and the choices they need."""
    every: dict[str, set[str]] = {}
    failures: dict[Problem, set[str]] = {}
    for trial in trials(game):
        every.setdefault(dotted(trial.path), set()).add(trial.choices)
        for problem in _failure(game, trial):
            failures.setdefault(problem, set()).add(trial.choices)
    problems = []
    for problem, choices in failures.items():
        reason = problem.message
        # What fails whatever is chosen has its cause elsewhere.
        if not choices >= every.get(problem.field, choices):
            reason = message("check.when", reason=reason, when=tuple(sorted(choices)))
        problems.append(replace(problem, message=reason))
    if problems:
        raise DataError(problems)


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


def _drawn(game: Game) -> Iterator[_Trial]:
    """Yield planning each drawn printable on every paper, in each language."""
    for name, entry in planning.entries(game).items():
        if isinstance(entry, DrawnEntry):
            for language, paper in product(game.said, PAPERS):
                # Of an ink pages show only the name: the longest needs most room in the footer.
                options = Options(language, paper, ink="outline")
                attempt = partial(planning.plan, game, name, options)
                yield _Trial(("printables", name), attempt, f"--paper {paper}")


def _filled(game: Game) -> Iterator[_Trial]:
    """Yield filling each document in each language; laying it out would find no other fault.

    So with planning the papers of the lesson on every paper.
    """
    for name, entry in planning.entries(game).items():
        if isinstance(entry, LessonEntry):
            for language, paper in product(game.said, PAPERS):
                drawn = partial(documents.plan, game, name, Options(language, paper))
                yield _Trial(("printables", name), drawn, f"--paper {paper}")
        if isinstance(entry, DocumentEntry):
            for language in game.said:
                attempt = partial(_fill, game, name, entry.template, language)
                yield _Trial(("printables", name), attempt)


def _fill(game: Game, name: str, template: str, language: Language) -> None:
    setting = PrintContext(game, name, Options(language=language))
    planned = partial(of_lesson, game, setting.options)
    fill(f"{template}.html.j2", documents.context(setting, template, facts(setting), planned))


def _played(game: Game) -> Iterator[_Trial]:
    """Yield games played in each variant, with the fewest and with the most players."""
    if "mechanics" not in game.sections:
        return
    of_game = rules.load(game)
    path: Steps = ("mechanics",)
    for language in game.said:
        yield _Trial(path, partial(_begin, of_game, language))
        for variant, players in of_game.seats().items():
            for count in sorted(set(players)):
                yield _Trial(path, partial(_play, of_game, variant, count, language))


def _begin(of_game: AnyRules, language: Language) -> None:
    """Verify the blank record: as it is given, it can be read."""
    _verify(of_game, blank(of_game, language), language)


def _play(of_game: AnyRules, variant: str, count: int, language: Language) -> None:
    """Play a whole game and verify, report and correct it; LudokitError where it is not valid."""
    players = names_for(of_game, language)[:count]
    played = sample(of_game, seed=count, players=players, variant=variant, language=language)
    report = _verify(of_game, played.text, language)
    if not report.is_valid:
        broken = tuple(found.rule for found in report.findings)
        raise LudokitError(message("check.played-wrong", rules=broken))


def _verify(of_game: AnyRules, text: str, language: Language) -> Report:
    """Read and replay a record, report on it in every form, correct it, draw the class's page."""
    report = replay(read_text(of_game, text))
    for form in FORMS.values():
        tuple(form.joined([form.worded(report, language)]))
    correction(report, of_game.game, Options(language=language))
    tally = Tally(of_game.game)
    tally.add(report)
    class_page(tally, Options(language=language))
    return report


def _check_papers(game: Game) -> None:
    """Compare sheets and forms with the rules of the game; raise DataError with what disagrees."""
    if "mechanics" not in game.sections:
        return
    of_game = rules.load(game)
    problems: list[Problem] = []
    for name, entry in planning.entries(game).items():
        if isinstance(entry, SheetEntry):
            problems += _sums(of_game, name, entry)
        elif isinstance(entry, FormEntry):
            problems += (*_fields(of_game, name, entry), *_worked(of_game, name, entry))
    if problems:
        raise DataError(problems)


def _sums(of_game: AnyRules, name: str, entry: SheetEntry) -> Iterator[Problem]:
    """Yield each sum on the rules' own paper that adds up something else than they score."""
    start = of_game.opening()
    scores = next(iter(of_game.outcome(start).scores.values()))
    wanted = {box.removeprefix("score.") for box in of_game.totals_shown(scores)} - {TOTAL}
    if not {paper.part for paper in of_game.shown(start)} & set(entry.parts):
        return
    for number, block in enumerate(entry.blocks):
        if isinstance(block, TotalsBlock) and {one.id for one in block.sum} != wanted:
            found = tuple(one.id for one in block.sum)
            reason = message("check.sum-differs", found=found, wanted=tuple(sorted(wanted)))
            yield of_game.game.fault(("printables", name, "blocks", number, "sum"), reason)


def _fields(of_game: AnyRules, name: str, entry: FormEntry) -> Iterator[Problem]:
    """Yield each column of a form, and each field told of, that no record of the game has."""
    game = of_game.game
    known = dict.fromkeys((*names_in(Fields(record_form(of_game).model)), *COUNTED))
    # A column may have a heading of the game's own in place of a field.
    own = {key for said in game.said.values() for key in said.texts}
    firsts = [column.split(".")[0] for column in entry.columns]
    named = {field: getattr(entry, field) for field in ("asks", "fields", "results")}
    for field, words in {"columns": firsts, **named}.items():
        for word in dict.fromkeys(words):
            if word not in known and (field != "columns" or f"column.{word}" not in own):
                path = ("printables", name, field, list(words).index(word))
                yield game.fault(path, not_one_of(word, tuple(known)))


def _worked(of_game: AnyRules, name: str, entry: FormEntry) -> Iterator[Problem]:
    """Yield why the record that a form shows cannot be read, and the rules that it breaks."""
    game, path = of_game.game, ("printables", name, "worked")
    if not entry.worked:
        return
    try:
        report = replay(read_text(of_game, yaml_of({"game": game.name, **entry.worked})))
    except DataError as error:
        for one in error.problems:
            reason = message("check.worked-unread", field=one.field, reason=one.message)
            yield game.fault(path, reason)
        return
    broken = tuple(found.rule for found in report.findings if found.severity == "error")
    if broken:
        yield game.fault(path, message("check.worked-wrong", rules=broken))
