"""What happens to teeth: sugar, cleaning and care, as due and as recorded."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from generator.rules.circuit.layout import Layout
from generator.rules.circuit.state import Teeth


@dataclass(frozen=True, slots=True)
class Care:
    """How many teeth are treated: of the first kind wholly and by half, then of the next."""

    whole: int
    half: int
    next: int

    def cost(self, layout: Layout) -> int:
        """Return the tokens that it takes."""
        first, following = layout.costs
        return first * self.whole + self.half + following * self.next


def changed(teeth: Teeth, marks: Mapping[int, int]) -> Mapping[int, int]:
    """Return the marks that change a tooth, by its number."""
    return {tooth: stage for tooth, stage in marks.items() if teeth[tooth - 1] != stage}


def marked(teeth: Teeth, marks: Mapping[int, int]) -> Teeth:
    """Return the teeth with marks laid on them."""
    return tuple(marks.get(tooth, stage) for tooth, stage in enumerate(teeth, start=1))


def numbers(teeth: Teeth, stage: int) -> tuple[int, ...]:
    """Return the numbers of the teeth with a marker."""
    return tuple(tooth for tooth, found in enumerate(teeth, start=1) if found == stage)


def sugar_due(layout: Layout, teeth: Teeth, number: int) -> Mapping[int, int]:
    """Return how many teeth of each stage sugar harms, the worst that can get worse first."""
    due, left = {}, max(0, number)
    for stage in range(len(layout.stages) - 2, -1, -1):
        due[stage] = min(left, teeth.count(stage))
        left -= due[stage]
    return due


def has_sugar_choice(layout: Layout, teeth: Teeth, number: int) -> bool:
    """Return whether sugar harms some of the teeth that are alike, and not others."""
    due = sugar_due(layout, teeth, number)
    return any(0 < count < teeth.count(stage) for stage, count in due.items())


def sweetened(layout: Layout, teeth: Teeth, number: int) -> Teeth:
    """Return the teeth after sugar where it leaves no choice."""
    due = sugar_due(layout, teeth, number)
    return tuple(stage + 1 if due.get(stage) else stage for stage in teeth)


def cleaned(layout: Layout, teeth: Teeth) -> Teeth:
    """Return the teeth after cleaning."""
    return tuple(map(layout.clean, teeth))


def care_due(layout: Layout, clean: Teeth, tokens: int) -> Care:
    """Return the care that tokens pay for, as far as it goes."""
    first, following = layout.costs
    whole = min(clean.count(layout.first), tokens // first)
    left = tokens - whole * first
    half = int(left > 0 and clean.count(layout.first) > whole)
    more = 0 if half else min(clean.count(layout.next), left // following)
    return Care(whole, half, more)


def has_first_choice(layout: Layout, clean: Teeth, due: Care) -> bool:
    """Return whether teeth to be treated first are not all treated alike."""
    count = clean.count(layout.first)
    return not (count in {due.whole, due.half} or due.whole + due.half == 0)


def has_next_choice(layout: Layout, clean: Teeth, due: Care) -> bool:
    """Return whether teeth to be treated next are not all treated alike."""
    return 0 < due.next < clean.count(layout.next)


def cared(layout: Layout, clean: Teeth, due: Care) -> Teeth:
    """Return the teeth after the care that leaves no choice."""
    after = {}
    if due.whole + due.half and not has_first_choice(layout, clean, due):
        after[layout.first] = layout.next if due.half else 0
    if due.next and not has_next_choice(layout, clean, due):
        after[layout.next] = 0
    return tuple(after.get(stage, stage) for stage in clean)


def care_given(layout: Layout, clean: Teeth, after: Teeth) -> Care:
    """Return the care that made clean teeth what they are now."""
    ways = Counter(zip(clean, after, strict=True))
    return Care(ways[layout.first, 0], ways[layout.first, layout.next], ways[layout.next, 0])
