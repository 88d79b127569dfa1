"""Tables that people bring, and the games made from a list, as plain combinatorics."""
