"""Pictures of dots in a PDF: each an image XObject (ISO 32000-1, 8.9.5), however often placed.

Its file is read when the PDF is put together, so that a deck of photographs never lies unpacked in
memory, nor packed twice.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from generator.paper import shapes as art
from generator.paper.photographs import printed

Canvas: TypeAlias = Any  # reportlab has no types


def pictures_in(
    canvas: Canvas, placed: Iterable[art.Placed], *, is_grey: bool
) -> Mapping[Path, str]:
    """Have a canvas write each picture, as fine as its largest place asks; return their names."""
    names: dict[Path, str] = {}
    for number, (file, width) in enumerate(_widest(placed).items(), start=1):
        names[file] = f"picture{number}"
        canvas.add_picture(names[file], _image_type()(file, width, is_grey))
    return names


def _widest(placed: Iterable[art.Placed]) -> Mapping[Path, art.Mm]:
    """Return the files of all pictures, in reading order, and the largest width of each."""
    known: dict[int, Mapping[Path, art.Mm]] = {}

    def inside(drawing: art.Drawing) -> Mapping[Path, art.Mm]:
        if id(drawing) not in known:
            found: dict[Path, art.Mm] = {}
            for shape in drawing.shapes:
                if isinstance(shape, art.Placed):
                    if within := inside(shape.drawing):
                        _widen(found, within, shape.scale)
                elif isinstance(shape, art.Picture):
                    _widen(found, {shape.file: shape.width})
            known[id(drawing)] = found
        return known[id(drawing)]

    every: dict[Path, art.Mm] = {}
    for one in placed:
        _widen(every, inside(one.drawing), one.scale)
    return every


def _widen(found: dict[Path, art.Mm], by: Mapping[Path, art.Mm], scale: float = 1.0) -> None:
    for file, width in by.items():
        found[file] = max(found.get(file, 0.0), width * scale)


class _Poured:
    """The pieces of a file in one buffer; reportlab keeps a list, and joins it in a second copy."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.buffer = BytesIO()
        self.buffer.writelines(pieces)

    def __iter__(self) -> Iterator[bytes]:
        yield self.buffer.getvalue()


@cache
def _image_type() -> Any:  # noqa: ANN401 - reportlab has no types
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject, PDFStream

    class ImageObject(PDFObject):  # type: ignore[misc] # reportlab has no types
        def __init__(self, file: Path, width: art.Mm, is_grey: bool) -> None:  # noqa: FBT001 - by name outside
            self._file, self._width, self._is_grey = file, width, is_grey

        def format(self, document: Any) -> bytes:  # noqa: ANN401 - reportlab has no types
            """Return the object's bytes, for which alone the file is read."""
            pieces = document.__accum__
            if not isinstance(pieces.strings, _Poured):
                pieces.strings = _Poured(pieces.strings)
                pieces.write = pieces.strings.buffer.write
            picture = printed(self._file, self._width, is_grey=self._is_grey)
            said = {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Image"),
                "Width": picture.width,
                "Height": picture.height,
                "BitsPerComponent": 8,
                "ColorSpace": PDFName("DeviceGray" if picture.colours == 1 else "DeviceRGB"),
                "Filter": PDFName("DCTDecode" if picture.is_jpeg else "FlateDecode"),
            }
            if not picture.is_jpeg:
                rows = {"Predictor": 15, "Colors": picture.colours, "Columns": picture.width}
                said["DecodeParms"] = PDFDictionary(rows)
            stream = PDFStream(PDFDictionary(said), picture.packed() + b"\n")
            return bytes(stream.format(document))

    return ImageObject
