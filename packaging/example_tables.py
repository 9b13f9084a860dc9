"""What the scripts that make examples have in common: the folder of an example, and how its tables are written."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

Rows = Iterable[Sequence[str]]
_EXAMPLES = Path(__file__).resolve().parent.parent / "resources" / "arxdesk_resources" / "examples"


def folder_of(example: str) -> Path:
    """The folder of an example among the resources."""
    return _EXAMPLES / example


def in_groups(number: int, widths: Sequence[int] = (5, 10, 20)) -> tuple[str, ...]:
    """A row of a hierarchy: a number, the groups of so many numbers that it belongs to, and everything."""
    lows = [(number - number % width, width) for width in widths]
    return (str(number), *(f"{low}-{low + width - 1}" for low, width in lows), "*")


def write_rows(path: Path, rows: Rows) -> None:
    """Write comma-separated UTF-8 text with line feeds on every system."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows(rows)


def write_tables(folder: Path, tables: Mapping[str, Rows], hierarchies: Mapping[str, Rows]) -> None:
    """Write tables and hierarchies by their names into `folder`, which is made where it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables.items():
        write_rows(folder / f"{name}.csv", rows)
    for attribute, rows in hierarchies.items():
        write_rows(folder / f"hierarchy_{attribute}.csv", rows)
