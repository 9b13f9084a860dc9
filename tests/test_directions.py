"""The import directions of the two packages, as facts: imports inside functions and under TYPE_CHECKING count too."""

import ast
import graphlib
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.places import ROOT

QT = ("PySide6", "PySide2", "PyQt5", "PyQt6", "shiboken6", "pyqtgraph", "qtawesome", "qtpy")

_FOUNDATION = ("composed", "errors", "months", "moments", "control", "schema", "spelling", "kernels", "costs")
_DATA = (*_FOUNDATION, "dataset", "hierarchies")
_CLASSES = (*_DATA, "lattice", "classes", "partition")
_MODELS = (*_CLASSES, "population", "risk", "privacy", "quality")

# A part of the engine may import the parts named after it (and itself); everything else of ours is forbidden.
ENGINE = {
    "errors": (),
    "composed": (),
    "control": (),
    "costs": (),
    "kernels": (),
    "months": (),
    "moments": ("months",),
    "schema": ("errors", "months", "moments"),
    "spelling": ("errors", "months", "moments", "schema"),
    "shares": (),
    "limits": (),
    "dataset": _FOUNDATION,
    "selection": (*_FOUNDATION, "dataset"),
    "population": ("errors",),
    "hierarchies": (*_FOUNDATION, "dataset"),
    "lattice": _DATA,
    "classes": (*_DATA, "lattice"),
    "partition": (*_DATA, "lattice", "classes"),
    "risk": (*_CLASSES, "population"),
    "role_proposal": (*_CLASSES, "risk"),
    "privacy": (*_CLASSES, "population", "risk"),
    "quality": _CLASSES,
    "search": (*_MODELS, "limits"),
    "transform": _CLASSES,
    "io": _DATA,
    "attributes": (*_DATA, "transform"),
    "utility_settings": (*_DATA, "attributes"),
    "subset_settings": ("errors", "attributes"),
    "explore_settings": ("errors", "attributes"),
    "analysis_settings": ("attributes",),
    "project_settings": ("attributes",),
    "output_settings": (*_DATA, "attributes", "io"),
    "toml_text": (),
    "job_text": ("toml_text",),
    "job_tables": ("toml_text",),
    "replacing": ("attributes",),
    "search_settings": ("errors", "attributes", "limits", "search"),
    "job_problems": ("errors",),
    "job": (
        *(*_MODELS, "io", "attributes", "toml_text"),
        *("job_text", "job_tables", "job_problems", "utility_settings", "subset_settings", "search_settings"),
        *("explore_settings", "analysis_settings", "project_settings", "output_settings"),
    ),
    "project": (
        *(*_MODELS, "selection", "search", "transform", "io", "attributes", "job", "project_settings"),
        *("preparation", "loading", "subset_settings", "named_subsets", "job_problems", "export"),
    ),
    "arx": (
        *(*_MODELS, "selection", "search", "transform", "io", "attributes", "job", "project", "project_settings"),
        *("preparation", "loading", "subset_settings", "search_settings", "explore_settings", "analysis_settings"),
        *("type_detection", "utility_settings", "job_problems", "population"),
    ),
    "report": (
        *_MODELS,
        *("selection", "search", "transform", "io", "attributes", "job", "utility_settings", "subset_settings"),
    ),
    "missing_codes": (*_DATA, "io"),
    "notation": (*_DATA, "io", "missing_codes"),
    "type_detection": (*_DATA, "io", "missing_codes", "notation"),
    "preparation": (*_DATA, "io", "attributes", "job", "replacing"),
    "loading": (*_DATA, "io", "attributes", "job", "preparation"),
    "release": (*_MODELS, "transform", "attributes", "job"),
    "quality_choice": (*_MODELS, "job"),
    "recoding": ("control", "job", "quality_choice", "search", "search_settings"),
    "reliefs": (*_MODELS, "search", "job", "formulation"),
    "named_subsets": (*_MODELS, "job", "subset_settings"),
    "job_faults": (*_MODELS, "attributes", "job", "release", "quality_choice", "named_subsets"),
    "columns": (*_MODELS, "selection", "attributes", "job", "quality_choice"),
    "subset": (*_DATA, "selection", "transform", "job", "loading", "subset_settings", "named_subsets"),
    "formulation": (
        *_MODELS,
        *("selection", "search", "transform", "io", "attributes", "job", "loading", "release", "quality_choice"),
        *("job_faults", "subset"),
    ),
    "variation": (*_MODELS, "attributes", "job", "job_problems"),
    "codebook": (*_MODELS, "transform", "io", "attributes", "job"),
    "export": (*_MODELS, "io", "attributes", "job", "codebook", "preparation"),
    "script": (*_DATA, "io", "job"),
    "anonymizer": (
        *_MODELS,
        *("selection", "search", "transform", "io", "attributes", "job", "project", "arx", "report"),
        *("export", "codebook", "loading", "release", "quality_choice", "recoding", "job_faults", "formulation"),
        "utility_settings",
        *("named_subsets", "search_settings"),
    ),
    "frontier": (*_CLASSES, "search", "job", "job_faults", "variation", "anonymizer"),
    "filing": (
        *(*_MODELS, "selection", "search", "transform", "io", "attributes", "job", "project", "report", "release"),
        *("loading", "named_subsets", "formulation", "job_faults", "anonymizer", "shares", "subset_settings"),
        *("analysis_settings", "project_settings", "export", "output_settings", "attributes", "toml_text"),
    ),
}
# What the job may know of models and algorithms: their protocol and their tables, not their insides.
TABLES_FOR_JOB = {
    "arxdesk_engine.privacy.MODELS",
    "arxdesk_engine.privacy.model.PrivacyModel",
    "arxdesk_engine.quality.MODELS",
    "arxdesk_engine.quality.aggregate.AGGREGATES",
    "arxdesk_engine.search.ALGORITHMS",
}

LONG = (
    *(
        "arxdesk_engine.search",
        "arxdesk_engine.io",
        "arxdesk_engine.anonymizer",
        "arxdesk_engine.release.transform",
        "arxdesk_engine.preparation.loading",
        "arxdesk_engine.release.formulation",
    ),
    *(
        "arxdesk_engine.exploration.frontier",
        "arxdesk_engine.release.export",
        "arxdesk_engine.release.codebook",
        "arxdesk_engine.report.facts",
        "arxdesk_engine.report.html",
    ),
    *("arxdesk_engine.arx.reading", "arxdesk_engine.arx.builder_file"),
)
CALLS_LONG_FUNCTIONS = ("arxdesk.workers", "arxdesk.cli.commands", "arxdesk.cli.report", "arxdesk.printing.pdf")
# Types of projects and of what was taken over from ARX, and the suffixes of both, may be named anywhere.
NAMED_ANYWHERE = (
    *(
        "arxdesk_engine.projects.trail",
        "arxdesk_engine.projects.origin",
        "arxdesk_engine.projects.outcome",
        "arxdesk_engine.projects.project",
    ),
    *("arxdesk_engine.arx.files.left_out", "arxdesk_engine.arx.imported"),
    *(
        "arxdesk_engine.io.files.archive.PROJECT_SUFFIX",
        "arxdesk_engine.io.files.archive.ARX_SUFFIX",
        "arxdesk_engine.io.files.archive.ARCHIVE_SUFFIXES",
    ),
    "arxdesk_engine.data.raw_table.RawColumn",
    "arxdesk_engine.io.cells.options.MOST_SKIPPED_LINES",
)
# Elsewhere only the types of results may be imported from there, and only by those who hold or show results.
HOLDS_RESULTS = tuple(
    f"arxdesk.{part}"
    for part in (
        "results",
        "project_words",
        "exploring",
        "analyzing",
        "searching",
        "document",
        "table_state",
        "commands",
        "models",
        "perspectives",
        "run_text",
        "inspection_facts",
        "state_sentence",
    )
)
RESULT_TYPES = (
    "arxdesk_engine.search.solution",
    "arxdesk_engine.search.journal",
    "arxdesk_engine.search.local_recoding",
    "arxdesk_engine.release.transform.apply",
    "arxdesk_engine.anonymizer",
    "arxdesk_engine.exploration.frontier",
    "arxdesk_engine.report.facts",
)

THREADS = ("threading", "_thread", "concurrent", "multiprocessing")
CATCHES_EXCEPTIONS = ("excepthook", "ExceptHookArgs")
QT_THREADS = ("QThread", "QThreadPool", "QRunnable", "QtConcurrent")


def syntax_tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every import of a file wherever it stands: its line, and the full name of what is imported."""
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            dots = "." * node.level
            yield from ((node.lineno, f"{dots}{node.module or ''}.{alias.name}") for alias in node.names)


def within(name: str, parts: str | Iterable[str]) -> bool:
    """Whether a name is one of the parts or lies inside one."""
    parts = (parts,) if isinstance(parts, str) else parts
    return any(name == part or name.startswith(f"{part}.") for part in parts)


def modules(*packages: str) -> Iterator[tuple[str, Path]]:
    """Dotted name and file of every module of the packages."""
    for package in packages:
        folder = ROOT / package.replace(".", "/")
        files = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
        for path in files:
            if path.is_file():
                yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name}:{line}"


def violations(packages: Iterable[str], forbidden: Iterable[str]) -> list[str]:
    return [
        f"{place(path, line)} imports {name}"
        for _module, path in modules(*packages)
        for line, name in imports(path)
        if within(name, forbidden)
    ]


def names_used(path: Path) -> Iterator[tuple[int, str]]:
    """Every name, attribute and imported name that a file mentions outside of texts and comments."""
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.alias):
            yield node.lineno, node.name.rpartition(".")[2]


def engine_part(name: str) -> str:
    return name.split(".")[1] if "." in name else ""


def engine_imports() -> Iterator[tuple[str, str, str]]:
    """(importing part, imported part, where) for every import between modules of the engine."""
    for module, path in modules("engine"):
        for line, name in imports(path):
            if within(name, "engine") and engine_part(module):
                yield engine_part(module), engine_part(name), f"{place(path, line)} imports {name}"


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
        for _module, path in modules("engine", "arxdesk", "resources", "packaging")
        for line, name in imports(path)
        if name.startswith(".")
    ]
    assert found == []


def test_that_the_engine_knows_neither_qt_nor_the_desktop():
    assert violations(["engine"], (*QT, "arxdesk")) == []


def test_that_qt_is_imported_in_the_desktop_alone():
    assert violations(["engine", "resources", "packaging"], QT) == []


def test_that_the_command_line_starts_without_qt():
    script = (
        "import sys, arxdesk.__main__, arxdesk.cli.commands; print([n for n in sys.modules if n.startswith('PySide6')])"
    )
    finished = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (finished.stdout.strip(), finished.stderr) == ("[]", "")


def test_that_the_engine_prints_nothing():
    found = [
        place(path, node.lineno)
        for _module, path in modules("engine")
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "input")
    ]
    assert found == []


def test_that_every_part_of_the_engine_stands_in_the_table():
    parts = {engine_part(module) for module, _path in modules("engine")} - {""}
    assert sorted(parts - set(ENGINE)) == []


@pytest.mark.parametrize("part", ENGINE)
def test_that_a_part_of_the_engine_imports_only_what_lies_below_it(part):
    found = [
        where
        for importing, imported, where in engine_imports()
        if importing == part and imported not in (part, "__version__", *ENGINE[part])
    ]
    assert found == []


def test_that_there_are_no_circles_between_the_parts_of_the_engine():
    graphlib.TopologicalSorter(ENGINE).prepare()  # raises CycleError
    graph: dict[str, set[str]] = {}
    for importing, imported, _where in engine_imports():
        if importing != imported:
            graph.setdefault(importing, set()).add(imported)
    graphlib.TopologicalSorter(graph).prepare()


def test_that_the_job_knows_models_and_algorithms_by_their_tables_alone():
    found = [
        f"{place(path, line)} imports {name}"
        for _module, path in modules("arxdesk_engine.job.job", "arxdesk_engine.job.search")
        for line, name in imports(path)
        if within(name, ("arxdesk_engine.privacy", "arxdesk_engine.quality", "arxdesk_engine.search"))
        and name not in TABLES_FOR_JOB
    ]
    assert found == []


def test_that_compiled_functions_stand_in_the_kernels_alone():
    found = [
        f"{place(path, line)} imports {name}"
        for module, path in modules("engine", "arxdesk")
        for line, name in imports(path)
        if within(name, "numba") and not within(module, "arxdesk_engine.kernels")
    ]
    assert found == []


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


def test_that_only_workers_have_threads():
    found = [
        f"{place(path, line)} uses {name}"
        for module, path in modules("arxdesk")
        if not within(module, "arxdesk.workers")
        for line, name in uses_of_threads(path)
    ]
    assert found == []


def test_that_nothing_processes_events_by_hand():
    found = [
        place(path, line)
        for _module, path in modules("arxdesk", "engine")
        for line, name in names_used(path)
        if name == "processEvents"
    ]
    assert found == []


def test_that_document_and_models_know_of_qt_only_core_and_gui():
    found = [
        f"{place(path, line)} imports {name}"
        for _module, path in modules("arxdesk.core.configuration", "arxdesk.core.document", "arxdesk.models")
        for line, name in imports(path)
        if within(name, QT) and not within(name, ("PySide6.QtCore", "PySide6.QtGui"))
    ]
    assert found == []


def test_that_widgets_know_nothing_of_the_document():
    parts = "document commands results models workers wizards dialogs perspectives window app cli"
    forbidden = tuple(f"arxdesk.{part}" for part in parts.split())
    found = [
        f"{place(path, line)} imports {name}"
        for _module, path in modules("arxdesk.ui.widgets")
        for line, name in imports(path)
        if within(name, forbidden) or (within(name, "engine") and not within(name, "arxdesk_engine.data.schema"))
    ]
    assert found == []


def test_that_models_know_nothing_of_what_shows_them():
    parts = ("widgets", "wizards", "dialogs", "perspectives", "workers", "window", "app")
    shown = ["arxdesk.models", "arxdesk.core.configuration", "arxdesk.core.document"]
    assert violations(shown, [f"arxdesk.{part}" for part in parts]) == []


def test_that_perspectives_do_not_know_each_other():
    folder = "arxdesk.perspectives"
    parts = ("analysis_view", "analysis_perspective", "started_view")  # what two of them are made from
    shared = tuple(f"{folder}.{part}" for part in parts)
    found = [
        f"{place(path, line)} imports {name}"
        for module, path in modules(folder)
        for line, name in imports(path)
        if within(name, folder)
        and not within(name, shared)
        and not within(name, f"{folder}.{module.removeprefix(f'{folder}.').split('.')[0]}")
        and module != folder
    ]
    assert found == []


def test_that_only_the_window_and_the_start_know_the_window():
    found = [
        f"{place(path, line)} imports {name}"
        for module, path in modules("arxdesk")
        for line, name in imports(path)
        if within(name, ("arxdesk.window.window", "arxdesk.app"))
        and not within(module, ("arxdesk.window.window", "arxdesk.app", "arxdesk.check", "arxdesk.__main__"))
    ]
    assert found == []


def calls_on_imported_types(path: Path) -> Iterator[tuple[int, str]]:
    """Calls of, or on, what a file imports from the front door: types may be named, not used to compute."""
    imported = {name.rpartition(".")[2] for _line, name in imports(path) if within(name, "arxdesk_engine.anonymizer")}
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Call):
            called = node.func.value if isinstance(node.func, ast.Attribute) else node.func
            if isinstance(called, ast.Name) and called.id in imported:
                yield node.lineno, ast.unparse(node.func)


def test_that_only_workers_and_the_command_line_call_long_engine_functions():
    found = []
    for module, path in modules("arxdesk"):
        if within(module, CALLS_LONG_FUNCTIONS):
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
