"""Texts in the source that no translation reaches: literals that read as words, outside the calls that translate."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TRANSLATING = ("tr", "tr_n", "tr_of", "marked", "told", "told_n")
HIDDEN_CALLS = {
    *("setProperty", "property", "setObjectName", "objectName", "findChild", "findChildren", "getLogger", "log_error"),
    *("debug", "info", "warning", "error", "exception", "strftime", "strptime", "compile", "sub", "fullmatch", "match"),
    *("search", "split", "join", "encode", "decode", "replace", "partition", "rpartition", "removesuffix", "count"),
    *("removeprefix", "startswith", "endswith", "get", "getattr", "setattr", "field", "QColor", "QFont", "cast"),
    *("QKeySequence", "QUrl", "mkstemp", "TypeVar", "NewType", "setStyleSheet", "icon", "fromString", "joinpath"),
    *("TypeError", "ValueError", "KeyError", "RuntimeError", "AssertionError", "NotImplementedError", "import_module"),
    *("QRegularExpression", "execute", "getenv", "Path"),
}
"""Calls whose literals nobody sees: names, keys, patterns, logs, defects of ours."""
VALUE = "\0"
_WORDS = re.compile(r"[A-Za-zÀ-ÿ]{2,}[ ,.:…]+\(?[A-Za-zÀ-ÿ{]|^&?[A-Z][a-z]+\b(?![_/\\])")
_PIECE = re.compile(r"(?:^|[ \0])[A-Za-zÀ-ÿ]{2,}[ ,.:]|[ ,][A-Za-zÀ-ÿ]{2,}(?:$|[ ,.:]|\0)")
"""Words in an f-string, whatever their letters: "{} of {}"."""
_KEYS = r"^(?:(?:Ctrl|Alt|Shift)\+|Esc$|Return$)"
_STYLE = r"[a-z-]+:\s*[\0\d#][^ ]*;?[\">}]|[;{}]\s*$|^<[^>]+>$"
_NAME = r"^[\w./:*-]+\.[\w*\0]+$|^[\w-]+#|^[A-Z][a-z]+[A-Z]\w*$|^\(\?|\\[wdsb]"
_CODE = re.compile(f"{_KEYS}|{_STYLE}|{_NAME}")
_Literal = ast.Constant | ast.JoinedStr


def untranslated(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of each literal that reads as words and is not translated; {} stands for values."""
    for node in literals(ast.parse(path.read_text(encoding="utf-8"))):
        yield node.lineno, text_of(node).replace(VALUE, "{}")


def literals(node: ast.AST) -> Iterator[_Literal]:
    """The nodes of such literals."""
    if isinstance(node, _Literal):
        yield from _of_text(node)
        return
    for part in _seen(node):
        yield from literals(part)


def text_of(node: _Literal) -> str:
    """A literal, with a mark in place of each value."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else VALUE for part in node.values)


def reads_as_words(text: str) -> bool:
    """Whether a person would read it: several words, or one with a capital letter; any word beside a value."""
    has_words = bool(_WORDS.search(text)) or (VALUE in text and bool(_PIECE.search(text)))
    return has_words and not _CODE.search(text)


def _of_text(node: _Literal) -> Iterator[_Literal]:
    is_text = not isinstance(node, ast.Constant) or isinstance(node.value, str)
    if is_text and reads_as_words(text_of(node)):
        yield node
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from literals(part.value)


def _seen(node: ast.AST) -> list[ast.AST]:
    """The parts of a node whose texts a person may see."""
    match node:
        case ast.Call() if _name(node.func) in HIDDEN_CALLS:
            return []
        case ast.Call() if _name(node.func) in TRANSLATING:
            return [keyword.value for keyword in node.keywords]
        case ast.Expr(ast.Constant()) | ast.Compare() | ast.Assert() | ast.arg() | ast.MatchValue():
            return []
        case ast.Subscript() | ast.AnnAssign():
            return [node.value] if node.value is not None else []
        case ast.Dict():
            return list(node.values)
        case ast.FunctionDef():
            return [*node.args.defaults, *(each for each in node.args.kw_defaults if each), *node.body]
    return list(ast.iter_child_nodes(node))


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(name):
            return name
        case ast.Attribute(attr=name):
            return name
    return ""
