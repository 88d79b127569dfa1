"""Pages become PDF, drawings become SVG, templates become documents; one library a module."""
