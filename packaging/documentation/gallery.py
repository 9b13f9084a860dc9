"""The gallery: scripts with cells (`# %%`), shown with what they print.

A script begins with its documentation: the title on the first line, then what it shows. Each cell is followed by its
output: what it prints, and the value of its last line, as in a notebook. Words behind `# %%` stand before the cell.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import tempfile
import textwrap
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pandas as pd

EXAMPLES = Path(str(files("arxdesk_resources"))) / "examples"
SCRIPTS = EXAMPLES / "python"
_CELL = re.compile(r"^# %%(.*)$\n?", re.MULTILINE)
_MOST_LINES = 40


def scripts() -> list[Path]:
    """The scripts of the gallery, in order."""
    return sorted(path for path in SCRIPTS.glob("*.py") if not path.name.startswith("_"))


def gallery_pages() -> dict[str, str]:
    """A page for each script, by its file."""
    return {f"{path.stem.replace('_', '-')}.md": page_of(path) for path in scripts()}


def page_of(path: Path) -> str:
    """A script as a page, with the output of every cell. Raises what the script raises."""
    source = path.read_text(encoding="utf-8")
    title, _, about = (ast.get_docstring(ast.parse(source)) or path.stem).partition("\n")
    parts = [f"# {title.rstrip('.')}\n", about.strip(), ""]
    with _in_folder():
        names: dict[str, Any] = {"__name__": "__main__", "__file__": str(path)}
        _docstring, *cells = _CELL.split(source)
        for words, cell in zip(cells[::2], cells[1::2], strict=True):
            code, told = cell.strip(), words.strip()
            text = _run(code, names)
            parts += [f"{told}\n"] if told else []
            parts.append(f"```python\n{code}\n```\n")
            parts += [f"```text\n{text}\n```\n"] if text else []
    return "\n".join(parts)


def gallery_contents() -> str:
    """A line for each script: its title and what it shows."""
    lines = []
    for path in scripts():
        documented = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or path.stem
        title, _, about = documented.partition("\n")
        shown = " ".join(about.strip().split("\n\n")[0].split())
        lines.append(f"- [{title.rstrip('.')}]({path.stem.replace('_', '-')}.md)" + (f": {shown}" if shown else ""))
    return "\n".join(lines)


def _run(code: str, names: dict[str, Any]) -> str:
    """Run a cell; what it prints, and the value of its last line."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), pd.option_context("display.width", 90, "display.max_columns", 12):
        exec(compile(tree, "<cell>", "exec", dont_inherit=True), names)  # noqa: S102 - scripts of this repository
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval", dont_inherit=True), names)  # noqa: S307 - the same
            if value is not None:
                print(value)
    lines = printed.getvalue().rstrip().splitlines()
    rest = [f"... and {len(lines) - _MOST_LINES} lines more"] if len(lines) > _MOST_LINES else []
    return textwrap.dedent("\n".join([*lines[:_MOST_LINES], *rest]))


@contextlib.contextmanager
def _in_folder() -> Iterator[None]:
    """A folder of its own to write into."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
