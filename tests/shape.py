"""What the shape of the package is read from: its modules, who imports whom, what is used."""

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
# A module by its dotted name below the package ("" is the package), and a name at its top.
Named = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Module:
    """A module: its path within the package, its dotted name there, its text and its tree."""

    path: str
    name: str
    text: str
    tree: ast.Module


@cache
def modules(package: Path) -> tuple[Module, ...]:
    """Return every module of a package, read once."""
    return tuple(_modules(package))


def _modules(package: Path) -> Iterator[Module]:
    for file in sorted(package.rglob("*.py")):
        path = file.relative_to(package)
        parts = path.with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = file.read_text(encoding="utf-8")
        yield Module(path.as_posix(), name, text, ast.parse(text))


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of every import, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield node.lineno, "."
        elif isinstance(node, ast.ImportFrom) and node.module == "generator":
            yield from ((node.lineno, f"generator.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module


def definitions(tree: ast.AST) -> Iterator[Definition]:
    """Yield every class, function and method."""
    return (node for node in ast.walk(tree) if isinstance(node, Definition))


class Package:
    """The modules of a package, what each imports from the others, and what it uses of them."""

    def __init__(self, folder: Path) -> None:
        """Read all modules."""
        self.modules = {module.name: module for module in modules(folder)}
        self.aliases = {
            name: dict(self._aliases(module.tree)) for name, module in self.modules.items()
        }

    def _aliases(self, tree: ast.Module) -> Iterator[tuple[str, Named]]:
        """Yield each name that an import makes, with the module and the name there, or none."""
        for node in ast.walk(tree):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            source = node.module or "" if isinstance(node, ast.ImportFrom) else None
            for alias in node.names:
                whole = alias.name if source is None else f"{source}.{alias.name}"
                top, _, rest = whole.partition(".")
                if top != "generator":
                    continue
                local = alias.asname or (alias.name if source is not None else top)
                if rest in self.modules:
                    yield local, (rest, "")
                else:
                    module, _, name = rest.rpartition(".")
                    yield local, (module, name)

    def arrows(self) -> dict[str, set[str]]:
        """Return which modules each module imports, within functions too."""
        return {
            name: {module for module, _ in aliases.values() if module in self.modules}
            for name, aliases in self.aliases.items()
        }

    def origin(self, named: Named) -> Named:
        """Return where a name is defined that others may hand on."""
        seen = set[Named]()
        while named not in seen:
            seen.add(named)
            module, name = named
            named = self.aliases.get(module, {}).get(name, named)
        return named

    def protocol_methods(self) -> set[str]:
        """Return the methods that protocols of the package ask for, which classes have unsaid."""
        return {
            function.name
            for module in self.modules.values()
            for node in ast.walk(module.tree)
            if isinstance(node, ast.ClassDef) and is_protocol(node)
            for function in node.body
            if isinstance(function, ast.FunctionDef)
        }

    def is_override(self, module: str, owner: ast.ClassDef, method: str) -> bool:
        """Tell whether a base of a class has a method, in the package or in a library."""
        for base in owner.bases:
            plain = base.value if isinstance(base, ast.Subscript) else base
            found = self._named(module, plain)
            tops = self.modules[found[0]].tree.body if found and found[0] in self.modules else []
            for node in tops:
                if isinstance(node, ast.ClassDef) and found is not None and node.name == found[1]:
                    own = {one.name for one in node.body if isinstance(one, Definition)}
                    if method in own or self.is_override(found[0], node, method):
                        return True
                    break
            else:
                if hasattr(_library_class(self.modules[module].tree, plain), method):
                    return True
        return False

    def registered(self) -> Iterator[Named]:
        """Yield the classes that are found by being subclasses: of a hook, or of one asked for."""
        classes = {
            (name, node.name): node
            for name, module in self.modules.items()
            for node in module.tree.body
            if isinstance(node, ast.ClassDef)
        }
        roots = {*self._asked_for_subclasses()} | {
            named
            for named, node in classes.items()
            if any(hook.name == "__init_subclass__" for hook in definitions(node))
        }
        for named in classes:
            ahead = [named]
            while ahead:
                name, top = ahead.pop()
                node = classes.get((name, top))
                bases = [self._named(name, base) for base in node.bases] if node else []
                ahead += [base for base in bases if base is not None]
                if roots.intersection(ahead):
                    yield named
                    break

    def _asked_for_subclasses(self) -> Iterator[Named]:
        """Yield the classes handed to a function of a module that asks for subclasses."""
        asking = {name for name, module in self.modules.items() if "__subclasses__" in module.text}
        for name, module in self.modules.items():
            for node in ast.walk(module.tree):
                called = self._named(name, node.func) if isinstance(node, ast.Call) else None
                if called is not None and called[0] in asking and isinstance(node, ast.Call):
                    yield from filter(None, (self._named(name, each) for each in node.args))

    def _named(self, module: str, node: ast.expr) -> Named | None:
        """Return what a name means in a module, perhaps of another module or with an index."""
        if isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Name):
            return self.origin(self.aliases[module].get(node.id, (module, node.id)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            of, inside = self.aliases[module].get(node.value.id, ("", "?"))
            return None if inside else self.origin((of, node.attr))
        return None

    def uses(self) -> Iterator[tuple[Named, str, int]]:
        """Yield every name of the package that is used, with the module and the line."""
        for name, module in self.modules.items():
            aliases = self.aliases[name]
            tops = set(tops_of(module.tree))
            for node in _with_quoted(module.tree):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    if node.id in aliases:
                        yield self.origin(aliases[node.id]), name, node.lineno
                    elif node.id in tops:
                        yield (name, node.id), name, node.lineno
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    of, inside = aliases.get(node.value.id, ("", "?"))
                    if not inside:
                        yield self.origin((of, node.attr)), name, node.lineno


def is_protocol(node: ast.ClassDef) -> bool:
    """Tell whether a class is a protocol."""
    return any(ast.unparse(base).partition("[")[0] == "Protocol" for base in node.bases)


def _library_class(tree: ast.Module, base: ast.expr) -> object:
    """Return a class of a library or of Python that a module names; None for what is no class."""
    first, *rest = ast.unparse(base).split(".")
    for node in ast.walk(tree):
        for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
            if (alias.asname or alias.name) == first:
                source = getattr(node, "module", None)
                found = import_module(source or alias.name)
                for name in (alias.name, *rest) if source else rest:
                    found = getattr(found, name)
                return found
    return getattr(builtins, first, None)


def _with_quoted(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every node, also of annotations and aliases of types that are written in quotes."""
    for node in ast.walk(tree):
        yield node
        quoted: list[ast.expr | None] = []
        if isinstance(node, ast.AnnAssign):
            quoted = [node.annotation]
            quoted += [node.value] if ast.unparse(node.annotation) == "TypeAlias" else []
        elif isinstance(node, ast.arg):
            quoted = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            quoted = [node.returns]
        for each in quoted:
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                yield from ast.walk(ast.parse(each.value, mode="eval"))


def tops_of(tree: ast.Module) -> dict[str, tuple[int, int]]:
    """Return the names defined at the top of a module, with their first and last line."""
    found = dict[str, tuple[int, int]]()
    for node in tree.body:
        if isinstance(node, Definition):
            found[node.name] = (node.lineno, node.end_lineno or node.lineno)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        found[part.id] = (node.lineno, node.end_lineno or node.lineno)
    return found
