"""Classes on the page: typed once, kept by the browser; the program only reads what was typed."""

from flask import Blueprint, g, render_template

from generator.errors import LudokitError
from generator.page import progress
from generator.page.orders import OF_CLASS, OrderPages, class_first
from generator.page.wording import reasons_of
from generator.print_request import Upload


class ClassPages(OrderPages):
    """The page of the classes that a browser keeps."""

    command = "kit"

    def add_to(self, pages: Blueprint) -> None:
        """Add it to the page."""
        pages.add_url_rule("/class/", view_func=self.classes)
        pages.add_url_rule("/class/", view_func=self.read_class, methods=["POST"])

    def classes(self) -> str:
        """Show the form of a class; the browser fills in what it keeps."""
        fields = sorted(self._asked_for(OF_CLASS), key=class_first)
        return render_template("class.html", fields=fields)

    def read_class(self) -> dict[str, object] | tuple[dict[str, object], int]:
        """Return the names and the printer's profile of a class in words, or why they are none."""
        fields = self._asked_for(OF_CLASS)
        values, files = progress.read_form(fields)
        try:
            chosen = self._parsed(values, files)
        except LudokitError as error:
            return {"refused": reasons_of(error, g.language)}, progress.UNPROCESSABLE
        profile = files.get("printer", Upload("", b"")).data.decode(errors="replace")
        names = "\n".join(chosen.options.names).strip()
        return {"names-text": names, "printer-text": profile}
