"""A policy on a sheet of boxes: what is kept of a throw."""

from typing import Literal

from generator.rules.policies import Policy


class FillPolicy(Policy):
    """How one plays who always plays alike."""

    keeps: Literal["nothing", "alike", "runs"] | None = None
    """On a sheet of boxes: what is kept of a throw, `nothing`, dice `alike` (the most), or `runs`
    of four and else dice alike; the box where the dice are worth most is filled."""
