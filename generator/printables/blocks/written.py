"""Blocks of words and of lines to write on: headings, titles, notes, steps, rules to remember."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from generator.game.facts import ColourId, Count, Facts, Id, Names
from generator.paper import shapes as art
from generator.paper.measures import COLUMN_GAP, WORDS_GAP
from generator.paper.text import LABEL, SECTION, TEXT, TITLE, Lettering
from generator.printables.context import Context
from generator.printables.marks import tone_outline
from generator.printables.page_furniture import title_band, title_line
from generator.printables.pictures import picture
from generator.printables.printable import Block, PictureId, Room, RuleId, TextId
from generator.printables.sketch import Sketch

# White between two columns of rules.
RULES_GAP: art.Mm = 10.0
# The side of an emblem where there is little room, and where there is much.
EMBLEMS: tuple[art.Mm, art.Mm] = (4.8, 10.0)
# The side of the picture of a thing, and white between it and its words.
SAMPLE: art.Mm = 10.0
SAMPLE_GAP: art.Mm = 2.0
# What both take at least.
LEAST_SAMPLE: art.Mm = 40.0
# The side of a mark before a word.
MARK: art.Mm = 6.0
# What lines for name and date, and each line with a word, take at least beside a title in large.
LEAST_LINES: art.Mm = 110.0
LEAST_LINE: art.Mm = 35.0


def _title_setting(setting: Context, room: Room) -> tuple[Lettering, art.Mm]:
    bold = setting.style.lettering(room.between(13.0, TITLE), "bold")
    return bold, max(bold.height, setting.style.length(room.between(4.2, 8.0)))


def _place_band(sketch: Sketch, room: Room, base: art.Mm) -> tuple[art.Mm, art.Mm]:
    """Place the face of the game; return where the title begins, and its base line."""
    length = sketch.style.length
    band, begin = title_band(sketch.setting, room.width, length(room.between(*EMBLEMS)))
    low = max(base + length(0.6), band.height)  # the line to write on, below the words
    sketch.place(band, 0.0, low - band.height)
    return begin, low - length(0.6)


def _below(base: art.Mm, gap: art.Mm) -> tuple[art.Mm, art.Mm]:
    """Return the top and the base line of lines to write on below a title, as high as it is."""
    return base + gap, 2 * base + gap


class HeadingBlock(Block):
    """Print the title, a line for the name and one for the date."""

    block: Literal["heading"]
    takes_names = True

    def draw(self, setting: Context, room: Room) -> art.Drawing:
        style, sketch, (bold, base) = setting.style, Sketch(setting), _title_setting(setting, room)
        gap, title = style.length(room.between(4.0, 8.0)), Sketch(setting)
        begin, base = _place_band(sketch, room, base)
        end = title.write(setting.sentences.title, begin, base, bold)
        sketch.place(title.drawing(end, base, role="title"), 0.0, 0.0)
        start = end + gap
        top, high = 0.0, base
        if setting.options.large and room.width - start < style.length(LEAST_LINES):
            # Hands need lines as long as ever: they go on below the title.
            start, top, base = 0.0, *_below(base, style.length(WORDS_GAP))
        rest = room.width - start - gap
        how = style.lettering(LABEL, "regular", "secondary")
        named, dated = setting.name_label(), setting.say("print.date")
        for cell, label, share in (("name", named, 0.64), ("date", dated, 0.36)):
            left = sketch.write(label, start, base, how) + style.length(1.5)
            right = start + rest * share
            sketch.writing_line(art.CellBox(cell, label, left, top, right - left, high))
            start = right + gap
        return sketch.drawing(room.width, base + style.length(0.6))


class TitleBlock(Block):
    """Print the game's title and the paper's own, for papers that are nobody's."""

    block: Literal["title"]

    def draw(self, setting: Context, room: Room) -> art.Drawing:
        return title_line(setting, room.width, room.between(13.0, TITLE))


class WritingLine(Facts):
    """A line to write on; its word is the text `lines.<id>`."""

    id: Annotated[Id, Names("text", texts=("lines.{}",))]
    """What its cell is called."""
    colour: ColourId | None = None
    """The colour whose shape stands before the word."""
    mark: Literal["circle", "square"] | None = None
    """What this player draws, shown before the word."""
    share: Count = 1
    """How much of the width it takes, beside the shares of the others."""


class LinesBlock(Block):
    """Print lines to write on, side by side, each after its word."""

    block: Literal["lines"]
    lines: Annotated[tuple[WritingLine, ...], Field(min_length=1, max_length=6)]
    """The lines, from left to right."""
    titled: bool = False
    """Whether the game's title stands before them."""
    wide: Annotated[float, Field(gt=0, le=1)] = 1.0
    """How much of the width they take, where a block stands beside them."""

    def draw(self, setting: Context, room: Room) -> art.Drawing:
        style, sketch, (bold, base) = setting.style, Sketch(setting), _title_setting(setting, room)
        how, under, side = style.lettering(LABEL), style.length(0.6), style.length(MARK)
        if any(line.mark for line in self.lines):
            how, base = style.lettering(SECTION), side
            under = (side - how.height) / 2
        start, gap = 0.0, style.length(room.between(3.0, 6.0))
        texts = ((one.colour, setting.text(f"lines.{one.id}")) for one in self.lines)
        words = [setting.with_sign(colour, text) for colour, text in texts]
        marks = [(side + 2.3) * bool(line.mark) for line in self.lines]
        taken = sum(how.width(word) + 1.5 for word in words) + gap * (len(words) - 1)
        taken += sum(marks)
        width, top, high = self.wide * room.width, 0.0, base
        if self.titled:
            begin, base = _place_band(sketch, replace(room, width=width), base)
            start = sketch.write(setting.sentences.title, begin, base, bold) + gap
            high = base
            if setting.options.large and width - start - taken < len(words) * style.length(
                LEAST_LINE
            ):
                start, top, base = 0.0, *_below(base, style.length(WORDS_GAP))
        rest = width - start - taken
        whole = sum(line.share for line in self.lines)
        for line, word, mark in zip(self.lines, words, marks, strict=True):
            if line.mark:
                at = (start + side / 2 + 0.4, base - how.height / 2)
                reach = side / 2 if line.mark == "circle" else side / 2**0.5
                sketch.put(tone_outline(line.mark, at, reach, None, art.HEAVY))
            start += mark
            left, across = sketch.write(word, start, base, how) + 1.5, rest * line.share / whole
            sketch.writing_line(art.CellBox(line.id, word, left, top, across, high))
            start = left + across + gap
        return sketch.drawing(width, base + under)


class NoteBlock(Block):
    """Print one of the game's texts: how a sheet is filled in, what its signs mean."""

    block: Literal["note"]
    text: TextId
    """The text of the game."""
    large: bool = False
    """Whether it is what players read first, in larger letters."""
    spare: bool = False
    """Whether it is left out where not even the smallest cells leave room for it."""

    @property
    def is_dispensable(self) -> bool:
        return self.spare

    def draw(self, setting: Context, room: Room) -> art.Drawing:
        size = room.between(TEXT, SECTION) if self.large else LABEL
        how, language = setting.style.lettering(size), setting.options.language
        return how.fit(setting.text(self.text), "note", room.width, language=language)


class Sample(Facts):
    """A picture of a thing, and words about it beside it."""

    picture: PictureId
    """The picture."""
    text: TextId
    """The text of the game."""


def draw_samples(samples: Sequence[Sample], setting: Context, width: art.Mm) -> art.Drawing:
    """Draw things and their words side by side, each with the same width, in lines if need be."""
    style, count = setting.style, len(samples)
    if count > 1 and width / count < style.length(LEAST_SAMPLE):
        half = (count + 1) // 2
        lines = (draw_samples(some, setting, width) for some in (samples[:half], samples[half:]))
        return art.column(*lines, gap=style.length(SAMPLE_GAP))
    side, gap = style.length(SAMPLE), style.length(SAMPLE_GAP)
    each = (width - (count - 1) * COLUMN_GAP) / count
    how, drawn = style.lettering(LABEL), []
    for one in samples:
        shown = picture(setting.game, one.picture, side)
        language = setting.options.language
        words = how.fit(setting.text(one.text), one.text, each - side - gap, language=language)
        both = art.row(shown, words, gap=gap, middle=True)
        drawn.append(replace(both, width=each))
    return art.row(*drawn, gap=COLUMN_GAP, middle=True)


class SamplesBlock(Block):
    """Print pictures of things side by side, and beside each what it is."""

    block: Literal["samples"]
    samples: Annotated[tuple[Sample, ...], Field(min_length=1, max_length=4)]
    """The things, from left to right."""

    def draw(self, setting: Context, room: Room) -> art.Drawing:
        return draw_samples(self.samples, setting, room.width)


class StepsBlock(Block):
    """Print texts of the game in order, numbered, under a heading."""

    block: Literal["steps"]
    heading: TextId
    """The text above them."""
    texts: Annotated[tuple[TextId, ...], Field(min_length=1, max_length=12)]
    """The texts, in order."""
    columns: Annotated[int, Field(ge=1, le=3)] = 1
    """In how many columns they stand."""

    def draw(self, setting: Context, room: Room) -> art.Drawing:
        style = setting.style
        gap = style.length(room.between(1.8, 3.4))
        width = (room.width - COLUMN_GAP * (self.columns - 1)) / self.columns
        bold = style.lettering(SECTION, "bold")
        heading = bold.fit(setting.text(self.heading), self.heading, room.width)
        disc, how = style.length(4.6), style.lettering(TEXT)
        indent, middle = disc + style.length(2.2), how.height / 2
        figure, top = style.lettering(8.0, "bold", "ink.on", "middle"), max(0.0, disc / 2 - middle)
        drawn = []
        for number, text in enumerate(self.texts, start=1):
            sketch, words = Sketch(setting), how.fit(setting.text(text), text, width - indent)
            sketch.put(art.Circle(disc / 2, top + middle, disc / 2, "ink"))
            sketch.centre(str(number), disc / 2, top + middle, figure)
            sketch.place(words, indent, top)
            drawn.append(sketch.drawing(width, max(disc, top + words.height)))
        columns = art.in_columns(drawn, self.columns, gap=gap, between=COLUMN_GAP)
        # Where a stack has no air it would else stick to the title.
        above = art.Drawing(room.width, style.length(room.between(0.2, 0.0)))
        return art.column(above, art.column(heading, columns, gap=style.length(2.4)))


class ReminderBlock(Block):
    """Print the sentences of some rules in two columns, where there is room."""

    block: Literal["reminder"]
    rules: Annotated[tuple[RuleId, ...], Field(min_length=1, max_length=8)]
    """The rules, in order."""
    always: bool = False
    """Whether its sheet is for it: it is never left out, and with room its words grow."""
    former_fields: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("tent", "pictures"), "game.reminder-folds"
    )

    @property
    def is_spare(self) -> bool:
        return not self.always

    def draw(self, setting: Context, room: Room) -> art.Drawing:
        style = setting.style
        # What lies in the middle of a table is read from every side of it.
        size = room.between(TEXT, 13.0) if self.always else TEXT
        how, width = style.lettering(size), (room.width - RULES_GAP) / 2
        indent, sentences = style.length(4.0), []
        dot = art.Circle(indent * 0.35, how.height / 2, indent * 0.14, "secondary")
        for rule in self.rules:
            said = how.fit(setting.sentences.to_player(rule), "reminder", width - indent)
            line = (dot, art.Placed(said, indent, 0.0))
            sentences.append(art.Drawing(width, said.height, line))
        columns = art.in_columns(sentences, 2, gap=style.length(2.5), between=RULES_GAP)
        gap = style.length(room.between(3.0, 5.0))
        return art.column(self._draw_heading(setting, room), columns, gap=gap)

    def _draw_heading(self, setting: Context, room: Room) -> art.Drawing:
        words = setting.say("print.reminder")
        if self.always:
            sizes = room.between(13.0, TITLE), words, room.between(SECTION - 1, SECTION + 2)
            return title_line(setting, room.width, *sizes)
        return setting.style.lettering(SECTION - 1, "bold").fit(words, "reminder", room.width)
