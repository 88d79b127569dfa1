"""Merge PDFs by PDFium alone, where there is no pikepdf: every page, no tags, no bookmarks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from io import BytesIO
from typing import Any

from generator.render.preview import page_count

# A file, some of its pages from 0, and whether an empty page as large as the first follows them.
Run = tuple[bytes, Sequence[int], bool]
# What PDFium writes of the moment and of chance; it is as long as what stands there instead.
_DATE = re.compile(rb"/CreationDate\(D:[^)]{21}\)")
_ID = re.compile(rb"/ID\[<\w{32}><\w{32}>\](?=>>\s+startxref\s+\d+\s+%%EOF\s*\Z)")
_MOMENT = b"/CreationDate(D:20000101000000+00'00')"


def join_runs(runs: Iterable[Run]) -> bytes:
    """Join pages of PDFs in their order; the same pages give the same bytes."""
    from pypdfium2 import PdfDocument

    known, file = dict[bytes, Any](), BytesIO()
    with closing(PdfDocument.new()) as whole:
        for data, numbers, is_blank_next in runs:
            part = known.get(data) or known.setdefault(data, PdfDocument(data))
            whole.import_pages(part, [*numbers])
            if is_blank_next:
                whole.new_page(*part[numbers[0]].get_size())
        whole.save(file)
    for part in known.values():
        part.close()
    data = _DATE.sub(_MOMENT, file.getvalue(), count=1)
    name = sha256(_ID.sub(b"", data)).hexdigest()[:32].upper().encode()
    return _ID.sub(b"/ID[<%b><%b>]" % (name, name), data)


def repeated_runs(
    whole: bytes, runs: Iterable[tuple[str, int, int, int]], *, is_duplex: bool
) -> Iterator[Run]:
    """Yield the runs of a file to print at once: title, first page, page count, number of sets."""
    for _, first, count, sets in runs:
        pages = range(first, first + count)
        yield from ((whole, pages, bool(count % 2 and is_duplex)) for _ in range(sets))


def whole_runs(parts: Iterable[bytes]) -> Iterator[Run]:
    """Yield every page of some files."""
    return ((data, range(page_count(data)), False) for data in parts)
