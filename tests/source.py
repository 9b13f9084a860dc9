"""The source of the packages as facts: their modules, imports and names, wherever in a file they stand."""

import ast
import functools
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.places import ROOT

PLACES = {"arxdesk_engine": ROOT / "engine", "arxdesk_resources": ROOT / "resources"}
"""The folders in which packages lie that are not at the top."""


@functools.cache
def syntax_tree(path: Path) -> ast.Module:
    """Parse a file, once for all rules."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@functools.cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a file; a walk of all files takes half a second."""
    return tuple(ast.walk(syntax_tree(path)))


def modules(*packages: str) -> Iterator[tuple[str, Path]]:
    """Dotted name and file of every module of the packages."""
    for package in packages:
        top = PLACES.get(package.split(".")[0], ROOT)
        folder = top / package.replace(".", "/")
        files = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
        for path in files:
            if path.is_file():
                yield ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__"), path


@functools.cache
def imports(path: Path) -> tuple[tuple[int, str], ...]:
    """Every import of a file wherever it stands: its line, and the full name of what is imported."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            dots = "." * node.level
            yield from ((node.lineno, f"{dots}{node.module or ''}.{alias.name}") for alias in node.names)


@functools.cache
def names_used(path: Path) -> tuple[tuple[int, str], ...]:
    """Every name, attribute and imported name that a file mentions outside of texts and comments."""
    return tuple(_names_used(path))


def _names_used(path: Path) -> Iterator[tuple[int, str]]:
    for node in nodes(path):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.alias):
            yield node.lineno, node.name.rpartition(".")[2]


def within(name: str, parts: str | Iterable[str]) -> bool:
    """Whether a name is one of the parts or lies inside one."""
    parts = (parts,) if isinstance(parts, str) else parts
    return any(name == part or name.startswith(f"{part}.") for part in parts)


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name}:{line}"


def room(name: str) -> str:
    """The part of a package below its top that a module lies in: `io` of `arxdesk_engine.io.text.form`."""
    return name.split(".")[1] if "." in name else ""


def room_imports(package: str) -> Iterator[tuple[str, str, str]]:
    """(importing room, imported room, where) for every import between modules of a package."""
    for module, path in modules(package):
        for line, name in imports(path):
            if within(name, package) and room(module):
                yield room(module), room(name), f"{place(path, line)} imports {name}"


def module_graph(package: str) -> dict[str, set[str]]:
    """For every module of a package the other ones that it imports."""
    known = {module for module, _path in modules(package)}
    graph: dict[str, set[str]] = {}
    for module, path in modules(package):
        found = {name if name in known else name.rpartition(".")[0] for _line, name in imports(path)}
        graph[module] = (found & known) - {module}
    return graph
