"""Text people wrote, read within limits into nodes that know their place, then fitted to values.

Import from the modules: nodes, text, yaml_text, json_text, files, aliases, fit.
"""
