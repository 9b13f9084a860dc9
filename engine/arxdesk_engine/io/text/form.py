"""The form of written delimited text: separators, quotes, encoding, decimal mark."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr, tr_n, whole
from arxdesk_engine.io.cells.records import Records, numbers_of

_WITH_POINT = re.compile(r"[+-]?(\d+\.\d*|\.\d+)([eE][+-]?\d+)?")
_WITH_COMMA = re.compile(r"[+-]?(\d+,\d*|,\d+)([eE][+-]?\d+)?")
_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?")
_FORMULA = re.compile(r"[=+\-@\t\r].", re.DOTALL)
_MARKED = re.compile(r"'+[=+\-@\t\r]")


@dataclass(frozen=True, slots=True)
class TextForm:
    """How delimited text is written.

    `with_comma` are the columns whose numbers have a decimal comma; labels that are more than a number stay as they
    are, and so do the numbers of a column in which some are written with a comma already. With `escapes_formulas` an
    apostrophe stands before cells that a spreadsheet would run as formulas, and before those that begin as though it
    did. `is_asked`: a cell that the encoding does not hold is an error; otherwise UTF-8 is taken.
    """

    delimiter: str = ","
    quotes_all: bool = False
    encoding: str = "utf-8"
    line_end: str = "\n"
    escapes_formulas: bool = False
    with_comma: frozenset[str] = frozenset()
    is_asked: bool = True

    def cells(self, column: Column) -> Sequence[str]:
        """The distinct texts of a column as they are written, before any quotation marks."""
        texts: Sequence[str] = column.values
        if column.name in self.with_comma and not any(_WITH_COMMA.fullmatch(text) for text in texts):
            texts = [text.replace(".", ",") if _WITH_POINT.fullmatch(text) else text for text in texts]
        return [self.name(text) for text in texts] if self.escapes_formulas else texts

    def name(self, text: str) -> str:
        """A name of a column, or another text that is no number, as it is written."""
        is_changed = self.escapes_formulas and (_is_formula(text) or _MARKED.match(text))
        return f"'{text}" if is_changed else text

    def encoder(self) -> Callable[[memoryview], bytes | memoryview]:
        """An encoder from UTF-8 into the encoding, piece by piece."""
        if codecs.lookup(self.encoding).name == "utf-8":
            return lambda piece: piece
        encode = codecs.getincrementalencoder(self.encoding)().encode
        return lambda piece: encode(str(piece, "utf-8"))


def _is_formula(text: str) -> bool:
    return _FORMULA.match(text) is not None and _NUMBER.fullmatch(text) is None


def held(form: TextForm, path: str, columns: Sequence[Column], records: Records | None) -> tuple[TextForm, list[str]]:
    """The form in which columns can be written, with notes for the user.

    Raises InvalidData where the encoding that is asked for does not hold a cell that is written, or a name.
    """
    notes = []
    misfit = _not_held(form, columns, records)
    if misfit is not None and form.is_asked:
        found = tr(
            "{encoding} cannot encode the character {code}",
            encoding=quoted(form.encoding),
            code=f"U+{ord(misfit[1]):04X}",
        )
        remedy = tr('Write encoding = "utf-8" in [output], or choose another encoding.')
        raise InvalidData(Problem(tr("{place}, column {column}", place=path, column=quoted(misfit[0])), found, remedy))
    if misfit is not None:
        notes.append(
            tr(
                "The table is written in UTF-8: {encoding}, the encoding of the input, does not have all its letters.",
                encoding=form.encoding,
            )
        )
        form = replace(form, encoding="utf-8")
    if not form.escapes_formulas:
        notes += _of_formulas(columns, records)
    return form, notes


def _not_held(form: TextForm, columns: Sequence[Column], records: Records | None) -> tuple[str, str] | None:
    """A column, and a letter in it that the encoding does not have; None where it has all that are written."""
    if codecs.lookup(form.encoding).name.startswith("utf"):
        return None
    for column in columns:
        try:
            f"{column.name}\n{''.join(form.cells(column))}".encode(form.encoding)
        except UnicodeEncodeError:
            used = [column.values[code] for code in _codes(column, records)]
            for text in (column.name, *used):
                try:
                    text.encode(form.encoding)
                except UnicodeEncodeError as error:
                    return column.name, text[error.start]
    return None


def _of_formulas(columns: Sequence[Column], records: Records | None) -> list[str]:
    numbers = numbers_of(records)
    names, cells = [], 0
    for column in columns:
        codes = [code for code, text in enumerate(column.values) if _is_formula(text)]
        if codes:
            written = column.codes if numbers is None else column.codes[numbers]
            found = int(np.isin(written, codes).sum())
            cells += found
            names += [column.name] if found else []
    if not cells:
        return []
    listed = ", ".join(quoted(name) for name in names[:5])
    if len(names) > 5:
        listed = tr("{items} and {n} more", items=listed, n=whole(len(names) - 5))
    finding = tr_n(
        cells,
        "1 cell begins as a formula does (with =, +, - or @) in the {columns}: a spreadsheet may run that.",
        "{n} cells begin as a formula does (with =, +, - or @) in the {columns}: a spreadsheet may run that.",
        columns=tr_n(len(names), "column {names}", "columns {names}", names=listed),
    )
    remedy = tr("escape_formulas = true in [output] writes an apostrophe before such cells.")
    return [f"{finding} {remedy}"]


def _codes(column: Column, records: Records | None) -> Collection[int]:
    numbers = numbers_of(records)
    codes = column.codes if numbers is None else column.codes[numbers]
    return set(codes.tolist())
