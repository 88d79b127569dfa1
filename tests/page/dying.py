"""Work that ends its process, as the system does where memory runs out."""

import os
import signal
from typing import Any, NoReturn

from generator.cli.page_options import PageOptions


def die(*_: object) -> NoReturn:
    """End this process at once."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class DyingOptions(PageOptions):
    """A command line whose files end the process that reads them."""

    def parse_request(self, command: Any, values: Any, files: Any, language: Any) -> Any:  # noqa: ANN401 - as it is
        """End this process at once where there is a file."""
        return die() if files else super().parse_request(command, values, files, language)
