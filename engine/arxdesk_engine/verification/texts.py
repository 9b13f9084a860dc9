"""Delimited files read with pandas, every cell as text: a path that shares nothing with the readers of the engine."""

from __future__ import annotations

import contextlib
import csv
import itertools
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.text.detect import Syntax, is_blank

Numbers = NDArray[np.int64]

_LARGEST_NUMBER = 2**62
"""Numbers of groups stay below it, and so within 64 bits."""


def read_exactly(path: Path, syntax: Syntax) -> pd.DataFrame:
    """A table of categorical columns, one text for each cell as it stands between the delimiters.

    Columns are named by the first row, or numbered from 1 where there is no header. Raises UnreadableFile, or
    InvalidData for what is not a table.
    """
    columns = _read(path, syntax)
    if len(columns) == 1:  # a line of blanks is a cell there
        columns = _read(path, syntax, width=1)
    return _table(columns, syntax, lambda cell: cell)


def read_trimmed(
    path: Path, syntax: Syntax, null_values: Collection[str], *, numbers_names: bool = False
) -> pd.DataFrame:
    """The same for a table that is to be anonymized: blanks around cells are cut off, null values are the empty text.

    Lines on which nothing stands are left out, unless there is only one column: there they are missing values.
    """
    columns = _read(path, syntax)
    if len(columns) == 1:
        columns = _read(path, syntax, width=1)
        columns = [list(itertools.dropwhile(is_blank, columns[0]))]
    table = _table(columns, syntax, lambda cell: trimmed(cell, null_values))
    names = [trimmed(name) for name in table.columns]
    table.columns = pd.Index(numbered(names) if numbers_names else names, dtype=object)
    return table


def read_rows(path: Path, syntax: Syntax, null_values: Collection[str]) -> list[tuple[str, ...]]:
    """The rows of a hierarchy, trimmed; null values in the first column are the empty text.

    Raises as `read_exactly`.
    """
    with _explained(path), path.open(encoding=syntax.encoding, newline="") as stream:
        lines = itertools.chain(stream, ["\0"])  # a row by itself only where no quotation mark is open
        rows = [[trimmed(cell) for cell in cells] for cells in csv.reader(lines, delimiter=syntax.delimiter) if cells]
        if rows.pop() != ["\0"]:
            raise ValueError("a quotation mark is never closed")
    return [("" if first in null_values else first, *labels) for first, *labels in rows]


def numbered(names: Sequence[str]) -> list[str]:
    """Names with numbers: "column 2" where there is none, "age (2)" for the second of its name."""
    found: dict[str, None] = {}
    for place, name in enumerate(names, 1):
        plain = f"column {place}" if name in ("", "*") else name
        candidates = itertools.chain([plain], (f"{plain} ({number})" for number in itertools.count(2)))
        free = (each for each in candidates if each not in found and (each == plain or each not in names))
        found[next(free)] = None
    return list(found)


def trimmed(text: str, null_values: Collection[str] = ()) -> str:
    """A text without blanks around it, with accented letters as one character each; null values are empty."""
    inner = unicodedata.normalize("NFC", text.strip())
    return "" if inner in null_values else inner


def group_numbers(columns: Sequence[pd.Categorical]) -> Numbers:
    """The group of each record by its texts in all columns, numbered from 0 as they appear, int64[records]."""
    if not columns:
        return np.zeros(0, np.int64)
    numbers, groups = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        width = len(column.categories) + 1
        if groups * width > _LARGEST_NUMBER:
            numbers, distinct = pd.factorize(numbers)
            groups = len(distinct)
        numbers *= width  # in place: tables may have many records
        numbers += column.codes
        numbers += 1  # what has no text is one group
        groups *= width
    return pd.factorize(numbers)[0].astype(np.int64)


def one_below_the_other(first: pd.Categorical, second: pd.Categorical) -> pd.Categorical:
    """The cells of two columns as one column."""
    # The same texts are one category, whichever of its types pandas keeps them in.
    alike = [categorical(each.codes.astype(np.int64), each.categories) for each in (first, second)]
    return pd.api.types.union_categoricals(alike)


def mapped(cells: pd.Categorical, labels: Sequence[str | None]) -> pd.Categorical:
    """A column with other texts: `labels` has one for each category. None, for no text at all, equals nothing."""
    texts = np.array([label for label in labels if label is not None], dtype=object)
    numbers, distinct = pd.factorize(texts)
    code_of = np.full(len(labels) + 1, -1, np.int64)
    code_of[:-1][[label is not None for label in labels]] = numbers
    return categorical(code_of[cells.codes], distinct)


def are_equal(first: pd.Categorical, second: pd.Categorical) -> NDArray[np.bool_]:
    """The records in which two columns have the same text, bool[records]."""
    code_of = {text: code for code, text in enumerate(first.categories)}
    translated = np.array([code_of.get(text, -2) for text in second.categories] + [-2], np.int64)
    same: NDArray[np.bool_] = translated[second.codes] == first.codes
    return same


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turns what reading can raise into the errors of a file."""
    try:
        yield
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    except (ValueError, csv.Error) as error:  # what cannot be parsed, and what is not in the encoding
        found = tr("the file cannot be read as a table ({error})", error=str(error).strip())
        raise InvalidData(Problem(str(path), found, tr("Check its format."))) from error


def _read(path: Path, syntax: Syntax, width: int | None = None) -> list[Sequence[str]]:
    """The cells of every column, the header included. With a `width`, lines on which nothing stands are rows too."""
    with _explained(path), path.open(encoding=syntax.encoding, newline="") as stream:
        _skip(stream, syntax)
        by_returns = stream.readline().endswith("\r") and "\n" not in stream.read()
    options: dict[str, Any] = {
        "sep": syntax.delimiter,
        "quoting": csv.QUOTE_MINIMAL if syntax.quote else csv.QUOTE_NONE,
        "quotechar": syntax.quote or '"',
        "encoding": syntax.encoding,
        "dtype": object,  # as text: categories would be read as numbers where all of them are
        "header": None,
        "keep_default_na": False,
        "na_filter": False,
        "low_memory": False,
        "lineterminator": "\r" if by_returns else None,  # unless told, pandas loses empty cells after blank lines
    }
    with _explained(path), path.open(encoding=syntax.encoding, newline="") as stream:
        _skip(stream, syntax)
        source = stream if syntax.skip_lines else path
        if width is None:
            frame = pd.read_csv(source, **options)
        else:
            frame = pd.read_csv(source, names=range(width), skip_blank_lines=False, **options)
    return [frame[number].fillna("").to_numpy() for number in frame]  # rows may lack cells at their end


def _skip(stream: TextIO, syntax: Syntax) -> None:
    for _line in range(syntax.skip_lines):
        stream.readline()


def _table(columns: list[Sequence[str]], syntax: Syntax, change: Callable[[str], str]) -> pd.DataFrame:
    names = [f"column {number}" for number in range(1, len(columns) + 1)]
    if syntax.header:
        names = [cells[0] for cells in columns]
        columns = [cells[1:] for cells in columns]
    table = {}
    for number, cells in enumerate(columns):
        codes, texts = pd.factorize(np.asarray(cells, dtype=object))
        table[number] = mapped(categorical(codes, texts), [change(text) for text in texts])
    frame = pd.DataFrame(table)
    frame.columns = pd.Index(names, dtype=object)
    return frame


def categorical(codes: Numbers, texts: Collection[Any]) -> pd.Categorical:
    """A column from the number of each cell among its texts (or other values)."""
    return pd.Categorical.from_codes(codes, pd.Index(list(texts), dtype=object))
