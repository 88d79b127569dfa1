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
    """A command line whose forms end the process that reads them."""

    def parse_request(self, *given: Any) -> Any:  # noqa: ANN401 - never comes back
        """End this process at once."""
        return die(*given)
