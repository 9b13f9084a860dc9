"""The sentences of the engine that people read: all of them go through the catalogues, and none at import."""

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from arxdesk_engine.hierarchies import ready_made
from arxdesk_engine.risk import role_proposal

ENGINE = Path(__file__).parents[3] / "engine" / "arxdesk_engine"
TRANSLATING = ("tr", "tr_n", "tr_of", "told", "told_n")
ROOMS = (
    *("analysis", "arx", "attacks", "backends", "data", "exploration", "foundation", "hierarchies", "io", "job"),
    *("perturbation", "preparation", "privacy", "projects", "quality", "release", "risk", "search", "verification"),
)
"""The rooms whose sentences can be translated; those of reports are tested beside the catalogues."""
ENGLISH = {
    *("backends/database/explanation.py", "backends/duckdb/coarsening.py", "backends/spark/explanation.py"),
    "release/codebook/words.py",
}
"""Comments on SQL, and codebooks, which are written beside a table in any language of the window."""

SAID = {
    "Problem": (1, 2, "found", "remedy"),
    "UnfitValue": (0, 1),
    "UnfitModel": (0, 1),
    "Unfit": (1, 2),
    "Progress": (0,),
    "SearchProgress": (0,),
    "Resolution": (0,),
    "HierarchyFault": (2, 3),
    "leave_out": (1, 2),
    "note": (0,),
}
"""What is said by calls in functions: which of their arguments are sentences."""
DECLARED = {
    "Description": ("name", "against", "promise", "protects_against", "term", "in_short", "rule", "out_of_reach"),
    "Parameter": (1, 4, "label", "hint", "unit", "meanings", "choices"),
    "PresetValues": (1,),
    "QualityDescription": ("name", "meaning", "in_short", "measure"),
    "MeasureWords": (0, 1, 2, 3),
    "ClassText": (0,),
}
"""The same of declarations."""
NAMED = {"found", "remedy", "told", "reason", "sentence"}
"""Variables that hold what is said."""
_WORDS = re.compile(r"[A-Za-z]{2,}[,;:.]? +[A-Za-z]{2,}")


def called(node: ast.AST) -> str:
    """The name of what is called; "" for anything else."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def literals(node: ast.AST) -> Iterator[ast.AST]:
    """The literals with words that an expression says, apart from those that are translated."""
    if called(node):
        return  # what other functions make of their arguments is their matter
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _WORDS.search(node.value):
        yield node
    elif isinstance(node, ast.JoinedStr):
        text = "".join(str(each.value) for each in node.values if isinstance(each, ast.Constant))
        if _WORDS.search(text):
            yield node
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, ast.BinOp | ast.Tuple):
        for child in ast.iter_child_nodes(node):
            yield from literals(child)


def arguments(call: ast.Call, places: tuple[int | str, ...]) -> Iterator[ast.expr]:
    """The arguments at some places and of some names; those of an unpacked tuple count."""
    given: list[ast.expr] = []
    for each in call.args:
        is_tuple = isinstance(each, ast.Starred) and isinstance(each.value, ast.Tuple)
        given += each.value.elts if is_tuple else [each]
    yield from (given[place] for place in places if isinstance(place, int) and place < len(given))
    yield from (each.value for each in call.keywords if each.arg in places)


def english(tree: ast.AST) -> Iterator[ast.AST]:
    """The sentences of a module that stay English."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for argument in arguments(node, SAID.get(called(node), ()) + DECLARED.get(called(node), ())):
                yield from literals(argument)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in NAMED:
            yield from literals(node.value)


def test_that_texts_of_resources_are_in_the_catalogues():
    """Lists in files name them, where no catalogue looks."""
    assert {title for _role, title in role_proposal._topics().values()} == set(role_proposal.TOPICS)
    assert {ready_made.title(name) for name in ready_made.names()} == set(ready_made.TITLES)


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _format, _conversion in string.Formatter().parse(text) if name is not None}


def modules(room: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules of a room by their paths."""
    for path in sorted((ENGINE / room).rglob("*.py")):
        yield path.relative_to(ENGINE).as_posix(), tree_of(path)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@pytest.mark.parametrize("room", ROOMS)
def test_that_what_is_said_can_be_translated(room: str):
    found = [
        f"{name}, line {node.lineno}: {ast.unparse(node)}"
        for name, tree in modules(room)
        if name not in ENGLISH
        for node in english(tree)
    ]
    assert found == []


@pytest.mark.parametrize("room", ROOMS)
def test_that_texts_have_values_for_their_placeholders(room: str):
    found = []
    for name, tree in modules(room):
        for call in ast.walk(tree):
            if called(call) not in TRANSLATING or any(each.arg is None for each in call.keywords):
                continue
            given = {each.arg for each in call.keywords} | ({"n"} if called(call) in ("tr_n", "told_n") else set())
            texts = [each.value for each in call.args if isinstance(each, ast.Constant)][called(call) == "tr_of" :]
            needed = set().union(*(placeholders(text) for text in texts if isinstance(text, str)))
            if not needed <= given:
                found.append(f"{name}, line {call.lineno}: {sorted(needed - given)}")
    assert found == []


@pytest.mark.parametrize("room", ROOMS)
def test_that_nothing_is_translated_at_import(room: str):
    """The language may change later, and is not known yet."""
    found = []
    for name, tree in modules(room):
        pending: list[ast.AST] = [tree]
        while pending:
            node = pending.pop()
            if called(node) in TRANSLATING:
                found.append(f"{name}, line {node.lineno}")
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                pending += ast.iter_child_nodes(node)
    assert found == []
