"""One table written in every format, with what all of them can hold."""

import datetime as dt
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

import pandas as pd
import pyreadstat
import xlsxwriter


def people(records: int = 60) -> pd.DataFrame:
    """People with an age, a sex, a day of birth, a weight and a diagnosis, some of it missing."""
    frame = pd.DataFrame(
        {
            "age": [20 + number % 7 for number in range(records)],
            "sex": [["m", "f"][number % 2] for number in range(records)],
            "born": [dt.date(1980, 1, 1 + number % 5) for number in range(records)],
            "weight": [None if number % 11 == 3 else 60.5 + number % 4 for number in range(records)],
            "diagnosis": ["" if number % 13 == 5 else ["flu", "cöld", "a, b"][number % 3] for number in range(records)],
        }
    )
    return frame.astype({"weight": float})


def _text(cell: object) -> str:
    if cell is None or cell != cell:
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def texts(frame: pd.DataFrame) -> list[list[str]]:
    """What every reader should make of the cells, row by row."""
    return [[_text(cell) for cell in row] for row in frame.astype(object).itertuples(index=False)]


def write_xlsx(frame: pd.DataFrame, path: Path, sheet: str = "people") -> None:
    book = xlsxwriter.Workbook(path)
    page = book.add_worksheet(sheet)
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    for column, name in enumerate(frame.columns):
        page.write_string(0, column, name)
        for row, cell in enumerate(frame[name].astype(object), 1):
            if isinstance(cell, dt.date):
                page.write_datetime(row, column, cell, day)
            elif cell == cell and cell != "":
                page.write(row, column, cell)
    book.close()


def write_ods(frame: pd.DataFrame, path: Path, sheet: str = "people") -> None:
    def cell(value: object) -> str:
        if value is None or value != value or value == "":
            return "<table:table-cell/>"
        if isinstance(value, dt.date):
            return f'<table:table-cell office:value-type="date" office:date-value="{value}"/>'
        if isinstance(value, int | float):
            return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
        return f'<table:table-cell office:value-type="string"><text:p>{escape(str(value))}</text:p></table:table-cell>'

    rows = [list(frame.columns), *frame.astype(object).values.tolist()]
    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    write_ods_content(path, f'<table:table table:name="{sheet}">{body}</table:table>')


def write_ods_content(path: Path, tables: str) -> None:
    names = "office table text"
    urn = "urn:oasis:names:tc:opendocument:xmlns"
    spaces = " ".join(f'xmlns:{name}="{urn}:{name}:1.0"' for name in names.split())
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", kind)
        archive.writestr(
            "content.xml",
            f"<?xml version='1.0'?><office:document-content {spaces}><office:body><office:spreadsheet>{tables}"
            "</office:spreadsheet></office:body></office:document-content>",
        )
        manifest = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{manifest}"/>')


def write_sqlite(frame: pd.DataFrame, path: Path, table: str = "people") -> None:
    quoted = [f'"{name}"' for name in frame.columns]
    with sqlite3.connect(path) as connection:
        connection.execute(f'CREATE TABLE "{table}" ({", ".join(quoted)})')
        places = ", ".join("?" * len(quoted))
        rows = [
            [str(cell) if isinstance(cell, dt.date) else None if cell != cell else cell for cell in row]
            for row in frame.astype(object).itertuples(index=False)
        ]
        connection.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)  # noqa: S608
    connection.close()


WRITERS: dict[str, Callable[[pd.DataFrame, Path], None]] = {
    "csv": lambda frame, path: frame.to_csv(path, index=False),
    "parquet": lambda frame, path: frame.to_parquet(path),
    "xlsx": write_xlsx,
    "ods": write_ods,
    "sav": pyreadstat.write_sav,
    "zsav": lambda frame, path: pyreadstat.write_sav(frame, path, compress=True),
    "dta": pyreadstat.write_dta,
    "xpt": pyreadstat.write_xport,
    "sqlite": write_sqlite,
}
"""How a table is written in the format of a suffix."""
