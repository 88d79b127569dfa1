"""Pictures that people bring: photographs and drawings, where they come to lie, what is refused."""

import os
import struct
import zlib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from unicodedata import normalize

import pikepdf
import pytest
from PIL import Image, ImageFile

from generator.errors import LudokitError
from generator.paper.palette import Ink, Palette
from generator.paper.photographs import DPI, MOST_BYTES, image_for_print, pixel_size
from generator.paper.shapes import Drawing, Picture, Placed, row
from generator.printables.user_pictures import user_picture, why_unprintable
from generator.reading.nodes import Place
from generator.render.pdf import draw
from generator.render.svg import svg
from generator.tables.table import TableCell
from generator.words import Language, say
from tests.render.measured import FACTS, forms, on_page, picture_of

MM = 25.4
HELD: Mapping[int, Image.Transpose] = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@cache
def scene(size: tuple[int, int] = (800, 600)) -> Image.Image:
    """Return a picture that is red at the top left, blue at the bottom right, else noise."""
    image = Image.frombytes("RGB", size, Random(1).randbytes(3 * size[0] * size[1]))  # noqa: S311 - noise
    across, down = size[0] // 4, size[1] // 4
    image.paste("red", (0, 0, across, down))
    image.paste("blue", (size[0] - across, size[1] - down, *size))
    return image


def pdf_of(*drawings: Drawing, ink: Ink = "colour") -> bytes:
    """Return a page of drawings side by side as a PDF."""
    return draw([on_page(row(*drawings, gap=5.0))], Palette(ink=ink), FACTS)


def images(pdf: bytes) -> list[dict[str, str]]:
    """Return the image objects of a PDF."""
    with pikepdf.open(BytesIO(pdf)) as document:
        return [
            {key: str(value) for key, value in one.items()}
            for one in document.objects
            if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"
        ]


def placed_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return width and height in mm of each picture as it lies on the first page."""
    from pypdfium2 import PdfDocument
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    with PdfDocument(pdf) as document:
        found = []
        for one in document[0].get_objects(filter=[FPDF_PAGEOBJ_IMAGE]):
            left, low, right, top = one.get_bounds()
            found.append(((right - left) / 72 * MM, (top - low) / 72 * MM))
    return found


def told(folder: Path, name: str, language: Language = "en") -> str:
    """Return why a picture cannot be printed, in words."""
    reason = why_unprintable(folder, name)
    assert reason is not None
    return say(reason, language)


@pytest.mark.parametrize("size", [(800, 600), (450, 800), (900, 60), (50, 50)])
@pytest.mark.parametrize("room", [(60.0, 60.0), (20.0, 90.0), (90.0, 20.0)])
def test_a_photograph_keeps_its_ratio(
    tmp_path: Path, size: tuple[int, int], room: tuple[float, float]
) -> None:
    """Measured in the PDF, a picture has the ratio of its dots and fills its room one way."""
    scene(size).save(tmp_path / "a.jpg")
    ((width, height),) = placed_sizes(pdf_of(user_picture(tmp_path, "a.jpg", *room)))
    assert width / height == pytest.approx(size[0] / size[1], rel=0.005)
    assert min(room[0] - width, room[1] - height) == pytest.approx(0, abs=0.01)
    assert width <= room[0] + 0.01
    assert height <= room[1] + 0.01


@pytest.mark.parametrize("name", ["a.jpg", "a.png"])
def test_a_picture_is_once_in_a_file(tmp_path: Path, name: str) -> None:
    """However often and large a picture is placed, the file holds it once, for the largest."""
    scene().save(tmp_path / name)
    small, large = (user_picture(tmp_path, name, side, side) for side in (10.0, 30.0))
    again = Drawing(80.0, 60.0, (Placed(large, 0.0, 0.0, scale=2.0), Placed(small, 1.0, 1.0)))
    pdf = pdf_of(small, large, again)
    (found,) = images(pdf)
    assert int(found["/Width"]) == round(60 / MM * DPI)
    assert len(placed_sizes(pdf)) == 4


def test_a_picture_is_never_made_finer_than_it_is(tmp_path: Path) -> None:
    """A small picture keeps its dots however large it is printed."""
    scene((120, 90)).save(tmp_path / "a.png")
    (found,) = images(pdf_of(user_picture(tmp_path, "a.png", 100.0, 100.0)))
    assert (found["/Width"], found["/Height"]) == ("120", "90")


@pytest.mark.parametrize(
    ("ink", "space"),
    [("colour", "/DeviceRGB"), ("grey", "/DeviceGray"), ("outline", "/DeviceGray")],
)
@pytest.mark.parametrize("name", ["a.jpg", "a.png"])
def test_a_picture_has_no_colour_where_none_is_printed(
    tmp_path: Path, name: str, ink: Ink, space: str
) -> None:
    """Only the colour ink prints coloured pictures; a JPEG stays one."""
    scene((400, 300)).save(tmp_path / name)
    (found,) = images(pdf_of(user_picture(tmp_path, name, 30.0, 30.0), ink=ink))
    assert found["/ColorSpace"] == space
    if name == "a.jpg":
        assert found["/Filter"] == "/DCTDecode"


@pytest.mark.parametrize("held", range(1, 9))
@pytest.mark.parametrize("name", ["a.jpg", "a.png"])
def test_a_camera_held_aside_gives_an_upright_picture(tmp_path: Path, name: str, held: int) -> None:
    """What EXIF says of the camera is heeded in the size planned and in what is drawn."""
    image = scene((400, 300))
    if held in HELD:
        image = image.transpose(HELD[held])
    exif = Image.Exif()
    exif[0x0112] = held
    image.save(tmp_path / name, exif=exif)
    drawing = user_picture(tmp_path, name, 40.0, 40.0)
    assert drawing.width == pytest.approx(40.0)
    assert drawing.height == pytest.approx(30.0)
    shown = picture_of(pdf_of(drawing))
    assert near(seen(shown, 3.0, 3.0), (255, 0, 0))
    assert near(seen(shown, 37.0, 27.0), (0, 0, 255))


def seen(picture: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """Return the colour of a page at a point in mm."""
    found = picture.getpixel((round(x * 10), round(y * 10)))
    assert isinstance(found, tuple)
    return found


def near(found: tuple[int, ...], wanted: tuple[int, ...], by: int = 12) -> bool:
    """Tell whether two colours are the same but for what a JPEG loses."""
    return max(abs(one - other) for one, other in zip(found, wanted, strict=True)) <= by


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        pytest.param(Image.new("RGBA", (40, 40), (9, 9, 9, 0)), (255, 255, 255), id="nothing"),
        pytest.param(Image.new("RGBA", (40, 40), (0, 0, 0, 128)), (127, 127, 127), id="half"),
        pytest.param(Image.new("LA", (40, 40), (0, 0)), (255, 255, 255), id="grey and nothing"),
        pytest.param(Image.new("I;16", (40, 40), 32896), (128, 128, 128), id="sixteen bits"),
        pytest.param(Image.new("1", (40, 40), 1), (255, 255, 255), id="one bit"),
        pytest.param(Image.new("RGB", (40, 40), "red").quantize(4), (255, 0, 0), id="palette"),
    ],
)
def test_every_kind_of_png_comes_out_on_white(
    tmp_path: Path, image: Image.Image, expected: tuple[int, int, int]
) -> None:
    """Transparency shows white paper, and few or many bits a dot the same lightness."""
    image.save(tmp_path / "a.png")
    shown = picture_of(pdf_of(user_picture(tmp_path, "a.png", 10.0, 10.0)))
    assert near(seen(shown, 5.0, 5.0), expected, by=2)


def test_a_jpeg_for_printers_is_seen_in_its_colours(tmp_path: Path) -> None:
    """A JPEG of four inks comes out in the colours of the screen."""
    Image.new("CMYK", (40, 40), (0, 255, 255, 0)).save(tmp_path / "a.jpg")
    shown = picture_of(pdf_of(user_picture(tmp_path, "a.jpg", 10.0, 10.0)))
    assert near(seen(shown, 5.0, 5.0), (255, 0, 0))


def test_a_photograph_saved_as_png_is_packed_as_one(tmp_path: Path) -> None:
    """Noise is packed as a JPEG, an even drawing without loss."""
    scene((700, 700)).save(tmp_path / "noise.png")
    Image.new("RGB", (700, 700), "green").save(tmp_path / "even.png")
    assert image_for_print(tmp_path / "noise.png", 60.0, is_grey=False).is_jpeg
    assert not image_for_print(tmp_path / "even.png", 60.0, is_grey=False).is_jpeg


def test_where_a_photograph_was_taken_stays_behind(tmp_path: Path) -> None:
    """Nothing that a camera wrote beside the picture gets into the PDF."""
    exif = Image.Exif()
    exif[0x010F] = "Camera of the school"
    scene((60, 40)).save(tmp_path / "a.jpg", exif=exif, comment=b"Taken at home")
    pdf = pdf_of(user_picture(tmp_path, "a.jpg", 50.0, 50.0))
    assert b"Camera" not in pdf
    assert b"Taken" not in pdf


@pytest.mark.parametrize("name", ["a.jpg", "a.png"])
def test_the_same_pictures_give_the_same_bytes(tmp_path: Path, name: str) -> None:
    """Twice the same page is the same file, whatever folder the picture lies in."""
    other = tmp_path / "other"
    other.mkdir()
    scene((300, 300)).save(tmp_path / name)
    (other / name).write_bytes((tmp_path / name).read_bytes())
    one, two = (pdf_of(user_picture(folder, name, 30.0, 30.0)) for folder in (tmp_path, other))
    assert one == two


def test_a_picture_stands_in_an_svg_that_stands_alone(tmp_path: Path) -> None:
    """A drawing for the web holds its pictures itself."""
    scene((60, 40)).save(tmp_path / "a.jpg")
    found = svg(user_picture(tmp_path, "a.jpg", 30.0, 30.0), Palette(), title="A")
    assert 'width="30" height="20" href="data:image/jpeg;base64,' in found


@pytest.mark.parametrize("name", ["images/chat.png", "images\\chat.png", "./images/chat.png"])
def test_a_picture_may_lie_in_a_folder(tmp_path: Path, name: str) -> None:
    r"""Names with `/` and `\` reach into a folder beside the table."""
    (tmp_path / "images").mkdir()
    scene((40, 30)).save(tmp_path / "images" / "chat.png")
    assert why_unprintable(tmp_path, name) is None
    (shape,) = user_picture(tmp_path, name, 10.0, 10.0).shapes
    assert isinstance(shape, Picture)
    assert shape.dots == (40, 30)


def test_a_name_with_an_accent_is_found_however_the_disk_writes_it(tmp_path: Path) -> None:
    """A disk may write `é` as one sign or two; the table's is found."""
    scene((40, 30)).save(tmp_path / normalize("NFD", "école.png"))
    assert why_unprintable(tmp_path, normalize("NFC", "école.png")) is None


def png_head(width: int, height: int) -> bytes:
    """Return a PNG of a size that holds next to nothing."""

    def part(name: bytes, data: bytes) -> bytes:
        told = struct.pack(">I", len(data)) + name + data
        return told + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (part(b"IHDR", head), part(b"IDAT", zlib.compress(bytes(1000))), part(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def jpeg(size: tuple[int, int] = (200, 200)) -> bytes:
    """Return a noisy JPEG."""
    file = BytesIO()
    scene(size).save(file, "JPEG")
    return file.getvalue()


REFUSED = [
    pytest.param("a.png", png_head(20_000, 20_000), "a picture has 40 megapixels", id="bomb"),
    pytest.param("a.png", png_head(10_000, 10_000), "a picture has 40 megapixels", id="large"),
    pytest.param("a.png", png_head(8_000, 5_001), "a picture has 40 megapixels", id="just over"),
    pytest.param("a.png", b"GIF89a" + bytes(99), "this is neither a PNG nor", id="a GIF"),
    pytest.param("a.jpg", b"RIFF\x00\x00\x00\x00WEBPVP8 ", "this is neither a PNG", id="a WebP"),
    pytest.param("a.jpg", b"", "this is neither a PNG nor a JPEG", id="empty"),
    pytest.param("a.png", png_head(100, 100)[:-30], "the picture 'a.png' is broken", id="cut"),
    pytest.param("a.jpg", jpeg()[:30], "the picture 'a.jpg' is broken", id="a JPEG's first bytes"),
    pytest.param("a.gif", b"GIF89a", "'.gif' is no picture that can be printed", id="ending"),
    pytest.param("a.webp", b"RIFF", "'.webp' is no picture that can be printed", id="webp"),
    pytest.param("../a.png", png_head(9, 9), "'../a.png' lies outside the folder", id="up"),
    pytest.param("..\\a.png", png_head(9, 9), "'..\\a.png' lies outside the folder", id="up \\"),
    pytest.param("x/../../a.png", png_head(9, 9), "'x/../../a.png' lies outside", id="down, up"),
]


@pytest.mark.parametrize(("name", "data", "reason"), REFUSED)
def test_what_cannot_be_printed_is_refused_with_one_line(
    tmp_path: Path, name: str, data: bytes, reason: str
) -> None:
    """A picture that is too large, broken, none or outside the folder is told from its head."""
    folder = tmp_path / "game"
    (folder / "x").mkdir(parents=True)
    (folder / name.replace("\\", "/")).resolve().write_bytes(data)
    assert told(folder, name).startswith(reason)
    assert len(told(folder, name, "fr").splitlines()) == 1
    with pytest.raises(LudokitError):
        user_picture(folder, name, 10.0, 10.0)


@pytest.mark.parametrize("name", ["/etc/a.png", "C:\\a.png", "\\\\server\\a.png", "//server/a.png"])
def test_a_picture_elsewhere_on_the_machine_is_refused(tmp_path: Path, name: str) -> None:
    """No name leads to a root, a drive or a server."""
    assert "lies outside the folder" in told(tmp_path, name)


@pytest.mark.skipif(os.name == "nt", reason="links ask for rights there")
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    """A link to a picture outside the folder is not followed, one inside is."""
    folder = tmp_path / "game"
    folder.mkdir()
    scene((40, 30)).save(tmp_path / "out.png")
    scene((40, 30)).save(folder / "in.png")
    (folder / "a.png").symlink_to(tmp_path / "out.png")
    (folder / "b.png").symlink_to(folder / "in.png")
    assert "lies outside the folder" in told(folder, "a.png")
    assert why_unprintable(folder, "b.png") is None


@pytest.mark.parametrize(
    ("name", "found"),
    [("chat.png", "images/chat.jpg"), ("chein.png", "chien.png"), ("Chat.JPG", "images/chat.jpg")],
)
def test_a_picture_that_is_not_there_is_told_with_the_nearest(
    tmp_path: Path, name: str, found: str
) -> None:
    """A name that differs in folder, ending or a letter is asked after; a strange one is not."""
    (tmp_path / "images").mkdir()
    scene((40, 30)).save(tmp_path / "images" / "chat.jpg")
    scene((40, 30)).save(tmp_path / "chien.png")
    assert f"did you mean '{found}'?" in told(tmp_path, name)
    assert "beside the table" in told(tmp_path, "zzz.png")
    assert "did you mean" not in told(tmp_path, "images/zzz.png")


@pytest.mark.parametrize("name", ["a.gif", "images/a.WEBP", "a.tif", "a.heic", "a.svgz"])
def test_a_picture_of_another_kind_is_no_word(tmp_path: Path, name: str) -> None:
    """A file that cannot be printed is refused by its ending, not set as a word on a card."""
    assert TableCell(name, "A1", Place("list.csv", 1, 1)).is_picture
    assert "save it as one of .png, .jpg, .jpeg, .svg" in told(tmp_path, name)


def test_a_head_is_enough_to_plan(tmp_path: Path) -> None:
    """Planning opens no picture: one whose dots are cut off is refused when it is drawn."""
    ImageFile.LOAD_TRUNCATED_IMAGES = True  # as WeasyPrint leaves it
    (tmp_path / "a.jpg").write_bytes(jpeg()[:-4000])
    drawing = user_picture(tmp_path, "a.jpg", 40.0, 40.0)
    with pytest.raises(LudokitError, match="broken"):
        pdf_of(drawing)


def test_a_heavy_file_is_not_read(tmp_path: Path) -> None:
    """A file of more than 50 MB is refused by its size alone."""
    with (tmp_path / "a.jpg").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(LudokitError, match="50 MB"):
        pixel_size(tmp_path / "a.jpg")


SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
RED, GREEN, BLUE, WHITE, BLACK = (255, 0, 0), (0, 128, 0), (0, 0, 255), (255,) * 3, (0, 0, 0)
# What stands in a view box of 40 by 20, and the colours at points of it.
FEATURES: Mapping[str, tuple[str, Mapping[tuple[float, float], tuple[int, ...]]]] = {
    "groups and transforms": (
        (
            '<g transform="translate(10 0)" fill="#f00"><g transform="scale(2)">'
            '<rect width="5" height="5"/></g></g>'
        ),
        {(15, 5): RED, (5, 5): WHITE, (21, 5): WHITE, (15, 11): WHITE},
    ),
    "turned about a point": (
        '<rect transform="rotate(90 20 10)" x="15" y="0" width="10" height="2" fill="blue"/>',
        {(29, 10): BLUE, (29, 6): BLUE, (20, 1): WHITE},
    ),
    "used again": (
        (
            '<defs><circle id="a" r="4" fill="green"/></defs><use href="#a" x="6" y="6"/>'
            '<use xlink:href="#a" transform="translate(30 10)"/>'
        ),
        {(6, 6): GREEN, (30, 10): GREEN, (0.5, 0.5): WHITE, (18, 10): WHITE},
    ),
    "a symbol with a view box": (
        (
            '<symbol id="s" viewBox="0 0 2 2"><path d="M0 0h1v2h-1z" fill="red"/></symbol>'
            '<use href="#s" x="20" width="20" height="20"/>'
        ),
        {(25, 10): RED, (35, 10): WHITE, (10, 10): WHITE},
    ),
    "ellipse, line, polyline": (
        (
            '<ellipse cx="10" cy="10" rx="9" ry="4" fill="#00f"/>'
            '<line x1="22" y1="2" x2="22" y2="18" stroke="red" stroke-width="2"/>'
            '<polyline points="26,2 38,2 38,18" fill="none" stroke="green" stroke-width="2"/>'
        ),
        {(2, 10): BLUE, (10, 4): WHITE, (22, 17): RED, (32, 2): GREEN, (38, 16): GREEN},
    ),
    "styles": (
        (
            "<style>/* a */ .a, #b {fill: #0000ff} @media print {.a {fill: red}}</style>"
            '<rect class="a" width="10" height="10"/><rect id="b" x="12" width="8" height="10"/>'
            '<rect x="24" width="10" height="10" fill="red" style="fill:green;stroke:none"/>'
        ),
        {(5, 5): BLUE, (16, 5): BLUE, (29, 5): GREEN},
    ),
    "holes by the even-odd rule": (
        (
            '<path fill-rule="evenodd" d="M0 0h20v20H0zM5 5h10v10H5z"/>'
            '<path d="M22 0h18v20H22zM27 5h8v10h-8z"/>'
        ),
        {(2, 2): BLACK, (10, 10): WHITE, (24, 2): BLACK, (31, 10): BLACK},
    ),
    "arcs and curves": (
        '<path d="M2 10a8 8 0 0 1 16 0z" fill="red"/><path d="M22 18Q30-10 38 18z" fill="blue"/>',
        {(10, 3.5): RED, (10, 11): WHITE, (3, 3): WHITE, (30, 6): BLUE, (23, 5): WHITE},
    ),
    "numbers packed without blanks": (
        f'<path d="M0 0l{".25.25" * 40}V0z" fill="red"/>',
        {(8, 3): RED, (3, 8): WHITE, (12, 5): WHITE},
    ),
    "clear colours on white": (
        (
            '<rect width="10" height="20" fill="#f00" fill-opacity=".5"/>'
            '<g opacity="0.5"><rect x="20" width="10" height="20" fill="blue"/></g>'
        ),
        {(5, 10): (255, 128, 128), (25, 10): (128, 128, 255)},
    ),
    "gradients by their middle": (
        (
            '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" '
            'style="stop-color:#00f"/></linearGradient><radialGradient id="h" xlink:href="#g"/>'
            '<rect width="10" height="20" fill="url(#g)"/>'
            '<rect x="20" width="10" height="20" style="fill:url(#h)"/>'
        ),
        {(5, 10): (128, 0, 128), (25, 10): (128, 0, 128)},
    ),
    "lines cut off where they end": (
        (
            '<path d="M10 10h10" stroke="red" stroke-width="8"/>'
            '<path d="M30 10h4" stroke="blue" stroke-width="8" stroke-linecap="square"/>'
        ),
        {(11, 7): RED, (8, 10): WHITE, (22, 10): WHITE, (27, 7): BLUE, (37, 13): BLUE},
    ),
    "what other programs left": (
        (
            "<title>A</title><metadata><b xmlns='urn:b' onclick='no'>c</b></metadata>"
            '<clipPath id="c"><rect width="40" height="20"/></clipPath>'
            '<g clip-path="url(#c)"><rect width="10" height="20" fill="red"/></g>'
            '<switch><foreignObject/><rect x="20" width="9" height="20" fill="blue"/></switch>'
            '<rect width="40" height="20" display="none"/>'
        ),
        {(5, 10): RED, (25, 10): BLUE, (35, 10): WHITE},
    ),
}
FRAMES = {
    "view box": ('viewBox="0 0 40 20"', ""),
    "width and height": ('width="40" height="20px"', ""),
    "view box elsewhere": ('viewBox="100 50 40 20" width="9cm"', ' transform="translate(100 50)"'),
    "view box in other units": ('viewBox="0 0 400,200" width="100%"', ' transform="scale(10)"'),
}


def add(folder: Path, inside: str, frame: str = 'viewBox="0 0 40 20"') -> str:
    """Write an SVG into a folder and return its name."""
    (folder / "a.svg").write_text(f"{SVG}{frame}>{inside}</svg>", encoding="utf-8")
    return "a.svg"


def looks(drawing: Drawing, points: Mapping[tuple[float, float], tuple[int, ...]]) -> bool:
    """Tell whether a drawing 40 mm wide shows colours at points."""
    shown = picture_of(pdf_of(drawing))
    return all(near(seen(shown, *at), wanted, by=4) for at, wanted in points.items())


@pytest.mark.parametrize("feature", FEATURES)
def test_a_drawing_looks_as_it_is_written(tmp_path: Path, feature: str) -> None:
    """Whatever draws it, each colour of a drawing is where it belongs."""
    inside, points = FEATURES[feature]
    assert looks(user_picture(tmp_path, add(tmp_path, inside), 40.0, 40.0), points)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("feature", ["used again", "arcs and curves", "ellipse, line, polyline"])
def test_a_drawing_says_its_size_in_any_way(tmp_path: Path, feature: str, frame: str) -> None:
    """A view box anywhere, or width and height, give the same picture in the same ratio."""
    inside, points = FEATURES[feature]
    size, moved = FRAMES[frame]
    drawing = user_picture(tmp_path, add(tmp_path, f"<g{moved}>{inside}</g>", size), 40.0, 40.0)
    assert drawing.width / drawing.height == pytest.approx(2.0)
    assert looks(drawing, points)


@pytest.mark.parametrize(
    ("ink", "fills"),
    [
        ("colour", [RED, (16, 32, 16), (255, 255, 0)]),
        ("grey", [(127,) * 3, (28,) * 3, (248,) * 3]),
        ("outline", [WHITE, (11, 13, 15), WHITE]),
    ],
)
def test_a_drawing_is_printed_in_every_ink(
    tmp_path: Path, ink: Ink, fills: list[tuple[int, ...]]
) -> None:
    """In grey by lightness; in outline white within a line, but the darkest, which stay black."""
    colours = ("red", "#102010", "#ff0")
    rects = (
        f'<rect x="{n * 12}" width="10" height="20" fill="{colour}"/>'
        for n, colour in enumerate(colours)
    )
    shown = picture_of(
        pdf_of(user_picture(tmp_path, add(tmp_path, "".join(rects)), 40, 40), ink=ink)
    )
    found = [seen(shown, 5 + n * 12, 10) for n in range(3)]
    assert all(near(one, wanted, by=2) for one, wanted in zip(found, fills, strict=True)), found
    if ink == "outline":
        assert seen(shown, 24.0, 10.0)[0] < 100


SVG_REFUSED = {
    "script": ("<script>1</script>", "holds a script"),
    "handler": ('<rect onclick="a()" width="1" height="1"/>', "holds a script"),
    "link": ('<a href="#b"><rect width="1" height="1"/></a>', "holds a link"),
    "photograph": ('<image href="a.png" width="1" height="1"/>', "holds a photograph"),
    "web page": ("<foreignObject><p/></foreignObject>", "a piece of a web page"),
    "text": ('<text x="1" y="1">A</text>', "turn it into outlines"),
    "words in words": ("<text><tspan>A</tspan></text>", "turn it into outlines"),
    "used from outside": ('<use href="b.svg#c"/>', "calls for something outside"),
    "used from the web": (
        '<use xlink:href="https://a.example/#c"/>',
        "calls for something outside",
    ),
    "painted from outside": ('<rect fill="url(b.svg#c)"/>', "calls for something outside"),
    "styled from outside": ("<style>@import 'a.css';</style>", "calls for something outside"),
    "a web address in a style": (
        "<style>g{fill:url('//a.example')}</style>",
        "calls for something",
    ),
    "cut out": (
        '<clipPath id="c"><circle r="3"/></clipPath><rect clip-path="url(#c)" width="9"/>',
        "cuts shapes out",
    ),
    "masked": ('<mask id="m"/><rect style="mask:url(#m)" width="9" height="9"/>', "cuts shapes"),
    "pattern": ('<pattern id="p"/><rect fill="url(#p)" width="9" height="9"/>', "uses patterns"),
    "arrow heads": ('<path d="M0 0h9" marker-end="url(#m)"/>', "uses patterns or arrow heads"),
    "in itself": ('<g id="a"><use href="#a"/></g>', "uses parts of itself"),
    "no end of uses": (
        (
            '<g id="a0"><rect width="1" height="1"/></g>'
            + "".join(f'<g id="a{n + 1}">' + f'<use href="#a{n}"/>' * 10 + "</g>" for n in range(8))
        ),
        "more than 4000 shapes",
    ),
    "too many": ('<rect width="1" height="1"/>' * 4001, "more than 4000 shapes"),
    "too many points": (f'<path d="M0 0{"h1" * 130_000}"/>', "too many points"),
    "too deep": ("<g>" * 200 + "</g>" * 200, "more than 4000 shapes"),
    "nothing": ("<g/>", "nothing is drawn"),
    "not XML": ("<g>", "cannot be read as SVG"),
    "long numbers": (f'<path d="M{"1" * 500_000}x"/>', "cannot be read as SVG"),
    "many brackets": (f'<path transform="{"rotate(" * 400}" d="M0 0h9v9z"/>', "cannot be read as"),
}


@pytest.mark.parametrize("case", SVG_REFUSED)
def test_a_drawing_that_cannot_be_printed_is_refused_with_one_line(
    tmp_path: Path, case: str
) -> None:
    """What runs, calls out, is no outline or has no end is refused, and nothing is fetched."""
    inside, reason = SVG_REFUSED[case]
    name = add(tmp_path, inside)
    assert reason in told(tmp_path, name)
    assert len(told(tmp_path, name, "fr").splitlines()) == 1


WHOLE = {
    "an entity": ('<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG + 'viewBox="0 0 1 1"/>', "entities"),
    "a bomb": (
        '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>' + SVG + ">&b;</svg>",
        "may not declare entities",
    ),
    "a file by an entity": (
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SVG + ">&a;</svg>",
        "may not declare entities",
    ),
    "a style sheet": (f'<?xml-stylesheet href="a.css"?>{SVG} viewBox="0 0 1 1"/>', "calls for"),
    "no size": (SVG + "/>", "how wide and high"),
    "a thread": (SVG + 'viewBox="0 0 100 1"/>', "how wide and high"),
    "another language": ('<svg xmlns="urn:other" viewBox="0 0 9 9"/>', "cannot be read as SVG"),
    "no SVG": ("<html/>", "cannot be read as SVG"),
    "a PNG": ("\x89PNG", "cannot be read as SVG"),
    "empty": ("", "cannot be read as SVG"),
    "heavy": (SVG + 'viewBox="0 0 9 9">' + " " * 1_000_000 + "</svg>", "1 MB at most"),
}


@pytest.mark.parametrize("case", WHOLE)
def test_a_file_that_is_no_plain_drawing_is_refused(tmp_path: Path, case: str) -> None:
    """Entities, files without a size and files that are no SVG are refused in one line."""
    text, reason = WHOLE[case]
    (tmp_path / "a.svg").write_text(text, encoding="utf-8")
    assert reason in told(tmp_path, "a.svg")


def test_no_damage_ends_in_a_traceback(tmp_path: Path) -> None:
    """Files with wrong, cut and missing bytes are printed or refused, whatever they say."""
    chance = Random(3)  # noqa: S311 - damage
    found: list[tuple[str, bytes]] = [("a.jpg", jpeg((60, 40))), ("a.png", png_head(60, 40))]
    found += [
        ("a.svg", f"{SVG}{FRAMES['view box'][0]}>{one}</svg>".encode())
        for one, _ in FEATURES.values()
    ]
    for number in range(400):
        name, data = found[number % len(found)]
        damaged = bytearray(data)
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(damaged))
            damaged[at : at + chance.randrange(3)] = chance.choice(b'0 .-<>"=/#(\xff').to_bytes()
        (tmp_path / name).write_bytes(damaged)
        with suppress(LudokitError):
            user_picture(tmp_path, name, 5.0, 5.0)
            if name != "a.svg":
                image_for_print(tmp_path / name, 5.0, is_grey=False)


def test_the_usual_document_type_is_passed_over(tmp_path: Path) -> None:
    """A document type that only names the language says nothing, and its address is not asked."""
    told_ = '"-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"'
    shape = f'{SVG}viewBox="0 0 4 4"><rect width="1" height="1"/></svg>'
    (tmp_path / "a.svg").write_text(f"<!DOCTYPE svg PUBLIC {told_}>{shape}", encoding="utf-8")
    assert why_unprintable(tmp_path, "a.svg") is None


def test_the_same_drawing_gives_the_same_bytes(tmp_path: Path) -> None:
    """Twice the same SVG is the same PDF, which holds it once however often it is placed."""
    name = add(tmp_path, '<circle cx="9" cy="9" r="5" fill="#abc"/>')
    one, two = (
        pdf_of(*(user_picture(tmp_path, name, 30.0, 30.0) for _ in range(3))) for _ in range(2)
    )
    assert one == two
    assert forms(one) == 1
