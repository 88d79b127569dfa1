"""Cards attack one another with dice and cost life points."""
