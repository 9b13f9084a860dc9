"""The keys of the report of a run, from a run of the shipped example."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path

from arxdesk.cli.commands import main

_EXAMPLE = Path(str(files("arxdesk_resources"))) / "examples" / "discharge"
_DEPTH = 3
_KINDS = {bool: "`true` or `false`", int: "whole number", float: "number", str: "text", list: "list", type(None): ""}


def report_reference() -> str:
    """A row for each key, with an example of its value; keys below columns stand once."""
    columns = set((_EXAMPLE / "discharge.csv").open(encoding="utf-8").readline().strip().split(","))
    head = ["| key | value | in the example |", "|---|---|---|"]
    return "\n".join([*head, *_rows("", _report(), columns)])


def _report() -> Mapping[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        report, output = Path(folder) / "report.json", Path(folder) / "anonymous.csv"
        status = main(
            ["run", str(_EXAMPLE / "discharge.toml"), "--quiet", "--output", str(output), "--report", str(report)]
        )
        if status != 0:
            raise RuntimeError(f"the example ended with status {status}")
        found: Mapping[str, object] = json.loads(report.read_text(encoding="utf-8"))
        return found


def _rows(before: str, values: Mapping[str, object], columns: set[str]) -> Iterator[str]:
    by_column = bool(values) and set(values) <= columns
    shown = dict(list(values.items())[:1]) if by_column else values
    for key, value in shown.items():
        name = f"{before}{'COLUMN' if by_column else key}"
        if isinstance(value, Mapping) and name.count(".") < _DEPTH - 1:
            yield from _rows(f"{name}.", value, columns)
        elif isinstance(value, Mapping):
            yield f"| `{name}` | table of {', '.join(f'`{each}`' for each in list(value)[:6])} | |"
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield f"| `{name}` | list of tables | |"
            yield from _rows(f"{name}[].", value[0], columns)
        else:
            yield f"| `{name}` | {_KINDS[type(value)]} | {_example(key, value)} |"


def _example(key: str, value: object) -> str:
    """The value in the example; what differs from run to run is left out."""
    if value is None or key in ("path", "seconds", "threads") or isinstance(value, list):
        return ""
    text = f"{value:.6g}" if isinstance(value, float) else str(value).lower() if isinstance(value, bool) else str(value)
    return f"`{text[:40]}`" if text else ""
