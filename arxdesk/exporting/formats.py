"""The formats that a table can be written in, as they are chosen. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.foundation.file_names import suffix_of
from arxdesk_engine.foundation.language import marked, tr


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, its suffixes (the first is proposed), and its use."""

    name: str
    suffixes: tuple[str, ...]
    sentence: str

    @property
    def suffix(self) -> str:
        """The proposed suffix."""
        return self.suffixes[0]

    @property
    def filter(self) -> str:
        """The filter for file dialogs."""
        return f"{tr(self.name)} ({' '.join(f'*{suffix}' for suffix in self.suffixes)})"


FORMATS = (
    Format(
        "CSV",
        (".csv", ".txt", ".csv.gz", ".txt.gz"),
        marked("Delimited text. Every program reads it; types have to be set again."),
    ),
    Format(
        "TSV",
        (".tsv", ".tab", ".tsv.gz", ".tab.gz"),
        marked("Delimited text with tabs, for tables with many commas."),
    ),
    Format("Excel", (".xlsx",), marked("A workbook with one sheet. At most 1,048,575 records and 16,384 columns.")),
    Format(
        "Parquet",
        (".parquet", ".pq"),
        marked("Small and exact, with types. For Python, R and data warehouses."),
    ),
    Format("Arrow", (".arrow", ".feather", ".ipc"), marked("Exact, with types, and ready to use. For Python and R.")),
    Format("Stata", (".dta",), marked("With types and labels. Names of columns have at most 32 characters.")),
    Format("SPSS", (".sav", ".zsav"), marked("With types and labels. Names of columns have at most 64 bytes.")),
    Format("SAS", (".xpt",), marked("A transport file. Names of columns have at most 32 characters.")),
)
CODEBOOKS = (
    Format(marked("HTML page"), (".html", ".htm"), ""),
    Format("CSV", (".csv",), ""),
    Format("Excel", (".xlsx",), ""),
)
REPORTS = (
    Format("PDF", (".pdf",), ""),
    Format(marked("HTML page"), (".html", ".htm"), ""),
)


def format_named(path: Path) -> Format | None:
    """The format that the suffix of a file means; None where it means none."""
    return next((each for each in FORMATS if suffix_of(path).lower() in each.suffixes), None)
