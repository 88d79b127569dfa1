"""The command that opens the page, in the browser of this machine."""

import click

from generator.cli.speech import Speech
from generator.errors import LudokitError
from generator.words import message


def open_page(speech: Speech, *, port: int | None, no_browser: bool, shortcut: bool) -> None:
    """Serve the page until Ctrl-C ends it, or show the one that is served already."""
    from generator.cli.asking import Asked

    try:
        from generator.page import opening
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "generator":
            raise
        from generator.diagnosis import FOR_PAGE, install, missing

        line = install(missing(FOR_PAGE) or (str(error.name),))
        reason = message("page.not-installed", library=str(error.name), line=line)
        raise LudokitError(reason) from error

    def tell(key: str, address: str) -> None:
        click.echo(speech(key, address=address))

    if shortcut:
        click.echo(speech("open-shortcut", path=str(opening.make_shortcut(speech.language))))
        return
    opening.serve(Asked(), speech.language, port, tell, browser=not no_browser)
