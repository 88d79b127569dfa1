"""What a document's template asks for, by its name: rule sheets, guides, handouts, laboratories."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise
from math import ceil
from typing import TypeVar

from generator.classroom import ClassSeating, PrintPlan
from generator.documents import figures
from generator.documents.guide_parts import Question, Together
from generator.documents.guide_section import no_guide, quantities_for, read_guide
from generator.documents.health import (
    cited_outcomes,
    facts_for_families,
    health_facts,
    local_advice,
)
from generator.documents.laboratory import START
from generator.documents.lesson import Example, Guide, Lesson, LessonStep, Task, minutes_of
from generator.documents.quantities import list_in_sentence, range_text
from generator.documents.rule_sheets import rule_sheet
from generator.documents.trials import told_trial, trial_form, trials_of
from generator.errors import LudokitError
from generator.game.countries import is_for
from generator.game.parts import Dice
from generator.paper.palette import hex_of
from generator.printables.context import Context, palette
from generator.printables.kinds.form import FormEntry, told_of_file, typed_lines
from generator.printables.page_furniture import not_reviewed_notice, sheet_id
from generator.printables.planning import entry, of_kind
from generator.printables.printable import EDITION, DocumentEntry, LessonEntry, LessonPaper
from generator.words import Message, message, not_one_of, paper_language

Block = TypeVar("Block")

# The letters of a line in two columns and in three, and what a heading takes besides, in lines.
LINES = {2: 44, 3: 28}
HEADING = 2
# The rows of a laboratory's table: one for each game that is tried.
TRIES = 6
USES: Mapping[LessonPaper, str] = {
    "worksheets": "guide.use-worksheets",
    "slides": "guide.use-slides",
    "slips": "guide.use-slips",
    "exit-tickets": "guide.use-exit-tickets",
    "keep": "guide.use-keep",
    "quiz": "guide.use-quiz",
    "exercises": "guide.use-exercises",
}
TRIED = {"laboratory": "guide.use-laboratory", "trial": "guide.use-trial"}
COMMANDS = ("guide.command-record", "guide.command-verify", "guide.command-correct")


@dataclass(frozen=True, slots=True)
class Labels:
    """The program's own words by the names that a template gives them: `words.at_a_glance`."""

    setting: Context
    section: str

    def __getitem__(self, name: str) -> str:
        return self.setting.say(f"{self.section}.{name.replace('_', '-')}")


def context(
    setting: Context, template: str, facts: object, plan: Callable[[], PrintPlan]
) -> Mapping[str, object]:
    """Return all that a template asks for; DataError with all faults, LudokitError for none."""
    told = read_guide(setting.game, setting.options.language, setting.options.year)
    templates: Mapping[str, Callable[[], Mapping[str, object]]] = {
        "guide": lambda: teacher_guide(told, plan(), setting),
        "handout": lambda: family_handout(told, setting),
        "laboratory": lambda: strategy_laboratory(told, setting),
        "rules": lambda: rule_sheet(told, setting),
        "together": lambda: together_page(told.together, setting),
        "trial": lambda: trial_form(told, setting),
    }
    if template not in templates:
        raise LudokitError(not_one_of(template, templates))
    section = "trial" if template == "trial" else "guide"
    return {**common_context(setting, section, facts), **templates[template]()}


def common_context(setting: Context, section: str, facts: object) -> Mapping[str, object]:
    """Return what every template asks for; its `words` are a section of the program's own."""
    options, said = setting.options, setting.sentences
    return {
        "facts": facts,
        "credits": credits_line(setting),
        **{name: getattr(options, name) for name in ("paper", "font", "large", "ink")},
        "face": _face(setting),
        "title": said.title,
        "tagline": said.tagline,
        "world": said.world,
        "printable": setting.title,
        "words": Labels(setting, section),
    }


def _face(setting: Context) -> Mapping[str, str] | None:
    """Return the emblem of the game's face, and its colour as a style sheet names it."""
    game, ink = setting.game, setting.options.ink
    if (face := game.head.face) is None:
        return None
    colour = hex_of(palette(game, ink).line(face.colour))
    pattern = figures.pattern_strip(setting)
    return {"emblem": figures.emblem(game, ink), "colour": colour, "pattern": pattern}


def credits_line(setting: Context) -> str:
    """Return the footer: whose game it is, by which rules, and the id of the printout."""
    head, said = setting.game.head, setting.sentences
    version = setting.say(message("print.version", version=str(head.version)))
    language = paper_language(setting.options.language, setting.options.asked)
    whose = filter(None, (said.title, head.credits.makers(), said.rights))
    line = " · ".join((*whose, language, version, sheet_id(setting)))
    notice = not_reviewed_notice(setting)
    return line if notice is None else f"{notice} {line}"


def family_handout(guide: Guide, setting: Context) -> Mapping[str, object]:
    """Return what the template of the handout asks for; LudokitError where a guide has none."""
    if guide.handout is None:
        raise LudokitError(message("guide.no-handout", game=setting.game.name))
    health, told = setting.game.head.health, guide.handout.learnt
    return {
        "handout": guide.handout,
        "here": local_advice(setting),
        "services": guide.lesson.services,
        "learnt": told and facts_for_families(told.facts, setting),
        "is_draft": health is not None and not health.reviewed_by,
    }


def together_page(told: Together | None, setting: Context) -> Mapping[str, object]:
    """Return what the page of such a game asks for; LudokitError where a guide has none."""
    if told is None:
        raise LudokitError(message("guide.no-together", game=setting.game.name))
    return {"together": told}


def strategy_laboratory(guide: Guide, setting: Context) -> Mapping[str, object]:
    """Return what the template of the laboratory asks for; LudokitError where a guide has none."""
    laboratory = guide.lesson.laboratory
    names = quantities_for(setting.game, setting.options.language)
    if laboratory is None:
        raise LudokitError(message("guide.no-laboratory", game=setting.game.name))
    say, how = setting.say, message("guide.exact")
    if laboratory.simulated():
        games, seed = (names[f"{START}.all.{name}"] for name in ("games", "seed"))
        how = message("guide.simulated", games=games, seed=seed)
    heads = say("guide.way"), say("guide.margin")
    told = laboratory.table(say("guide.computed"), say(how), heads)
    found = figures.tables_with_charts((told, *laboratory.tables), names, setting)
    return {"laboratory": laboratory, "tries": TRIES, "found": found}


def teacher_guide(guide: Guide, plan: PrintPlan, setting: Context) -> Mapping[str, object]:
    """Return what the template of the guide asks for; LudokitError where there is no lesson."""
    lesson, game = guide.lesson, setting.game
    names = quantities_for(game, setting.options.language)
    if lesson == Lesson():
        raise LudokitError(no_guide(game, setting.options.language))
    dice = None if lesson.annex.dice is None else game.part(lesson.annex.dice, Dice)
    forms = [form for form in of_kind(game, FormEntry).values() if form.worked][:1]
    questions = [*lesson.questions]
    # The question of a laboratory is answered on its page.
    for name in of_kind(game, DocumentEntry, template="laboratory") if lesson.laboratory else ():
        page = message("guide.to-be-tried", printable=setting.sentences.printables[name])
        asked = lesson.laboratory.question if lesson.laboratory else ""
        questions.append(Question(question=asked, answer=setting.say(page)))
    return {
        "lesson": lesson,
        "titles_of": lambda names: ", ".join(setting.sentences.printables[one] for one in names),
        "glance": tuple(_glance(lesson, plan, setting)),
        **_needs(lesson, plan, setting),
        "sessions": tuple(_session(steps, setting) for steps in lesson.sessions()),
        **_pictures_and_key(guide, setting),
        # The first lines of a record as typed, from the record form's worked lines.
        "typed": [line for form in forms for line in typed_lines(form.worked, setting)],
        "told_of_file": tuple(line for form in forms for line in told_of_file(form, setting)),
        "commands": tuple(setting.say(message(one, game=game.name)) for one in COMMANDS),
        "questions": tuple(questions),
        "annex_title": lesson.annex.title or setting.say("guide.probabilities"),
        "chart": dice and figures.sum_chart(dice, setting, setting.say("guide.chart-alt")),
        "chances": dice and figures.sum_table(dice, setting),
        "tables": figures.tables_with_charts(lesson.annex.tables, names, setting),
        "health": health_facts(setting),
        "here": local_advice(setting),
        "outcomes": cited_outcomes(lesson, setting),
        "health_tables": figures.tables_with_charts(lesson.tables, names, setting),
        "trials": [told_trial(one, game, setting.options.language) for one in trials_of(game)],
        "trial_words": Labels(setting, "trial"),
        "say": setting.say,
        "send_trial": setting.say(message("guide.send-trial", game=game.name)),
        "credits_lines": tuple(_credits(setting)),
        "provenance": tuple(_provenance(setting)),
    }


def _provenance(setting: Context) -> Iterator[tuple[str, str]]:
    for one in setting.game.head.provenance:
        if one.standing != "source" and is_for(setting.options.year, one.from_age):
            said = setting.sentences.provenance[one.fact]
            yield said, setting.say(f"guide.short-{one.standing}")


def _pictures_and_key(guide: Guide, setting: Context) -> Mapping[str, object]:
    lesson, printed = guide.lesson, of_kind(setting.game, LessonEntry, paper="worksheets")
    title = next((setting.sentences.printables[name] for name in printed), None)
    illustrated: list[Example | Task] = [*lesson.examples, *(() if title else lesson.tasks)]
    drawn = {one.position for one in illustrated if one.position}

    def key(task: Task) -> list[str]:
        asks = task.asks
        return [f"{one.question} → {one.answer}" if title else one.answer for one in asks]

    return {
        "figures": {
            name: figures.position_figure(guide.positions[name], setting, figures.SMALL)
            for name in drawn
        },
        "on_paper": title and setting.say(message("guide.on-paper", printable=title)),
        "keys": balanced_columns(lesson.tasks, key),
    }


def _needs(lesson: Lesson, plan: PrintPlan, setting: Context) -> Mapping[str, object]:
    uses = {needed.printable: needed.use for needed in lesson.printables}
    every = (*plan.rows, *plan.lesson, *plan.projected)
    rows = {row.printable: row for row in every if row.purpose != EDITION}
    pupils, seats = str(plan.seating.pupils), groups_of_class(plan.seating, setting)
    needs = tuple(
        (setting.sentences.printables[name], uses.get(name) or _use(name, setting), rows[name])
        for name in dict.fromkeys((*uses, *rows))
        if name in rows and name != setting.printable
    )
    words = message("guide.needs", pupils=pupils, groups=seats)
    return {"needs_title": setting.say(words), "needs": needs}


def duration(minutes: int) -> Message:
    """Word a time: 45 min, 1 h 05."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return message("plan.lasts-minutes", n=minutes)
    return message("plan.lasts-hours", hours=hours, minutes=f"{rest:02}")


def _use(printable: str, setting: Context) -> str:
    of = entry(setting.game, printable)
    if isinstance(of, LessonEntry):
        return setting.say(USES[of.paper])
    template = of.template if isinstance(of, DocumentEntry) else ""
    return setting.say(TRIED[template]) if template in TRIED else ""


def _session(steps: Sequence[LessonStep], setting: Context) -> tuple[str, tuple[object, ...]]:
    ends = map(str, accumulate(step.minutes for step in steps))
    spans = (message("guide.span", start=start, end=end) for start, end in pairwise(("0", *ends)))
    title, heading = steps[0].session, ""
    if title is not None:
        heading = setting.say(message("guide.session", title=title, n=minutes_of(steps)))
    return heading, tuple(zip(map(setting.say, spans), steps, strict=True))


def _glance(lesson: Lesson, plan: PrintPlan, setting: Context) -> Iterator[tuple[str, str]]:
    head, say = setting.game.head, setting.say
    if lesson.grades is not None:
        yield say("guide.grades"), lesson.grades
    # A lesson for a year may be for younger pupils than the whole game.
    if setting.options.year is None:
        yield say("guide.age"), say(message("guide.from-age", age=str(head.age)))
    language = setting.options.language
    people, minutes = range_text(head.players, language), range_text(head.minutes, language)
    lasts = message("guide.game-only", minutes=minutes)
    if sessions := [minutes_of(steps) for steps in lesson.sessions()]:
        lengths = list_in_sentence(dict.fromkeys(sessions), language)
        lasts = message("guide.sessions", n=len(sessions), lengths=lengths, minutes=minutes)
    yield say("guide.duration"), say(lasts)
    yield say("guide.players"), say(message("guide.at-a-table", people=people))
    ready, other = duration(plan.minutes()), duration(plan.for_other_way().minutes())
    takes = message("guide.ready-in", all=ready)
    if plan.others:
        takes = message(f"plan.with-{plan.way}", all=ready, other=other)
    yield say("plan.time"), say(takes)


def groups_of_class(seating: ClassSeating, setting: Context) -> str:
    """Word the groups of a class: 6 groups of 4 and 1 group of 3."""
    counts = Counter(seating.sizes).items()
    told = (message("guide.groups", n=count, size=str(size)) for size, count in counts)
    return list_in_sentence([setting.say(words) for words in told], setting.options.language)


def _credits(setting: Context) -> Iterator[str]:
    credits_ = setting.game.head.credits
    authors = list_in_sentence(credits_.authors, setting.options.language)
    house = ", ".join(str(part) for part in (credits_.publisher, credits_.year) if part)
    if authors or house:
        key = ("guide.by" if house else "guide.by-authors") if authors else "guide.by-nobody"
        told = {"title": setting.sentences.title, "authors": authors, "house": house}
        yield setting.say(message(key, **told))
    if credits_.owner:
        yield setting.say(message("guide.owner", owner=credits_.owner))
    if setting.sentences.rights_long:
        yield setting.sentences.rights_long


def balanced_columns(
    blocks: Sequence[Block], words: Callable[[Block], Iterable[str]]
) -> tuple[tuple[Block, ...], ...]:
    """Return blocks in two or three even columns; the layout library would take far longer."""
    whole = tuple(blocks)

    def height(columns: tuple[tuple[Block, ...], ...]) -> int:
        line = LINES[len(columns)]

        def lines(block: Block) -> int:
            return HEADING + sum(ceil(len(told) / line) for told in words(block))

        return max(sum(map(lines, column)) for column in columns)

    splits = (
        tuple(whole[start:end] for start, end in pairwise((0, *places, len(whole))))
        for count in LINES
        for places in combinations(range(1, len(whole)), count - 1)
    )
    return min(splits, key=height, default=(whole,))
