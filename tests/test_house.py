"""What keeps the house habitable, as facts: no circles of packages, no twin names, rooms and classes of a size."""

import ast
import graphlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxdesk_engine.privacy import MODELS
from tests.places import ROOT
from tests.source import PLACES, imports, module_graph, modules, names_used, nodes, place, syntax_tree, within

PACKAGES = ("arxdesk_engine", "arxdesk")
MOST_MODULES = 25
MOST_FLOORS = {"arxdesk_engine": 21, "arxdesk": 16}
MOST_METHODS = 25
MOST_EXCEPTIONS = 8
TRANSLATED = {"clicked"}
"""Signals of buttons: a widget that gives the click on its own button a name translates it."""
# Only these modules name differential privacy: the model, its second definition, its public name. All others ask the
# policy of the job (`arxdesk_engine.job.policy`) for what follows from it.
NAME_DIFFERENTIAL_PRIVACY = ("arxdesk_engine.privacy.differential", "arxdesk_engine.verification.textbook", "arxdesk")
NAME_PRIVACY_MODELS = {
    "arxdesk_engine.verification.textbook": "defines all of them once more, since the recount must share no formula",
    "arxdesk_engine.privacy.differential": "holds beside k-anonymity alone, which its proof covers",
    "arxdesk_engine.exploration.sifting": "sorts by the average risk, a figure that every alternative has",
    "arxdesk": "gives all models their public names in the library",
    "arxdesk.risk.uniqueness.view": "shows the population uniqueness of any release",
}
"""The modules that name a privacy model beside its own file. What is told of a model is in its declaration there."""


def folder_graph(package: str) -> dict[str, set[str]]:
    """For every folder with modules the other ones that they import; the door of a folder stands by itself."""
    doors = {module for module, path in modules(package) if path.name == "__init__.py"}
    place = {module: f"{module}.__init__" if module in doors else module.rpartition(".")[0] for module in doors}
    place |= {module: module.rpartition(".")[0] for module, _path in modules(package) if module not in doors}
    graph: dict[str, set[str]] = defaultdict(set)
    for module, imported in module_graph(package).items():
        if module != package:
            graph[place[module]] |= {place[each] for each in imported if each != package} - {place[module]}
    return graph


def floors(package: str) -> int:
    """The height of the drawing in which every folder stands above all that it imports."""
    graph = folder_graph(package)
    heights: dict[str, int] = {}
    for folder in graphlib.TopologicalSorter(graph).static_order():
        heights[folder] = 1 + max((heights[below] for below in graph.get(folder, ())), default=0)
    return max(heights.values())


def module_counts(package: str) -> dict[str, int]:
    """The number of modules in every folder of a package."""
    return Counter(str(path.parent.relative_to(PLACES.get(package, ROOT))) for _module, path in modules(package))


def test_that_circles_are_found():
    with pytest.raises(graphlib.CycleError):
        graphlib.TopologicalSorter({"a": {"b"}, "b": {"a"}}).prepare()


@pytest.mark.parametrize("package", PACKAGES)
def test_that_there_are_no_circles_of_modules_or_of_folders(package):
    graphlib.TopologicalSorter(module_graph(package)).prepare()
    graphlib.TopologicalSorter(folder_graph(package)).prepare()


@pytest.mark.parametrize("package", PACKAGES)
def test_that_the_floors_are_few(package):
    assert floors(package) <= MOST_FLOORS[package]


@pytest.mark.parametrize("package", PACKAGES)
def test_that_no_folder_is_crowded(package):
    assert {folder: count for folder, count in module_counts(package).items() if count > MOST_MODULES} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_that_every_folder_says_what_it_holds(package):
    doors = [path for _module, path in modules(package) if path.name == "__init__.py"]
    folders = {path.parent for _module, path in modules(package)}
    assert folders == {path.parent for path in doors}
    assert [str(path) for path in doors if not ast.get_docstring(syntax_tree(path))] == []


def test_that_no_old_name_is_kept_as_another_door():
    """A module that only imports names and gives them on is a stub of an old path; doors of packages are none."""
    found = []
    for package in PACKAGES:
        for module, path in modules(package):
            body = [node for node in syntax_tree(path).body if not isinstance(node, ast.Expr)]
            if path.name != "__init__.py" and all(isinstance(node, ast.Import | ast.ImportFrom) for node in body):
                found.append(module)
    assert found == []


def test_that_packages_do_not_take_names_that_others_use():
    """The wheel installs these packages: `engine` and `resources` would hide or overwrite those of other projects."""
    assert not (ROOT / "engine" / "__init__.py").exists()
    assert not (ROOT / "resources" / "__init__.py").exists()
    found = [
        f"{module} imports {name}"
        for module, path in modules(*PACKAGES, "packaging")
        for _line, name in imports(path)
        if within(name, ("engine", "resources"))
    ]
    assert found == []


def test_that_modules_named_in_texts_exist():
    """In the engine, docstrings and comments name modules from its rooms on: `search.check.check`."""
    rooms = {module.split(".")[1] for module, _path in modules("arxdesk_engine") if "." in module}
    known = {module.partition(".")[2] for module, _path in modules("arxdesk_engine")}
    found = []
    for _module, path in modules("arxdesk_engine"):
        for name in re.findall(r"`([a-z_]+(?:\.[A-Za-z_]+)+)`", path.read_text(encoding="utf-8")):
            parts = name.split(".")
            if parts[0] in rooms and ".".join(parts[:2]) not in known:
                found.append(f"{path.name}: {name}")
    assert found == []


@pytest.mark.parametrize(
    ("record", "begins"),
    [
        ("engine/DECISIONS.md", "engine/arxdesk_engine"),
        ("arxdesk/DECISIONS.md", "arxdesk"),
        ("tests/DECISIONS.md", "tests"),
    ],
)
def test_that_decisions_have_a_day_and_a_place_that_exists(record, begins):
    entries = re.split(r"\n{2,}(?=\*\*)", (ROOT / record).read_text(encoding="utf-8").strip())[1:]
    assert entries
    found = []
    for entry in entries:
        end = re.search(r"\(\d{4}-\d\d-\d\d, `([^`]+)`\)$", " ".join(re.split(r"\n{2,}## ", entry)[0].split()))
        if end is None or not (ROOT / begins / end[1]).is_file():
            found.append(entry[:60])
    assert found == []


WIDGETS_OF_MANY_METHODS = {
    "BarChart": "is painted in parts and follows pointer and keyboard",
    "BarList": "is painted, scrolls, and follows pointer, keyboard and focus",
    "HasseView": "is painted, zooms, and follows pointer, wheel, keyboard and focus",
    "NeighbourhoodView": "is painted with its edges and follows keyboard and menu key",
    "Overview": "is painted in parts and follows pointer and keyboard",
}
"""Widgets that draw themselves: most of their methods are overrides of Qt and the parts of one picture."""


def crowded_classes(*packages: str) -> set[str]:
    """The classes that define more methods than a class should."""
    return {
        node.name
        for _module, path in modules(*packages)
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
        and sum(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) for each in node.body) > MOST_METHODS
    }


def twin_names(package: str) -> set[str]:
    """The names that more than one class of a package has."""
    trees = (syntax_tree(path) for _module, path in modules(package))
    names = Counter(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return {name for name, count in names.items() if count > 1}


@pytest.mark.parametrize("package", PACKAGES)
def test_that_no_two_classes_have_one_name(package):
    assert twin_names(package) == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_that_no_class_has_too_many_methods(package):
    assert crowded_classes(package) - set(WIDGETS_OF_MANY_METHODS) == set()


def test_that_the_exceptions_are_few_and_needed():
    assert len(WIDGETS_OF_MANY_METHODS) <= MOST_EXCEPTIONS
    assert set(WIDGETS_OF_MANY_METHODS) - crowded_classes(*PACKAGES) == set()


def definitions(path: Path) -> Iterator[str]:
    """The names of all classes and functions of a module."""
    for node in nodes(path):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name


def modules_that_name_models() -> dict[str, set[str]]:
    """For every privacy model the modules that name it, by its class or by its name in a job."""
    naming: dict[str, set[str]] = defaultdict(set)
    for module, path in modules(*PACKAGES):
        texts = {node.value for node in nodes(path) if isinstance(node, ast.Constant)}
        names = {name for _line, name in names_used(path)} | set(definitions(path))
        for name, model in MODELS.items():
            if name in texts or model.__name__ in names:
                naming[name].add(module)
    return naming


def test_that_a_privacy_model_is_named_in_its_own_file():
    naming = modules_that_name_models()
    assert {name for name, model in MODELS.items() if model.__module__ not in naming[name]} == set()
    others = {module for name, found in naming.items() for module in found - {MODELS[name].__module__}}
    assert others == set(NAME_PRIVACY_MODELS)


def names_differential_privacy(path: Path) -> Iterator[tuple[int, str]]:
    """Names in the code, and the name that the model has in a job; sentences may speak of it."""
    for node in nodes(path):
        if isinstance(node, ast.Constant) and node.value == "differential-privacy":
            yield node.lineno, node.value
    named = re.compile("differential_?privacy|differentially_?private|is_private", re.IGNORECASE)
    yield from ((line, name) for line, name in names_used(path) if named.search(name) and not name.isupper())


def questions_of_differential_privacy() -> list[str]:
    """Where a module names the model that has to ask the policy of the job."""
    return [
        f"{place(path, line)} names {name}"
        for module, path in modules(*PACKAGES)
        if module not in NAME_DIFFERENTIAL_PRIVACY
        for line, name in names_differential_privacy(path)
    ]


def test_that_nobody_asks_whether_a_job_is_differentially_private():
    assert questions_of_differential_privacy() == []


def declared_signals(path: Path) -> set[str]:
    """The names of the signals of ours that a module declares."""
    return {
        node.targets[0].id
        for node in nodes(path)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "Signal"
        and isinstance(node.targets[0], ast.Name)
    }


def relays(path: Path, ours: set[str]) -> Iterator[str]:
    """Connections of a signal of ours with another one: whoever listens to the second could listen to the first.

    A slot counts as the other signal where all it does is to emit that with what it was given.
    """
    echoes = {node.name for node in nodes(path) if isinstance(node, ast.FunctionDef) and is_echo(node)}
    for node in nodes(path):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "connect"):
            continue
        told, source = node.args[0], node.func.value
        if not (isinstance(source, ast.Attribute) and source.attr in ours - TRANSLATED):
            continue
        if isinstance(told, ast.Attribute) and told.attr == "emit":
            told = told.value
        names_one = isinstance(told, ast.Attribute) and told.attr in ours | echoes
        if names_one or (isinstance(told, ast.Lambda) and is_echo(told)):
            yield f"{path.name}: {ast.unparse(source)} -> {ast.unparse(told)}"


def is_echo(node: ast.FunctionDef | ast.Lambda) -> bool:
    """Whether a slot only emits a signal, with some or all of its own parameters; public functions are actions."""
    if isinstance(node, ast.Lambda):
        body: list[ast.expr] = [node.body]
    elif node.name.startswith("_"):
        body = [each.value if isinstance(each, ast.Expr) else ast.Constant(...) for each in node.body]
        body = body[1:] if ast.get_docstring(node) else body
    else:
        return False
    given = {each.arg for each in node.args.args}
    return (
        len(body) == 1
        and isinstance(body[0], ast.Call)
        and isinstance(body[0].func, ast.Attribute)
        and body[0].func.attr == "emit"
        and all(isinstance(each, ast.Name) and each.id in given for each in body[0].args)
    )


def repeated_signals() -> set[str]:
    """The relays between signals of ours in the whole desktop."""
    ours = {name for _module, path in modules("arxdesk") for name in declared_signals(path)}
    return {relay for _module, path in modules("arxdesk") for relay in relays(path, ours)}


def test_that_no_signal_repeats_another():
    """A view calls an action of the document's wishes, or is handed the callable (see arxdesk/core/wishes.py)."""
    assert repeated_signals() == set()


UNTYPED_SIGNALS = {
    "task.py: succeeded": "carries the result of any work; `Jobs.start`, which alone connects it, gives it its type"
}
"""The signals that are declared with `object`."""


def untyped_signals() -> set[str]:
    """The signals of ours that may carry anything."""
    return {
        f"{path.name}: {ast.unparse(node.targets[0])}"
        for _module, path in modules("arxdesk")
        for node in nodes(path)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "Signal"
        and {"object", "Any"} & {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)}
    }


def test_that_signals_tell_what_they_carry():
    assert untyped_signals() == set(UNTYPED_SIGNALS)


def asserted_types(*packages: str) -> list[str]:
    """Where an assertion takes the place of a type: it tells a checker, and nobody else, what a value is."""
    return [
        place(path, node.lineno)
        for _module, path in modules(*packages)
        for node in nodes(path)
        if isinstance(node, ast.Assert) and ast.unparse(node.test).startswith(("isinstance(", "callable("))
    ]


def test_that_no_assertion_takes_the_place_of_a_type():
    assert asserted_types(*PACKAGES) == []


@pytest.mark.parametrize(
    "told",
    ["self.moved", "self.moved.emit", "self._tell", "lambda at: self.moved.emit(at)", "lambda: self.moved.emit()"],
)
def test_that_a_relay_is_found_however_it_is_written(tmp_path, told):
    assert list(relays(module_that_connects(tmp_path, told), {"moved"})) != []


@pytest.mark.parametrize("told", ["self.move", "self._translate", "lambda at: self.moved.emit(at + 1)", "self.update"])
def test_that_actions_and_translations_are_no_relays(tmp_path, told):
    assert list(relays(module_that_connects(tmp_path, told), {"moved"})) == []


def module_that_connects(folder: Path, told: str) -> Path:
    """A module in which a signal of a part is connected with `told`."""
    path = folder / "view.py"
    path.write_text(
        f"""
class View:
    moved = Signal(int)

    def _connect(self):
        self.part.moved.connect({told})

    def move(self, at):
        self.moved.emit(at)

    def _tell(self, at):
        self.moved.emit(at)

    def _translate(self, at):
        self.moved.emit(self.place_of(at))
"""
    )
    return path
