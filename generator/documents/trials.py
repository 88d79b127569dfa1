"""Lessons as they were tried in a class: the pages to fill in, and what is told of them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Annotated

from pydantic import Field

from generator.documents.guide_section import no_guide, read_guide
from generator.documents.lesson import Guide, Lesson, QuizQuestion, minutes_of
from generator.errors import DataError, LudokitError
from generator.game import Game, game_names, load
from generator.game.catalog import TRIALS_FILE
from generator.game.countries import year_meant, year_words
from generator.game.facts import Count, Facts, Id, Index, Sentence, Sentences
from generator.game.sentences import aliases_of, field_aliases
from generator.printables.context import Context
from generator.reading.nodes import ListNode, MapNode, Path, Scalar, dotted_path, place_of
from generator.reading.nodes import problem_at as problem
from generator.reading.schema import canonical_node
from generator.reading.text_files import read_file
from generator.reading.validate import validate
from generator.words import Language, Message, Value, message, not_one_of, say

# How many questions are asked before the lesson and after it.
ASKED = 2
# What is told in sentences.
REMARKS = ("said", "held", "changes")
HEAD = ("date", "grade", "pupils", "country")
COMMANDS = ("trial.command-record", "trial.command-verify")
Few = Annotated[Sentence, Field(max_length=60)]
Minutes = Annotated[int, Field(ge=0, le=600)]


class Trial(Facts):
    """A lesson as it was tried in a class; it names no pupil."""

    game: Id | None = None
    """The game, by its name; left out in the folder of the game itself."""
    date: Few
    """When it was tried."""
    grade: Few
    """The school year of the class."""
    pupils: Count
    """How many pupils there were."""
    country: Few
    """The country."""
    minutes: Annotated[tuple[Minutes | None, ...], Field(min_length=1, max_length=60)]
    """The minutes that each step took, in their order, as far as the class came; `~` for a step
    that was left out."""
    before: tuple[Index, Index] | None = None
    """How many answered each of the two questions right before the lesson."""
    after: tuple[Index, Index] | None = None
    """How many did after it."""
    said: Sentence | Sentences = ()
    """What pupils said, word for word."""
    held: Sentence | Sentences = ()
    """What worked."""
    changes: Sentence | Sentences = ()
    """What the teacher would change."""


class TrialFile(Facts):
    """The file `trials.yaml` of a game, or the one that a teacher types."""

    trials: Annotated[tuple[Trial, ...], Field(max_length=100)]


@dataclass(frozen=True, slots=True)
class ToldTrial:
    """A trial beside the lesson that it is of: what was planned, what was asked."""

    trial: Trial
    lesson: Lesson

    def heading(self) -> Message:
        """Word when, where and with whom it was."""
        one = self.trial
        values = {"date": one.date, "grade": one.grade, "country": one.country}
        return message("trial.of-class", n=one.pupils, **values)

    def times(self) -> tuple[tuple[str, int, int | None], ...]:
        """Return each step that the class came to, with the minutes planned and those taken."""
        found = zip(self.lesson.steps, self.trial.minutes, strict=False)
        return tuple((step.title, step.minutes, taken) for step, taken in found)

    def answers(self) -> tuple[tuple[str, int | None, int | None], ...]:
        """Return each question asked with how many were right before and after."""
        if self.trial.before is None and self.trial.after is None:
            return ()
        nothing = (None,) * ASKED
        before, after = self.trial.before or nothing, self.trial.after or nothing
        asked = (one.question for one in questions_asked_twice(self.lesson))
        return tuple(zip(asked, before, after, strict=False))

    def remarks(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return what was said, what worked and what would change, by the keys of their words."""
        found = ((name, getattr(self.trial, name)) for name in REMARKS)
        every = ((name, (told,) if isinstance(told, str) else told) for name, told in found)
        return tuple((f"trial.{name}", lines) for name, lines in every if lines)


def questions_asked_twice(lesson: Lesson) -> Sequence[QuizQuestion]:
    """Return the questions of the quiz that are asked before the lesson and after it."""
    marked = [one for one in lesson.quiz if one.twice]
    return (marked or lesson.quiz)[:ASKED]


def read_trials(file: FilePath, game: Game | None = None) -> tuple[Trial, ...]:
    """Return what a file tells of lessons, one or a list of them; DataError with every fault.

    They are of one game, or each names its own.
    """
    node = read_file(file)
    listed = node if isinstance(node, ListNode) else ListNode((node,), node.place)
    top = MapNode(((Scalar("trials", "trials", node.place), listed),), node.place)
    whole = canonical_node(top, TrialFile, field_aliases())
    found = validate(whole, TrialFile, field_aliases()).trials
    faults = (
        (("trials", number, *at), reason)
        for number, one in enumerate(found)
        for at, reason in _faults(one, game)
    )
    DataError.raise_for(
        problem(place_of(whole, at), dotted_path(at), reason) for at, reason in faults
    )
    return found


def _faults(trial: Trial, game: Game | None) -> Iterator[tuple[Path, Message]]:
    known = game_names() if game is None else (game.name,)
    name = trial.game or (None if game is None else game.name)
    if name is None:
        yield ("game",), message("reading.missing-field")
        return
    if name not in known:
        yield ("game",), not_one_of(name, known)
        return
    game = game or load(name)
    wanted = len(told_trial(trial, game, next(iter(game.lessons))).lesson.steps)
    if (found := len(trial.minutes)) > wanted:
        yield ("minutes",), message("trial.other-steps", found=found, wanted=wanted)
    for field in ("before", "after"):
        if (most := max(getattr(trial, field) or (0,))) > trial.pupils:
            yield (field,), message("trial.more-right", found=most, pupils=trial.pupils)


def trials_of(game: Game) -> tuple[Trial, ...]:
    """Return what is told of a game's lesson in its folder; DataError with every fault."""
    file = game.folder / TRIALS_FILE
    return read_trials(file, game) if file.exists() else ()


def told_trial(trial: Trial, game: Game, language: Language) -> ToldTrial:
    """Return a trial beside the lesson for the year of its class, or the usual one."""
    year = None
    with suppress(LudokitError):
        year = year_meant(trial.grade)
    return ToldTrial(trial, read_guide(game, language, year).lesson)


def blank_trial(game: Game, language: Language, year: str | None = None) -> str:
    """Return a file to fill in on the lesson for a year; LudokitError where there is none."""
    lesson = read_guide(game, language, year).lesson
    if not lesson.steps:
        raise LudokitError(no_guide(game, language))
    word = aliases_of(language).display_word

    def remark(key: str, **values: Value) -> str:
        return f"# {say(message(key, **values), language)}"

    lines = [remark("trial.blank-head", title=game.sentences_in(language).title)]
    lines += [remark("records.blank-words"), f"{word('game')}: {game.name}"]
    # What is typed there says for which year the lesson was.
    known = {"grade": f" {year_words(year, language)}"} if year else {}
    lines += [f"{word(name)}:{known.get(name, '')}" for name in HEAD]
    lines += [remark("trial.blank-minutes"), f"{word('minutes')}:"]
    for step in lesson.steps:
        lines.append(f"- ~ {remark('trial.blank-step', title=step.title, n=step.minutes)}")
    lines += [remark("trial.blank-more")]
    lines += [f"#   {one.question} → {one.answer}" for one in questions_asked_twice(lesson)]
    lines += [f"# {word(name)}: [0, 0]" for name in ("before", "after")]
    lines += [f'# {word(name)}: ["…"]' for name in REMARKS]
    return "\n".join((*lines, ""))


def trial_form(guide: Guide, setting: Context) -> Mapping[str, object]:
    """Return what the pages to fill in ask for; LudokitError where there is no lesson."""
    if not guide.lesson.steps:
        raise LudokitError(no_guide(setting.game, setting.options.language))
    sessions = guide.lesson.sessions()
    return {
        "sessions": [(steps[0].session or "", steps, minutes_of(steps)) for steps in sessions],
        "asked": questions_asked_twice(guide.lesson),
        "commands": [setting.say(message(one, game=setting.game.name)) for one in COMMANDS],
    }
