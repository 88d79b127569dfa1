"""What is handed out for this system, as one zip in `dist/`: `python -m tests.release`.

It holds the program that `bundle.spec` has built there, the site that `make site` has made, what to
read first and the licences; the same files give the same bytes.
"""

import re
import stat
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from packaging.requirements import Requirement
from pypdfium2 import PdfDocument

from generator import __version__, paths
from generator.paper.page import Page, PaperSize
from generator.paper.palette import Palette
from generator.printables.user_pictures import user_picture
from generator.render.document import DocumentFacts
from generator.render.pdf import draw
from generator.words import BUILT_IN, message, say

CHECKOUT = Path(__file__).parents[1]
DIST, SITE = CHECKOUT / "dist", CHECKOUT / "output" / "site"
SYSTEM = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
NAME = f"ludokit-{__version__}-{SYSTEM}"
# What the spec builds for each system: what takes commands, and what else lies beside it.
COMMANDS = {
    "linux": "ludokit",
    "windows": "ludokit.exe",
    "macos": "ludokit.app/Contents/MacOS/ludokit",
}
PROGRAMS = {
    "linux": ("ludokit",),
    "windows": ("ludokit.exe", "ludokit-page.exe"),
    "macos": ("ludokit.app",),
}
TEXTS = ("docs/release/LISEZ-MOI.txt", "docs/release/READ-ME.txt", "LICENSE", "LICENSE-CONTENT.md")
LICENCES = re.compile(r"(?i)\.dist-info/(.*(?:licen[cs]e|copying|notice)[^/]*)$")
# The first moment that a zip can name.
LONG_AGO = (1980, 1, 1, 0, 0, 0)
ICON_SIZES = (16, 32, 48, 64, 128, 256)
ICON_SIDE = 1024
FILE, LINK, RUN, READ = stat.S_IFREG, stat.S_IFLNK, 0o755, 0o644


def write_icon(file: Path) -> Path:
    """Draw the page's icon as the file of a program's icon: `.ico`, `.icns` or `.png`."""
    side = 100.0
    drawing = user_picture(paths.templates() / "page" / "static", "icon.svg", side, side)
    page = Page(PaperSize("a4", side, side), drawing)
    with PdfDocument(draw((page,), Palette((), "colour"), DocumentFacts("icon"))) as document:
        sheet = document[0]
        bitmap = sheet.render(scale=ICON_SIDE / sheet.get_width(), fill_color=(255, 255, 255, 0))
        picture = bitmap.to_pil().convert("RGBA").resize((ICON_SIDE, ICON_SIDE))
        bitmap.close()
    file.parent.mkdir(parents=True, exist_ok=True)
    more = {"sizes": [(size, size) for size in ICON_SIZES]} if file.suffix == ".ico" else {}
    picture.save(file, **more)
    return file


def desktop_entry() -> str:
    """Return what starts the program in the same folder by a double click on Linux.

    No entry may name a program by where it lies itself, but a shell may be told where that is.
    """
    comments = {one: say(message("page.shortcut"), one) for one in BUILT_IN}
    shell = r"""sh -c "cd \\"\\$(dirname \\"\\$1\\")\\" && exec ./ludokit" sh %k"""
    facts = {"Type": "Application", "Name": "ludokit", "Comment": comments["en"]}
    facts |= {f"Comment[{one}]": words for one, words in comments.items()}
    facts |= {"Exec": shell, "Icon": "applications-education", "Terminal": "false"}
    return "".join(("[Desktop Entry]\n", *(f"{key}={value}\n" for key, value in facts.items())))


def libraries() -> Mapping[str, Distribution]:
    """Return the libraries that the program needs and holds, by name, in order."""
    found = dict[str, Distribution]()
    ahead = [Requirement("ludokit[page]")]
    while ahead:
        wanted = ahead.pop()
        try:
            own = distribution(wanted.name)
        except PackageNotFoundError:  # of another system
            continue
        needs = map(Requirement, own.requires or ())
        extras = wanted.extras or {""}
        needed = [
            one
            for one in needs
            if not one.marker or any(one.marker.evaluate({"extra": extra}) for extra in extras)
        ]
        ahead += [one for one in needed if one.name.lower() not in found]
        found[wanted.name.lower()] = own
    return {name: found[name] for name in sorted(found) if name != "ludokit"}


def licences() -> str:
    """Return the licences of the libraries that the program holds, as they came with them."""
    told = list[str]()
    for name, own in libraries().items():
        licence = next(
            filter(None, map(own.metadata.json.get, ("license_expression", "license"))), ""
        )
        told.append(f"{'=' * 72}\n{name} {own.version}: {str(licence).partition(chr(10))[0]}\n")
        texts = filter(None, (LICENCES.search(str(one)) for one in own.files or ()))
        told += sorted((own.read_text(one[1]) or "").strip() for one in texts)
    return "\n".join(told) + "\n"


def members() -> Iterator[tuple[str, int, bytes]]:
    """Yield what goes into the zip: name, kind and rights as POSIX systems know them, content."""
    for name in TEXTS:
        yield Path(name).name, FILE | READ, (CHECKOUT / name).read_bytes()
    yield "LICENSES-LIBRARIES.txt", FILE | READ, licences().encode()
    if SYSTEM == "linux":
        yield "ludokit.desktop", FILE | RUN, desktop_entry().encode()
    for name in PROGRAMS[SYSTEM]:
        yield from _below(DIST / name, DIST)
    yield from _below(SITE, SITE.parent)


def _below(place: Path, start: Path) -> Iterator[tuple[str, int, bytes]]:
    name = place.relative_to(start).as_posix()
    if place.is_symlink():
        # Bundles of macOS have some, and are broken where a link has become a copy.
        yield name, LINK | RUN, str(place.readlink()).encode()
    elif place.is_dir():
        for one in place.iterdir():
            yield from _below(one, start)
    else:
        may_run = place.stat().st_mode & stat.S_IXUSR
        yield name, FILE | (RUN if may_run else READ), place.read_bytes()


def zipped(folder: str, found: Iterator[tuple[str, int, bytes]]) -> bytes:
    """Return a zip of one folder, its files in order and without the time of day."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name, mode, content in sorted(found):
            info = ZipInfo(f"{folder}/{name}", LONG_AGO)
            # As if a POSIX system had written it, wherever that is done.
            info.create_system, info.external_attr = 3, mode << 16
            info.compress_type = ZIP_DEFLATED
            file.writestr(info, content)
    return made.getvalue()


if __name__ == "__main__":
    wanted = (*(DIST / name for name in PROGRAMS[SYSTEM]), SITE)
    if missing := [str(one) for one in wanted if not one.exists()]:
        sys.exit(f"missing: {', '.join(missing)}; make bundle and make site make them")
    target = DIST / f"{NAME}.zip"
    target.write_bytes(zipped(NAME, members()))
    sys.stdout.write(f"{target}\n")
