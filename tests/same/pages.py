"""How the text and the look of two PDF files differ."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import chain
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops

# Pixels an inch; a pixel differs from this much grey on, since edges are smoothed, and a page from
# this share of pixels on.
DPI = 50
GREY = 48
SHARE = 0.0002
AROUND = 4
# So many pairs of lines are compared at most.
MOST_WORK = 4_000_000
# Where a word was broken at the end of a line.
BROKEN = re.compile("[\ufffe\u00ad\u0002](\r?\n)?")


class Document:
    """A PDF file, read when asked."""

    def __init__(self, path: Path) -> None:
        """Name the file; nothing is read yet."""
        self.path = path

    @cached_property
    def pages(self) -> list[list[str]]:
        """Return the lines of every page, words that were broken at their end put together."""
        read = pypdfium2.PdfDocument(self.path)
        try:
            texts = [page.get_textpage().get_text_range() for page in read]
        finally:
            read.close()
        return [BROKEN.sub("", text).splitlines() for text in texts]

    def words(self) -> list[str]:
        """Return all words in reading order."""
        return " ".join(chain.from_iterable(self.pages)).split()

    def look(self, pages: int) -> Iterator[Image.Image]:
        """Yield pictures of the first pages."""
        read = pypdfium2.PdfDocument(self.path)
        try:
            for number in range(min(pages, len(read))):
                yield read[number].render(scale=DPI / 72).to_pil().convert("RGB")
        finally:
            read.close()


def text_changes(olds: Sequence[list[str]], news: Sequence[list[str]]) -> Iterator[str]:
    """Yield what was said otherwise, word by word, with the page it stands on now."""
    if len(olds) != len(news):
        yield f"{len(news)} pages, no longer {len(olds)}"
    before, after = ([line for page in pages for line in page] for pages in (olds, news))
    places = [number for number, page in enumerate(news, 1) for _ in page] or [1]
    words = [Counter(" ".join(lines).split()) for lines in (before, after)]
    if words[0] == words[1]:
        if " ".join(before).split() != " ".join(after).split():
            yield "the same words in another order"
        return
    lines = SequenceMatcher(None, before, after, autojunk=False)
    for kind, start, end, first, last in lines.get_opcodes():
        if kind != "equal":
            changed = _word_changes(
                " ".join(before[start:end]).split(), " ".join(after[first:last]).split()
            )
            yield from (
                f"page {places[min(first, len(places) - 1)]}: text: {change}" for change in changed
            )


def line_changes(old: str, new: str) -> Iterator[str]:
    """Yield what lines say otherwise, word by word, with the number of the line."""
    before, after = old.splitlines(), new.splitlines()
    if before == after:
        yield "other ends of lines"
        return
    # Of long texts what stands alike at both ends is no work for the matcher.
    first = next(
        (at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]),
        min(len(before), len(after)),
    )
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    olds, news = before[first : len(before) - last], after[first : len(after) - last]
    if len(olds) * len(news) > MOST_WORK:
        yield f"line {first + 1}: {len(olds)} lines became {len(news)}: {news[:1] or olds[:1]}"
        return
    lines = SequenceMatcher(None, olds, news, autojunk=False)
    for kind, start, end, begin, stop in lines.get_opcodes():
        if kind == "equal":
            continue
        gone, come = " ".join(olds[start:end]).split(), " ".join(news[begin:stop]).split()
        changes = list(_word_changes(gone, come)) or ["other spaces"]
        yield from (f"line {first + begin + 1}: {change}" for change in changes)


def _word_changes(old: list[str], new: list[str]) -> Iterator[str]:
    matched = SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, first, last in matched.get_opcodes():
        if kind == "equal":
            continue
        gone, come = " ".join(old[start:end]), " ".join(new[first:last])
        parts = [
            " ".join(new[max(0, first - AROUND) : first]),
            f"[-{gone}-]" if gone else "",
            f"{{+{come}+}}" if come else "",
            " ".join(new[last : last + AROUND]),
        ]
        yield " ".join(part for part in parts if part)


def page_changes(old: Document, new: Document, *, is_drawn: bool) -> Iterator[str]:
    """Yield the pages that look otherwise: all of a drawn file, the first of a flowed one.

    Of a flowed page whose text differs nothing is said: the rest of it has moved.
    """
    if not is_drawn and old.pages[:1] != new.pages[:1]:
        return
    many = len(new.pages) if is_drawn else 1
    for number, (was, now) in enumerate(zip(old.look(many), new.look(many), strict=False), 1):
        if was.size != now.size:
            yield f"page {number} has another size"
            continue
        grey = ImageChops.difference(was, now).convert("L").point(lambda v: 255 * (v > GREY))
        share = grey.histogram()[255] / (grey.width * grey.height)
        box = grey.getbbox()
        if box and share > SHARE:
            left, top, right, bottom = (round(pixels / DPI * 25.4) for pixels in box)
            yield (
                f"page {number} looks otherwise: {share:.2%} of its pixels, between "
                f"{left} and {right} mm from the left, {top} and {bottom} mm from the top"
            )
