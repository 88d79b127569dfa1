"""A record as it was played: what is worked out of it when a report is asked for more."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from generator.reading.nodes import Path, Place
from generator.rules import AnyRules


@dataclass(frozen=True, slots=True)
class Played:
    """A record as its rules played it: what it says, the state it began with, and the last one.

    `located` says where in the file something of it stands.

    Papers that stand alone have no turns: they begin and end with what is laid.
    """

    rules: AnyRules
    content: Any
    begun: Any
    last: Any
    located: Callable[[Path], Place]
    has_turns: bool = True

    def judged(self) -> Iterator[tuple[Any, Any, Any]]:
        """Yield the state before each step, the step, and what the rules say to it."""
        state = self.begun
        for step in self.rules.steps(self.content):
            judged = self.rules.judge(state, step)
            yield state, step, judged
            state = judged[1]
