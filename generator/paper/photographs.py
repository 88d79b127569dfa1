"""Photographs and other pictures of dots, PNG and JPEG: their size, and as they are printed.

To be printed a file is read whole, turned as its camera was held, laid on white, made coarser and
written anew: what else it said, such as where a photograph was taken, stays behind.
"""

import warnings
import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.util import find_spec
from io import SEEK_END, BytesIO
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, BinaryIO

from generator.errors import LudokitError
from generator.paper.shapes import Mm
from generator.words import message

if TYPE_CHECKING:
    from PIL import Image

# Of one picture; what is larger is no picture for a card, and takes the memory of a whole deck.
MOST_BYTES = 50_000_000
MOST_DOTS = 40_000_000
DPI = 300
# A PNG this many times as long as its JPEG is a photograph.
PHOTOGRAPH = 3.0
# The tag of EXIF that says how the camera was held, and its values for a quarter turn.
ORIENTATION = 0x0112
QUARTER_TURNS = range(5, 9)


@dataclass(frozen=True, slots=True)
class PrintImage:
    """A picture as it is printed: dots across and down, 1 or 3 colours, a JPEG or PNG of them."""

    width: int
    height: int
    colours: int
    is_jpeg: bool
    data: bytes

    def data_url(self) -> str:
        """Return the picture itself as an address (RFC 2397), for an SVG that stands alone."""
        kind = "jpeg" if self.is_jpeg else "png"
        return f"data:image/{kind};base64,{b64encode(self.data).decode()}"

    def compressed_dots(self) -> bytes:
        """Return the dots as packed: a PDF unpacks those of a PNG too (ISO 32000-1, 7.4.4.4)."""
        if self.is_jpeg:
            return self.data
        at, parts = 8, []
        while at < len(self.data):
            length = int.from_bytes(self.data[at : at + 4])
            if self.data[at + 4 : at + 8] == b"IDAT":
                parts.append(self.data[at + 8 : at + 8 + length])
            at += length + 12
        return b"".join(parts)


@dataclass(frozen=True, slots=True)
class DecodedPicture:
    """A picture that a browser has decoded, upright and on white: its own size, and fewer dots."""

    size: tuple[int, int]
    width: int
    height: int
    rgb: bytes

    def as_printed(self, *, is_grey: bool) -> PrintImage:
        """Return its dots as they are printed (luminance of ITU-R BT.601, as Pillow has it)."""
        dots, colours = self.rgb, 3
        if is_grey:
            each = zip(dots[::3], dots[1::3], dots[2::3], strict=True)
            weighed = (red * 19_595 + green * 38_470 + blue * 7_471 for red, green, blue in each)
            dots, colours = bytes((one + 0x8000) >> 16 for one in weighed), 1
        data = plain_png(self.width, self.height, colours, dots, colours * self.width)
        return PrintImage(self.width, self.height, colours, is_jpeg=False, data=data)


# By the hashes of their files; there are some where the program runs inside a browser.
_DECODED = dict[str, DecodedPicture]()
MOST_DECODED = 400


def register_picture(digest: str, picture: DecodedPicture) -> None:
    """Take a picture that was decoded elsewhere, by the SHA-256 of its file."""
    if len(_DECODED) >= MOST_DECODED:
        _DECODED.pop(next(iter(_DECODED)))
    _DECODED[digest] = picture


@cache
def has_pillow() -> bool:
    """Return whether pictures can be read here; a stand-in for Pillow has none of its parts."""
    return find_spec("PIL.ImageFile") is not None


def _decoded(file: Path) -> DecodedPicture:
    found = _DECODED.get(sha256(file.read_bytes()).hexdigest())
    if found is None:
        raise LudokitError(message("picture.no-picture"))
    return found


def plain_png(width: int, height: int, colours: int, dots: bytes, length: int) -> bytes:
    """Return dots as a PNG whose rows, `length` bytes each, stand as they are (PNG 3, filter 0)."""
    rows = (dots[at : at + colours * width] for at in range(0, height * length, length))
    packed = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    head = pack(">IIBBBBB", width, height, 8, 2 if colours == 3 else 0, 0, 0, 0)  # noqa: PLR2004
    parts = ((b"IHDR", head), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def pixel_size(file: Path) -> tuple[int, int]:
    """Return the dots across and down from the head of a file; LudokitError where it is faulty."""
    if not has_pillow():
        return _decoded(file).size
    found = file.stat()
    return _read_pixel_size(file, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=4096)
def _read_pixel_size(file: Path, size: int, _changed: int) -> tuple[int, int]:
    if size > MOST_BYTES:
        raise LudokitError(message("picture.too-heavy", most=str(MOST_BYTES // 1_000_000)))
    with _open_image(file) as image:
        width, height = image.size
        is_aside = _orientation(image) in QUARTER_TURNS
        if image.format == "PNG":
            image.verify()  # the sums of its parts; nothing is unpacked
    return (height, width) if is_aside else (width, height)


def grey_image(file: BinaryIO, most: int) -> "Image.Image":
    """Return a picture in grey, upright, made coarser where it has more than `most` dots.

    LudokitError for what is no picture, broken or too large.
    """
    if file.seek(0, SEEK_END) > MOST_BYTES:
        raise LudokitError(message("picture.too-heavy", most=str(MOST_BYTES // 1_000_000)))
    with _open_image(file) as image:
        held, share = _orientation(image), min(1.0, (most / (image.width * image.height)) ** 0.5)
        size = max(1, int(image.width * share)), max(1, int(image.height * share))
        image.draft("L", size)
        image.load()
        turned = size[::-1] if held in QUARTER_TURNS else size
        return _upright_image(_without_colour(image), turned, held, is_grey=True)


def _without_colour(image: "Image.Image") -> "Image.Image":
    """Return a picture in grey on white; with its colours it would take four times the memory."""
    from PIL import Image

    if not image.has_transparency_data or image.mode.startswith("I"):
        return image.convert("L") if image.mode == "RGB" else image
    image = image if image.mode in {"RGBA", "LA"} else image.convert("LA")
    white = Image.new("L", image.size, 255)
    return Image.composite(image.convert("L"), white, image.getchannel("A"))


@contextmanager
def _open_image(file: Path | BinaryIO) -> Iterator["Image.Image"]:
    from PIL import Image, ImageFile, UnidentifiedImageError

    # WeasyPrint lets pictures be cut short, for the whole process.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    too_large = LudokitError(message("picture.too-many-dots", most=str(MOST_DOTS // 1_000_000)))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(file, formats=("PNG", "JPEG")) as image:
                if image.width * image.height > MOST_DOTS:
                    raise too_large
                yield image
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise too_large from None
    except UnidentifiedImageError:
        raise LudokitError(message("picture.no-picture")) from None
    # Pillow raises all of these for files that are cut short or lie about themselves.
    except (OSError, SyntaxError, ValueError, ArithmeticError, LookupError, EOFError, zlib.error):
        raise LudokitError(
            message("picture.broken", found=Path(str(getattr(file, "name", ""))).name)
        ) from None


def _orientation(image: "Image.Image") -> int:
    # A PNG says it before its dots, or not at all.
    if image.format == "PNG" and "exif" not in image.info:
        return 1
    held = image.getexif().get(ORIENTATION, 1)
    return held if isinstance(held, int) else 1


def image_for_print(file: Path, width: Mm, *, is_grey: bool) -> PrintImage:
    """Return a picture in the dots that a width takes, at most its own; LudokitError if broken."""
    if not has_pillow():
        return _decoded(file).as_printed(is_grey=is_grey)
    with _open_image(file) as image:
        held = _orientation(image)
        across, down = image.size[::-1] if held in QUARTER_TURNS else image.size
        wanted = max(1, min(across, round(width / 25.4 * DPI)))
        size = wanted, max(1, round(down * wanted / across))
        is_photograph = image.format == "JPEG"
        if is_photograph:
            # Decoded coarser where that is fine enough: quick, and little memory.
            image.draft("L" if is_grey else "RGB", size[::-1] if held in QUARTER_TURNS else size)
        image.load()
        shown = _upright_image(image, size, held, is_grey=is_grey)
    # Nothing is lost that is seen at 300 dpi; half the colour, as cameras write it.
    jpeg = _encoded(shown, "JPEG", quality=85, optimize=False)
    if is_photograph:
        return jpeg
    png = _encoded(shown, "PNG", compress_level=6, optimize=False)
    return jpeg if len(png.data) > PHOTOGRAPH * len(jpeg.data) else png


def _upright_image(
    image: "Image.Image", size: tuple[int, int], held: int, *, is_grey: bool
) -> "Image.Image":
    from PIL import Image

    ways = Image.Transpose
    turns = {2: ways.FLIP_LEFT_RIGHT, 3: ways.ROTATE_180, 4: ways.FLIP_TOP_BOTTOM}
    turns |= {5: ways.TRANSPOSE, 6: ways.ROTATE_270, 7: ways.TRANSVERSE, 8: ways.ROTATE_90}
    if image.mode.startswith("I"):  # 16 bits; Pillow would cut off, not divide
        image = image.convert("I").point(lambda light: light * (1 / 257)).convert("L")
    if image.has_transparency_data:
        image = image.convert("RGBA")
    elif image.mode not in {"L", "RGB"}:
        image = image.convert("L" if image.mode == "1" else "RGB")
    lying = size[::-1] if held in QUARTER_TURNS else size
    if image.size != lying:
        image = image.resize(lying, Image.Resampling.LANCZOS, reducing_gap=3.0)
    if image.mode == "RGBA":
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image).convert("RGB")
    if held in turns:
        image = image.transpose(turns[held])
    return image.convert("L") if is_grey else image


def _encoded(image: "Image.Image", kind: str, **how: int | bool) -> PrintImage:
    file = BytesIO()
    image.info.clear()  # comments and profiles would be written again
    image.save(file, kind, **how)
    colours = len(image.getbands())
    return PrintImage(image.width, image.height, colours, kind == "JPEG", file.getvalue())
