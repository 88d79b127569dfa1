"""What the section `guide` of a language file holds; what of it is left out is not printed."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.classroom import LessonUse
from generator.documents.guide_parts import (
    ForYears,
    Handout,
    QuantityTable,
    Question,
    Sum,
    TeachesRule,
    Together,
    Topic,
)
from generator.documents.laboratory import Laboratory
from generator.game.countries import Skill
from generator.game.facts import ColourId, Count, Facts, Id, Names, Said, Sentence, Sentences
from generator.game.parts import Dice
from generator.printables.printable import PrintableId, RuleId, SourceId

TICK = "tick"
SHEETS = "score-sheets"
# What a slide shows: something that the guide has, and which of several.
Slide = Annotated[
    str,
    Field(
        pattern=r"^(says|board|counting|chart|frame|game-or-life|services|exit|slips|keep|quiz"
        r"|laboratory|computed|answers|turn(\.\d+)?|together(\.\d+)?|tasks\.\d+\.\d+"
        r"|(asks|examples|tasks|tables|blank)\.\d+|(position|marked)\.[a-z0-9-]+)$"
    ),
]
PositionId = Annotated[Id, Names("position")]
# Cells that are open, that clash, that lie in lines, that score nothing; how many lines meet there;
# only how a turn starts, or how it ends; boxes to add up in, still empty.
Shows = Literal["nothing", "open", "clash", "lines", "loose", "counts", "start", "end", "blank"]

# What is marked where the answer is told: cells, as above, or the totals of a sheet.
Solution = Shows | Literal["scored"]

# What is written in a cell or lies on it: a number, the tick of a box, the name of a marker.
MarkText = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,20}$")]


class Position(Facts):
    """A sheet filled in up to a point of the game, drawn from the blocks of a printable."""

    marks: Mapping[Id, MarkText]
    """What stands in each cell: a number, `tick` for a box, the name of a marker."""
    alt: Sentence
    """What the picture shows, for those who cannot see it; the marks follow by themselves."""
    caption: Sentence = ""
    """The line under the picture, where it has one."""
    printable: Id = SHEETS
    """The printable whose sheet is drawn."""
    scored: bool = False
    """Whether the misses and the totals are shown too."""
    shows: Shows = "nothing"
    """What is marked: the cells `open` to the sum rolled, those that `clash`, whole `lines`, ..."""
    sum: Count = 1
    """The sum that was rolled."""
    colours: tuple[ColourId, ...] = ()
    """The dice that were rolled, by their colours."""
    seat: Mapping[Id, int] = Field(default_factory=dict)
    """What a player has that does not lie in cells: life points, tokens, the square of the pawn."""
    turn: Mapping[Id, Any] | None = None
    """A turn with fields as in a record: what it makes of the position is drawn beside it."""


class RuleSection(Facts):
    """Rules under one heading of the rule sheet."""

    heading: Sentence
    """The words above these rules."""
    rules: Annotated[tuple[RuleId, ...], Field(min_length=1)]
    """The rules by their ids, in the order in which a player needs them."""


class Callout(Facts):
    """A numbered disc on the board, and what is said of the place where it lies."""

    at: Id | Annotated[tuple[Id, ...], Field(min_length=1)]
    """A cell of the drawing, a part of the game, or several cells, which get a frame."""
    says: Sentence = ""
    """What stands in the legend under that number: what the place is."""
    rules: tuple[RuleId, ...] = ()
    """The rules that are told there, and then not again below."""


class CalledOutBoard(Facts):
    """The board or empty sheet at the head of a rule sheet, with what is called out on it."""

    position: PositionId
    """The position that is drawn, by its name under `positions`."""
    callouts: Annotated[tuple[Callout, ...], Field(min_length=1, max_length=9)]
    """The places that are numbered, in the order of their numbers."""


class TurnStep(Facts):
    """One step of a turn: a small picture, the rules it follows, and what happens in it."""

    position: PositionId | None = None
    """The position that is drawn above the words, where there is one."""
    title: Sentence | None = None
    """The step in a word or two, beside its number."""
    rules: tuple[RuleId, ...] = ()
    """The rules that are told in this step, and then not again below."""
    says: Sentence = ""
    """What happens in the picture."""


class IllustratedTurn(Facts):
    """A turn shown in steps side by side."""

    heading: Sentence
    """The words above the steps."""
    rules: tuple[RuleId, ...] = ()
    """The rules that are told before the first step."""
    steps: Annotated[tuple[TurnStep, ...], Field(min_length=2, max_length=6)]
    """The steps, in order."""
    across: Annotated[int, Field(ge=1, le=4)] | None = None
    """How many stand side by side; all of them where it is left out."""


class RuleSheet(Facts):
    """The rules in the order in which a player needs them, a board, a turn and an example."""

    goal: Sentence | None = None
    """What one plays for, in a sentence."""
    material: Sentences = ()
    """What lies on the table, a line each."""
    board: CalledOutBoard | None = None
    """The board or sheet with numbered discs, and what each says."""
    turn: IllustratedTurn | None = None
    """A turn in drawn steps."""
    sections: tuple[RuleSection, ...] = ()
    """The rules under headings, every rule once; without them all rules, as in `game.yaml`."""
    unsaid: tuple[RuleId, ...] = ()
    """The rules that only a judge needs, which the sheet leaves out."""
    walk: Mapping[Id, RuleId] = Field(default_factory=dict)
    """The rule whose sentence tells a player what to do, for each field of a recorded turn."""
    position: PositionId | None = None
    """The position that the example is about."""
    example: tuple[Sentence | Sum, ...] = ()
    """The lines beside the picture; one that adds up may be `{says, adds, total}`."""
    heading: Sentence | None = None
    """The words above the example, where it is not about counting points."""
    questions: tuple[Question, ...] = ()
    """Questions that come up, and their answers."""

    def callouts(self) -> tuple[Callout, ...]:
        """Return what is called out on the board, nothing where there is none."""
        return self.board.callouts if self.board else ()

    def told_above(self) -> Iterator[str]:
        """Yield the rules told on the board and in the turn, in the order of the page."""
        told: list[Callout | IllustratedTurn | TurnStep] = [*self.callouts()]
        told += (self.turn, *self.turn.steps) if self.turn else ()
        for one in told:
            yield from one.rules


class OnPaper(Question):
    """A question that pupils answer on paper, and the answer of the key."""

    lines: Count | None = None
    """How many lines there are to write on; left out, what the answer takes."""
    annex_table: Count | None = None
    """The table of the annex, by its number, that is drawn with it, its cells empty."""


class TaskQuestion(OnPaper):
    """A question of a task, and what is shown with it where it is projected."""

    position: PositionId | None = None
    """The position that a slide shows with it; left out, that of the task."""


class NeededPrintable(ForYears):
    """A printable of the lesson and what it is for; section `kit` of the data says how many."""

    printable: PrintableId
    """The printable by its name in `game.yaml`."""
    use: Sentence
    """What it is for."""


class LearningOutcome(ForYears):
    """What pupils can do afterwards, and the skill of programmes that it is."""

    can: Sentence
    """What pupils can do after the lesson."""
    skill: Skill | None = None
    """The skill by its name in `countries`: the guide prints what the country's programme says."""


class StepQuestion(Question):
    """A question of a step: a slide, and its answer on the next."""

    position: PositionId | None = None
    """The position that both slides show, marked with the answer."""
    oral: bool = False
    """Whether it is only asked by word of mouth, and no slide tells it."""


class LessonStep(TeachesRule):
    """A step of the lesson: what the teacher does, says and asks, shows and hands out."""

    title: Sentence
    """What the step is called."""
    session: Sentence | None = None
    """What the session is about that begins with this step, where a lesson has several."""
    minutes: Count
    """How long it takes; the guide adds the times up."""
    does: Said
    """What the teacher does, a line each."""
    says: tuple[Sentence, ...] = ()
    """Sentences to say word by word."""
    asks: tuple[StepQuestion, ...] = ()
    """Questions to the class."""
    shows: tuple[Slide, ...] = ()
    """What its slides show, in order: `board`, `turn.1`, `counting`, `examples.1`, `tasks.1`,
    `tables.1`, `blank.1`, `chart`, `position.NAME`, `marked.NAME`, `frame`, `together.1`,
    `game-or-life`, `services`, `exit`, `slips`, `keep`, `quiz`, `laboratory`, `computed`,
    `answers` to the exit ticket; `says` and `asks.1` stand before and after them unless named."""
    uses: tuple[PrintableId, ...] = ()
    """The papers that are used in it, by their names in `game.yaml`."""

    def slides(self) -> Iterator[str]:
        """Yield what its slides show, the sentences first and the questions last if unnamed."""
        spoken = () if "says" in self.shows or not self.says else ("says",)
        asked = (f"asks.{n}" for n, one in enumerate(self.asks, start=1) if not one.oral)
        yield from (*spoken, *self.shows, *(one for one in asked if one not in self.shows))


class Example(TeachesRule):
    """A rule shown on a drawn position."""

    title: Sentence
    """The heading."""
    position: PositionId
    """The position that is drawn, by its name under `positions`."""
    text: Said
    """What is said beside it."""
    question: Sentence
    """What the class is asked about it."""
    answer: Sentence
    """The answer."""


class Hint(TeachesRule):
    """What goes wrong at the tables, and what helps."""

    seen: Sentence
    """What one sees or hears at a table."""
    help: Sentence
    """What to do then."""


class Variant(TeachesRule):
    """One way to play otherwise."""

    title: Sentence
    """Its name."""
    text: Sentence
    """How it is played."""


class Variants(Facts):
    """Ways to play otherwise, to one end."""

    heading: Sentence
    """What they are good for: `Shorter`, `Harder`."""
    items: Annotated[tuple[Variant, ...], Field(min_length=1)]
    """The ways."""


class Criterion(Facts):
    """One thing to assess, in three degrees."""

    what: Sentence
    """What is assessed."""
    begun: Sentence
    """How it looks where it has begun."""
    reached: Sentence
    """How it looks where it is reached."""
    beyond: Sentence
    """How it looks beyond that."""


class Task(TeachesRule):
    """A task for some of the class, shown on a position where it has one, and its key."""

    title: Sentence
    """The heading."""
    level: Sentence
    """For whom it is."""
    text: Said
    """What is told before the questions."""
    position: PositionId | None = None
    """The position that is drawn with it."""
    solution: Solution | None = None
    """What the key marks in it: as in `shows`, or `scored`; left out, what the position shows."""
    asks: Annotated[tuple[TaskQuestion, ...], Field(min_length=1)]
    """The questions; the answers stand in the key."""


class Keep(TeachesRule):
    """What pupils keep of the lesson, on half a page."""

    heading: Sentence
    """The words above: `What we have learnt`."""
    text: Annotated[tuple[Sentence, ...], Field(min_length=3, max_length=5)]
    """What was learnt, a sentence each."""
    position: PositionId | None = None
    """The position that is drawn with them."""


class QuizQuestion(ForYears):
    """A question of the quiz and its answer; about health, each answer has a source."""

    question: Sentence
    """What is asked."""
    choices: Annotated[tuple[Sentence, ...], Field(min_length=2, max_length=4)] | None = None
    """The answers to choose from; left out, the answer is written."""
    answer: Sentence
    """The answer, word by word one of the choices where there are any."""
    sources: tuple[SourceId, ...] = ()
    """The sources of an answer about health, by their names under `health`."""
    rules: tuple[RuleId, ...] = ()
    """The rules of an answer about the game, by their ids."""
    twice: bool = False
    """Whether it is asked before the lesson too, and again after it, where that is tried."""


class Contrast(TeachesRule):
    """What holds in the game only, and what holds in life."""

    game: Sentence
    """What is so in the game."""
    life: Sentence
    """What is so in life."""


class Annex(Facts):
    """What is computed: the chances of some dice, tables; and what to find out from them."""

    title: Sentence | None = None
    """The heading, where it is not about chances."""
    dice: Annotated[Id, Names("part", (Dice,))] | None = None
    """The part whose sums have a chart and a table."""
    text: Sentences = ()
    """Paragraphs before the tables."""
    tables: tuple[QuantityTable, ...] = ()
    """The tables, in their order."""
    explore: tuple[Question, ...] = ()
    """What the class may find out from them."""


class Term(TeachesRule):
    """A word and what it means."""

    term: Sentence
    """The word."""
    words: Sentence
    """What it means."""


class Lesson(Facts):
    """The teacher's lesson, in the order of the guide."""

    summary: Sentence = ""
    """What the lesson is about, in a sentence or two."""
    grades: Sentence | None = None
    """For which years of school."""
    pupils: Count | None = None
    """How many pupils the counts are for; without it, for one table."""
    group: Count | None = None
    """How many sit at a table."""
    material: Sentences = ()
    """What is needed at the tables, a line each."""
    printables: tuple[NeededPrintable, ...] = ()
    """What is printed for it; the guide counts copies and paper."""
    outcomes: tuple[LearningOutcome, ...] = ()
    """What pupils can do afterwards."""
    background: tuple[Topic, ...] = ()
    """What the teacher wants to know beforehand."""
    frame: tuple[Topic, ...] = ()
    """How a class speaks of what is private: first what everybody reads, then what the teacher
    does."""
    services: tuple[Sentence, ...] = ()
    """Lines to fill in by hand: whom pupils can turn to."""
    before: Sentences = ()
    """What is done before the lesson."""
    steps: tuple[LessonStep, ...] = ()
    """The steps of the lesson, with their minutes."""
    early: tuple[PrintableId, ...] = ()
    """The papers for those who have finished early, which have no minute of their own."""
    examples: tuple[Example, ...] = ()
    """Rules shown on drawn positions."""
    questions: tuple[Question, ...] = ()
    """Questions for the end."""
    watch: tuple[Hint, ...] = ()
    """What goes wrong at the tables."""
    variants: tuple[Variants, ...] = ()
    """Ways to play otherwise."""
    tasks: tuple[Task, ...] = ()
    """Tasks with a key, a page of the worksheets each."""
    exit: Annotated[tuple[OnPaper, ...], Field(max_length=2)] = ()
    """What each pupil answers in writing at the end, on a quarter of a page."""
    slips: Annotated[tuple[OnPaper, ...], Field(max_length=2)] = ()
    """What each pupil, or pair, writes down during the lesson, on a quarter of a page."""
    keep: Keep | None = None
    """What pupils keep of the lesson."""
    quiz: Annotated[tuple[QuizQuestion, ...], Field(max_length=10)] = ()
    """The questions of the quiz."""
    laboratory: Laboratory | None = None
    """Ways to play that pupils compare."""
    contrasts: tuple[Contrast, ...] = ()
    """What holds in the game and what in life; printed with the facts about health."""
    tables: tuple[QuantityTable, ...] = ()
    """Tables that go with the facts about health."""
    criteria: tuple[Criterion, ...] = ()
    """What is assessed."""
    record: Sentences = ()
    """How a class writes a game down."""
    verify: Sentences = ()
    """How a record is verified."""
    annex: Annex = Annex()
    """Chances and tables, at the end."""
    glossary: tuple[Term, ...] = ()
    """Words and what they mean."""

    def sessions(self) -> tuple[tuple[LessonStep, ...], ...]:
        """Return the steps of each session; where none is named, all make one."""
        begin = [n for n, step in enumerate(self.steps) if not n or step.session is not None]
        return tuple(self.steps[one:end] for one, end in pairwise((*begin, len(self.steps))))

    def uses(self) -> Mapping[str, LessonUse]:
        """Return when each paper is used first; the usual slides are projected all along."""
        found = {name: LessonUse("early") for name in self.early}
        for number, steps in reversed([*enumerate(self.sessions())]):
            pile: Literal["today", "next"] = "next" if number else "today"
            ends = accumulate((step.minutes for step in steps), initial=0)
            for step, span in reversed([*zip(steps, pairwise(ends), strict=False)]):
                found |= {name: LessonUse(pile, number + 1, span) for name in step.uses}
        return found


def minutes_of(steps: Sequence[LessonStep]) -> int:
    """Return how many minutes steps take together."""
    return sum(step.minutes for step in steps)


class Guide(Facts):
    """The section `guide` whole: whatever of it there is."""

    positions: Mapping[Id, Position] = Field(default_factory=dict)
    """Sheets filled in, by names that examples and texts use."""
    rule_sheet: RuleSheet = RuleSheet()
    """How the page of rules is arranged; without it, it lists the rules as `game.yaml` does."""
    lesson: Lesson = Lesson()
    """The lesson of the teacher's guide."""
    handout: Handout | None = None
    """The page for families."""
    together: Together | None = None
    """A way to play of its own, which the table wins or loses together."""

    def can_show(self, slide: str, step: LessonStep) -> bool:
        """Return whether there is what a slide of a step is to show."""
        lesson, sheet = self.lesson, self.rule_sheet
        tables, laboratory = lesson.annex.tables, lesson.laboratory
        there: Mapping[str, object] = {
            "says": step.says,
            "asks": step.asks,
            "frame": lesson.frame,
            "board": sheet.board,
            "turn": sheet.turn and sheet.turn.steps,
            "counting": sheet.position,
            "chart": lesson.annex.dice,
            "examples": lesson.examples,
            "tasks": lesson.tasks,
            "quiz": lesson.quiz,
            "tables": tables,
            "blank": tables,
            "keep": lesson.keep,
            "slips": lesson.slips,
            "position": self.positions,
            "marked": self.positions,
            "exit": lesson.exit,
            "answers": lesson.exit,
            "services": lesson.services,
            "laboratory": laboratory,
            "computed": laboratory,
            "together": self.together and self.together.each_turn,
            "game-or-life": lesson.contrasts,
        }
        what, *which = slide.split(".")
        found = there[what]
        for name in which:
            if isinstance(found, Mapping):
                found = found.get(name)
            elif isinstance(found, tuple) and 0 < int(name) <= len(found):
                found = found[int(name) - 1]
                found = found.asks if isinstance(found, Task) else found
            else:
                return False
        return bool(found)
