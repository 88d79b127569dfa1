"""The fixed words of the family: what a square does, and the variants."""

DENTIST = "dentist"
SUGAR = "sugar"
BRUSHING = "brushing"
HIT = "hit"
APPOINTMENT = "appointment"
KINDS = (DENTIST, SUGAR, BRUSHING, HIT, APPOINTMENT)

TWO_DICE = "two-dice"
COOPERATIVE = "cooperative"
EDUCATIONAL = "educational"
VARIANTS = (TWO_DICE, COOPERATIVE, EDUCATIONAL)
