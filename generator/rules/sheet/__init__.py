"""Games on sheets: what a rule does stands in the data, as a primitive with its parameters."""
