"""Walk round a circuit whose squares harm, clean and mend the teeth of one's own chart."""

from generator.rules.circuit.rules import CircuitRules, load

__all__ = ["CircuitRules", "load"]
