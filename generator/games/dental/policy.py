"""A policy on the circuit: how often the cube is taken, and how many games tell of worn charts."""

from typing import Literal

from generator.rules.policies import Policy, Trial

# How charts are worn is told of this many games.
WEAR_TRIAL = Trial(games=10_000)


class DentalPolicy(Policy):
    """How one plays who always plays alike."""

    cube: Literal["never", "half", "always"] | None = None
    """On the dentist's circuit: how often the cube is taken for an appointment."""
