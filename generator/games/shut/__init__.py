"""Numbers that add up to a throw are shut, throw after throw."""
