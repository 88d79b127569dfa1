"""The site: printables as pictures, rules, tutorials and references, as pages that stand alone."""
