"""The lesson as it was tried, beside what the class played: times, answers, what pupils said."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from generator.class_report.bars import observed_bar
from generator.documents.trials import ToldTrial
from generator.paper import text as lettered
from generator.paper.shapes import EDGE, THIN, Drawing, Line, Mm, Pt, Rect, column
from generator.printables.context import Context
from generator.printables.sketch import Sketch
from generator.words import message

# What is read from the back of the room.
READ: Pt = 10.5
# How high a bar is; the room for words before bars, for the number after the longest.
BAR: Mm = 3.0
WORDS: Mm = 62.0
NUMBER: Mm = 24.0
NEAR: Mm = 2.6
GAP: Mm = 0.8
# How long a bar is, and what is said at its end.
CountedBar = tuple[int | None, str]


@dataclass(frozen=True, slots=True)
class TriedLesson:
    """A trial as it is drawn on the page of a class; `heading` draws those of the page."""

    told: ToldTrial
    context: Context
    width: Mm
    heading: Callable[[str, str], Drawing]

    def columns(self, room: Mm) -> Iterator[Drawing]:
        """Yield what stands on each page that it takes."""
        held = list[Drawing]()
        for one in self._blocks():
            if held and column(*held, one, gap=NEAR).height > room:
                yield column(*held, gap=NEAR)
                held = []
            held.append(one)
        yield column(*held, gap=NEAR)

    def _blocks(self) -> Iterator[Drawing]:
        say, told = self.context.say, self.told
        bold = self.context.style.lettering(lettered.TITLE, "bold", steps_down=True)
        title = f"{self.context.sentences.title} – {say('class.tried')}"
        yield bold.fit(title, "title", self.width)
        yield self.heading(say("trial.times"), say(told.heading()))
        longest = max(max(planned, taken or 0) for _, planned, taken in told.times())
        for step, planned, taken in told.times():
            first, then = (
                self._minutes(planned, "class.planned"),
                self._minutes(taken, "class.taken"),
            )
            yield self._row(step, (planned, first), (taken, then), longest)
        if answers := told.answers():
            yield self.heading(say("trial.questions"), "")
        for question, before, after in answers:
            first, then = (
                self._right(before, "class.right-before"),
                self._right(after, "class.right-after"),
            )
            yield self._row(question, (before, first), (after, then), told.trial.pupils)
        for key, lines in told.remarks():
            yield self.heading(say(key), "")
            yield from map(partial(self._text, width=self.width), lines)

    def _minutes(self, count: int | None, key: str) -> str:
        words = "class.not-done" if count is None else message(key, n=count)
        return self.context.say(words)

    def _right(self, count: int | None, key: str) -> str:
        pupils = self.told.trial.pupils
        words = message(key, n=count or 0, of=pupils)
        return "" if count is None else self.context.say(words)

    def _text(self, words: str, width: Mm) -> Drawing:
        how = self.context.style.lettering(READ, steps_down=True)
        return how.fit(words, "text", width)

    def _row(self, words: str, first: CountedBar, then: CountedBar, most: int) -> Drawing:
        """Draw words, and beside them a white bar of what was first and a striped one below it."""
        sketch, left = Sketch(self.context), WORDS + NEAR
        said = self._text(words, WORDS)
        sketch.place(said, 0.0, 0.0)
        how = self.context.style.lettering(lettered.LABEL, steps_down=True)
        unit = (self.width - left - NUMBER) / max(1, most)
        for place, (count, told) in enumerate((first, then)):
            y, wide = place * (BAR + GAP), (count or 0) * unit
            if wide and place:
                sketch.put(*observed_bar(left, y, wide, BAR))
            elif wide:
                sketch.put(Rect(left, y, wide, BAR, "white", THIN))
            sketch.write(told, left + wide + 1.5, y + BAR - 0.4, how)
        low = max(said.height, 2 * (BAR + GAP))
        sketch.put(Line(left, 0.0, left, low - GAP, EDGE))
        return sketch.drawing(self.width, low)
