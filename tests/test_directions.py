"""The import directions of the two packages, as facts: imports inside functions and under TYPE_CHECKING count too."""

import ast
import graphlib
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.source import imports, modules, names_used, nodes, place, room, room_imports, syntax_tree, within

QT = ("PySide6", "PySide2", "PyQt5", "PyQt6", "shiboken6", "pyqtgraph", "qtawesome", "qtpy")

_TABLE = ("foundation", "kernels", "data", "hierarchies")
_CLASSES = (*_TABLE, "lattice", "classes")
_MODELS = (*_CLASSES, "risk", "privacy", "quality")
_JOB = (*_MODELS, "perturbation", "io", "search", "job")

# A room of the engine may import the rooms named after it (and itself); all else of ours is forbidden.
ENGINE = {
    "foundation": (),
    "kernels": (),
    "data": ("foundation", "kernels"),
    "lattice": ("foundation", "kernels"),
    "hierarchies": ("foundation", "kernels", "data"),
    "classes": (*_TABLE, "lattice"),
    "io": _TABLE,
    "risk": _CLASSES,
    "privacy": (*_CLASSES, "risk"),
    "quality": _CLASSES,
    "perturbation": (*_TABLE, "risk"),
    "search": _MODELS,
    "job": (*_MODELS, "perturbation", "io", "search"),
    "preparation": _JOB,
    "release": (*_JOB, "preparation"),
    # The second count shares neither classes nor criteria nor a search with what it checks.
    "verification": (*_TABLE, "io", "risk", "privacy", "perturbation", "job"),
    "backends": (*_JOB, "preparation", "release", "verification"),
    "analysis": (*_JOB, "preparation", "release"),
    "projects": (*_JOB, "preparation", "release"),
    "arx": (*_JOB, "preparation"),
    # An attacker reads the release as the second count does, and knows nothing of classes or searches.
    "attacks": (*_TABLE, "io", "risk", "privacy", "job", "verification"),
    "second_count": (*_JOB, "preparation", "release", "verification", "backends"),
    "anonymizer": (
        *_JOB,
        "preparation",
        "release",
        "verification",
        "second_count",
        "backends",
        "analysis",
        "projects",
        "arx",
    ),
    "existing_file": (*_JOB, "preparation", "release", "verification", "anonymizer"),
    "plans": (*_JOB, "preparation", "release", "anonymizer"),
    "exploration": (*_JOB, "preparation", "release", "analysis", "anonymizer"),
    "earlier_releases": (*_JOB, "preparation", "release", "projects", "attacks"),
    "disclosed_choices": (*_JOB, "release", "attacks", "anonymizer"),
    "trial_release": (*_JOB, "release", "attacks", "anonymizer"),
    "report": (
        *_JOB,
        *("preparation", "release", "verification", "analysis", "projects", "anonymizer"),
        *("attacks", "disclosed_choices", "trial_release"),
    ),
    "library": (
        *_JOB,
        *("preparation", "release", "verification", "analysis", "projects", "second_count", "anonymizer"),
        *("attacks", "disclosed_choices", "trial_release", "exploration", "report", "plans"),
    ),
}

_BELOW_FEATURES = ("ui", "printing", "tasks", "core", "help")
_FEATURES = (
    *("configure", "explore", "quality", "risk"),
    *("projects", "importing", "exporting", "reporting", "settings"),
)

# The same for the desktop and the command line. Features do not know one another, but for what is named here.
DESKTOP = {
    "ui": (),
    "printing": ("ui",),
    "cli": ("printing",),
    "tasks": (),
    "core": ("ui", "printing", "tasks"),
    "help": ("ui", "core"),
    "analysis": _BELOW_FEATURES,
    **dict.fromkeys(_FEATURES, (*_BELOW_FEATURES, "analysis")),
    "projects": (*_BELOW_FEATURES, "importing"),  # a table that is opened is imported first
    "exporting": (*_BELOW_FEATURES, "importing", "reporting"),  # the form of a database; a report beside the table
    "window": (*_BELOW_FEATURES, "analysis", *_FEATURES),
    "app": ("ui", "core", "window"),
    "check": ("ui", "tasks", "window", "app"),
    "__main__": ("cli", "app", "check"),
}
# What the job may know of models and algorithms: their protocol, tables and parameters, not their insides.
TABLES_FOR_JOB = {
    "arxdesk_engine.privacy.MODELS",
    "arxdesk_engine.privacy.mechanism.RandomMechanism",
    "arxdesk_engine.privacy.model.PrivacyModel",
    "arxdesk_engine.privacy.register",
    "arxdesk_engine.quality.MODELS",
    "arxdesk_engine.quality.register",
    "arxdesk_engine.quality.aggregate.AGGREGATES",
    "arxdesk_engine.search.ALGORITHMS",
    "arxdesk_engine.search.heuristics.genetic_settings.GeneticSettings",
}

LONG = tuple(
    f"arxdesk_engine.{part}"
    for part in (
        *("search", "io", "anonymizer", "release.transform", "preparation.loading", "release.formulation"),
        *("release.export", "release.codebook", "report.facts", "report.html"),
        *(
            f"exploration.{each}"
            for each in (
                *("survey", "gathering", "sifting", "points", "estimates", "comparison", "listing"),
                *("frontier", "reliefs"),
            )
        ),
        *("arx.reading", "arx.builder_file"),
    )
)
CALLS_LONG_FUNCTIONS = ("arxdesk.tasks", "arxdesk.cli", "arxdesk.printing")
# Types and limits that may be named anywhere.
NAMED_ANYWHERE = tuple(
    f"arxdesk_engine.{name}"
    for name in (
        *("io.files.archive.PROJECT_SUFFIX", "io.files.archive.ARX_SUFFIX", "io.files.archive.ARCHIVE_SUFFIXES"),
        *("io.cells.options.MOST_SKIPPED_LINES", "report.layout.content"),
        "search.heuristics.genetic_settings.GeneticSettings",
    )
)
# Elsewhere only the types of results may be imported from there, and only by those who hold or show results.
HOLDS_RESULTS = tuple(
    f"arxdesk.{part}" for part in ("core", "analysis", "explore", "quality", "risk", "projects", "printing", "window")
)
RESULT_TYPES = tuple(
    f"arxdesk_engine.{part}"
    for part in (
        *("search.solution", "search.journal", "search.local_recoding"),
        *("release.transform.apply", "anonymizer", "exploration", "report.facts"),
    )
)

COMPUTES = ("numpy", "pandas", "scipy", "sklearn")
DRAWS_WITH_ARRAYS = tuple(
    f"arxdesk.{part}"
    for part in (
        "ui.widgets.charts",
        "ui.point_cloud",
        *("explore.lattice.hasse", "explore.lattice.hasse_bars"),
        *("explore.lattice.hasse_nodes", "explore.lattice.hasse_picture", "explore.lattice.overview"),
    )
)

DOCUMENT = tuple(
    f"arxdesk.core.{part}" for part in ("configured_table", "configuration", "searched_configuration", "document")
)

THREADS = ("threading", "_thread", "concurrent", "multiprocessing")
CATCHES_EXCEPTIONS = ("excepthook", "ExceptHookArgs")
QT_THREADS = ("QThread", "QThreadPool", "QRunnable", "QtConcurrent")


def is_work(module: str) -> bool:
    """Whether a module holds what is done away from the main thread: `work`, `search_work`."""
    return module.rpartition(".")[2].split("_")[-1] == "work"


def is_model(module: str) -> bool:
    """Whether a module holds a Qt item model: `model`, `pins_model`."""
    return module.rpartition(".")[2].split("_")[-1] == "model" or within(module, "arxdesk.ui.models")


def violations(packages: Iterable[str], forbidden: Iterable[str]) -> list[str]:
    return [
        f"{place(path, line)} imports {name}"
        for _module, path in modules(*packages)
        for line, name in imports(path)
        if within(name, forbidden)
    ]


def test_that_imports_in_functions_and_for_type_checking_and_relative_ones_are_seen(tmp_path):
    source = (
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    from arxdesk_engine.search import solution\n"
        "def later():\n"
        "    import PySide6.QtCore as core\n"
        "    from . import near\n"
    )
    path = tmp_path / "sample.py"
    path.write_text(source, encoding="utf-8")
    assert list(imports(path)) == [
        (1, "typing.TYPE_CHECKING"),
        (3, "arxdesk_engine.search.solution"),
        (5, "PySide6.QtCore"),
        (6, "..near"),
    ]


def test_that_imports_are_absolute():
    found = [
        f"{place(path, line)} imports {name}"
        for _module, path in modules("arxdesk_engine", "arxdesk", "arxdesk_resources", "packaging")
        for line, name in imports(path)
        if name.startswith(".")
    ]
    assert found == []


def test_that_the_engine_knows_neither_qt_nor_the_desktop():
    assert violations(["arxdesk_engine"], (*QT, "arxdesk")) == []


def test_that_qt_is_imported_in_the_desktop_alone():
    assert violations(["arxdesk_engine", "arxdesk_resources", "packaging"], QT) == []


def test_that_the_command_line_starts_without_qt():
    script = (
        "import sys, arxdesk.__main__, arxdesk.cli.commands; print([n for n in sys.modules if n.startswith('PySide6')])"
    )
    finished = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (finished.stdout.strip(), finished.stderr) == ("[]", "")


def test_that_the_engine_prints_nothing():
    found = [
        place(path, node.lineno)
        for _module, path in modules("arxdesk_engine")
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "input")
    ]
    assert found == []


@pytest.mark.parametrize(("package", "table"), [("arxdesk_engine", ENGINE), ("arxdesk", DESKTOP)])
def test_that_every_room_stands_in_the_table(package, table):
    rooms = {room(module) for module, _path in modules(package)} - {""}
    assert rooms == set(table)
    graphlib.TopologicalSorter(table).prepare()  # raises CycleError


@pytest.mark.parametrize(
    ("package", "importing", "allowed"),
    [
        *(("arxdesk_engine", name, allowed) for name, allowed in ENGINE.items()),
        *(("arxdesk", name, allowed) for name, allowed in DESKTOP.items()),
    ],
)
def test_that_a_room_imports_only_what_lies_below_it(package, importing, allowed):
    found = [
        where
        for name, imported, where in room_imports(package)
        if name == importing and imported not in (importing, "__version__", *allowed)
    ]
    assert found == []


def test_that_the_job_knows_models_and_algorithms_by_their_tables_alone():
    found = [
        f"{place(path, line)} imports {name}"
        for _module, path in modules("arxdesk_engine.job")
        for line, name in imports(path)
        if within(name, ("arxdesk_engine.privacy", "arxdesk_engine.quality", "arxdesk_engine.search"))
        and name not in TABLES_FOR_JOB
    ]
    assert found == []


def test_that_compiled_functions_stand_in_the_kernels_alone():
    found = [
        f"{place(path, line)} imports {name}"
        for module, path in modules("arxdesk_engine", "arxdesk")
        for line, name in imports(path)
        if within(name, "numba") and not within(module, "arxdesk_engine.kernels")
    ]
    assert found == []


def test_that_the_desktop_computes_nothing():
    """Whoever uses the library or the command line can have every figure that the window has."""
    found = {module for module, path in modules("arxdesk") for _line, name in imports(path) if within(name, COMPUTES)}
    assert {module for module in found if not within(module, DRAWS_WITH_ARRAYS)} == set()


def uses_of_threads(path: Path) -> Iterator[tuple[int, str]]:
    """Imports of threads and mentions of Qt's; catching the exceptions of a thread is not having one."""
    tree = syntax_tree(path)
    of_module = [
        node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "threading"
    ]
    only_catches = bool(of_module) and all(node.attr in CATCHES_EXCEPTIONS for node in of_module)
    for line, name in imports(path):
        if within(name, THREADS) and not (name == "threading" and only_catches):
            yield line, name
    yield from ((line, name) for line, name in names_used(path) if name in QT_THREADS)


def test_that_only_tasks_have_threads():
    found = [
        f"{place(path, line)} uses {name}"
        for module, path in modules("arxdesk")
        if not within(module, "arxdesk.tasks") and not is_work(module)
        for line, name in uses_of_threads(path)
    ]
    assert found == []


def test_that_nothing_processes_events_by_hand():
    found = [
        place(path, line)
        for _module, path in modules("arxdesk", "arxdesk_engine")
        for line, name in names_used(path)
        if name == "processEvents"
    ]
    assert found == []


def test_that_document_and_models_know_of_qt_only_core_and_gui():
    found = [
        f"{place(path, line)} imports {name}"
        for module, path in modules("arxdesk")
        if is_model(module) or module in DOCUMENT
        for line, name in imports(path)
        if within(name, QT) and not within(name, ("PySide6.QtCore", "PySide6.QtGui"))
    ]
    assert found == []


def test_that_widgets_know_of_the_engine_only_how_columns_are_typed_and_the_language():
    known = ("arxdesk_engine.data.schema", "arxdesk_engine.foundation.language")
    found = [
        f"{place(path, line)} imports {name}"
        for _module, path in modules("arxdesk.ui.widgets")
        for line, name in imports(path)
        if within(name, "arxdesk_engine") and not any(within(name, each) for each in known)
    ]
    assert found == []


def test_that_models_know_nothing_of_what_shows_them():
    found = [
        f"{place(path, line)} imports {name}"
        for module, path in modules("arxdesk")
        if is_model(module) or module in DOCUMENT
        for line, name in imports(path)
        if within(name, ("arxdesk.ui.widgets", "arxdesk.ui.dialogs")) or name.rpartition(".")[0].endswith("view")
    ]
    assert found == []


def calls_on_imported_types(path: Path) -> Iterator[tuple[int, str]]:
    """Calls of, or on, what a file imports from the front door: types may be named, not used to compute."""
    imported = {name.rpartition(".")[2] for _line, name in imports(path) if within(name, "arxdesk_engine.anonymizer")}
    for node in nodes(path):
        if isinstance(node, ast.Call):
            called = node.func.value if isinstance(node.func, ast.Attribute) else node.func
            if isinstance(called, ast.Name) and called.id in imported:
                yield node.lineno, ast.unparse(node.func)


def test_that_only_workers_and_the_command_line_call_long_engine_functions():
    found = []
    for module, path in modules("arxdesk"):
        if within(module, CALLS_LONG_FUNCTIONS) or is_work(module):
            continue
        for line, name in imports(path):
            if not within(name, LONG):
                continue
            is_type = name.rpartition(".")[2][:1].isupper()
            holds = within(name, NAMED_ANYWHERE) or (within(name, RESULT_TYPES) and within(module, HOLDS_RESULTS))
            if not (is_type and holds):
                found.append(f"{place(path, line)} imports {name}")
        found += [f"{place(path, line)} calls {name}" for line, name in calls_on_imported_types(path)]
    assert found == []
