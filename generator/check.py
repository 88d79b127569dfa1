"""All faults of a game's data together: read, compared, then tried out in every language."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path

from generator import documents, rules
from generator.class_report import draw_class_report
from generator.classroom import read_kit_section
from generator.correction import draw_correction
from generator.documents.guide_section import read_guide
from generator.documents.laboratory import has_means
from generator.documents.trials import trials_of
from generator.errors import DataError, LudokitError, Problem, gather_problems
from generator.game import Game
from generator.game.agreement import NO_WORD, typed_figure_warnings
from generator.game.catalog import POLICIES_FILE, read_folder
from generator.make import facts_of, lesson_plan
from generator.paper.page import PAPERS
from generator.printables import planning
from generator.printables.blocks.scores import TotalsBlock
from generator.printables.context import Context, Options, check_colours
from generator.printables.kinds.form import FormEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.pictures import check_pictures
from generator.printables.printable import DocumentEntry, DrawnEntry, LessonEntry
from generator.reading.nodes import Path as Steps
from generator.reading.nodes import dotted_path
from generator.reading.schema import Fields, field_names_in
from generator.records import writing
from generator.records.class_statistics import GameStatistics
from generator.records.record_format import record_format
from generator.records.replay import replay
from generator.records.report import REPORT_FORMATS, Report
from generator.render.html_to_pdf import fill_document
from generator.rules import AnyRules
from generator.rules.optional import papers_from_state
from generator.words import Language, message, not_one_of

Owner = Callable[[Game], object]

OWNERS: tuple[Owner, ...] = (
    check_colours,
    planning.check_entries,
    check_pictures,
    read_kit_section,
    rules.check,
)


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game that is in order; `warnings` are what its author may want to look at."""

    game: Game
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One thing to try: where in `game.yaml` its cause would stand, and under which choices."""

    path: Steps
    attempt: Callable[[], object]
    choices: str = ""


def check(folder: Path, only: Language = "") -> CheckedGame:
    """Read a game's folder whole and try it out, in one language `only` or in all it has.

    Raise DataError with every fault.
    """
    game, problems = read_folder(folder)
    if game is None or problems:
        raise DataError(_without_repeats((*problems, *(_sections_faults(game) if game else ()))))
    if only:
        lessons = {one: node for one, node in game.lessons.items() if one == only}
        game = replace(game, sentences={only: game.sentences[only]}, lessons=lessons)
    drawn, filled, played = (
        partial(_try, one) for one in (_plan_drawn, _fill_documents, _play_games)
    )
    lesson = (_check_papers, documents.check_guides, trials_of)
    for stage in (OWNERS, (drawn,), lesson, (filled,), (played,)):
        # What speaks of all the rest is looked at once the rest is in order: no echoes.
        try:
            gather_problems(*(partial(owner, game) for owner in stage))
        except DataError as error:
            raise DataError(
                _without_repeats((*error.problems, *_fact_faults(game, error)))
            ) from None
    return CheckedGame(game, (*typed_figure_warnings(game), *_stale_means(game)))


def _fact_faults(game: Game, error: DataError) -> Iterator[Problem]:
    """Yield a hint where only examples and lessons fail: facts they rest on may have changed."""
    every = planning.entries(game).items()
    flowed = {f"printables.{name}" for name, one in every if isinstance(one, DocumentEntry)}
    fields = [one.field for one in error.problems]
    shown = all("guide." in one or ".worked" in one or one in flowed for one in fields)
    if shown and "mechanics" in game.sections:
        yield game.fault(("parts",), message("check.shown-facts"))


def _stale_means(game: Game) -> Iterator[Problem]:
    laboratories = (read_guide(game, one).lesson.laboratory for one in game.lessons)
    if any(one and not has_means(game, one) for one in laboratories):
        file = str(game.folder / POLICIES_FILE)
        reason = message("guide.no-means", file=POLICIES_FILE)
        yield Problem(file, None, None, "kept", reason)


def _without_repeats(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield each fault once: two owners may find it, many places may need one missing word."""
    seen: set[object] = set()
    for problem in problems:
        what = problem.message if problem.message.key == NO_WORD else problem
        if what not in seen:
            seen.add(what)
            yield problem


def _sections_faults(game: Game) -> Iterator[Problem]:
    """Yield the faults of the sections of a game that cannot be tried out, but for their echoes."""
    for owner in OWNERS:
        try:
            owner(game)
        except DataError as error:
            yield from error.problems
        except Exception:  # noqa: BLE001, S112 - an accident would be an echo of what is told
            continue


def _try(trials: Callable[[Game], Iterator[_Attempt]], game: Game) -> None:
    every: dict[str, set[str]] = {}
    failures: dict[Problem, set[str]] = {}
    for trial in trials(game):
        every.setdefault(dotted_path(trial.path), set()).add(trial.choices)
        for problem in _failure(game, trial):
            failures.setdefault(problem, set()).add(trial.choices)
    problems = []
    for problem, choices in failures.items():
        reason = problem.message
        # What fails whatever is chosen has its cause elsewhere.
        if not choices >= every.get(problem.field, choices):
            reason = message("check.when", reason=reason, when=tuple(sorted(choices)))
        problems.append(replace(problem, message=reason))
    DataError.raise_for(problems)


def _failure(game: Game, trial: _Attempt) -> tuple[Problem, ...]:
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


def _plan_drawn(game: Game) -> Iterator[_Attempt]:
    for name, entry in planning.entries(game).items():
        if isinstance(entry, DrawnEntry):
            for language, paper in product(game.sentences, PAPERS):
                # Of an ink pages show only the name: the longest needs most room in the footer.
                options = Options(language, paper, ink="outline")
                attempt = partial(planning.plan, game, name, options)
                yield _Attempt(("printables", name), attempt, f"--paper {paper}")


def _fill_documents(game: Game) -> Iterator[_Attempt]:
    """Yield filling each document in each language; laying it out would find no other fault."""
    for name, entry in planning.entries(game).items():
        if isinstance(entry, LessonEntry):
            for language, paper in product(game.sentences, PAPERS):
                drawn = partial(documents.plan_paper, game, name, Options(language, paper))
                yield _Attempt(("printables", name), drawn, f"--paper {paper}")
        if isinstance(entry, DocumentEntry):
            for language in game.sentences:
                attempt = partial(_fill, game, name, entry.template, language)
                yield _Attempt(("printables", name), attempt)


def _fill(game: Game, name: str, template: str, language: Language) -> None:
    setting = Context(game, name, Options(language=language))
    planned = partial(lesson_plan, game, setting.options)
    context = documents.context(setting, template, facts_of(setting), planned)
    fill_document(f"{template}.html.j2", context)


def _play_games(game: Game) -> Iterator[_Attempt]:
    if "mechanics" not in game.sections:
        return
    of_game = rules.load(game)
    path: Steps = ("mechanics",)
    for language in game.sentences:
        yield _Attempt(path, partial(_begin, of_game, language))
        for variant, players in of_game.player_ranges().items():
            for count in sorted(set(players)):
                yield _Attempt(path, partial(_play, of_game, variant, count, language))


def _begin(of_game: AnyRules, language: Language) -> None:
    _verify(of_game, writing.blank_record(of_game, language), language)


def _play(of_game: AnyRules, variant: str, count: int, language: Language) -> None:
    players = writing.names_for(of_game, language)[:count]
    played = writing.sample_record(
        of_game, seed=count, players=players, variant=variant, language=language
    )
    report = _verify(of_game, played.text, language)
    if not report.is_valid:
        broken = tuple(found.rule for found in report.findings)
        raise LudokitError(message("check.played-wrong", rules=broken))


def _verify(of_game: AnyRules, text: str, language: Language) -> Report:
    report = replay(writing.read_yaml_record(of_game, text))
    for form in REPORT_FORMATS.values():
        tuple(form.join([form.word(report, language)]))
    draw_correction(report, of_game.game, Options(language=language))
    tally = GameStatistics(of_game.game)
    tally.add(report)
    draw_class_report(tally, Options(language=language))
    return report


def _check_papers(game: Game) -> None:
    if "mechanics" not in game.sections:
        return
    of_game = rules.load(game)
    problems: list[Problem] = []
    for name, entry in planning.entries(game).items():
        if isinstance(entry, SheetEntry):
            problems += _sums(of_game, name, entry)
        elif isinstance(entry, FormEntry):
            problems += (*_fields(of_game, name, entry), *_worked(of_game, name, entry))
    DataError.raise_for(problems)


def _sums(of_game: AnyRules, name: str, entry: SheetEntry) -> Iterator[Problem]:
    start = of_game.smallest_start()
    scores = next(iter(of_game.outcome(start).scores.values()))
    wanted = {box.removeprefix("score.") for box in of_game.total_marks(scores)} - {"total"}
    if not {paper.part for paper in papers_from_state(of_game, start)} & set(entry.parts):
        return
    for number, block in enumerate(entry.blocks):
        if isinstance(block, TotalsBlock) and {one.id for one in block.sum} != wanted:
            found = tuple(one.id for one in block.sum)
            reason = message("check.sum-differs", found=found, wanted=tuple(sorted(wanted)))
            yield of_game.game.fault(("printables", name, "blocks", number, "sum"), reason)


def _fields(of_game: AnyRules, name: str, entry: FormEntry) -> Iterator[Problem]:
    game = of_game.game
    # Turns and rounds are counted by their place in the file.
    fields = field_names_in(Fields(record_format(of_game).model))
    known = dict.fromkeys((*fields, "turn", "round"))
    # A column may have a heading of the game's own in place of a field.
    own = {key for said in game.sentences.values() for key in said.texts}
    firsts = [column.split(".")[0] for column in entry.columns]
    named = {field: getattr(entry, field) for field in ("asks", "fields", "results")}
    for field, words in {"columns": firsts, **named}.items():
        for word in dict.fromkeys(words):
            if word not in known and (field != "columns" or f"column.{word}" not in own):
                path = ("printables", name, field, list(words).index(word))
                yield game.fault(path, not_one_of(word, tuple(known)))


def _worked(of_game: AnyRules, name: str, entry: FormEntry) -> Iterator[Problem]:
    game, path = of_game.game, ("printables", name, "worked")
    if not entry.worked:
        return
    try:
        report = replay(
            writing.read_yaml_record(of_game, writing.yaml_of({"game": game.name, **entry.worked}))
        )
    except DataError as error:
        for one in error.problems:
            reason = message("check.worked-unread", field=one.field, reason=one.message)
            yield game.fault(path, reason)
        return
    broken = tuple(found.rule for found in report.findings if found.severity == "error")
    if broken:
        yield game.fault(path, message("check.worked-wrong", rules=broken))
