"""The index of the site's search, as a script: a page that lies on a disk may load no data."""

import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser

# Ways to other places, and what is drawn, are no words of a page; in a line words go on.
_PASSED_OVER = ("nav", "svg")
_INLINE = ("a", "code", "em", "span", "sup")


def search_index(pages: Mapping[str, bytes]) -> bytes:
    """Return the index: each page with its sections, each an anchor, a heading and words."""
    told = [(path, _Sections(html.decode()).told()) for path, html in sorted(pages.items())]
    data = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.searchIndex = {data};\n".encode()


class _Sections(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self._sections: list[list[str]] = []
        self._anchor = self._heading = ""
        self._passed_over = 0
        self.feed(html.partition("<main")[2].partition("</main>")[0])

    def told(self) -> list[list[str]]:
        return [[re.sub("[ \n]+", " ", one).strip() for one in told] for told in self._sections]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._anchor = dict(attrs).get("id") or self._anchor
        self._passed_over += tag in _PASSED_OVER
        # An option that has an address of its own is a section as well.
        if tag in {"h1", "h2", "h3"} or (tag == "dt" and self._anchor):
            self._sections.append([self._anchor, "", ""])
            self._heading, self._anchor = tag, ""

    def handle_endtag(self, tag: str) -> None:
        self._passed_over -= tag in _PASSED_OVER
        self._heading = "" if tag == self._heading else self._heading
        if tag not in _INLINE:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        if self._sections and not self._passed_over:
            self._sections[-1][1 if self._heading else 2] += data
