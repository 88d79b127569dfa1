"""The command that opens the page, in the browser of this machine."""

import click

from generator.cli.language import CliLanguage
from generator.errors import LudokitError
from generator.words import message


def open_page(lang: CliLanguage, *, port: int | None, no_browser: bool, shortcut: bool) -> None:
    """Serve the page until Ctrl-C ends it, or show the one that is served already."""
    from generator.cli.page_options import PageOptions

    try:
        from generator.page import server
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "generator":
            raise
        from generator.diagnosis import FOR_PAGE, install_line, missing_libraries

        line = install_line(missing_libraries(FOR_PAGE) or (str(error.name),))
        reason = message("page.not-installed", library=str(error.name), line=line)
        raise LudokitError(reason) from error

    def tell(key: str, address: str) -> None:
        click.echo(lang(key, address=address))

    if shortcut:
        click.echo(lang("open-shortcut", path=str(server.make_shortcut(lang.language))))
        return
    server.serve(PageOptions(), lang.language, port, tell, browser=not no_browser)
