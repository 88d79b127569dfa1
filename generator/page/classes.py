"""Classes on the page: typed once, kept by the browser; the program only reads what was typed."""

from flask import render_template

from generator.page import progress
from generator.page.orders import OF_CLASS, class_first, options_for, parse_sent
from generator.page.pages import pages
from generator.print_request import Upload


@pages.get("/class/", endpoint="classes")
def _classes() -> str:
    fields = sorted(options_for("kit", OF_CLASS), key=class_first)
    return render_template("class.html", fields=fields)


@pages.post("/class/", endpoint="read_class")
def _read_class() -> dict[str, str]:
    """Return the names and the printer's profile of a class as texts."""
    values, files = progress.read_form(options_for("kit", OF_CLASS))
    chosen = parse_sent("kit", values, files)
    profile = files.get("printer", Upload("", b"")).data.decode(errors="replace")
    names = "\n".join(chosen.options.names).strip()
    return {"names-text": names, "printer-text": profile}
