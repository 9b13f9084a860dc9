"""Files of Stata (dta), SPSS (sav, zsav) and SAS (xpt) written; columns are numbers, days, moments or text as a whole.

They are numbers where all cells read again as the same texts, else text. Names that a program forbids are changed
(`io.statistical.variable_names`), and the column has its own name as its label.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnwritableFile
from arxdesk_engine.foundation.extras import require_extra
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.cells.records import Records, numbers_of
from arxdesk_engine.io.cells.typed import Abilities, CellKind, WrittenCells, require_held, uniform_cells
from arxdesk_engine.io.files.atomic import atomic_file
from arxdesk_engine.io.statistical.proof import require_as_written, take_out_time
from arxdesk_engine.io.statistical.variable_names import NameRules, variable_names

_STATA = NameRules(
    "Stata",
    longest=32,
    longest_label=80,
    reserved=r"_all|_b|byte|_coef|_cons|double|float|if|in|int|long|_n|_pi|_pred|_rc|_skip|using|with|str(\d+|l)",
)
_SPSS = NameRules(
    "SPSS",
    longest=64,
    longest_label=256,
    counts_bytes=True,
    may_begin_with_underscore=False,
    more=".",
    reserved="all|and|by|eq|ge|gt|le|lt|ne|not|or|to|with",
)
_SAS = NameRules(
    "SAS",
    longest=32,
    longest_label=256,
    counts_bytes=True,
    only_ascii=True,
    reserved="_(n|error|numeric|character|all)_",
)


@dataclass(frozen=True, slots=True)
class _Program:
    """The limits of a program. `keeps_blanks`: it keeps blanks at the end of a text."""

    names: NameRules
    abilities: Abilities
    write: str
    options: Mapping[str, Any]
    most_bytes: int
    most_columns: int
    keeps_blanks: bool


_PROGRAMS = {
    ".dta": _Program(_STATA, Abilities(most=8e307), "write_dta", {"version": 15}, 2_000_000, 32_767, keeps_blanks=True),
    ".sav": _Program(_SPSS, Abilities(), "write_sav", {}, 32_767, 32_767, keeps_blanks=False),
    ".zsav": _Program(_SPSS, Abilities(), "write_sav", {"compress": True}, 32_767, 32_767, keeps_blanks=False),
    ".xpt": _Program(_SAS, Abilities(least=1e-70, most=1e70), "write_xport", {}, 32_767, 9_999, keeps_blanks=False),
}
STATISTICAL_SUFFIXES = tuple(_PROGRAMS)
"""The suffixes of the formats that can be written."""


def write_statistical(
    path: Path, columns: Sequence[Column], *, records: Records | None = None, control: Control | None = None
) -> Mapping[str, str]:
    """Write columns in the format that the suffix names, atomically; `records` selects what is written.

    Returns the columns that have another name there. Raises InvalidData, before anything is written, for what the
    format cannot hold; UnwritableFile; Stopped, before the program that writes has begun or when it is done. The old
    file then stays as it was.
    """
    require_extra("statistical", str(path))
    import pandas as pd  # noqa: PLC0415 - slow to import, and not needed for other tables
    import pyreadstat  # noqa: PLC0415

    control, program = control or Control(), _PROGRAMS[path.suffix.lower()]
    if len(columns) > program.most_columns:
        found = tr(
            "the table has {n} columns; {program} holds {most}",
            n=whole(len(columns)),
            program=program.names.program,
            most=whole(program.most_columns),
        )
        raise InvalidData(Problem(str(path), found, tr("Leave some out, or choose another format.")))
    names = variable_names(str(path), [column.name for column in columns], program.names)
    chosen = numbers_of(records)
    cells = [uniform_cells(column, chosen, program.abilities) for column in columns]
    remedy = tr("Choose another format, such as Parquet or CSV, or change the cell.")
    require_held(str(path), cells, lambda text: _fault(text, program), remedy)
    control.raise_if_stopped()
    arrays = {names[column.name]: _array(column) for column in cells}
    frame = pd.DataFrame({name: pd.Series(array) for name, array in arrays.items()})
    options: dict[str, Any] = {
        "column_labels": {new: old for old, new in names.items() if new != old},
        **program.options,
    }
    if program.names is _SPSS:
        options["variable_format"] = {
            names[column.name]: form for column in cells if (form := _spss_format(column)) is not None
        }
    write: Callable[..., None] = getattr(pyreadstat, program.write)
    with atomic_file(path) as temporary:
        try:
            write(frame, os.fspath(temporary), **options)
        except (pyreadstat.PyreadstatError, pyreadstat.ReadstatError) as error:
            reason = str(error).strip().rstrip(".")
            raise UnwritableFile(
                Problem(
                    str(path),
                    tr("cannot be written ({reason})", reason=reason[:1].lower() + reason[1:]),
                    tr("Nothing was overwritten."),
                )
            ) from error
        control.raise_if_stopped()
        take_out_time(temporary)
        require_as_written(path, temporary, arrays)
        control.raise_if_stopped()
    return {old: new for old, new in names.items() if new != old}


def _array(column: WrittenCells) -> np.ndarray[Any, Any]:
    """The cells as what writes them takes them: numbers as float64, all else as objects."""
    match column.kind:
        case CellKind.INTEGER | CellKind.REAL:
            numbers = [math.nan if value is None else value for value in column.values]
            return np.array(numbers, np.float64)[column.codes]
        case CellKind.TEXT:
            return np.array(column.texts, dtype=object)[column.codes]
        case _:
            days = np.empty(len(column.values), dtype=object)
            days[:] = column.values
            return days[column.codes]


def _spss_format(column: WrittenCells) -> str | None:
    """The display format of numbers: with the digits that they have."""
    if column.kind not in (CellKind.INTEGER, CellKind.REAL):
        return None
    decimals = max((len(text.partition(".")[2]) for text in column.texts if "e" not in text.lower()), default=0)
    width = max(map(len, column.texts))
    return f"F{min(40, max(width, 1))}.{min(decimals, 16)}"


def _fault(text: str, program: _Program) -> str | None:
    size, name = len(text.encode()), program.names.program
    if size > program.most_bytes:
        return tr(
            "the cell has {n} bytes; a cell of {program} holds {most}",
            n=whole(size),
            program=name,
            most=whole(program.most_bytes),
        )
    if "\0" in text:
        return tr("the cell has a null character, which ends a text in {program}", program=name)
    if not program.keeps_blanks and text.endswith(" "):
        return tr("the cell ends in a blank, which {program} does not keep", program=name)
    return None
