"""How habitable the house is, row by row of its plan: `python -m tests.benchmarks.house`.

Everything but the duration of the tests is read from the source, by the functions that the rules of the house use; the
duration is what `packaging/start.py test --fast` takes.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.benchmarks import tables
from tests.places import ROOT
from tests.source import imports, modules, room_imports, within
from tests.test_directions import COMPUTES, DESKTOP, DRAWS_WITH_ARRAYS, ENGINE
from tests.test_house import (
    MOST_METHODS,
    MOST_MODULES,
    PACKAGES,
    UNTYPED_SIGNALS,
    asserted_types,
    crowded_classes,
    declared_signals,
    definitions,
    floors,
    folder_graph,
    module_counts,
    modules_that_name_models,
    questions_of_differential_privacy,
    repeated_signals,
    twin_names,
    untyped_signals,
)

HEADERS = ("what", "found", "to be")
WINDOW = ROOT / "arxdesk" / "window" / "window.py"
WAY_OF_APPLY = re.compile(r"\*\*A click on Apply.*?\n\n", re.DOTALL)
"""The paragraph of ARCHITECTURE.md that follows the click from hop to hop."""


def figures() -> Iterator[tuple[str, str, str]]:
    """Every row of the plan: what is counted, the figure found, the target."""
    folders = {path.parent for module, path in modules("arxdesk") if "comparison" in module}
    yield 'folders of arxdesk that hold "compare two transformations"', _named(folders), "1, plus what is shared"
    crowded = sum(count > MOST_MODULES for package in PACKAGES for count in module_counts(package).values())
    yield f"folders of more than {MOST_MODULES} modules", str(crowded), "0"
    yield "circles of folders in arxdesk", str(len(circles(folder_graph("arxdesk")))), "0"
    yield "floors of arxdesk, imports that run back up", f"{floors('arxdesk')}, {len(_upward('arxdesk'))}", "16, 0"
    yield "modules of arxdesk that compute outside the drawing of charts", str(len(_computing())), "0"
    yield "hops from Apply to the table, signals named apply_requested", f"{_hops()}, {_requests('apply')}", "6, 1"
    yield "signals named *_requested, relays", f"{_requests()}, {len(repeated_signals())}", "as needed, 0"
    untyped = untyped_signals() - set(UNTYPED_SIGNALS)
    yield "Signal(object); assert isinstance", f"{len(untyped)}; {len(asserted_types(*PACKAGES))}", "0; 0"
    named, count = _most_restated()
    yield (
        "modules that name a privacy model, the most of any model",
        f"{count} ({named})",
        "1, and a page of help",
    )
    asking = {where.split(":")[0] for where in questions_of_differential_privacy()}
    yield "modules that ask for differential privacy, beside its policy", str(len(asking)), "0"
    yield "class names used twice within a package", _named(set().union(*map(twin_names, PACKAGES))), "0"
    yield f"classes of more than {MOST_METHODS} methods", str(len(crowded_classes(*PACKAGES))), "at most 8"
    yield "lines of window.py", str(len(WINDOW.read_text(encoding="utf-8").splitlines())), "below 300"
    yield "modules that log", str(len(_logging())), "every border"


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """The sets of nodes that reach each other."""
    reached = {node: _reached(graph, node) for node in graph}
    return {
        frozenset(end for end in ends if node in reached.get(end, ())) for node, ends in reached.items() if node in ends
    }


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def _upward(package: str) -> list[str]:
    allowed = {"arxdesk": DESKTOP, "arxdesk_engine": ENGINE}[package]
    return [
        where
        for importing, imported, where in room_imports(package)
        if imported not in (importing, "__version__", *allowed[importing])
    ]


def _computing() -> set[str]:
    return {
        module
        for module, path in modules("arxdesk")
        if not within(module, DRAWS_WITH_ARRAYS)
        for _line, name in imports(path)
        if within(name, COMPUTES)
    }


def _hops() -> int:
    """The steps of the paragraph; each must name something that the packages define or use."""
    found = WAY_OF_APPLY.search((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    if found is None:
        raise LookupError("ARCHITECTURE.md does not follow a click on Apply.")
    known = {name for _module, path in modules(*PACKAGES) for name in definitions(path)}
    known |= {module.rpartition(".")[2] for module, _path in modules(*PACKAGES)}
    if lost := [name for name in re.findall(r"`([\w.]+)`", found[0]) if name.rpartition(".")[2] not in known]:
        raise LookupError(f"ARCHITECTURE.md names what no module defines: {', '.join(lost)}.")
    return len(re.findall(r"\b\d+\.\s", found[0]))


def _requests(wish: str = "") -> int:
    signals = [name for _module, path in modules("arxdesk") for name in declared_signals(path)]
    return sum(name.endswith("_requested") and name.startswith(wish) for name in signals)


def _most_restated() -> tuple[str, int]:
    """The model that most modules name, and their number."""
    naming = modules_that_name_models()
    name = max(naming, key=lambda each: len(naming[each]))
    return name, len(naming[name])


def _logging() -> set[str]:
    return {module for module, path in modules(*PACKAGES) for _line, name in imports(path) if within(name, "logging")}


def _named(found: set[Path] | set[str]) -> str:
    """Their number, and which."""
    names = sorted(str(each.relative_to(ROOT)) if isinstance(each, Path) else each for each in found)
    return f"{len(names)} ({', '.join(names)})" if names else "0"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args(arguments)
    tables.show("The house", HEADERS, figures())


if __name__ == "__main__":
    main()
